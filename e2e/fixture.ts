import { randomInt, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, test as base } from '@playwright/test';
import type { BrowserContext, Locator, Page, Request } from '@playwright/test';
import { assertAccessible } from './accessibility.ts';
import { linkIn, mailTo } from './mails.ts';
import { laptop } from './room.ts';
import { isOffline } from './without-network.ts';

/** A password that passes every rule. */
export const goodPassword = 'Kastanie-Baum-7';

interface Fixtures {
  /** A second person with a browser of their own, watched like the first; at another server with `home`, at a laptop with `isAtLaptop`. */
  newPerson: (home?: string, how?: { isAtLaptop?: boolean }) => Promise<Page>;
  /** Closes a page, and gives another one of the same browser. One that is only left goes on for a moment: Chromium keeps it for the way back. */
  reopen: (page: Page) => Promise<Page>;
  /**
   * Fails where the page as it stands breaks a rule of accessibility; `dark` looks at its colours in the dark as well, `room` at the page
   * with the room of a laptop, where it is also no wider than its window.
   */
  accessible: (page: Page, how?: { dark?: boolean; room?: boolean }) => Promise<void>;
  /** A refusal that the test provokes on purpose: its failed request and console message do not count. */
  expectRefusal: (status: number) => void;
  /** The test takes the network or the server away from a page that listens: its broken stream of events does not count, nor what is asked without a network. */
  expectLostStream: () => void;
}

/** Fails where a page breaks a rule of accessibility. */
export type Accessible = Fixtures['accessible'];

/** What a test provokes on purpose. */
interface Allowed {
  statuses: Set<number>;
  lostStream: boolean;
}

/** Every journey fails on an error in the console, on a failed request nobody expected, and on an exception in the page. */
export const test = base.extend<Fixtures & { troubles: string[]; allowed: Allowed }>({
  // oxlint-disable-next-line no-empty-pattern
  troubles: async ({}, use) => {
    const troubles: string[] = [];
    await use(troubles);
    expect(troubles, 'errors in the browser').toEqual([]);
  },
  // oxlint-disable-next-line no-empty-pattern
  allowed: async ({}, use) => use({ statuses: new Set(), lostStream: false }),
  context: async ({ context }, use) => {
    await context.setExtraHTTPHeaders({ 'x-forwarded-for': someAddress() });
    await use(context);
  },
  page: async ({ page, troubles, allowed }, use) => {
    watch(page, troubles, allowed);
    await use(page);
    await endWatching(page);
  },
  newPerson: async ({ browser, troubles, allowed, viewport, hasTouch, isMobile, baseURL, locale, timezoneId }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (home = baseURL, { isAtLaptop = false } = {}) => {
      const context = await browser.newContext({
        ...(isAtLaptop ? { viewport: laptop } : { viewport, hasTouch, isMobile }),
        ...(home ? { baseURL: home } : {}),
        ...(locale ? { locale } : {}),
        ...(timezoneId ? { timezoneId } : {}),
        extraHTTPHeaders: { 'x-forwarded-for': someAddress() },
      });
      contexts.push(context);
      const page = await context.newPage();
      watch(page, troubles, allowed);
      return page;
    });
    for (const page of contexts.flatMap((context) => context.pages())) await endWatching(page);
    await Promise.all(contexts.map((context) => context.close()));
  },
  reopen: async ({ troubles, allowed }, use) =>
    use(async (page) => {
      const context = page.context();
      await page.close();
      const next = await context.newPage();
      watch(next, troubles, allowed);
      return next;
    }),
  // oxlint-disable-next-line no-empty-pattern
  accessible: async ({}, use) => use(assertAccessible),
  expectRefusal: async ({ allowed }, use) => use((status) => void allowed.statuses.add(status)),
  expectLostStream: async ({ allowed }, use) => use(() => void (allowed.lostStream = true)),
});

export { expect };
export { expectNoOverflow } from './room.ts';

/** An address nobody else has, so that limits per address do not meet. */
const someAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;

/** An e-mail address nobody else has. */
export const someEmail = (name: string): string => `${name}-${randomUUID().slice(0, 8)}@example.com`;

const isStream = (url: string) => URL.parse(url)?.pathname === '/api/events';

/** Requests of a page that are under way, and when the last of them began or ended. */
const underWay = new WeakMap<Page, { open: Set<Request>; changed: number }>();

/** When a page asks for nothing for half a second from now on. The stream of events does not count: it is open as long as the page is. */
export async function quiet(page: Page): Promise<void> {
  const begun = performance.now();
  const asked = () => {
    const { open, changed } = underWay.get(page) ?? { open: new Set<Request>(), changed: 0 };
    const names = [...open].map((request) => `${request.method()} ${request.url()}`);
    return names.length === 0 && performance.now() - Math.max(changed, begun) < 500 ? ['ended just now'] : names;
  };
  await expect.poll(asked, { timeout: 30_000, intervals: [50], message: 'nothing is under way' }).toEqual([]);
}

/**
 * Takes a page as it is when its journey has ended. What it still asks for has no answer to wait for, and counts no more: without the routes
 * nobody serves the files of the shells.
 */
async function endWatching(page: Page): Promise<void> {
  for (const event of ['console', 'pageerror', 'requestfailed', 'response'])
    await page.removeAllListeners(event, { behavior: 'ignoreErrors' });
  if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
}

function watch(page: Page, troubles: string[], allowed: Allowed): void {
  const requests = { open: new Set<Request>(), changed: performance.now() };
  underWay.set(page, requests);
  const change = (request: Request, isOpen: boolean) => {
    if (isStream(request.url())) return;
    if (isOpen) requests.open.add(request);
    else requests.open.delete(request);
    requests.changed = performance.now();
  };
  // Playwright does not always tell of the end of requests whose document is left, and that one goes on asking until the next has come.
  const leave = () => requests.open.forEach((request) => !request.isNavigationRequest() && requests.open.delete(request));
  let isLeaving = false;
  page.on('request', (request) => (isLeaving ||= request.isNavigationRequest()));
  page.on('requestfailed', (request) => (isLeaving &&= !request.isNavigationRequest()));
  page.on('framenavigated', (frame) => {
    // A step of the history is told like a load.
    if (frame !== page.mainFrame() || !isLeaving) return;
    isLeaving = false;
    leave();
  });
  page.on('request', (request) => change(request, true));
  page.on('requestfinished', (request) => change(request, false));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    const status = Number(/status of (\d{3})/.exec(message.text())?.[1]);
    const { url } = message.location();
    // A whole browser looks for an icon beside a file of ours that is no page.
    if (URL.parse(url)?.pathname === '/favicon.ico') return;
    const isLost = isStream(url) || isOffline(message.text(), url);
    const isExpected = Number.isNaN(status) ? allowed.lostStream && isLost : allowed.statuses.has(status);
    if (!isExpected) troubles.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => troubles.push(`exception: ${error.message}`));
  page.on('requestfailed', (request) => {
    change(request, false);
    const reason = request.failure()?.errorText ?? '';
    const isExpected =
      reason === 'net::ERR_ABORTED' || (allowed.lostStream && (isStream(request.url()) || isOffline(reason, request.url())));
    if (!isExpected) troubles.push(`request: ${request.method()} ${request.url()} ${reason}`);
  });
  page.on('response', (response) => {
    if (response.status() < 400 || allowed.statuses.has(response.status())) return;
    const at = troubles.push(`answer: ${response.status()} ${response.url()}`) - 1;
    void (async () => (troubles[at] += ` ${(await response.text().catch(String)).slice(0, 500)}`))();
  });
}

/** The posts of a feed; this week’s idea, which comes among them a moment later, is none. */
export const feed = (page: Page): Locator => page.getByRole('article').filter({ hasNotText: 'This week’s idea' });

/** When everything is written that the page has asked its IndexedDB to keep: a transaction begins after those that were asked for before. */
export async function keptOnDevice(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { id = '' } = JSON.parse(localStorage.getItem('user') ?? '{}') as { id?: string };
    const name = `heartwood ${id}`.trim();
    // The page makes it, with its stores.
    const isMade = async () => (await indexedDB.databases()).some((one) => one.name === name);
    while (!(await isMade())) await new Promise((resolve) => setTimeout(resolve, 20));
    return new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.addEventListener('error', () => reject(opening.error));
      opening.addEventListener('success', () => {
        const database = opening.result;
        const last = database.transaction([...database.objectStoreNames], 'readwrite');
        last.addEventListener('complete', () => {
          database.close();
          resolve();
        });
      });
    });
  });
}

/** The messages at the foot of the screen. */
export const toasts = (page: Page): Locator => page.locator('[data-toasts] > [aria-live] > *');
/** Those of them that say what went wrong. */
export const badToasts = (page: Page): Locator => page.locator('[data-toasts] > [aria-live="assertive"] > *');

/** The real photographs of the sample family. */
export const photo = (name: string): string => join(import.meta.dirname, '..', 'apps', 'server', 'sample', 'photos', `${name}.jpg`);

/** What the sample family has recorded. */
export const recording = (name: string): string => join(import.meta.dirname, '..', 'apps', 'server', 'sample', 'recordings', name);

/** Somebody who has registered, with the session that came with it. */
export interface Account {
  email: string;
  token: string;
  userId: string;
}

/** Registers somebody by the API, without the browser. */
export async function newAccount(page: Page, firstname = 'Nora', lastname = 'Whitlock'): Promise<Account> {
  const email = someEmail(firstname.toLowerCase());
  const data = { firstname, lastname, email, password: goodPassword, password_confirmation: goodPassword };
  const answer = await page.request.post('/api/register', { data });
  expect(answer.status(), 'registering').toBe(200);
  const { token, profile } = (await answer.json()).data as { token: string; profile: { user_id: string } };
  return { email, token, userId: profile.user_id };
}

/** Somebody whom a parent invites and who accepts, both by the API, without the browser. */
export async function joinFamily(page: Page, by: Account, name: string, role: 'guardian' | 'relative'): Promise<Account> {
  const email = someEmail(name.split(' ')[0]!.toLowerCase());
  const token = new URL(linkIn(await mailTo(by.email, /confirm|address|e-mail/i), '/verify-email')).searchParams.get('token');
  await page.request.post('/api/verify-email', { data: { token } });
  const invited = await page.request.post('/api/send-account-invitation', {
    headers: { authorization: `Bearer ${by.token}` },
    data: { email, name, relationship_id: role === 'guardian' ? 6 : 11, role },
  });
  expect(invited.status(), 'inviting').toBe(201);
  const link = new URL(linkIn(await mailTo(email, /invites you/), '/invitation'));
  const answer = await page.request.post('/api/accept-invite', {
    data: { name, email, password: goodPassword, password_confirmation: goodPassword, token: link.searchParams.get('token') },
  });
  expect(answer.status(), 'accepting').toBe(200);
  const { token: session, profile } = ((await answer.json()) as { data: { token: string; profile: { user_id: string } } }).data;
  return { email, token: session, userId: profile.user_id };
}

/** Signs in by the form of the login page that is open. */
export async function fillLogin(page: Page, { email }: Pick<Account, 'email'>, password = goodPassword): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Signs in by the API, in a session of its own. @returns what the login page keeps, by its names */
export async function newSession(page: Page, { email }: Pick<Account, 'email'>): Promise<Record<string, string>> {
  const answer = await page.request.post('/api/login', { data: { email, password: goodPassword } });
  expect(answer.status(), 'signing in').toBe(200);
  const { token, user } = ((await answer.json()) as { data: { token: string; user: object } }).data;
  const profiles = await page.request.get('/api/profile', { headers: { authorization: `Bearer ${token}` } });
  const [profile] = ((await profiles.json()) as { data: object[] }).data;
  return { token, user: JSON.stringify(user), profile: JSON.stringify(profile) };
}

/** Keeps a session where the browser has nothing yet of the page's origin. @returns whether it had nothing */
const keepIfNew = (page: Page, session: Record<string, string>): Promise<boolean> =>
  page.evaluate(async (kept) => {
    const isNew = localStorage.length === 0 && document.cookie === '' && (await indexedDB.databases()).length === 0;
    if (isNew) Object.assign(localStorage, kept);
    return isNew;
  }, session);

/** Signs in by the API and keeps what the login page keeps. Nothing of ours is open: a journey goes where it wants. */
export async function signIn(page: Page, account: Pick<Account, 'email'>): Promise<void> {
  const session = await newSession(page, account);
  // A file of ours that runs nothing.
  await page.goto('/favicon.svg');
  if (await keepIfNew(page, session)) return;
  // What the browser keeps of whoever was there before goes, and no open page hears of its own sign-in.
  const { origin } = new URL(page.url());
  await page.goto('about:blank');
  const localStorage = Object.entries(session).map(([name, value]) => ({ name, value }));
  await page.context().setStorageState({ cookies: [], origins: [{ origin, localStorage }] });
}

/** Signs in by the API as {@link signIn} does, and opens a path of ours. */
export async function logIn(page: Page, account: Pick<Account, 'email'>, path = '/faq'): Promise<void> {
  await signIn(page, account);
  await page.goto(path);
}
