import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { newSession, type Account } from './fixture.ts';

// The app of iOS and Android without a phone: the files that the shell holds (apps/mobile/www), Capacitor's own bridge script of that platform,
// and this file in the place of the native half of each plug-in.

const www = join(import.meta.dirname, '../apps/mobile/www');
const bridges = { android: '@capacitor/android/capacitor/src/main/assets', ios: '@capacitor/ios/Capacitor/Capacitor/assets' };
/** Where the shell's web view has the app: on Android as on the device; Chromium knows no `capacitor://` of iOS. */
const home = 'https://localhost';
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' };

interface Asked {
  callbackId: string;
  pluginId: string;
  methodName: string;
  options: Record<string, unknown>;
}

/** What every plug-in answers unless a test says otherwise. */
const usual: Record<string, unknown> = {
  'Access.checkPermissions': { camera: 'granted' },
  'App.getInfo': { version: '1.2.0' },
  'Badge.isSupported': { isSupported: true },
  'Filesystem.writeFile': { uri: 'file:///data/cache/photo.jpg' },
  'FirebaseMessaging.checkPermissions': { receive: 'prompt' },
  'FirebaseMessaging.requestPermissions': { receive: 'granted' },
  'FirebaseMessaging.getToken': { token: 'token-of-this-device' },
  'NativeBiometric.isAvailable': { isAvailable: true, strongBiometryIsAvailable: true },
  'Storefront.current': { country: 'DEU' },
};

/** The native half: what was asked of it, and what it tells. It goes on when the app is started anew. */
export class NativeSide {
  /** Every call, such as `Haptics.impact`, in order. */
  readonly asked: { call: string; options: Record<string, unknown> }[] = [];
  /** The one secret, as the Keychain or Keystore holds it. */
  secret: string | undefined;
  /** What was shared into the app and not taken yet. */
  shares: { id: string; folder: string; content: string }[] = [];
  /** The files of the device, by path, as the web view reads them. */
  readonly files = new Map<string, Buffer>();
  private readonly answers = new Map<string, unknown>(Object.entries(usual));
  private readonly listeners = new Map<string, string[]>();
  private readonly waiting: [event: string, data: unknown][] = [];
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.answer('ShareTarget.list', () => ({ shares: this.shares }));
    this.answer('ShareTarget.remove', ({ id }: { id?: unknown }) => void (this.shares = this.shares.filter((one) => one.id !== id)));
    this.answer('NativeBiometric.setData', ({ value }: { value?: unknown }) => void (this.secret = String(value)));
    this.answer('NativeBiometric.deleteData', () => void (this.secret = undefined));
    this.answer('NativeBiometric.isDataSaved', () => ({ isSaved: this.secret !== undefined }));
    this.answer('NativeBiometric.getSecureData', () => {
      if (this.secret === undefined) throw Object.assign(new Error('nothing is kept'), { code: '21' });
      return { value: this.secret };
    });
  }

  /** Sets what a call answers: a value, or what is made of its options; an error it throws is the plug-in's. */
  answer(call: string, answer: unknown): void {
    this.answers.set(call, answer);
  }

  /** Another app shares something into this one: its files as `share.json` tells them; `gone` are told and not there. */
  share(
    id: string,
    { text = '', files = [], gone = 0 }: { text?: string; files?: { name: string; content: Buffer; gone?: boolean }[]; gone?: number },
  ): void {
    const folder = `/shared/${id}`;
    for (const [place, { content, gone: isGone }] of files.entries()) if (!isGone) this.files.set(`${folder}/${place}`, content);
    const told = files.map(({ name, content }) => ({ name, type: 'image/png', size: content.length }));
    this.shares.push({ id, folder, content: JSON.stringify({ text, files: told, gone }) });
  }

  /** How often a call has come. */
  count(call: string): number {
    return this.asked.filter((one) => one.call === call).length;
  }

  /** Tells the app of an event, such as `App.resume`; before it listens the event waits, as it does on a phone. */
  async tell(event: string, data: unknown = {}): Promise<void> {
    const listening = this.listeners.get(event);
    if (listening === undefined) return void this.waiting.push([event, data]);
    for (const callbackId of listening) await this.send({ callbackId, success: true, save: true, data });
  }

  /** Starts the app, or starts it anew after the system has ended it. */
  async start(): Promise<void> {
    this.listeners.clear();
    await this.page.goto(`${home}/`);
  }

  /** Lets the status bar and the line at the bottom lie over the page, as on a phone without a button: this many pixels each. */
  async setInsets(top: number, bottom: number): Promise<void> {
    const browser = await this.page.context().newCDPSession(this.page);
    await browser.send('Emulation.setSafeAreaInsetsOverride', { insets: { top, bottom } });
  }

  /** Takes one call of the app. */
  async take({ callbackId, pluginId, methodName, options }: Asked): Promise<void> {
    const call = `${pluginId}.${methodName}`;
    if (methodName === 'addListener') {
      const event = `${pluginId}.${String(options['eventName'])}`;
      this.listeners.set(event, [...(this.listeners.get(event) ?? []), callbackId]);
      for (const [waiting, data] of this.waiting.splice(0)) await this.tell(waiting, data);
      return;
    }
    this.asked.push({ call, options });
    const answer = this.answers.get(call);
    try {
      const data = typeof answer === 'function' ? (answer as (given: unknown) => unknown)(options) : answer;
      await this.send({ callbackId, success: true, data: data ?? {} });
    } catch (error) {
      const { message, code } = error as Error & { code?: string };
      await this.send({ callbackId, success: false, error: { message, code } });
    }
  }

  private async send(result: object): Promise<void> {
    type Native = { Capacitor: { fromNative: (given: object) => void } };
    await this.page.evaluate((given) => (window as unknown as Native).Capacitor.fromNative(given), result);
  }
}

/**
 * Makes a page the app of a platform, for the server of the journeys. Nothing is open yet: `start` opens it.
 * @param server its address
 */
export async function asApp(page: Page, platform: 'ios' | 'android', server: string): Promise<NativeSide> {
  const native = new NativeSide(page);
  // The server of the journeys is on this machine, which a page from elsewhere may not reach without being allowed to.
  await page.context().grantPermissions(['local-network-access'], { origin: home });
  await page.exposeFunction('askNative', (asked: Asked) => native.take(asked));
  await page.addInitScript(
    ({ on, headers }) => {
      const ask = (asked: unknown) => void (window as unknown as { askNative: (given: unknown) => Promise<void> }).askNative(asked);
      if (on === 'android') Object.assign(window, { androidBridge: { postMessage: (text: string) => ask(JSON.parse(text)) } });
      else Object.assign(window, { webkit: { messageHandlers: { bridge: { postMessage: ask } } } });
      Object.assign(window, { WEBVIEW_SERVER_URL: location.origin, Capacitor: { PluginHeaders: headers, DEBUG: false } });
    },
    { on: platform, headers: headersOf() },
  );
  const require = createRequire(join(import.meta.dirname, '../apps/mobile/package.json'));
  const bridge = require.resolve(`${bridges[platform].split('/').slice(0, 2).join('/')}/package.json`);
  await page.addInitScript(readFileSync(join(bridge, '..', bridges[platform].split('/').slice(2).join('/'), 'native-bridge.js'), 'utf8'));
  // As the web view does: a path without a file is the app's.
  await page.route(`${home}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/server.js')
      return route.fulfill({ contentType: 'text/javascript', body: `globalThis.heartwoodServer = ${JSON.stringify(server)};` });
    if (pathname.startsWith('/_capacitor_file_')) {
      const content = native.files.get(pathname.replace('/_capacitor_file_', ''));
      return route.fulfill(content ? { body: content } : { status: 404 });
    }
    const file = join(www, pathname);
    const isFile = extname(pathname) !== '' && existsSync(file);
    if (!isFile && extname(pathname) !== '') return route.fulfill({ status: 404 });
    const shown = isFile ? file : join(www, 'index.html');
    const contentType = types[extname(shown)];
    return route.fulfill({ body: readFileSync(shown), ...(contentType ? { contentType } : {}) });
  });
  return native;
}

/** The app on a phone, started and signed in. */
export async function signedIn(page: Page, platform: 'ios' | 'android', server: string, account: Account): Promise<NativeSide> {
  const native = await asApp(page, platform, server);
  const session = await newSession(page, account);
  // Any file of the shell: where the app is, its storage is.
  await page.goto(`${home}/server.js`);
  await page.evaluate((kept) => void Object.assign(localStorage, kept), session);
  await native.start();
  await page.waitForURL('**/dashboard');
  return native;
}

/** The methods that the native halves say they have: those the shell calls. */
function headersOf(): { name: string; methods: { name: string; rtype?: 'promise' | 'callback' }[] }[] {
  const methods: Record<string, string[]> = {
    Access: ['checkPermissions'],
    App: ['minimizeApp', 'getInfo'],
    AppShortcuts: ['get', 'set', 'clear'],
    BackgroundTask: ['beforeExit', 'finish'],
    Badge: ['isSupported', 'set', 'clear'],
    Browser: ['open', 'close'],
    Filesystem: ['writeFile', 'appendFile', 'rmdir'],
    FirebaseMessaging: ['checkPermissions', 'requestPermissions', 'getToken', 'deleteToken', 'createChannel'],
    Haptics: ['impact'],
    Keyboard: ['setAccessoryBarVisible', 'setStyle'],
    NativeBiometric: ['isAvailable', 'setData', 'getSecureData', 'deleteData', 'isDataSaved'],
    NativeSettings: ['open'],
    Share: ['share'],
    ShareTarget: ['list', 'remove'],
    SplashScreen: ['hide'],
    Storefront: ['current'],
    SystemBars: ['setStyle'],
  };
  return Object.entries(methods).map(([name, names]) => ({
    name,
    methods: [
      { name: 'addListener' },
      ...names.map((method) => ({ name: method, rtype: method === 'beforeExit' ? ('callback' as const) : ('promise' as const) })),
    ],
  }));
}
