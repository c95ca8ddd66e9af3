import type { User } from '@heartwood/contract/accounts';
import type { FamilySummary } from '@heartwood/contract/family';
import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { choosingFamily, familiesQuery, leavingFamily } from '#features/family/api.ts';
import { registerNavigator } from '#platform/navigation.ts';
import { session } from '#platform/session.ts';
import { toasts } from '#platform/toasts.ts';
import { readEnglish } from '../../test/language.ts';
import { storageOn } from '../../test/storage.ts';
import { followFamily } from './family-move.ts';

const user = { id: 'nora', email: '', role: 'member', locale: 'en', time_zone: null, images: [], current_family_id: 'whitlocks' } as User;
const all = [
  { id: 'whitlocks', name: 'The Whitlock family', current: false },
  { id: 'marshes', name: 'The Marshes', current: true },
];
const location = { pathname: '/children', search: '', hash: '', assign: (path: string) => void went.push(`fully ${path}`) };
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
const client = new QueryClient();
let went: string[] = [];
let families = all;

vi.mock('#platform/language.ts', () => ({ language: { need: async () => undefined } }));
vi.mock('#platform/http.ts', () => ({ call: async () => ({ families }) }));
beforeEach(async () => {
  vi.stubGlobal('localStorage', storageOn(new Map()));
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location }));
  vi.stubGlobal('document', page);
  await readEnglish();
  [went, families] = [[], all];
  location.pathname = '/children';
  registerNavigator((path) => went.push(path));
  session.begin({ token: 'mine', user });
});
afterEach(() => {
  for (const { id } of toasts.store.get()) toasts.close(id);
  vi.unstubAllGlobals();
});
// As it begins, it is not asked which family is looked at.
followFamily(client);

const said = () => toasts.store.get().map(({ text }) => text);
const move = (to: string | null) => session.setUser({ ...user, current_family_id: to });

/** How often what is on the screen is asked for while `act` runs. */
async function askedWhile(act: () => unknown): Promise<number> {
  const ask = vi.fn<() => Promise<string>>(async () => 'something');
  const stop = new QueryObserver(client, { queryKey: ['posts'], queryFn: ask }).subscribe(() => undefined);
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(1));
  await act();
  await new Promise((resolve) => setTimeout(resolve, 20));
  stop();
  client.clear();
  return ask.mock.calls.length - 1;
}

test('the page of a family is left, all is asked for anew, and it is said which family is shown', async () => {
  expect(await askedWhile(() => move('marshes'))).toBe(1);
  expect([went, said()]).toEqual([
    ['/dashboard'],
    ['You are in the Marshes now, as you have chosen in another window or on another device'],
  ]);
});

test.each(['/private', '/private/profile', '/private/notifications/', '/', '/gift/redeem', '/verify-email', '/dashboard'])(
  'somebody at %s stays there',
  async (path) => {
    location.pathname = path;
    expect(await askedWhile(() => move('marshes'))).toBe(1);
    expect([went, said().length]).toEqual([[], 1]);
  },
);

test.each(['/private/family', '/private/additional-information/emma/notes', '/post/x', '/paywall', '/treasures/share-something'])(
  'somebody at %s leaves',
  async (path) => {
    location.pathname = path;
    await askedWhile(() => move('marshes'));
    expect(went).toEqual(['/dashboard']);
  },
);

/** Lets the page hear what the families are called while the first one is the current one. */
async function hearNames(): Promise<void> {
  families = all.map((family) => ({ ...family, current: family.id === 'whitlocks' }));
  await client.fetchQuery(familiesQuery());
}

test('whoever was taken out of the former family is told that, once somebody sees the page', async () => {
  await hearNames();
  families = all.slice(1);
  page.visibilityState = 'hidden';
  await askedWhile(() => move('marshes'));
  expect(said()).toEqual([]);
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() => expect(said()).toEqual(['You are no longer in the Whitlock family']));
});

test('that is also said where this page knows the family only from what the device has kept', async () => {
  client.setQueryData(familiesQuery().queryKey, [{ id: 'stones', name: 'The Stones', current: true }] as FamilySummary[]);
  families = all.slice(1);
  move('stones');
  for (const { id } of toasts.store.get()) toasts.close(id);
  await askedWhile(() => move('marshes'));
  expect(said()).toEqual(['You are no longer in the Stones']);
});

test('whoever leaves by themself is told of the family that they are in now', async () => {
  await hearNames();
  families = all.slice(1);
  const leaving = new MutationObserver(client, { mutationKey: [...leavingFamily, 'whitlocks'], mutationFn: async () => undefined });
  await leaving.mutate();
  await askedWhile(() => move('marshes'));
  expect(said()).toEqual(['You are in the Marshes now']);
});

test('whoever was taken out of the only family is told that: at once on a page of their own, else on the one that is loaded', async () => {
  const kept = storageOn(new Map());
  vi.stubGlobal('sessionStorage', kept);
  await hearNames();
  location.pathname = '/private/profile';
  await askedWhile(() => move(null));
  expect([went, said()]).toEqual([[], ['You are no longer in the Whitlock family']]);
  for (const { id } of toasts.store.get()) toasts.close(id);

  session.setUser(user);
  location.pathname = '/private/family';
  await askedWhile(() => move(null));
  expect([went, said()]).toEqual([['/private'], ['You are no longer in the Whitlock family']]);
  for (const { id } of toasts.store.get()) toasts.close(id);

  session.setUser(user);
  [went, location.pathname] = [[], '/children'];
  await askedWhile(() => move(null));
  expect([went, said()]).toEqual([['fully /private'], []]);
  expect(kept.getItem('no longer in, nora')).toBe('The Whitlock family');
});

test('the window that chooses does all of it by itself', async () => {
  const choosing = new MutationObserver(client, { mutationKey: choosingFamily, mutationFn: async () => move('marshes') });
  expect(await askedWhile(() => choosing.mutate())).toBe(0);
  expect([went, said()]).toEqual([[], []]);
});

test('whoever is in no family any more is led to where one is started', async () => {
  await askedWhile(() => move(null));
  expect([went, said()]).toEqual([['fully /private'], []]);
});

test('what is one’s own stays on the screen while it is asked for anew; what belongs to a family goes', async () => {
  const shown = [
    ['accounts', 'me'],
    ['notifications', 'preferences'],
    ['notifications', 'unread'],
    ['export'],
    ['notifications', 'lines'],
    ['posts'],
    ['family', 'families'],
    ['billing', 'coverage'],
  ];
  const stops = shown.map((queryKey) => {
    client.setQueryData(queryKey, 'of the former');
    return new QueryObserver(client, { queryKey, queryFn: () => new Promise<string>(() => undefined), staleTime: Infinity }).subscribe(
      () => undefined,
    );
  });
  move('marshes');
  await vi.waitFor(() => expect(client.isFetching()).toBe(shown.length));
  const own = shown.filter((queryKey) => client.getQueryData(queryKey) !== undefined);
  expect(own).toEqual(shown.slice(0, 4));
  for (const stop of stops) stop();
  client.clear();
});
