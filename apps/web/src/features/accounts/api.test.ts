import { readEnglish } from '../../../test/language.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { storageOn } from '../../../test/storage.ts';

const kept = new Map<string, string>();
const calls: string[] = [];
const signals: unknown[] = [];
let answer: { status: number; body: object } = { status: 200, body: {} };

beforeEach(async () => {
  kept.clear();
  calls.length = 0;
  signals.length = 0;
  vi.resetModules();
  await readEnglish();
  vi.stubGlobal('localStorage', storageOn(kept));
  const { loadRuntimeConfig } = await import('#platform/runtime-config.ts');
  await loadRuntimeConfig(async () => ({ api_base: 'http://heartwood.test' }));
  vi.stubGlobal('fetch', async (url: string, { method, signal }: RequestInit) => {
    signals.push(signal ?? null);
    calls.push(`${method} ${new URL(url).pathname}`);
    return Response.json(answer.body, { status: answer.status });
  });
});

async function actions() {
  const { session } = await import('#platform/session.ts');
  const [accounts, passwords, profiles] = await Promise.all([
    import('./api.ts'),
    import('#features/passwords/api.ts'),
    import('#features/profiles/api.ts'),
  ]);
  return { session, ...accounts, ...passwords, ...profiles };
}

const profile = {
  id: 'p',
  user_id: 'u',
  firstname: 'Nora',
  lastname: 'Whitlock',
  email: '',
  phone: null,
  description: null,
  birth: null,
  images: [],
  theme: null,
  text_size: null,
};
const refusal = (message: string) => ({
  success: false,
  status_code: 'validation_failed',
  message,
  errors: { email: ['No'] },
  request_id: 'r',
});
const registration = { firstname: 'Nora', lastname: 'Whitlock', email: 'a@b.de', password: 'x', password_confirmation: 'x' };
const passwords = { current_password: 'a', password: 'b', password_confirmation: 'b' };

test('[S4.6] the profile is loaded once, and again only when forced', async () => {
  const { loadProfile } = await actions();
  answer = { status: 200, body: { success: true, data: [profile] } };
  await loadProfile();
  await loadProfile();
  expect(calls).toEqual(['GET /api/profile']);
  await loadProfile({ force: true });
  expect(calls).toEqual(['GET /api/profile', 'GET /api/profile']);
  expect(JSON.parse(kept.get('profile')!)).toEqual(profile);
});

test('[S4.6] an answer that brings the profile along does not load it again: only the addresses of its photos are new', async () => {
  const { loadProfile, meQuery, session } = await actions();
  const image = (path: string) => ({ id: 'i', path, thumb: path });
  const user = { id: 'u', email: '', role: 'member', locale: 'en', images: [image('new')], current_family_id: null, email_verified: true };
  const me = { user, profile: { ...profile, firstname: 'Other', images: [image('new')] }, families: [], subscription: {} };
  const ask = () => (meQuery.queryFn as (context: { signal?: AbortSignal }) => Promise<unknown>)({});
  session.begin({ token: 'secret', profile: { ...profile, images: [image('old')] } });
  answer = { status: 200, body: { success: true, data: me } };
  await ask();
  expect(session.get().profile).toEqual({ ...profile, images: [image('new')] });
  answer = { status: 200, body: { success: true, data: [me.profile] } };
  await loadProfile({ force: true });
  expect(session.get().profile?.firstname).toBe('Other');
  session.end();
  session.begin({ token: 'another' });
  answer = { status: 200, body: { success: true, data: me } };
  await ask();
  expect(session.get().profile?.firstname, 'where there is none yet').toBe('Other');
});

test('[S7.5] of the list of profiles the first one counts, and an empty list is a failure', async () => {
  const { loadProfile, session } = await actions();
  answer = { status: 200, body: { success: true, data: [] } };
  expect(await loadProfile()).toMatchObject({ success: false, message: 'Failed to get profile' });
  answer = { status: 200, body: { success: true, data: [profile, { ...profile, firstname: 'Other' }] } };
  await loadProfile();
  expect(session.get().profile?.firstname).toBe('Nora');
});

test('[S7.6] actions answer with the server’s error body instead of throwing', async () => {
  const { session, login, register, logout, loadProfile, updateProfile, forgotPassword, resetPassword, deleteAccount } = await actions();
  session.begin({ token: 'secret' });
  answer = { status: 422, body: refusal('Said by the server') };
  const reset = { token: 't', email: 'a@b.de', password: 'x', password_confirmation: 'x' };
  for (const action of [
    () => login({ email: 'a@b.de', password: 'x' }),
    () => register(registration),
    () => logout(),
    () => loadProfile(),
    () => updateProfile({ firstname: 'Nora' }),
    () => forgotPassword('a@b.de'),
    () => resetPassword(reset),
    () => deleteAccount(),
  ])
    expect(await action()).toEqual(refusal('Said by the server'));
  answer = { status: 502, body: {} };
  expect(await login({ email: 'a@b.de', password: 'x' })).toMatchObject({ success: false, message: 'Login failed' });
  expect(await deleteAccount()).toMatchObject({ success: false, message: 'Account deletion failed' });
});

test('[S7.7] changing the password and registering from a shell throw; registering from a shell hands on what is answered', async () => {
  const { updatePassword, registerMobile } = await actions();
  answer = { status: 422, body: refusal('Said by the server') };
  await expect(updatePassword(passwords)).rejects.toMatchObject({ status: 422, body: refusal('Said by the server') });
  await expect(registerMobile(registration)).rejects.toMatchObject({ status: 422, body: refusal('Said by the server') });
  expect(calls).toEqual(['POST /api/update-password', 'POST /api/register-mobile']);
  const data = { token: 'two', profile, user: { id: 'u', images: [], more: 'as it is' } };
  answer = { status: 200, body: { success: true, data } };
  expect(await registerMobile(registration)).toEqual(data);
});

test('[S4.2] a log-out that fails keeps the session; one whose session is over already ends it', async () => {
  const { logout, session } = await actions();
  session.begin({ token: 'secret' });
  answer = { status: 500, body: {} };
  expect(await logout()).toMatchObject({ success: false, message: 'Logout failed' });
  expect(session.signedIn()).toBe(true);
  answer = { status: 401, body: { ...refusal(''), status_code: 'unauthenticated' } };
  expect(await logout()).toEqual({ success: true, data: null });
  expect(kept.size).toBe(0);
});

test('[S4.3] whoever logs in, registers or comes from a shell is signed in with what the answer holds', async () => {
  const { login, register, registerMobile, session } = await actions();
  const user = { id: 'u', email: 'a@b.de', role: 'member', locale: 'en', images: [], current_family_id: null };
  answer = { status: 200, body: { success: true, data: { token: 'one', user } } };
  await login({ email: 'a@b.de', password: 'x' });
  expect(session.get()).toMatchObject({ token: 'one', user });
  session.end();
  answer = { status: 200, body: { success: true, data: { token: 'two', profile, user } } };
  await register(registration);
  expect(session.get()).toMatchObject({ token: 'two', profile });
  session.end();
  await registerMobile(registration);
  expect(session.get()).toMatchObject({ token: 'two', profile, user });
});

test('[S7.11] nothing ends a call but its answer: no timeout', async () => {
  const { updateProfile } = await actions();
  answer = { status: 200, body: { success: true, data: profile } };
  await updateProfile({ firstname: 'Nora' });
  expect(signals).toEqual([null]);
});
