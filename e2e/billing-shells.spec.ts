import type { Page } from '@playwright/test';
import { endTrial } from './database.ts';
import { expect, expectNoOverflow, fillLogin, logIn, newAccount, quiet, signIn, test } from './fixture.ts';
import type { Accessible } from './fixture.ts';
import { buyPlan, failRenewal, openCheckout } from './makers.ts';
import { asApp } from './native-bridge.ts';
import { watched } from './network.ts';
import { goOn } from './running-app.ts';

// What may be offered in an app shell follows the storefront of its app store. The shell is what it puts on the page before the first script.

test.describe.configure({ timeout: 300_000 });

interface Shell {
  platform: 'ios' | 'android';
  /** Undefined where the shell does not tell. */
  storefront?: string;
}

/** Lets a page run in a shell. @returns what it has asked of the server about prices and paying */
async function inShell(page: Page, shell: Shell): Promise<string[]> {
  await page.addInitScript(({ platform, storefront }) => {
    // A shell goes on where it was; here each page is looked at by its address.
    if (location.protocol !== 'about:') localStorage.removeItem('lastRoute');
    const opened: string[] = [];
    const heartwoodShell = {
      platform,
      openOutside: async (url: string) => void opened.push(url),
      ...(storefront ? { storefront: async () => storefront } : {}),
    };
    Object.assign(window, { heartwoodShell, openedOutside: opened });
  }, shell);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/subscription\/(plans|checkout|gifts|invoices|portal|change)$/.test(pathname)) asked.push(pathname);
  });
  return asked;
}

/** Presses what leads to a purchase. @returns the address at which the system browser was opened */
async function openedBy(page: Page, label: string): Promise<URL> {
  await page.getByRole('button', { name: label }).click();
  await expect.poll(() => page.evaluate(() => (window as never as { openedOutside: string[] }).openedOutside.length)).toBe(1);
  return new URL(await page.evaluate(() => (window as never as { openedOutside: string[] }).openedOutside.pop() ?? ''));
}

const offers =
  /price|cost|choose a plan|the plans|continue with|continue to payment|\bpay\b|\bbuy\b|give a year|take the year|have a code|another card|cards and|in the browser|change the plan/i;

/** Nothing of a page names a price or leads to a purchase. */
async function expectNoOffer(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).not.toBeEmpty();
  // A page that is drawn ahead, as no shell has it, waits for the first sign of a visitor.
  await page.mouse.move(20, 300);
  await page.mouse.move(30, 310);
  await quiet(page);
  expect(await page.locator('body').innerText(), 'a price').not.toMatch(/[$€£]\s?\d|\d\s?[$€£]/);
  await expect(page.getByRole('button', { name: offers })).toHaveCount(0);
  await expect(page.getByRole('link', { name: offers })).toHaveCount(0);
  for (const path of ['/subscribe', '/lifetime-subscription', '/paywall', '/gift'])
    await expect(page.locator(`a[href^="${path}"]`), path).toHaveCount(0);
}

/** Opens pages, the first by its address and the others in the running app: none offers anything. @param accessible looks at them as well */
async function look(page: Page, paths: string[], who: string, accessible?: Accessible): Promise<void> {
  await page.goto('about:blank');
  for (const [index, path] of paths.entries())
    await test.step(`${path}, ${who}`, async () => {
      await (index === 0 ? page.goto(path) : goOn(page, path));
      await expectNoOffer(page);
      await expectNoOverflow(page);
      await accessible?.(page, { dark: true });
    });
}

test('on android, not told where, nothing names a price or leads to a purchase', async ({ page, accessible, expectRefusal }) => {
  expectRefusal(402);
  const code = '/gift/redeem?code=0000-0000-0000-0000';
  const asked = await inShell(page, { platform: 'android' });
  await look(page, ['/home', '/subscribe', '/login', '/register', '/invite', code], 'a visitor', accessible);
  await page.goto('/subscribe');
  await page.getByRole('link', { name: 'Log in' }).filter({ visible: true }).first().click();
  await page.waitForURL('**/login');

  const nora = await newAccount(page);
  const checkout = await openCheckout(page, nora, 'yearly');
  await signIn(page, nora);
  const account = ['/private/profile#subscription', '/paywall', '/subscribe', '/lifetime-subscription'];
  await look(page, [...account, '/gift', code, '/faq', '/private', '/private/family', `/sandbox/checkout/${checkout}`], 'in the free time');
  await endTrial(nora);
  await look(page, [...account, '/gift', code], 'whose free time is over', accessible);
  await page.goto('/paywall');
  await expect(page.getByText('Your family rests at the moment.')).toBeVisible();
  await page.getByRole('link', { name: /^Export everything/ }).click();
  await expect(page.getByRole('button', { name: 'Start the export' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete my account' })).toBeVisible();

  const sam = await newAccount(page, 'Sam');
  await failRenewal(page, sam, 0);
  await signIn(page, sam);
  await look(page, account, 'whose payment failed');
  await page.goto('/private/profile#subscription');
  await expect(page.locator('#subscription').getByText(/^A payment did not go through\. Everyone keeps everything until/)).toBeVisible();
  const ruth = await newAccount(page, 'Ruth');
  await buyPlan(page, ruth, 'monthly');
  await signIn(page, ruth);
  await look(page, account, 'who pays');
  await page.goto('/private/profile#subscription');
  await expect(page.locator('#subscription').getByText('Next payment'), 'what covers, and until when').toBeVisible();
  // What was given is no offer.
  expect(asked.filter((path) => path !== '/api/subscription/gifts')).toEqual([]);
});

// What is offered follows the storefront alone. On iOS zoom is off, as the specification wants it, which no rule of accessibility allows.
test('on ios, in Germany, nothing names a price or leads to a purchase', async ({ page, expectRefusal }) => {
  expectRefusal(402);
  const asked = await inShell(page, { platform: 'ios', storefront: 'DEU' });
  await look(page, ['/subscribe'], 'a visitor');
  const nora = await newAccount(page);
  await endTrial(nora);
  await signIn(page, nora);
  await look(page, ['/paywall', '/private/profile#subscription'], 'whose free time is over');
  expect(asked).toEqual([]);
});

test('on android, in the United States, the system browser opens our page, and no price stands in the app', async ({
  page,
  newPerson,
  accessible,
  expectRefusal,
}) => {
  expectRefusal(402);
  const asked = await inShell(page, { platform: 'android', storefront: 'USA' });
  await page.goto('/subscribe');
  const plans = await openedBy(page, 'See the plans in the browser');
  expect([plans.pathname, plans.search]).toEqual(['/subscribe', '']);

  const nora = await newAccount(page);
  await endTrial(nora);
  await logIn(page, nora, '/dashboard');
  await page.waitForURL('**/paywall');
  const outside = await openedBy(page, 'See the plans in the browser');
  await expect(page.getByText('Your browser opens our page.')).toBeVisible();
  await expect(page.getByText(/\$\d/)).toHaveCount(0);
  await expectNoOverflow(page);
  await accessible(page, { dark: true });
  for (const [path, label, opens] of [
    ['/lifetime-subscription', 'See it in the browser', '/lifetime-subscription'],
    ['/gift', 'Give a year in the browser', '/gift'],
    ['/gift/redeem?code=0000-0000-0000-0000', 'Take the year in the browser', '/gift/redeem?code=0000-0000-0000-0000'],
  ] as const)
    await test.step(path, async () => {
      await page.goto(path);
      const { pathname, search } = await openedBy(page, label);
      expect(pathname + search).toBe(opens);
      await expect(page.getByText(/\$\d/)).toHaveCount(0);
      await accessible(page, { dark: true });
    });

  // What the browser opens is the page on which a plan is paid; back in the app everything is open.
  const browser = await newPerson();
  await logIn(browser, nora, outside.pathname);
  await expect(browser.getByRole('button', { name: 'Continue with yearly' })).toBeVisible();
  await page.goto('/paywall');
  await openedBy(page, 'See the plans in the browser');
  await buyPlan(page, nora, 'monthly');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText('You are covered'), 'as soon as the app is in front again').toBeVisible();
  await page.goto('/private/profile#subscription');
  await quiet(page);
  const managed = await openedBy(page, 'Change the plan in the browser');
  expect(managed.pathname + managed.hash).toBe('/private/profile#subscription');
  await accessible(page, { dark: true });
  expect(asked.filter((path) => !/gifts|invoices/.test(path))).toEqual([]);
});

for (const [country, opens] of [
  ['USA', 1],
  ['DEU', 0],
] as const)
  test(`[S8.4] the app of iOS, ${country}: the paywall opens inside, and paying in the browser where that may be offered`, async ({
    page,
    baseURL,
    expectRefusal,
  }) => {
    expectRefusal(402);
    const nora = await newAccount(page);
    await endTrial(nora);
    const native = await asApp(page, 'ios', baseURL!);
    native.answer('Storefront.current', { country });
    await native.start();
    await page.getByRole('link', { name: 'Log in' }).filter({ visible: true }).first().click();
    const loaded = page.waitForEvent('load', { timeout: 0 }).then(
      () => true,
      () => false,
    );
    await fillLogin(page, nora);
    await page.waitForURL('**/paywall');
    const browser = page.getByRole('button', { name: 'See the plans in the browser' });
    if (!opens) {
      await expectNoOffer(page);
      await expect(browser).toHaveCount(0);
      return;
    }
    await browser.click();
    await expect.poll(() => native.asked.find(({ call }) => call === 'Browser.open')?.options).toEqual({ url: `${baseURL}/paywall` });
    await buyPlan(page, nora, 'yearly');
    expect(await Promise.race([loaded, Promise.resolve(false)]), 'the paywall was opened without loading the app anew').toBe(false);

    await test.step('the page of the browser is closed by hand', async () => {
      await native.tell('Browser.browserFinished');
      await expect(page.getByText('You are covered')).toBeVisible();
    });
    await test.step('the link back', async () => {
      await native.tell('App.appUrlOpen', { url: `${baseURL}/subscribe?checkout=plan` });
      await page.waitForURL('**/subscribe?checkout=plan');
      await expect(page.getByRole('status').getByRole('heading')).toBeVisible();
      await page.getByRole('link', { name: 'To my family' }).click();
      await page.waitForURL('**/dashboard');
      await expect.poll(() => native.count('Browser.close')).toBe(1);
    });
    expect(native.count('Browser.open')).toBe(opens);
  });

test('who is not covered stays where the way out is: nothing is loaded behind it', async ({ page, expectRefusal }) => {
  expectRefusal(402);
  await inShell(page, { platform: 'android', storefront: 'USA' });
  const nora = await newAccount(page);
  await endTrial(nora);
  const posts = watched(page, '/api/posts');
  await page.clock.install();
  // What loads the main pages ahead comes after some seconds, and begins some seconds later.
  const part = page.waitForResponse(/\/assets\/offline-queries-/);
  await logIn(page, nora, '/private/profile');
  const name = page.getByLabel('First name');
  await name.fill('Eleonora');
  await page.clock.runFor(10_000);
  await part;
  await quiet(page);
  await page.clock.runFor(10_000);
  await quiet(page);
  expect(posts.map((request) => request.url())).toEqual([]);
  await expect(name).toHaveValue('Eleonora');
  await expect(page).toHaveURL('/private/profile');
});
