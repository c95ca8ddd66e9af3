import type { Browser, CDPSession, Page } from '@playwright/test';
import { filled } from '../e2e/screens.ts';
import { beginFamily, findThings, keepSession } from '../tools/families.ts';
import { settled, signIn, withSampleFamily } from '../tools/pictures.ts';
import { ways } from './reflexes-ways.ts';
import type { Way } from './reflexes-ways.ts';
import { benchmarkIndex, midPhone, slowdownTo, slowPhone } from './phones.ts';
import { median, percentile } from './statistics.ts';
import type { BenchRow } from './statistics.ts';

/** How often each way is gone: `REFLEX_ROUNDS=20` for figures that are to be compared. */
const rounds = Number(process.env['REFLEX_ROUNDS'] ?? 5);
const limits = { effect: 100, shift: 0.02, offline: 1_000 };
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
const laptop = { viewport: { width: 1_280, height: 860 } };
/** How fast a device is: how many times slower than this machine, and on which network. */
interface Speed {
  rate: number;
  network: { offline: boolean; latency: number; downloadThroughput: number; uploadThroughput: number };
}
/** The network that Lighthouse calls slow 4G. */
const slow4G = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };
const fast: Speed = { rate: 1, network: { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 } };
const screens = [
  '/dashboard',
  '/children',
  '/treasures',
  '/treasures/subcategory?category=letters-and-notes',
  '/treasures/ask-family',
  '/treasures/share-something',
  '/inspiration',
  '/inspiration/soup',
  '/private',
  '/private/family',
  '/private/notifications',
  '/private/profile',
  '/private/meaningful-moments',
  '/dashboard?search=1',
];
/** What only a family has that has begun. */
const begun = ['/post/{post}', '/children/childDetail/{child}', '/subcategory/subcategoryPosts?subcategory={shelf}'];

/**
 * What a person feels on a slow phone: milliseconds from an input to the first thing that changes on the screen, for the twelve main ways; how
 * much screens shift while they come, in the sample family and in a new one, on a phone and on a laptop; how long the app takes to open without a network.
 */
export default async function reflexes(): Promise<BenchRow[]> {
  return withSampleFamily({}, async (address, browser) => {
    const index = await benchmarkIndex(`${address}/login`);
    const rate = slowdownTo(slowPhone, index);
    const slow = { rate, network: slow4G };
    const told = { name: `BenchmarkIndex of this machine, made ${rate.toFixed(1)} times slower`, unit: '', goal: 'stated', ok: true };
    return [
      { ...told, value: index, peer: index, ratio: 1 },
      ...(await effects(browser, address, slow)),
      ...(await shifts(browser, address, slow)),
      ...(await opening(browser, address, rate, 'a slow phone')),
      ...(await opening(browser, address, slowdownTo(midPhone, index), 'a phone of the middle')),
    ];
  });
}

const row = (name: string, value: number, unit: string, peer: number, goal: string): BenchRow => {
  return { name, value, unit, peer, ratio: value / peer, goal, ok: value <= peer };
};

/** Runs in the page: the milliseconds from the next input to the paint of what it changes first. */
const watchInput = `globalThis.nextReflex = () => new Promise((resolve, reject) => {
  globalThis.interaction = 0;
  let began;
  const hear = ({ timeStamp }) => (began ??= timeStamp);
  for (const type of ['click', 'change']) addEventListener(type, hear, { capture: true });
  const changes = new MutationObserver(() => {
    if (began === undefined) return;
    changes.disconnect();
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(performance.now() - began);
    // A task that begins after a frame's callbacks begins after its paint.
    requestAnimationFrame(() => port2.postMessage(0));
  });
  changes.observe(document, {
    subtree: true, childList: true, characterData: true, attributeFilter: ['class', 'style', 'hidden', 'disabled', 'src', 'aria-pressed', 'aria-busy', 'aria-current', 'data-pending'],
  });
  setTimeout(() => reject(new Error('nothing has changed')), 20000);
});
new PerformanceObserver((list) => {
  for (const { interactionId, duration } of list.getEntries()) if (interactionId) globalThis.interaction = Math.max(globalThis.interaction ?? 0, duration);
}).observe({ type: 'event', durationThreshold: 16 })`;

/** Runs in the page: resolves when nothing has changed for half a second. */
const rest = `new Promise((resolve) => {
  let still = setTimeout(resolve, 500);
  new MutationObserver(() => { clearTimeout(still); still = setTimeout(resolve, 500); })
    .observe(document, { subtree: true, childList: true, attributes: true });
  setTimeout(resolve, 5000);
})`;

/** Runs in the page: adds up how far it shifts without anybody having touched it. */
const watchShifts = `globalThis.shifted = 0;
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) globalThis.shifted += value;
}).observe({ type: 'layout-shift', buffered: true })`;

/** Runs in the page: when the first words of a post have been painted, in milliseconds since it was asked for. */
const watchFeed = `new MutationObserver((_, observer) => {
  if (!document.querySelector('article')?.textContent) return;
  observer.disconnect();
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => (globalThis.feedRead = performance.now());
  requestAnimationFrame(() => port2.postMessage(0));
}).observe(document, { subtree: true, childList: true })`;

/** Runs in the page: whether the app, and what it has loaded, is kept on the device. */
const isKept = `(async () => {
  const names = (await caches.keys()).filter((name) => name.startsWith('app '));
  const whole = await Promise.all(names.map(async (name) => (await caches.open(name)).match('/index.html')));
  const databases = (await indexedDB.databases()).some(({ name = '' }) => name.startsWith('heartwood kept'));
  return whole.some(Boolean) && databases;
})()`;

/** Nora on a phone that has had the app open before, looking at the feed: all of the app, and what it has shown, is on the device. */
async function onPhone(browser: Browser, baseURL: string, script: string) {
  // What is measured is seen from outside the page.
  const context = await browser.newContext({ ...phone, baseURL, locale: 'en-GB', bypassCSP: true });
  const page = await context.newPage();
  await page.addInitScript(script);
  await signIn(page);
  await page.waitForFunction(isKept, undefined, { timeout: 120_000 });
  // What has been loaded ahead is written down within that time.
  await page.waitForTimeout(15_000);
  const devtools = await context.newCDPSession(page);
  return { context, page, devtools };
}

async function be(devtools: CDPSession, { rate, network }: Speed): Promise<void> {
  await devtools.send('Network.enable');
  await devtools.send('Emulation.setCPUThrottlingRate', { rate });
  await devtools.send('Network.emulateNetworkConditions', network);
}

async function effects(browser: Browser, address: string, slow: Speed): Promise<BenchRow[]> {
  const { context, page, devtools } = await onPhone(browser, address, watchInput);
  const figures = new Map<Way, Reflex[]>(ways.map((way) => [way, []]));
  for (let round = 0; round < rounds; round += 1) for (const way of ways) figures.get(way)?.push(await reflexOf(page, devtools, slow, way));
  await context.close();
  return [...figures].map(([{ name, taps }, reflexes]) => {
    const [effects, paints] = [reflexes.map(({ effect }) => effect), reflexes.map(({ paint }) => paint)];
    const wholes = reflexes.map(({ whole }) => whole);
    const middle = `middle ${Math.round(median(effects))}, next paint ${Math.round(median(paints))}, done ${Math.round(median(wholes))}`;
    const said = `${name}, ${taps} ${taps === 1 ? 'tap' : 'taps'} (${middle} ms)`;
    return row(said, percentile(effects, 0.95), 'ms', limits.effect, `p95 <= ${limits.effect} ms`);
  });
}

/** Milliseconds from an input to the paint of what it changes first, to the next paint as Event Timing has it, and until what was wanted is there. */
interface Reflex {
  effect: number;
  paint: number;
  whole: number;
}

async function reflexOf(page: Page, devtools: CDPSession, slow: Speed, { name, before, act, done }: Way): Promise<Reflex> {
  await be(devtools, fast);
  await page.goto('/dashboard');
  await page.getByRole('article').first().waitFor();
  await before?.(page);
  await page.evaluate(rest);
  await be(devtools, slow);
  const changing = page.evaluate<number>('nextReflex()');
  const began = performance.now();
  const [effect] = await Promise.all([changing, act(page)]).catch((error: unknown) => {
    throw new Error(`${name}: ${String(error)}`);
  });
  await done(page).first().waitFor();
  const whole = performance.now() - began;
  await be(devtools, fast);
  return { effect, paint: await page.evaluate<number>('interaction'), whole };
}

async function shifts(browser: Browser, address: string, slow: Speed): Promise<BenchRow[]> {
  const things = await findThings(address);
  const parent = await beginFamily(address);
  const rows: BenchRow[] = [];
  for (const [family, paths, begin] of [
    ['the sample family', [...screens, ...begun], (page: Page) => signIn(page)],
    ['a new family', screens, (page: Page) => keepSession(page, parent)],
  ] as const)
    for (const window of [phone, laptop]) {
      const context = await browser.newContext({ ...window, baseURL: address, locale: 'en-GB', bypassCSP: true });
      const page = await context.newPage();
      await page.addInitScript(watchShifts);
      await begin(page);
      await be(await context.newCDPSession(page), slow);
      const shifted: { screen: string; by: number }[] = [];
      for (const screen of paths) shifted.push({ screen, by: await shiftOf(page, filled(screen, things)) });
      await context.close();
      const [worst] = shifted.toSorted((one, other) => other.by - one.by);
      const said = `${shifted.length} screens of ${family}, ${window.viewport.width} wide: ${worst?.screen} shifts most`;
      rows.push(row(said, worst?.by ?? 0, '', limits.shift, `<= ${limits.shift}`));
    }
  return rows;
}

/** How far a screen shifts while it comes, as Layout Instability has it. */
async function shiftOf(page: Page, path: string): Promise<number> {
  await page.goto(path);
  await settled(page);
  await page.evaluate(rest);
  return page.evaluate<number>('shifted');
}

/** The first opening is told by itself: the browser has not kept compiled code of what it has run only once. */
async function opening(browser: Browser, address: string, rate: number, which: string): Promise<BenchRow[]> {
  const { context, page, devtools } = await onPhone(browser, address, watchFeed);
  await context.setOffline(true);
  // A device in the air knows it.
  if (await page.evaluate('navigator.onLine')) throw new Error('the browser does not know that there is no network');
  await devtools.send('Emulation.setCPUThrottlingRate', { rate });
  const times: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    await page.goto('/dashboard');
    times.push(await (await page.waitForFunction<number>('globalThis.feedRead')).jsonValue());
  }
  await context.close();
  const [first = 0, ...later] = times;
  const said = `opened without a network on ${which}: the feed can be read`;
  return [
    row(`${said}, the first time`, first, 'ms', limits.offline, `<= ${limits.offline} ms`),
    row(said, percentile(later, 0.95), 'ms', limits.offline, `p95 <= ${limits.offline} ms`),
  ];
}
