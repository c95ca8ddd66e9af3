import { beforeEach, expect, test, vi } from 'vitest';
import config from '../capacitor.config.json' with { type: 'json' };
import { createShell, nameQuickAction, ownLink, type Plugins } from './shell.ts';

const server = 'https://family.example';
/** What was asked of which plug-in, in order. */
const asked: [call: string, given?: unknown][] = [];
/** What the plug-ins answer, by call; an error is thrown. */
let answers: Record<string, unknown>;
/** Who listens to what. */
let listeners: Map<string, (event: unknown) => void>;

beforeEach(() => {
  asked.length = 0;
  answers = { 'ShareTarget.list': { shares: [] } };
  listeners = new Map();
});

/** A plug-in that notes what is asked of it, and answers as the test says. */
function fake(name: string): never {
  return new Proxy(
    {},
    {
      get: (_, method: string) => async (given: unknown, listener?: (event: unknown) => void) => {
        if (method === 'addListener') return void listeners.set(`${name}.${String(given)}`, listener!);
        const call = `${name}.${method}`;
        asked.push(given === undefined || typeof given === 'function' ? [call] : [call, given]);
        const answer = answers[call];
        if (answer instanceof Error) throw answer;
        return answer;
      },
    },
  ) as never;
}

const messages = { quickAction: 'Ein Foto teilen', channels: ['Stumm', 'Leise', 'Normal', 'Wichtig', 'Dringend'] };

function shell(platform: 'ios' | 'android' = 'android') {
  const names = [
    'Access',
    'App',
    'AppShortcuts',
    'BackgroundTask',
    'Badge',
    'Browser',
    'Filesystem',
    'FirebaseMessaging',
    'Haptics',
    'NativeBiometric',
    'NativeSettings',
    'Share',
    'ShareTarget',
    'Storefront',
  ] as const;
  const plugins = Object.fromEntries(names.map((name) => [name, fake(name)])) as unknown as Plugins;
  return createShell({ platform, server, addressOf: (path) => `https://localhost/_file_${path}`, messages }, plugins);
}

test.each([
  ['https://family.example/invitation?token=a%26b&from=mail', { path: '/invitation', parameters: { token: 'a&b', from: 'mail' } }],
  ['https://family.example/post/1', { path: '/post/1', parameters: {} }],
  ['https://family.example/private/profile?from=mail#devices', { path: '/private/profile#devices', parameters: { from: 'mail' } }],
  ['https://family.example/a%252Fb', { path: '/a%252Fb', parameters: {} }],
  ['https://evil.example/invitation?token=a', undefined],
  ['https://family.example.evil.example/post/1', undefined],
  ['https://family.example:444/post/1', undefined],
  ['https://nora@family.example/post/1', undefined],
  ['http://family.example/post/1', undefined],
  ['javascript:alert(1)', undefined],
  ['heartwood://family.example/post/1', undefined],
  ['//family.example/post/1', undefined],
  ['', undefined],
])('a link %s is ours or dropped', (url, expected) => {
  expect(ownLink(url, server)).toEqual(expected);
});

test('links, quick actions, the way back and coming to the front are told', () => {
  const told: unknown[] = [];
  const native = shell();
  native.onLink?.((...link) => told.push(link));
  native.onQuickAction?.((name) => told.push(name));
  native.onResume?.(() => told.push('resume'));
  native.onPause?.(() => told.push('pause'));
  native.onBack?.((leave) => leave());
  listeners.get('App.appUrlOpen')?.({ url: `${server}/post/1?from=mail` });
  listeners.get('App.appUrlOpen')?.({ url: 'https://evil.example/post/1' });
  listeners.get('AppShortcuts.click')?.({ shortcutId: 'UploadPhotoAction' });
  listeners.get('App.pause')?.(undefined);
  listeners.get('App.resume')?.(undefined);
  listeners.get('App.backButton')?.({ canGoBack: false });
  expect(told).toEqual([['/post/1', { from: 'mail' }], 'UploadPhotoAction', 'pause', 'resume']);
  expect(asked.map(([call]) => call)).toEqual(['Filesystem.rmdir', 'ShareTarget.list', 'App.minimizeApp']);
});

test('what another app has shared opens the composer', async () => {
  const opened: unknown[] = [];
  answers['ShareTarget.list'] = { shares: [{ id: 'one', folder: '/shared/one', content: '{"text":"The pond."}' }] };
  const native = shell();
  native.onLink?.((...link) => opened.push(link));
  await vi.waitFor(() => expect(opened).toEqual([['/treasures/share-something', {}]]));
  expect(await native.sharedIn?.waiting()).toMatchObject([{ id: 'one', text: 'The pond.' }]);
});

test('on Android links about money go to the browser, which iOS is told by our server; coming back from paying opens the app', () => {
  const told: string[] = [];
  shell('android').onLink?.((path) => told.push(path));
  for (const path of ['/subscribe', '/gift', '/gift/redeem?code=1', '/private/profile#subscription', '/subscribe?checkout=plan', '/gifts'])
    listeners.get('App.appUrlOpen')?.({ url: server + path });
  expect(told).toEqual(['/subscribe', '/gifts']);
  const browser = () => asked.map(([call]) => call).filter((call) => String(call).startsWith('Browser.'));
  expect(browser()).toEqual(Array(4).fill('Browser.open'));
  asked.length = 0;
  shell('ios').onLink?.((path) => told.push(path));
  listeners.get('App.appUrlOpen')?.({ url: `${server}/subscribe?checkout=plan` });
  expect(told.at(-1)).toBe('/subscribe');
  expect(asked, 'our page in the browser is closed').toContainEqual(['Browser.close']);
});

test('a secret is kept behind the face or finger that was there, and is told lost only where it is gone', async () => {
  const vault = shell().biometric!;
  answers['NativeBiometric.isAvailable'] = { isAvailable: true, strongBiometryIsAvailable: false };
  expect(await vault.available(), 'a weak face opens no key').toBe(false);
  answers['NativeBiometric.isAvailable'] = { isAvailable: true, strongBiometryIsAvailable: true };
  expect(await vault.available()).toBe(true);
  await vault.keep('token');
  expect(asked.at(-1)).toEqual(['NativeBiometric.setData', { key: 'session.token', value: 'token', accessControl: 1 }]);
  answers['NativeBiometric.getSecureData'] = { value: 'token' };
  expect(await vault.read('why')).toEqual({ secret: 'token' });
  answers['NativeBiometric.getSecureData'] = Object.assign(new Error('the user pressed cancel'), { code: '16' });
  answers['NativeBiometric.isDataSaved'] = { isSaved: true };
  expect(await vault.read('why')).toBe('refused');
  answers['NativeBiometric.getSecureData'] = Object.assign(new Error('Biometric enrollment changed'), { code: '0' });
  answers['NativeBiometric.isDataSaved'] = { isSaved: false };
  expect(await vault.read('why')).toBe('lost');
  answers['NativeBiometric.getSecureData'] = Object.assign(new Error('No protected data found for key'), { code: '21' });
  expect(await vault.read('why')).toBe('lost');
  answers['NativeBiometric.setData'] = new Error('cancelled');
  await expect(vault.keep('token')).rejects.toThrow('cancelled');
});

test('the quick action is named in the phone’s language, and is the one that the configuration makes', async () => {
  const [made] = config.plugins.AppShortcuts.shortcuts;
  await nameQuickAction(fake('AppShortcuts'), messages);
  expect(asked).toEqual([['AppShortcuts.set', { shortcuts: [{ ...made, title: 'Ein Foto teilen' }] }]]);
});

test('push: channels for each importance once it is allowed, and what is tapped leads to its path', async () => {
  const push = shell().push!;
  answers['FirebaseMessaging.checkPermissions'] = { receive: 'prompt-with-rationale' };
  expect(await push.permission()).toBe('prompt');
  answers['FirebaseMessaging.requestPermissions'] = { receive: 'denied' };
  expect(await push.request()).toBe('denied');
  expect(asked.some(([call]) => call === 'FirebaseMessaging.createChannel')).toBe(false);
  answers['FirebaseMessaging.requestPermissions'] = { receive: 'granted' };
  expect(await push.request()).toBe('granted');
  const channels = asked
    .filter(([call]) => call === 'FirebaseMessaging.createChannel')
    .map(([, given]) => given as { id: string; name: string; importance: number });
  expect(channels.map(({ id, name, importance }) => [id, name, importance])).toEqual(
    messages.channels.map((name, index) => [`heartwood-${index + 1}`, name, index + 1]),
  );
  const told: unknown[] = [];
  push.onTap((path) => told.push(path));
  push.onToken((token) => told.push(token));
  for (const data of [{ path: '/post/1' }, { path: 7 }, undefined])
    listeners.get('FirebaseMessaging.notificationActionPerformed')?.({ notification: { data } });
  listeners.get('FirebaseMessaging.tokenReceived')?.({ token: 'next' });
  expect(told).toEqual(['/post/1', 7, undefined, 'next']);
});

test('the badge stays away where the home screen has none, and the store is asked on iOS alone', async () => {
  answers['Badge.isSupported'] = { isSupported: false };
  await shell().badge?.(3);
  expect(asked.map(([call]) => call)).not.toContain('Badge.set');
  answers['Badge.isSupported'] = { isSupported: true };
  await shell().badge?.(3);
  expect(asked.at(-1)).toEqual(['Badge.set', { count: 3 }]);
  expect(shell().storefront).toBeUndefined();
  answers['Storefront.current'] = { country: 'USA' };
  expect(await shell('ios').storefront?.()).toBe('USA');
  answers['Storefront.current'] = { country: null };
  await expect(shell('ios').storefront?.()).rejects.toThrow('names no country');
});

test('iOS is asked for time until what is on its way has arrived; Android lets it go on by itself', async () => {
  answers['BackgroundTask.beforeExit'] = 'the task';
  const { promise, resolve } = Promise.withResolvers<void>();
  shell('ios').workOn?.(promise);
  await vi.waitFor(() => expect(asked.map(([call]) => call)).toEqual(['BackgroundTask.beforeExit']));
  resolve();
  await vi.waitFor(() => expect(asked.at(-1)).toEqual(['BackgroundTask.finish', { taskId: 'the task' }]));
  expect(shell('android').workOn).toBeUndefined();
});

test('whether the camera is allowed is asked on Android alone, and the settings open at the page of the app', async () => {
  for (const camera of ['prompt', 'prompt-with-rationale', 'denied', 'granted']) {
    answers['Access.checkPermissions'] = { camera };
    expect(await shell().mayUseCamera?.(), camera).toBe(camera === 'granted');
  }
  expect(shell('ios').mayUseCamera).toBeUndefined();
  await shell().openSettings?.();
  expect(asked.at(-1)).toEqual(['NativeSettings.open', { optionAndroid: 'application_details', optionIOS: 'app' }]);
});

test('the app knows its version, and has the system open the store', async () => {
  answers['App.getInfo'] = { version: '1.2.0', build: '10200' };
  expect(await shell().version?.()).toBe('1.2.0');
  const opened: unknown[] = [];
  vi.stubGlobal('window', { open: (url: unknown) => void opened.push(url) });
  shell().openStore?.('https://apps.apple.com/app/id1');
  expect(opened).toEqual(['https://apps.apple.com/app/id1']);
  vi.unstubAllGlobals();
});

test('what was handed to other apps is removed when the app starts on Android, also where there is none', () => {
  shell('ios');
  expect(asked).toEqual([]);
  answers['Filesystem.rmdir'] = new Error('Folder does not exist');
  shell('android');
  expect(asked).toEqual([['Filesystem.rmdir', { path: 'shared-out', directory: 'CACHE', recursive: true }]]);
});

test('files go to other apps by the sheet of Android, from the cache and chunk by chunk; iOS has its own in the web view', async () => {
  class Reader extends EventTarget {
    result = '';
    async readAsDataURL(part: Blob): Promise<void> {
      this.result = `data:;base64,${Buffer.from(await part.arrayBuffer()).toString('base64')}`;
      this.dispatchEvent(new Event('load'));
    }
  }
  vi.stubGlobal('FileReader', Reader);
  const large = Buffer.alloc(3 * 1_048_576 + 5, 'film');
  const files = [new File(['sea'], '2024-07-14-sea.jpg'), new File([large], '2024-07-14-film.mp4')];
  answers['Filesystem.rmdir'] = new Error('there is none');
  answers['Filesystem.writeFile'] = { uri: 'file:///cache/one' };
  expect(await shell('android').shareFiles?.(files)).toBe('shared');
  const writes = asked.filter(([call]) => call.endsWith('File')) as [string, { path: string; directory: string; data: string }][];
  expect(writes.map(([call, { path, directory }]) => [call, path, directory])).toEqual([
    ['Filesystem.writeFile', 'shared-out/0/2024-07-14-sea.jpg', 'CACHE'],
    ['Filesystem.writeFile', 'shared-out/1/2024-07-14-film.mp4', 'CACHE'],
    ['Filesystem.appendFile', 'shared-out/1/2024-07-14-film.mp4', 'CACHE'],
  ]);
  const bytes = writes.slice(1).map(([, { data }]) => Buffer.from(data, 'base64'));
  expect(Buffer.concat(bytes).equals(large)).toBe(true);
  expect(asked.at(-1)).toEqual(['Share.share', { files: ['file:///cache/one', 'file:///cache/one'] }]);
  answers['Share.share'] = new Error('Share canceled');
  expect(await shell('android').shareFiles?.(files.slice(0, 1))).toBe('dismissed');
  answers['Filesystem.writeFile'] = new Error('No space left on device');
  await expect(shell('android').shareFiles?.(files.slice(0, 1))).rejects.toThrow('No space left');
  expect(shell('ios').shareFiles).toBeUndefined();
  vi.unstubAllGlobals();
});
