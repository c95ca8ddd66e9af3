import type { User } from '@heartwood/contract/accounts';
import { beforeEach, expect, test, vi } from 'vitest';
import { storageOn } from '../../test/storage.ts';
import type { Vault } from './device.ts';

const kept = new Map<string, string>();
const visited: string[] = [];
const location = { pathname: '/dashboard', search: '', hash: '' };
/** What the Keychain or Keystore holds, and what it was asked. */
let secret: string | undefined;
let asked: string[];
let answer: Awaited<ReturnType<Vault['read']>> | undefined;
let told: { pause?: () => void; resume?: () => void };

beforeEach(() => {
  kept.clear();
  visited.length = 0;
  location.pathname = '/dashboard';
  secret = undefined;
  asked = [];
  answer = undefined;
  told = {};
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.stubGlobal('window', { location, addEventListener: () => undefined });
  vi.stubGlobal('location', location);
  vi.stubGlobal('document', { documentElement: { dataset: {} }, cookie: '' });
  vi.stubGlobal('localStorage', storageOn(kept));
});

const plugin: Vault = {
  available: async () => true,
  keep: async (given) => {
    asked.push('keep');
    if (given === 'refused') throw new Error('cancelled');
    secret = given;
  },
  read: async () => {
    asked.push('read');
    return answer ?? (secret === undefined ? 'lost' : { secret });
  },
  forget: async () => {
    asked.push('forget');
    secret = undefined;
  },
};

/** The app as it starts on a phone, with what local storage and the device hold. */
async function start({ biometric = plugin }: { biometric?: Vault | undefined } = {}) {
  const { device } = await import('./device.ts');
  const { registerNavigator } = await import('./navigation.ts');
  const { session } = await import('./session.ts');
  const { vault } = await import('./vault.ts');
  registerNavigator((path) => void visited.push(path));
  device.become({
    platform: 'ios',
    ...(biometric ? { biometric } : {}),
    onPause: (paused) => (told.pause = paused),
    onResume: (resumed) => (told.resume = resumed),
  });
  vault.start();
  return { session, vault };
}

/** On, as somebody left it. */
async function locked() {
  kept.set('mobileBioAuth', 'true');
  secret = 'secret';
  return start();
}

test('turned on, the token is on the device and no longer in local storage; turned off, it is back', async () => {
  kept.set('token', 'secret');
  const { session, vault } = await start();
  expect(await vault.turnOn()).toBe(true);
  expect([secret, kept.get('token'), kept.get('mobileBioAuth')]).toEqual(['secret', undefined, 'true']);
  expect(session.signedIn()).toBe(true);
  vault.turnOff();
  expect([secret, kept.get('token'), kept.get('mobileBioAuth')]).toEqual([undefined, 'secret', undefined]);
});

test('refused by the device, it is off as before; where nobody is signed in it cannot be turned on', async () => {
  kept.set('token', 'refused');
  const { vault } = await start();
  expect(await vault.turnOn()).toBe(false);
  expect([kept.get('token'), kept.get('mobileBioAuth')]).toEqual(['refused', undefined]);
  kept.clear();
  vi.resetModules();
  expect(await (await start()).vault.turnOn()).toBe(false);
});

test('at the start nobody is signed in until a face or finger is the one; a page of members leads to the log-in page', async () => {
  const { session, vault } = await locked();
  expect(session.signedIn()).toBe(false);
  expect(visited).toEqual(['/login']);
  await vault.unlock('why');
  expect(session.get().token).toBe('secret');
  expect(kept.has('token')).toBe(false);
});

test('the log-in page leads back to where one was', async () => {
  kept.set('lastRoute', '/treasures?a=b');
  await locked();
  expect(visited).toEqual(['/login?redirect=%2Ftreasures%3Fa%3Db']);
});

test('whoever is on the log-in page already stays there', async () => {
  location.pathname = '/login';
  await locked();
  expect(visited).toEqual([]);
});

test('refused or broken, it asks again when tapped; with other faces or fingers it is off', async () => {
  const { session, vault } = await locked();
  answer = 'refused';
  await vault.unlock('why');
  expect([session.signedIn(), kept.get('mobileBioAuth')]).toEqual([false, 'true']);
  answer = 'lost';
  await vault.unlock('why');
  expect([session.signedIn(), kept.get('mobileBioAuth')]).toEqual([false, undefined]);
  expect(asked).toEqual(['read', 'read', 'forget']);
  session.begin({ token: 'by password' });
  expect(kept.get('token'), 'the password signs in as without it').toBe('by password');
});

test('the password signs in while it is locked, and its token is kept on the device', async () => {
  const { session } = await locked();
  session.begin({ token: 'by password' });
  await vi.waitFor(() => expect(secret).toBe('by password'));
  expect(kept.has('token')).toBe(false);
});

test('another person who signs in by password while it is locked ends it: their account is behind no face but their own', async () => {
  const userOf = (id: string): User => ({
    id,
    email: '',
    role: 'member',
    locale: 'en',
    time_zone: null,
    images: [],
    current_family_id: null,
  });
  kept.set('user', JSON.stringify(userOf('nora')));
  const same = await locked();
  same.session.begin({ token: 'hers', user: userOf('nora') });
  await vi.waitFor(() => expect(secret).toBe('hers'));
  expect([kept.get('token'), kept.get('mobileBioAuth')], 'the same person').toEqual([undefined, 'true']);

  vi.resetModules();
  const other = await locked();
  other.session.begin({ token: 'his', user: userOf('theo') });
  await vi.waitFor(() => expect(secret).toBeUndefined());
  expect([kept.get('token'), kept.get('mobileBioAuth')]).toEqual(['his', undefined]);
  await other.vault.unlock('why');
  expect(other.session.get().token).toBe('his');
  expect(await other.vault.turnOn(), 'and may be turned on for them').toBe(true);
  expect([secret, kept.get('token')]).toEqual(['his', undefined]);
});

test('after five minutes in the background it is locked, after less it is not', async () => {
  const { session, vault } = await locked();
  await vault.unlock('why');
  const awayFor = (minutes: number) => {
    told.pause!();
    vi.setSystemTime(Date.now() + minutes * 60_000);
    told.resume!();
  };
  awayFor(4.9);
  expect(session.signedIn()).toBe(true);
  awayFor(5);
  expect([session.signedIn(), session.isPutAway(), secret]).toEqual([false, true, 'secret']);
  await vault.unlock('why');
  expect(session.signedIn()).toBe(true);
  told.resume!();
  expect(session.signedIn(), 'a return without a leave').toBe(true);
});

test('a log-out, and the end of the session at the server, end it', async () => {
  for (const ending of ['end', 'lose'] as const) {
    vi.resetModules();
    const { session, vault } = await locked();
    await vault.unlock('why');
    if (ending === 'end') session.end();
    else session.lose('secret');
    expect([secret, kept.get('mobileBioAuth')], ending).toEqual([undefined, undefined]);
  }
});

test('without a plug-in for it nothing is asked and nobody is locked out', async () => {
  kept.set('mobileBioAuth', 'true');
  kept.set('token', 'secret');
  const { session } = await start({ biometric: undefined });
  expect([session.signedIn(), visited, asked]).toEqual([true, [], []]);
});
