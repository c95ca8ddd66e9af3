/// <reference lib="webworker" />
import type { BrowserContext, Page, Worker } from '@playwright/test';
import { expect, expectNoOverflow, feed, logIn, newAccount, photo, quiet, test, toasts } from './fixture.ts';
import { addChild, addPortrait, bearer, ready, share, upload } from './makers.ts';
import { arrived } from './pictures.ts';
import { listening } from './running-app.ts';
import { keptPictures, keptQueries } from './without-network.ts';

// What is told on a device: the service worker, what it shows, where a tap leads, and who is asked for the permission.

test.use({ serviceWorkers: 'allow' });

/** The service worker of the open page, once it runs. */
async function workerOf(page: Page): Promise<Worker> {
  const context = page.context();
  const found = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  return found;
}

/** What a journey has a worker count: the messages it has handed on to the system. */
type Counting = ServiceWorkerGlobalScope & { handedOn?: number };

/** Has the worker count what it hands on, from now on. */
const countsShown = (worker: Worker): Promise<void> =>
  worker.evaluate(() => {
    const scope = globalThis as unknown as Counting;
    const show = scope.registration.showNotification.bind(scope.registration);
    scope.handedOn = 0;
    scope.registration.showNotification = async (...notification) => {
      await show(...notification);
      scope.handedOn! += 1;
    };
  });

const handedOn = (worker: Worker): Promise<number> => worker.evaluate(() => (globalThis as unknown as Counting).handedOn!);

/**
 * Has the browser hand a message over to the worker, as its push service does, and waits until the worker is done with it: one that comes late would
 * be shown again after a tap has taken it away.
 */
async function deliver(page: Page, worker: Worker, message: object): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const known = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations;
      if (one) resolve(one.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const { origin } = new URL(page.url());
  const before = await handedOn(worker);
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await known, data: JSON.stringify(message) });
  await expect.poll(() => handedOn(worker)).toBe(before + 1);
  await session.detach();
}

/** What the browser shows, by title and words. */
const shown = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body }) => `${title}: ${body}`);
  });

/**
 * Has messages handed over until they are shown as is expected, and nothing else. Chromium forgets a notification about which it is asked before
 * its system shows it; then the same messages are handed over once more, which for the worker are the ones it knows.
 */
const showsOnce = (page: Page, worker: Worker, messages: object[], expected: string): Promise<void> =>
  expect(async () => {
    for (const message of messages) await deliver(page, worker, message);
    await expect.poll(() => shown(page), { timeout: 1_000 }).toEqual([expected]);
  }).toPass({ timeout: 30_000 });

/** Taps what is shown. The browser lets no test do that, so the worker is told that it happened. */
const tap = (worker: Worker): Promise<void> =>
  worker.evaluate(async () => {
    const scope = globalThis as unknown as ServiceWorkerGlobalScope;
    const [notification] = await scope.registration.getNotifications();
    scope.dispatchEvent(new NotificationEvent('notificationclick', { notification: notification! }));
  });

/** Stands in for the push service of the browser, which is a machine of its maker's: what subscribes is given an address there. */
async function withPushService(context: BrowserContext): Promise<void> {
  await context.grantPermissions(['notifications']);
  await context.addInitScript(() => {
    let subscription: PushSubscription | null = null;
    const endpoint = 'https://updates.push.services.mozilla.com/wpush/v2/journey';
    const keys = {
      p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
      auth: 'tBHItJI5svbpez7KI4CCXg',
    };
    PushManager.prototype.getSubscription = async () => subscription;
    PushManager.prototype.subscribe = async (options) => {
      const made = {
        endpoint,
        options: { ...options, applicationServerKey: Uint8Array.from(options!.applicationServerKey as Uint8Array).buffer },
        toJSON: () => ({ endpoint, keys }),
        unsubscribe: async () => {
          subscription = null;
          return true;
        },
      };
      return (subscription = made as unknown as PushSubscription);
    };
  });
}

test('what is pushed is shown once, and a tap leads there without loading anything anew @browser', async ({ page, context }) => {
  test.setTimeout(240_000);
  await context.grantPermissions(['notifications']);
  const account = await newAccount(page);
  const post = await share(page, account, { text: 'Snow, at last.' });
  await logIn(page, account, '/dashboard');
  const worker = await workerOf(page);
  await countsShown(worker);
  await page.evaluate(() => Object.assign(window, { isTheSame: true }));
  const message = {
    id: '1',
    tag: 'posts',
    title: 'The Whitlocks',
    body: 'Sam shared something',
    language: 'en',
    path: `/post/${post}`,
    importance: 3,
  };

  await test.step('twice the same is one', async () => {
    await showsOnce(page, worker, [message, message], 'The Whitlocks: Sam shared something');
  });

  await test.step('and the next of its kind takes its place', async () => {
    await showsOnce(page, worker, [{ ...message, id: '2', body: 'Sam shared 2 posts' }], 'The Whitlocks: Sam shared 2 posts');
  });

  await test.step('a tap leads to the post', async () => {
    await tap(worker);
    await expect(page).toHaveURL(`/post/${post}`);
    await expect(page.getByText('Snow, at last.')).toBeVisible();
    expect(await page.evaluate(() => 'isTheSame' in window), 'the app goes there by itself').toBe(true);
    await expect.poll(() => shown(page)).toEqual([]);
  });

  await test.step('what leads nowhere of ours leads home', async () => {
    for (const [id, path] of ['https://evil.example/', '//evil.example', '/api/export', '/no/such/page'].entries()) {
      await showsOnce(page, worker, [{ ...message, id: `${id}`, path }], 'The Whitlocks: Sam shared something');
      await tap(worker);
      await expect(page).toHaveURL('/dashboard');
      await page.goBack();
      await expect(page).toHaveURL(`/post/${post}`);
    }
  });

  await test.step('a log-out takes away what is shown: whoever uses this browser next may be somebody else', async () => {
    await page.goto('/private');
    await showsOnce(page, worker, [message], 'The Whitlocks: Sam shared something');
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/\/(login|home)?$/);
    await expect.poll(() => shown(page)).toEqual([]);
  });
});

/** Whether all of the app is kept on the device. */
const isAppKept = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const name = (await caches.keys()).find((one) => one.startsWith('app '));
    return name !== undefined && (await (await caches.open(name)).match('/index.html')) !== undefined;
  });

test('where no server has answered for the page, what is kept stands there while it is asked again, and gives way to what it answers', async ({
  page,
  context,
  expectLostStream,
}) => {
  expectLostStream();
  test.setTimeout(180_000);
  const account = await newAccount(page);
  const medium = await upload(page, account, photo('p0'));
  await ready(page, account, medium);
  const post = await share(page, account, { text: 'Snow, at last.', media_ids: [medium] });
  // More than 'Birthdays ahead' shows on the dashboard.
  for (const name of ['Ida', 'Theo', 'Paul', 'Mara', 'Otto'])
    await addPortrait(page, account, await addChild(page, account, { name, relationship_id: 9, birth_day: null }), photo('duck'));
  await logIn(page, account, '/dashboard');
  await workerOf(page);
  await expect.poll(() => isAppKept(page), { timeout: 60_000 }).toBe(true);
  // The feed, and what is loaded ahead last.
  const parts = ['"posts","list"', '"years"'].map((part) => expect.stringContaining(part));
  await expect.poll(() => keptQueries(page), { timeout: 60_000 }).toEqual(expect.arrayContaining(parts));
  // The photo, which was loaded before the worker was there, and the portraits.
  await expect.poll(() => keptPictures(page), { timeout: 60_000 }).toBeGreaterThanOrEqual(6);
  for (const [answer, text] of [
    ['the same', 'Snow, at last.'],
    ['something else', 'Snow, at long last.'],
  ] as const) {
    await quiet(page);
    // A page that is open would hear of the change.
    await page.goto('about:blank');
    const changed = await page.request.patch(`/api/posts/${post}`, { headers: bearer(account), data: { text } });
    expect(changed.status()).toBe(200);
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    await page.route('**/api/**', async (route) => {
      await held;
      await route.continue();
    });
    await context.setOffline(true);
    await page.goto('/dashboard');
    await expect(page.getByText('Snow, at last.'), answer).toBeVisible();
    await expect(page.getByText('You’re offline.'), answer).toBeVisible();
    await arrived(feed(page), 1);
    await context.setOffline(false);
    letGo();
    await expect(page.getByText(text), answer).toBeVisible();
    await expect(page.getByText('You’re offline.'), answer).toHaveCount(0);
    await page.unroute('**/api/**');
  }
  await context.setOffline(true);
  await page.goto('/children');
  const portraits = page.getByRole('link', { name: /is your parent$/ }).locator('img');
  await expect(portraits, 'loaded ahead, most of them never shown').toHaveCount(5);
  await expect.poll(() => portraits.evaluateAll((all) => all.every((img) => (img as HTMLImageElement).naturalWidth > 0))).toBe(true);
});

/** Lets go of the app as it is kept, or as far as it is: there was no room for it. */
const dropApp = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    const names = await caches.keys();
    return Promise.all(names.filter((name) => name.startsWith('app ')).map((name) => caches.delete(name)));
  });

test('where the app is not kept, a page without a network is calm, in one’s own language, and opens by itself', async ({
  page,
  context,
  accessible,
  expectLostStream,
}) => {
  test.setTimeout(120_000);
  expectLostStream();
  const account = await newAccount(page);
  const post = await share(page, account, { text: 'Snow, at last.' });
  await logIn(page, account, '/private/profile');
  await workerOf(page);
  await quiet(page);
  await context.setOffline(true);
  await dropApp(page);

  await page.goto(`/post/${post}`);
  await expect(page.getByRole('heading', { level: 1, name: 'No connection' })).toBeVisible();
  await expect(page).toHaveTitle('No connection · Heartwood');
  await accessible(page, { dark: true, room: true });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Everything you kept is safe.')).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByText('Snow, at last.')).toBeVisible();

  await page.goto('/private/profile');
  await page.getByRole('radio', { name: 'Deutsch' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Profil bearbeiten' })).toBeVisible();
  await quiet(page);
  await context.setOffline(true);
  await dropApp(page);
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1, name: 'Keine Verbindung' })).toBeVisible();
  await context.setOffline(false);
});

test(
  '[S4.9] nobody is asked before they turn it on; then the server knows the device until it is turned off, or they log out',
  { tag: '@browser' },
  async ({ page, context }) => {
    await withPushService(context);
    await page.addInitScript(() => {
      Object.assign(window, { asked: 0 });
      const ask = Notification.requestPermission.bind(Notification);
      Notification.requestPermission = () => {
        Object.assign(window, { asked: (window as unknown as { asked: number }).asked + 1 });
        return ask();
      };
    });
    const account = await newAccount(page);
    await logIn(page, account, '/private/profile');
    await workerOf(page);
    const line = page.getByRole('switch', { name: /Tell me on this device/ });
    const press = async () => {
      await quiet(page);
      await page.getByText('Tell me on this device').click();
      await expect(line).toBeEnabled();
    };
    await expect(line).not.toBeChecked();
    expect(await page.evaluate(() => (window as unknown as { asked: number }).asked)).toBe(0);

    await test.step('what keeps it from being turned on is said', async () => {
      await page.route('**/api/device/register', (route) => route.fulfill({ json: {} }));
      await press();
      await expect(toasts(page).filter({ hasText: 'Unexpected API response' })).toBeVisible();
      await expect(line).not.toBeChecked();
      await page.unroute('**/api/device/register');
    });

    const registered = page.waitForRequest('**/api/device/register');
    await press();
    const endpoint = 'https://updates.push.services.mozilla.com/wpush/v2/journey';
    expect((await registered).postDataJSON()).toEqual({
      token: endpoint,
      platform: 'web',
      subscription: { endpoint, keys: { p256dh: expect.any(String), auth: expect.any(String) } },
    });
    await expect(line).toBeChecked();

    await test.step('the next page says it again, by itself', async () => {
      const again = page.waitForRequest('**/api/device/register');
      await page.reload();
      await again;
      await expect(line).toBeChecked();
    });

    await test.step('off', async () => {
      await quiet(page);
      await line.press('Space');
      await expect(line).toBeEnabled();
      await expect(line).not.toBeChecked();
      await expect(line, 'the focus stays on it').toBeFocused();
      await page.reload();
      await expect(line).not.toBeChecked();
    });

    await test.step('a log-out ends it', async () => {
      await press();
      await expect(line).toBeChecked();
      const hears = listening(page);
      await page.goto('/private');
      await hears;
      await page.getByRole('button', { name: 'Log out' }).click();
      await expect(page).toHaveURL(/\/(login|home)?$/);
      await logIn(page, account, '/private/profile');
      await expect(line).not.toBeChecked();
    });
  },
);

test('where it is refused when it is turned on, the focus goes to what is said instead @browser', async ({ page, context }) => {
  await withPushService(context);
  await page.addInitScript(() => {
    Notification.requestPermission = async () => {
      await new Promise((answer) => Object.assign(window, { answer }));
      Object.defineProperty(Notification, 'permission', { value: 'denied' });
      return 'denied';
    };
  });
  await logIn(page, await newAccount(page), '/private/profile');
  const line = page.getByRole('switch', { name: /Tell me on this device/ });
  const said = page.getByText(/Allow them for this page in the browser’s settings/);
  const turnOn = async () => {
    await expect(line).toBeEnabled();
    await line.press('Space');
    await page.waitForFunction(() => 'answer' in window);
  };
  const refuse = () => page.evaluate(() => (window as unknown as { answer: () => void }).answer());
  await turnOn();
  await refuse();
  await expect(said).toBeFocused();

  await page.reload();
  await turnOn();
  const name = page.getByLabel('First name');
  await name.focus();
  await refuse();
  await expect(said).toBeVisible();
  await expect(name, 'whoever has moved on stays there').toBeFocused();
});

test('Heartwood can be installed, in a window of its own; where the browser blocks what is told the page says what to do', async ({
  page,
  accessible,
}) => {
  const account = await newAccount(page);
  await logIn(page, account, '/dashboard');
  const session = await page.context().newCDPSession(page);

  await test.step('installed, it opens the family', async () => {
    const { url, errors, data } = await session.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    expect(new URL(url).pathname).toBe('/manifest.webmanifest');
    expect(JSON.parse(data ?? '')).toMatchObject({ name: 'Heartwood', start_url: '/dashboard', display: 'standalone' });
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    // Windows of tests are like private ones, in which nothing is installed.
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
    const answer = await page.request.get('/manifest.webmanifest');
    expect(answer.headers()['content-type']).toMatch(/^application\/manifest\+json/);
    const icon = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
    expect((await page.request.get(icon ?? '')).headers()['content-type']).toBe('image/png');
  });

  await test.step('blocked by the browser', async () => {
    const { origin } = new URL(page.url());
    const { targetInfo } = await session.send('Target.getTargetInfo');
    const browserContextId = targetInfo.browserContextId!;
    await session.send('Browser.setPermission', { browserContextId, origin, permission: { name: 'notifications' }, setting: 'denied' });
    await page.goto('/private/profile');
    await expect(page.getByText(/Allow them for this page in the browser’s settings/)).toBeVisible();
    await accessible(page);
  });
});

test('an iPhone says how Heartwood comes to its Home Screen, because it tells nobody before; from there it can be turned on @browser', async ({
  page,
  newPerson,
  accessible,
}) => {
  // Safari in a browser has neither of them; opened from the Home Screen it has both.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'standalone', { value: false });
    Reflect.deleteProperty(window, 'PushManager');
    Reflect.deleteProperty(window, 'Notification');
  });
  const account = await newAccount(page);
  await logIn(page, account, '/private/profile');
  const steps = page.getByRole('listitem').filter({ hasText: 'Add to Home Screen' }).locator('..').getByRole('listitem');
  await expect(steps).toHaveText([/^Tap Share/, 'Choose “Add to Home Screen”.', /^Open Heartwood from there/]);
  await expect(page.getByRole('switch', { name: /Tell me on this device/ })).toBeHidden();
  await expectNoOverflow(page);
  await accessible(page, { dark: true });

  const installed = await newPerson();
  await installed.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: true }));
  await logIn(installed, account, '/private/profile');
  await expect(installed.getByRole('switch', { name: /Tell me on this device/ })).toBeVisible();
  await expect(installed.getByText('Add to Home Screen')).toBeHidden();
});

test('a browser that has no Home Screen and cannot tell says so', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
  const account = await newAccount(page);
  await logIn(page, account, '/private/profile');
  await expect(page.getByText('This browser cannot tell you anything while Heartwood is closed.')).toBeVisible();
});
