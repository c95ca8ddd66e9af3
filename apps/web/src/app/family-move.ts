import { t } from '@heartwood/messages/current';
import { hashKey, type QueryClient } from '@tanstack/react-query';
import { welcomeUser } from '#features/accounts/api.ts';
import { choosingFamily, familiesQuery, leavingFamily } from '#features/family/api.ts';
import { inSentence, staysInAnyFamily } from '#features/family/logic.ts';
import { call } from '#platform/http.ts';
import { language } from '#platform/language.ts';
import { navigation } from '#platform/navigation.ts';
import { session, type Move } from '#platform/session.ts';
import { toasts } from '#platform/toasts.ts';

// [Note: A family that is chosen elsewhere]
// Which family is looked at belongs to the account. Another window tells this one by local storage (platform/session.ts); that another device has
// chosen is found out when the server ends the stream of the former family, or when it answers with the families. Each page shows one family, so it is
// left then; what is written on it stays in the draft of its family. Whoever was taken out of the family that is shown is told that instead: the
// server no longer names it, and nobody has left it in this window.

/** Milliseconds for which it is said which family is shown. */
const timeout = 8_000;

/**
 * What is of the person who is signed in, in all of their families: it stays on the screen while it is asked for anew. What they are told of goes:
 * it may come from a family that they are no longer in.
 */
const isOwn = ({ queryKey: [noun, part] }: { queryKey: readonly unknown[] }): boolean =>
  noun === 'accounts' || noun === 'export' || (noun === 'notifications' && part !== 'lines');

/** A form that is open keeps the version it began with, and a link that is used up is not looked at again. */
export const isNoForm = ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
  queryKey[1] !== 'editable' && queryKey[1] !== 'preview';

/** Asks which family is looked at, where the one that this page has shown may be left. */
export async function askWhoseFamily(): Promise<void> {
  session.confirmFamily();
  await welcomeUser();
}

/** What the families are called that this page has known, by id: whoever is taken out of one is told which it was. */
const names = new Map<string, string>();

/** Learns what the families are called, whether the server has said it or it was kept on the device. */
function learnNames(client: QueryClient): void {
  const { queryKey } = familiesQuery();
  const learn = () => {
    for (const { id, name } of client.getQueryData(queryKey) ?? []) names.set(id, name);
  };
  learn();
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryHash === hashKey(queryKey)) learn();
  });
}

/** Shows from now on the family that is looked at, wherever it is chosen. */
export function followFamily(client: QueryClient): void {
  learnNames(client);
  session.onMove((move) => void follow(client, move));
  // What the device knows of it may be older than the page.
  if (session.family()) void client.prefetchQuery(familiesQuery());
  void sayWhatWasLeft();
}

async function follow(client: QueryClient, move: Move): Promise<void> {
  if (move.to === null) return leaveFamilies(client, move);
  if (client.isMutating({ mutationKey: choosingFamily }) > 0) return;
  void sayWhich(client, move);
  client.removeQueries({ type: 'inactive' });
  if (!staysInAnyFamily(window.location.pathname)) await navigation.instead('/dashboard');
  await client.cancelQueries({ predicate: isOwn });
  void client.invalidateQueries({ predicate: isOwn });
  await client.resetQueries({ predicate: (query) => !isOwn(query) });
}

/** Without any family there is nothing on its pages. */
async function leaveFamilies(client: QueryClient, { from }: Move): Promise<void> {
  const isTakenOut = !hasLeft(client, from);
  const name = isTakenOut ? names.get(from) : undefined;
  if (!navigation.here().startsWith('/private')) {
    if (name) keepName(name);
    return navigation.fully('/private');
  }
  if (name) void sayNoLonger(name, null);
  // Whoever leaves by themself is led there by the page that asks them.
  if (isTakenOut && !staysInAnyFamily(window.location.pathname)) await navigation.instead('/private');
  client.removeQueries({ type: 'inactive' });
  void client.invalidateQueries({ predicate: isNoForm });
}

/** Says which family is shown now, once somebody sees the page. */
async function sayWhich(client: QueryClient, { from, to }: Move): Promise<void> {
  const families = await call('GET /api/families').then(
    (answer) => answer.families,
    () => [],
  );
  const now = families.find(({ id }) => id === to);
  if (!now) return;
  // Whoever was taken out of the former one has chosen nothing.
  const hasChosen = families.some(({ id }) => id === from);
  const former = hasChosen || hasLeft(client, from) ? undefined : names.get(from);
  if (former) return sayNoLonger(former, to);
  await isReady();
  if (session.family() !== to) return;
  const name = inSentence(now.name);
  toasts.add(hasChosen ? t('family.families.chosenElsewhere', { name }) : t('family.families.chosen', { name }), { timeout });
}

/** Whether who is signed in has left a family in this window. */
const hasLeft = (client: QueryClient, family: string): boolean =>
  client
    .getMutationCache()
    .findAll({ mutationKey: [...leavingFamily, family] })
    .some(({ state }) => state.status !== 'error');

/** Says that somebody was taken out of a family, unless they look at another one than `to` by then. */
async function sayNoLonger(name: string, to: string | null): Promise<void> {
  await isReady();
  if (!session.signedIn() || (session.family() ?? null) !== to) return;
  toasts.add(t('family.families.noLonger', { name: inSentence(name) }), { icon: 'none', timeout });
}

/** Under which name session storage keeps what the family was called that somebody was taken out of, until the page is loaded anew. */
const keptAs = (): string => `no longer in, ${session.person() ?? ''}`;

function keepName(name: string): void {
  try {
    sessionStorage.setItem(keptAs(), name);
  } catch {
    // It is not said then.
  }
}

/** Says what the page could not say before it was loaded anew. */
async function sayWhatWasLeft(): Promise<void> {
  try {
    const name = sessionStorage.getItem(keptAs());
    sessionStorage.removeItem(keptAs());
    if (name) await sayNoLonger(name, null);
  } catch {
    // Where nothing is kept, nothing is said.
  }
}

/** Resolves once the words are there and somebody sees the page. */
async function isReady(): Promise<void> {
  await language.need('pages').catch(() => undefined);
  await isSeen();
}

/** Resolves once the page is in sight. */
function isSeen(): Promise<void> {
  if (document.visibilityState === 'visible') return Promise.resolve();
  return new Promise((resolve) => document.addEventListener('visibilitychange', () => resolve(), { once: true }));
}
