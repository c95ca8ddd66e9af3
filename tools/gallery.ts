import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page, Request } from '@playwright/test';
import PostalMime from 'postal-mime';
import { slug } from '@heartwood/contract/slug';
import { endTrial } from '../e2e/database.ts';
import { filled } from '../e2e/screens.ts';
import type { Things } from '../e2e/screens.ts';
import { plus } from '../apps/server/src/platform/clock.ts';
import { asInvited, asVisitor, inNewFamily, inSampleFamily, inUncoveredFamily, invited } from './gallery-screens.ts';
import type { Round, Shown } from './gallery-screens.ts';
import { inRoot } from './paths.ts';
import { ask, beginFamily, findThings, keepSession } from './families.ts';
import { settled, signIn, withSampleFamily } from './pictures.ts';
import { say, secondsSince, withProgress } from './run.ts';

// `npm run gallery`: opens every screen in the sample family and in a new one, on a phone and a laptop, light and dark, and writes what is
// seen to docs/gallery, with an index (decision 076).

const folder = inRoot('docs/gallery');
/** A Saturday morning. All ages of the sample family are counted back from it. */
const time = '2026-09-12T09:30:00.000Z';
/** Windows, and the height in CSS pixels up to which a longer page is shown. */
const widths = {
  390: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, tallest: 1_500 },
  1280: { viewport: { width: 1_280, height: 860 }, isMobile: false, hasTouch: false, tallest: 1_300 },
} as const;
type Width = keyof typeof widths;
const schemes = ['light', 'dark'] as const;
/** Of 100. Below it, letters on plain ground begin to show the blocks they are packed in. */
const quality = 55;

const began = performance.now();
await withSampleFamily({ command: ['gallery-server.ts', time] }, async (address, browser, { dataDir }) => {
  const things = await findThings(address);
  const parent = await beginFamily(address);
  const uncovered = await beginFamily(address, 'maya@example.com');
  await endTrial({ userId: uncovered.profile.user_id }, dataDir, plus(new Date(time), { days: -1 }));
  await ask(address, '/api/forgot-password', { email: parent.email });
  const mails = await readMails(path.join(dataDir, 'outbox'), '/reset-password');
  await rm(folder, { recursive: true, force: true });
  const rounds: [Round, (page: Page) => Promise<unknown>][] = [
    [
      asVisitor((wanted) => linkIn(mails, wanted) ?? (wanted === '/gift/redeem' ? `${wanted}?code=0000-0000-0000-0000` : wanted)),
      async () => undefined,
    ],
    [inSampleFamily, (page) => signIn(page)],
    [inNewFamily, (page) => keepSession(page, parent)],
    [inUncoveredFamily, (page) => keepSession(page, uncovered)],
    [asInvited, (page) => signIn(page, invited.email)],
  ];
  for (const [round, begin] of rounds)
    await withProgress(`Taking the pictures of: ${round.title.toLowerCase()}`, async () => {
      const half = Math.ceil(round.shown.length / 2);
      const taking = (screens: Shown[]) =>
        ([390, 1280] as const).map((width) => take(browser, { address, round, begin, width, screens, things }));
      // Most of the time is spent waiting for a page to rest: several do at once.
      await Promise.all([...taking(round.shown.slice(0, half)), ...taking(round.shown.slice(half))]);
      await Promise.all(taking(round.last));
    });
  await writeFile(path.join(folder, 'README.md'), index(rounds.map(([round]) => round)));
});
const files = await readdir(folder, { recursive: true });
const sizes = await Promise.all(files.map(async (file) => (await stat(path.join(folder, file))).size));
const megabytes = sizes.reduce((sum, size) => sum + size, 0) / 1e6;
say(
  `${files.filter((file) => file.endsWith('.webp')).length} pictures, ${megabytes.toFixed(1)} MB, in docs/gallery (${secondsSince(began)}).`,
);

interface Taking {
  address: string;
  round: Round;
  begin: (page: Page) => Promise<unknown>;
  width: Width;
  screens: Shown[];
  things: Things;
}

/** Opens screens of a round one after another at one width, each in both colour schemes. */
async function take(browser: Browser, { address, round, begin, width, screens, things }: Taking): Promise<void> {
  const { tallest, ...window } = widths[width];
  const context = await browser.newContext({
    ...window,
    baseURL: address,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    // What is waited for is looked at from outside the page.
    bypassCSP: true,
  });
  const page = await context.newPage();
  const rest = resting(page);
  await page.clock.setFixedTime(time);
  await begin(page);
  for (const shown of screens) {
    await page.setViewportSize(window.viewport);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(filled(shown.path, things));
    await rest();
    await shown.first?.(page);
    const height = Math.min(await page.evaluate<number>('document.documentElement.scrollHeight'), tallest);
    if (!shown.inWindow && height > window.viewport.height) {
      await page.setViewportSize({ width, height });
      await rest();
    }
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      await settled(page);
      const file = path.join(folder, fileOf(round, shown, width, colorScheme));
      await mkdir(path.dirname(file), { recursive: true });
      await page.screenshot({ path: file, type: 'webp', quality, animations: 'disabled', caret: 'hide' });
    }
  }
  await context.close();
}

/** What waits until a page is drawn, and nothing has been under way or has changed on it for a fifth of a second; made before the page is opened. */
function resting(page: Page): () => Promise<void> {
  const underWay = new Set<Request>();
  // The stream of events is open as long as the page is.
  page.on('request', (request) => !request.url().includes('/api/events') && underWay.add(request));
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  const still = () =>
    page.evaluate(`new Promise((resolve) => {
      let still = setTimeout(resolve, 200);
      new MutationObserver(() => { clearTimeout(still); still = setTimeout(resolve, 200); })
        .observe(document.body, { subtree: true, childList: true, attributes: true });
      setTimeout(resolve, 3000);
    })`);
  return async () => {
    await settled(page);
    do await still();
    while (underWay.size > 0);
    await settled(page);
  };
}

/** The texts of the mails that have been sent, as soon as one of them leads to a path. */
async function readMails(outbox: string, awaited: string): Promise<string[]> {
  for (;;) {
    const names = (await readdir(outbox)).filter((name) => name.endsWith('.eml')).toSorted();
    const mails = await Promise.all(
      names.map(async (name) => (await PostalMime.parse(await readFile(path.join(outbox, name)))).text ?? ''),
    );
    if (linkIn(mails, awaited)) return mails;
    await new Promise((again) => setTimeout(again, 200));
  }
}

/** The path and the token of the newest link of a mail to a path of ours. */
function linkIn(mails: string[], wanted: string): string | undefined {
  // Who accepts an invitation has come from it.
  const sent = wanted === '/accept-invite' ? '/invitation' : wanted;
  const links = mails.flatMap((text) => [...text.matchAll(/https?:\/\/\S+/g)].map(([link]) => new URL(link)));
  const link = links.findLast(({ pathname, search }) => pathname === sent && search !== '');
  return link && wanted + link.search;
}

function nameOf({ path: at, name = at }: Shown): string {
  return name;
}

/** Where a picture is, in the folder. */
function fileOf(round: Round, shown: Shown, width: Width, scheme: string): string {
  const name = slug(nameOf(shown).replaceAll(/[/?={}&]+/g, ' '));
  return path.posix.join(slug(round.title), `${name}-${width}-${scheme}.webp`);
}

function index(rounds: Round[]): string {
  const picture = (round: Round, shown: Shown, width: Width, scheme: string) =>
    `<img src="${fileOf(round, shown, width, scheme)}" width="${width === 390 ? 150 : 330}" loading="lazy" alt="${nameOf(shown)}, ${width} wide, ${scheme}">`;
  const row = (round: Round, shown: Shown) =>
    `| \`${nameOf(shown)}\` | ${([390, 1280] as const).flatMap((width) => schemes.map((scheme) => picture(round, shown, width, scheme))).join(' | ')} |`;
  const table = (round: Round) =>
    [
      `## ${round.title}`,
      '',
      '| screen | 390, light | 390, dark | 1280, light | 1280, dark |',
      '|---|---|---|---|---|',
      ...[...round.shown, ...round.last].map((shown) => row(round, shown)),
    ].join('\n');
  const head = [
    '# Every screen',
    '',
    'Made by `npm run gallery`, which replaces all of it: every screen of the table in `e2e/screens.ts`, and states of some, at 390 and 1280 pixels,',
    `light and dark, on ${time.slice(0, 10)}. A longer page is cut after ${widths[390].tallest} and ${widths[1280].tallest} pixels.`,
  ].join('\n');
  return `${[head, ...rounds.map(table)].join('\n\n')}\n`;
}
