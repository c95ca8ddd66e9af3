import type { User } from '@heartwood/contract/accounts';
import type { Profile } from '@heartwood/contract/profiles';
import { beforeEach, expect, test, vi } from 'vitest';
import { storageOn } from '../../test/storage.ts';

const kept = new Map<string, string>();
const cookies: string[] = [];

beforeEach(() => {
  kept.clear();
  cookies.length = 0;
  vi.resetModules();
  vi.stubGlobal('localStorage', storageOn(kept));
  vi.stubGlobal('document', {
    get cookie() {
      return 'theme=dark; visit=1';
    },
    set cookie(value: string) {
      cookies.push(value);
    },
  });
});

const load = async () => (await import('./session.ts')).session;
const image = (id: string) => ({ id, path: `${id}/medium`, thumb: `${id}/thumb` });
const user: User = {
  id: 'u1',
  email: 'nora@whitlock.family',
  role: 'member',
  locale: 'en',
  time_zone: null,
  images: [image('old'), image('second')],
  current_family_id: null,
};
const profile: Profile = {
  id: 'p1',
  user_id: 'u1',
  firstname: 'Nora',
  lastname: 'Whitlock',
  email: 'nora@whitlock.family',
  phone: null,
  description: null,
  birth: null,
  images: [image('new')],
  theme: null,
  text_size: null,
};

test('[S3.1] signing in keeps token, user and profile under exactly these keys', async () => {
  const session = await load();
  expect(session.signedIn()).toBe(false);
  session.begin({ token: 'secret', user, profile });
  expect([...kept.keys()].toSorted()).toEqual(['profile', 'token', 'user']);
  expect(kept.get('token')).toBe('secret');
  expect(JSON.parse(kept.get('profile')!)).toEqual(profile);
  expect(session.signedIn()).toBe(true);
});

test('what arrives for somebody after another has signed in in another tab is kept nowhere', async () => {
  const session = await load();
  session.begin({ token: 'secret', user, profile });
  // The other tab has written, and this page has not been told yet.
  const theo = { ...user, id: 'u2' };
  kept.set('token', 'of another');
  kept.set('user', JSON.stringify(theo));
  kept.delete('profile');
  session.setUser(user);
  session.setProfile(profile);
  expect(JSON.parse(kept.get('user')!)).toEqual(theo);
  expect(kept.has('profile')).toBe(false);
});

test('whoever signs in where somebody is signed in ends that session on this page', async () => {
  const session = await load();
  const ends: (string | undefined)[] = [];
  session.onEnd(() => ends.push(session.person()));
  session.begin({ token: 'secret', user, profile });
  expect(ends).toEqual([]);
  session.begin({ token: 'of another', user: { ...user, id: 'u2' } });
  expect(ends, 'while nobody is signed in').toEqual([undefined]);
  expect([session.person(), session.get().profile]).toEqual(['u2', null]);
});

test('[S9.9] whoever signs in over somebody else leaves nothing of them in local storage, also before their own user has come', async () => {
  const theos = { ...profile, user_id: 'u2', firstname: 'Theo' };
  const ways = { login: { user: { ...user, id: 'u2' } }, registration: { profile: theos } };
  for (const [way, given] of Object.entries(ways)) {
    kept.clear();
    kept.set('user', JSON.stringify(user));
    kept.set('profile', JSON.stringify(profile));
    kept.set('children_u1', '[]');
    // Put away behind a face, or signed in here.
    if (way === 'registration') kept.set('token', 'secret');
    vi.resetModules();
    // Whom a page that is loaded anew would find, each time when something is written, until the token is theirs.
    const found: unknown[] = [];
    const storage = storageOn(kept);
    vi.stubGlobal('localStorage', {
      ...storage,
      setItem(key: string, value: string) {
        storage.setItem(key, value);
        if (key === 'token') found.push(...['user', 'profile'].map((one) => kept.get(one)?.includes('"u1"')));
      },
    });
    (await load()).begin({ token: 'of another', ...given });
    expect(found.filter(Boolean), `${way}: nothing of the former one beside the token`).toEqual([]);
    expect([...kept.keys()].toSorted(), way).toEqual([...Object.keys(given), 'token'].toSorted());
    vi.resetModules();
    expect((await load()).person(), `${way}: after a reload`).toBe('u2');
  }
});

test('whoever hears of a new session hears whose it is', async () => {
  const session = await load();
  session.begin({ token: 'secret', user, profile });
  const heard = new Set<string | undefined>();
  session.subscribe(() => session.signedIn() && heard.add(session.person()));
  session.begin({ token: 'of another', profile: { ...profile, user_id: 'u2' } });
  session.begin({ token: 'of a third', user: { ...user, id: 'u3' } });
  expect([...heard]).toEqual(['u2', 'u3']);
});

test('whoever signs in anew finds their children', async () => {
  kept.set('user', JSON.stringify(user));
  kept.set('children_u1', '[]');
  (await load()).begin({ token: 'secret', user });
  expect([...kept.keys()].toSorted()).toEqual(['children_u1', 'token', 'user']);
});

test('a new page finds the session again, and a damaged user is nobody in particular', async () => {
  kept.set('token', 'secret');
  kept.set('user', '{not json');
  const session = await load();
  expect(session.get()).toEqual({ token: 'secret', user: null, profile: null });
});

test('[S3.9] a profile is kept once it has a first name, and its first image replaces the first of the user', async () => {
  const session = await load();
  session.begin({ token: 'secret', user });
  session.setProfile({ ...profile, firstname: '' });
  expect(kept.has('profile')).toBe(false);
  session.setProfile(profile);
  expect(session.get().profile?.firstname).toBe('Nora');
  expect(session.get().user?.images.map(({ id }) => id)).toEqual(['new', 'second']);
  expect(JSON.parse(kept.get('user')!).images[0].id).toBe('new');
});

test('[S4.1] logging out clears token, user, profile, children, all of local storage and the cookies', async () => {
  const session = await load();
  session.begin({ token: 'secret', user, profile });
  kept.set('children_u1', '[]');
  kept.set('lastRoute', '/dashboard');
  let left = 0;
  session.onEnd(() => (left += 1));
  session.end();
  expect(kept.size).toBe(0);
  expect(session.get()).toEqual({ token: null, user: null, profile: null });
  expect(left).toBe(1);
  expect(cookies).toHaveLength(2);
  expect(cookies[0]).toMatch(/^theme=; expires=Thu, 01 Jan 1970/);
});

test('another family is told of when the server names it, not where this device only knew an older one; the children that were kept go', async () => {
  kept.set('token', 'secret');
  kept.set('user', JSON.stringify({ ...user, current_family_id: 'whitlocks' }));
  kept.set('children_u1', '[]');
  const session = await load();
  const moves: unknown[] = [];
  session.onMove((move) => moves.push(move));
  session.setUser({ ...user, current_family_id: 'stones' });
  expect([moves, kept.has('children_u1'), session.inFamily()]).toEqual([[], false, { family_id: 'stones' }]);
  session.confirmFamily();
  kept.set('children_u1', '[]');
  session.setUser({ ...user, current_family_id: 'stones' });
  expect([moves, kept.has('children_u1')]).toEqual([[], true]);
  session.setUser({ ...user, current_family_id: 'marshes' });
  session.setUser({ ...user, current_family_id: null });
  session.setUser({ ...user, current_family_id: 'stones' });
  expect(moves).toEqual([
    { from: 'stones', to: 'marshes' },
    { from: 'marshes', to: null },
  ]);
  expect([kept.has('children_u1'), session.inFamily()]).toEqual([false, { family_id: 'stones' }]);
});

test('another family that was chosen in another tab is told of once', async () => {
  const window = new EventTarget();
  vi.stubGlobal('window', window);
  kept.set('token', 'secret');
  kept.set('user', JSON.stringify({ ...user, current_family_id: 'whitlocks' }));
  const session = await load();
  const moves: unknown[] = [];
  session.onMove((move) => moves.push(move));
  kept.set('user', JSON.stringify({ ...user, current_family_id: 'stones' }));
  for (const key of ['user', 'profile']) window.dispatchEvent(Object.assign(new Event('storage'), { key }));
  expect([moves, session.family()]).toEqual([[{ from: 'whitlocks', to: 'stones' }], 'stones']);
  vi.unstubAllGlobals();
});
