import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { device, NativePlugins } from '#platform/device.ts';
import type { startNative } from './native.ts';

const visited: string[] = [];
const happened: string[] = [];
const told: { tap?: (path: unknown) => void; back?: (leave: () => void) => void } = {};
const location = { pathname: '/children', search: '', hash: '', origin: 'https://localhost' };
const history = { length: 2, back: () => void happened.push('back') };
/** The pages there are, as the router knows them. */
const router = { getMatchedRoutes: (path: string) => [[], {}, /^\/(post\/1|treasures)$/.test(path) ? {} : undefined] } as never;

/** What lies over the page. */
const layers: { dispatchEvent: (event: { key: string }) => void }[] = [];

let app: { startNative: typeof startNative; device: typeof device };

// What is loaded looks for a page around it.
beforeAll(async () => {
  vi.stubGlobal('window', { location, addEventListener: () => undefined });
  vi.stubGlobal('location', location);
  vi.stubGlobal('history', history);
  vi.stubGlobal(
    'KeyboardEvent',
    class extends Event {
      readonly key: string;
      constructor(name: string, { key }: { key: string }) {
        super(name);
        this.key = key;
      }
    },
  );
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'token' ? 'secret' : null), setItem: () => undefined });
  vi.stubGlobal('document', {
    documentElement: { dataset: {} },
    querySelector: () => null,
    querySelectorAll: () => layers,
    addEventListener: (name: string) => void happened.push(name),
  });
  const { registerNavigator } = await import('#platform/navigation.ts');
  registerNavigator((path) => void visited.push(path));
  app = { ...(await import('./native.ts')), ...(await import('#platform/device.ts')) };
}, 120_000);

beforeEach(() => {
  visited.length = 0;
  happened.length = 0;
  location.pathname = '/children';
  history.length = 2;
});

function start(platform: 'ios' | 'android' = 'android'): void {
  const plugins: NativePlugins = {
    platform,
    onBack: (pressed) => (told.back = pressed),
    push: {
      permission: async () => 'denied',
      request: async () => {
        happened.push('asked');
        return 'denied';
      },
      token: async () => 'token',
      onToken: () => undefined,
      onTap: (tapped) => (told.tap = tapped),
      drop: async () => undefined,
    },
  };
  app.device.become(plugins);
  app.startNative(router);
}

test.each([
  ['/post/1', '/post/1'],
  ['/treasures?from=push#top', '/treasures?from=push#top'],
  ['/nowhere', '/private/notifications'],
  ['/post/%252e%252e', '/private/notifications'],
  ['https://evil.example/post/1', '/private/notifications'],
  ['//evil.example/post/1', '/private/notifications'],
  ['javascript:alert(1)', '/private/notifications'],
  ['', '/private/notifications'],
  [7, '/private/notifications'],
  [undefined, '/private/notifications'],
])('a message that says %j leads to %s', (said, expected) => {
  start();
  told.tap!(said);
  expect(visited).toEqual([expected]);
});

test('the way back leads back; at home it leaves; where there is nothing behind it leads home', () => {
  start();
  const leave = () => void happened.push('left');
  told.back!(leave);
  history.length = 1;
  told.back!(leave);
  expect([happened, visited]).toEqual([['back'], ['/dashboard']]);
  layers.push({ dispatchEvent: ({ key }) => void happened.push(key) });
  told.back!(leave);
  expect(happened.splice(1), 'what lies over the page closes first').toEqual(['Escape']);
  layers.length = 0;
  for (const home of ['/', '/home', '/dashboard']) {
    location.pathname = home;
    told.back!(leave);
  }
  expect(happened).toEqual(['back', 'left', 'left', 'left']);
});

test('[S4.10] nobody is asked for messages before they have shared; what they deny is logged and no more', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  start();
  expect(happened).not.toContain('asked');
  app.device.shared();
  await vi.waitFor(() => expect(warned).toHaveBeenCalledWith('Push is not allowed: denied'));
  expect(visited).toEqual([]);
});

test('zoom is forbidden on iOS alone', () => {
  start('android');
  expect(happened).not.toContain('gesturestart');
  start('ios');
  expect(happened).toContain('gesturestart');
});
