import type { accountsApi, User } from '@heartwood/contract/accounts';
import type { BodyInput, DataOf, Refusal } from '@heartwood/contract/endpoint';
import { failures } from '@heartwood/contract/failures';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { device } from '#platform/device.ts';
import { attempt, call, noSuchAnswer } from '#platform/http.ts';
import { session } from '#platform/session.ts';
import { forgetWritten } from '#platform/storage.ts';

/** What a store action answers: it does not throw, but hands over the server's error body or one with the fallback message. */
export type Answered<Data> = { success: true; data: Data } | Refusal;

type Registration = BodyInput<typeof accountsApi.register>;

/** Who is signed in, their families and what covers them. */
export const meQuery = queryOptions({
  queryKey: ['accounts', 'me'],
  queryFn: ({ signal, client }) => loadUser({ signal, isChosen: () => choicesUnderWay(client) > 0 }),
});

/** The key of the mutations that keep how somebody wants to read: language, colours, text size. */
export const choosingLooks = ['accounts', 'looks'] as const;

/** How many such choices are on their way: until they are kept, what the server says of it is older than what is shown. */
export const choicesUnderWay = (client: QueryClient): number => client.isMutating({ mutationKey: choosingLooks });

/** The devices signed in. */
export const sessionsQuery = queryOptions({
  queryKey: ['accounts', 'sessions'],
  queryFn: ({ signal }) => call('GET /api/sessions', { signal }).then(({ sessions }) => sessions),
});

/** Signs in: keeps token and user, then the profile. */
export function login(body: BodyInput<typeof accountsApi.login>): Promise<Answered<User>> {
  return attempt(
    call('POST /api/login', { body }).then(async ({ token, user }) => {
      session.begin({ token, user });
      await loadProfile({ force: true });
      return user;
    }),
    failures.login,
  );
}

/** Registers and signs in: keeps token and profile, then the user. */
export function register(body: Registration): Promise<Answered<null>> {
  return attempt(
    call('POST /api/register', { body, multipart: true }).then(({ token, profile }) => {
      session.begin({ token, profile });
      return welcomeUser();
    }),
    failures.registration,
  );
}

/** Registers from the app shell. @returns what the server answers, as it is @throws CallError; this action does not answer with a refusal */
export async function registerMobile(body: Registration): Promise<DataOf<typeof accountsApi.registerMobile>> {
  const data = await call('POST /api/register-mobile', { body, multipart: true });
  session.begin(data);
  return data;
}

/** Registers the way this device does. @throws CallError in the app shells */
export async function registerHere(body: Registration): Promise<Answered<null>> {
  if (!device.native) return register(body);
  await registerMobile(body);
  return { success: true, data: null };
}

/** After registering or accepting an invitation, whose answers hold no user: asks for it. Without an answer the session holds all the same. */
export async function welcomeUser(): Promise<null> {
  await attempt(loadUser());
  return null;
}

/** Signs out. Where the call fails all stays as it is; a session that the server no longer knows is over here, too. */
export async function logout(): Promise<Answered<null>> {
  const person = session.person();
  session.setLeaving(true);
  const answer = await attempt(call('POST /api/logout'), failures.logout);
  session.setLeaving(false);
  if (answer.success) session.end();
  if (session.signedIn()) return answer;
  forgetWritten(person);
  return { success: true, data: null };
}

/** The profile: once loaded it is not taken again, from whatever answer, unless forced. */
export async function loadProfile({ force = false }: { force?: boolean } = {}): Promise<Answered<null>> {
  if (session.get().profile && !force) return { success: true, data: null };
  return attempt(
    call('GET /api/profile').then(([profile]) => {
      if (!profile) throw noSuchAnswer('getProfile');
      session.setProfile(profile);
      return null;
    }),
    failures.getProfile,
  );
}

/** Deletes the account, and forgets all that is kept here. The password must have been confirmed just before. */
export async function deleteAccount(): Promise<Answered<null>> {
  const answer = await attempt(call('DELETE /api/delete_account'), failures.deletion);
  if (answer.success) session.end();
  return answer;
}

/** @param isChosen whether the language that is shown has just been chosen, and counts before what is answered */
async function loadUser({ signal, isChosen = () => false }: { signal?: AbortSignal; isChosen?: () => boolean } = {}) {
  const me = await call('GET /api/user', signal ? { signal } : {});
  const { email_verified: _, ...user } = me.user;
  const { user: known } = session.get();
  session.setUser(known && isChosen() ? { ...user, locale: known.locale } : user);
  session.confirmFamily();
  const { profile } = session.get();
  // Of a profile that is there only the addresses of its photos are new: they end within the hour.
  session.setProfile(profile ? { ...profile, images: user.images } : me.profile);
  tellTimeZone(user.time_zone);
  return me;
}

/** Says where this device is, unless that is known: a birthday begins there. Nobody waits for the answer. */
function tellTimeZone(known: string | null): void {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  if (timeZone && timeZone !== known && timeZone !== 'Etc/Unknown')
    void attempt(call('POST /api/profile/update', { body: { time_zone: timeZone }, multipart: true }));
}

/** Gives the password again, before something that cannot be undone. @throws CallError where it is wrong */
export const confirmPassword = (password: string) => call('POST /api/confirm-password', { body: { password } });
