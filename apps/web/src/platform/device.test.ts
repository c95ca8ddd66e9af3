import { beforeEach, expect, test, vi } from 'vitest';
import { storageOn } from '../../test/storage.ts';

const kept = new Map<string, string>();
const visited: string[] = [];

beforeEach(() => {
  kept.clear();
  visited.length = 0;
  vi.resetModules();
  vi.stubGlobal('localStorage', storageOn(kept));
  vi.stubGlobal('location', { pathname: '/children', search: '', hash: '' });
  vi.stubGlobal('window', globalThis);
});

async function shell(platform: 'ios' | 'android' = 'android') {
  const { device, linkTarget } = await import('./device.ts');
  const { registerNavigator } = await import('./navigation.ts');
  registerNavigator((path) => void visited.push(path));
  const told: {
    pause?: () => void;
    resume?: () => void;
    link?: (path: string, parameters: Record<string, string>) => void;
    action?: (name: string) => void;
  } = {};
  const become = () =>
    device.become({
      platform,
      onPause: (paused) => (told.pause = paused),
      onResume: (resumed) => (told.resume = resumed),
      onLink: (opened) => (told.link = opened),
      onQuickAction: (chosen) => (told.action = chosen),
    });
  return { device, linkTarget, become, told };
}

test('[S3.15] in a browser nothing is saved', async () => {
  const { device } = await shell();
  expect(device.platform).toBe('web');
  expect(device.visit('/dashboard')).toBeUndefined();
  expect(kept.has('lastRoute')).toBe(false);
});

test('[S3.15] a shell saves the full route on each guarded navigation', async () => {
  const { device, become } = await shell();
  become();
  device.visit('/dashboard');
  device.visit('/post/1?comment=2');
  expect(kept.get('lastRoute')).toBe('/post/1?comment=2');
});

test('[S4.5] landing elsewhere than on the saved route leads there, once', async () => {
  kept.set('lastRoute', '/treasures');
  const { device, become } = await shell();
  become();
  expect(device.visit('/dashboard')).toBe('/treasures');
  expect(device.visit('/treasures')).toBeUndefined();
  expect(device.visit('/dashboard')).toBeUndefined();
  expect(kept.get('lastRoute')).toBe('/dashboard');
});

test('a saved address that is not ours is not followed', async () => {
  kept.set('lastRoute', '//evil.example');
  const { device, become } = await shell();
  become();
  expect(device.visit('/dashboard')).toBeUndefined();
});

test('[S2.9] on resume the shell goes to the stored last route', async () => {
  const { become, told } = await shell();
  become();
  told.resume!();
  expect(visited).toEqual([]);
  kept.set('lastRoute', '/treasures');
  told.resume!();
  expect(visited).toEqual(['/treasures']);
});

test('a link, or a quick action, that brings the shell to the front is not left for the last route, whichever is told first', async () => {
  kept.set('lastRoute', '/treasures');
  const { become, told } = await shell();
  become();
  told.pause!();
  told.link!('/invitation', { token: 'a' });
  told.resume!();
  expect(visited).toEqual(['/invitation?token=a']);
  told.pause!();
  told.resume!();
  expect(visited.at(-1)).toBe('/treasures');
  kept.set('lastRoute', '//evil.example');
  told.resume!();
  expect(visited).toHaveLength(2);
});

test('[S2.8] a universal link opens its path with its parameters joined by &', async () => {
  const { become, told, linkTarget } = await shell();
  become();
  told.link!('/accept-invite', { token: 'a b', from: 'mail' });
  expect(visited).toEqual(['/accept-invite?token=a%20b&from=mail']);
  expect(linkTarget('/invitation?token=x', { y: '1' })).toBe('/invitation?token=x&y=1');
  expect(linkTarget('/private/profile#devices', { from: 'mail' })).toBe('/private/profile?from=mail#devices');
  expect(linkTarget('/faq#safe', {})).toBe('/faq#safe');
  told.link!('https://evil.example', {});
  told.link!('//evil.example', {});
  expect(visited).toHaveLength(1);
});

test('[S2.7] the quick action UploadPhotoAction opens its page, others nothing', async () => {
  const { become, told } = await shell();
  become();
  told.action!('UploadPhotoAction');
  told.action!('Other');
  expect(visited).toEqual(['/mobile/iosQuickAction']);
});

test('the storefront is what the shell tells; in a browser, and where the shell fails, there is none', async () => {
  const { device } = await shell();
  expect(await device.storefront()).toBeUndefined();
  device.become({ platform: 'ios', storefront: async () => 'USA' });
  expect(await device.storefront()).toBe('USA');
  device.become({ platform: 'ios', storefront: () => Promise.reject(new Error('no account')) });
  expect(await device.storefront()).toBeUndefined();
  device.become({ platform: 'android' });
  expect(await device.storefront()).toBeUndefined();
});
