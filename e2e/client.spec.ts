import { expect, fillLogin, logIn, newAccount, signIn, someEmail, test, toasts } from './fixture.ts';
import { keys, kept } from './local-storage.ts';
import { fillRegistration } from './makers.ts';
import { watched } from './network.ts';
import { listening } from './running-app.ts';

const refusal = (status: number, body: object = {}) => ({ status, contentType: 'application/json', body: JSON.stringify(body) });

test.describe('what the browser keeps', () => {
  test('[S3.1] after a login: token, user and profile, and the children once they were seen', async ({ page }) => {
    const account = await newAccount(page);
    await page.goto('/login?redirect=%2Finspiration');
    expect(await keys(page)).toEqual([]);
    await fillLogin(page, account);
    await page.waitForURL('**/inspiration');
    expect(await keys(page)).toEqual(['profile', 'token', 'user']);
    expect(await kept(page, 'user')).toMatchObject({ id: account.userId, email: account.email, role: 'member', images: [] });
    expect(await kept(page, 'profile')).toMatchObject({
      firstname: 'Nora',
      lastname: 'Whitlock',
      phone: null,
      description: null,
      birth: null,
      images: [],
    });
    await page.goto('/children');
    await expect.poll(() => keys(page)).toEqual([`children_${account.userId}`, 'profile', 'token', 'user']);

    await test.step('[S6.4] a login leads to no other place than ours', async () => {
      await page.evaluate(() => localStorage.clear());
      for (const elsewhere of ['https://evil.example/', '/\\evil.example'])
        await test.step(elsewhere, async () => {
          await page.goto(`/login?redirect=${encodeURIComponent(elsewhere)}`);
          await fillLogin(page, account);
          await page.waitForURL('**/dashboard');
          await page.evaluate(() => localStorage.clear());
        });
    });
  });

  test('[S4.1] logging out clears all of it; where it fails everything stays', async ({ page, expectRefusal }) => {
    expectRefusal(500);
    const hears = listening(page);
    await logIn(page, await newAccount(page), '/private');
    await hears;
    const before = await keys(page);
    await page.evaluate(() => void (document.cookie = 'visit=1'));
    await page.route('**/api/logout', (route) => route.fulfill(refusal(500)));
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(toasts(page)).toContainText('Logout failed');
    expect(await keys(page)).toEqual(before);
    expect(new URL(page.url()).pathname).toBe('/private');
    await page.unroute('**/api/logout');
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL('**/login');
    expect(await keys(page)).toEqual([]);
    expect(await page.evaluate(() => document.cookie)).toBe('');
    await page.goto('/dashboard');
    await page.waitForURL('**/login?**');
  });
});

test.describe('calls', () => {
  test('[S8.1] 402 leads to the paywall by loading it anew, and it shows the plans', async ({ page, expectRefusal }) => {
    expectRefusal(402);
    await logIn(page, await newAccount(page));
    await page.route('**/api/posts**', (route) =>
      route.fulfill(refusal(402, { success: false, status_code: 'subscription_inactive', message: 'Over', request_id: 'r' })),
    );
    // Days cannot be waited for: what the server says after the trial is told here, and proved in its own tests.
    await page.route('**/api/user', async (route) => {
      const response = await route.fetch();
      const { data } = await response.json();
      const subscription = { ...data.subscription, status: 'inactive', covered_until: null, covered_by: null };
      const families = data.families.map((family: object) => ({ ...family, covered: false }));
      await route.fulfill({ response, json: { success: true, data: { ...data, subscription, families } } });
    });
    await page.evaluate(() => Object.assign(window, { stays: true }));
    const loads: string[] = [];
    page.on('request', (request) => request.isNavigationRequest() && loads.push(new URL(request.url()).pathname));
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home', exact: true }).filter({ visible: true }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/paywall');
    await expect(page.locator('h1')).toHaveCount(1);
    // Several calls are refused at once.
    expect(loads).toEqual(['/paywall']);
    expect(await page.evaluate(() => 'stays' in window), 'loaded anew').toBe(false);
    await expect(page.getByText('$49.99').or(page.getByText('$5.99')).first()).toBeVisible();
    await page.goto('/subscribe');
    await expect(page.getByText(/Everything you kept is safe and waiting/)).toBeVisible();
    await expect(page.getByText(/days free/), 'a trial that is over is not offered again').toHaveCount(0);
  });

  test('a page that takes its time says that it is on its way', async ({ page, accessible }) => {
    await logIn(page, await newAccount(page));
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const children = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Children' }).filter({ visible: true });
    await expect(children).toBeVisible();
    await page.route('**/assets/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await children.click();
    await expect(children, 'what was pressed looks so until its page is there').toHaveAttribute('data-pending', '');
    const line = page.getByRole('progressbar', { name: 'The page is on its way' });
    await expect(line).toBeVisible();
    await accessible(page);
    release();
    await expect(page.getByRole('heading', { name: 'Children', level: 1 })).toBeVisible();
    await expect(line).toHaveCount(0);
    await expect(children).not.toHaveAttribute('data-pending');
  });

  test('[S7.1] a read is tried once more, a write is not', async ({ page, expectRefusal, expectLostStream }) => {
    expectRefusal(503);
    expectRefusal(429);
    // What is told of the new account would ask for the children once more.
    expectLostStream();
    await page.route('**/api/events*', (route) => route.abort());
    const account = await newAccount(page);
    await signIn(page, account);
    const children = watched(page, '/api/family-relationships/children');
    // Kept until both have come: a request that meets the end of an interception is not told of.
    let refused = 0;
    const path = '**/api/family-relationships/children';
    await page.route(path, (route) => ((refused += 1) === 1 ? route.fulfill(refusal(503)) : route.continue()));
    await page.goto('/children');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(() => children.length).toBe(2);
    await page.unroute(path);
    await expect(page.getByText('did not come')).toHaveCount(0);
    // Unlike a server that is not well, one that asks for patience is not asked again for as long as the page is there.
    children.length = 0;
    await page.route(path, (route) => route.fulfill(refusal(429)));
    await page.goto('/children');
    await expect(page.getByRole('alert').first()).toBeVisible();
    expect(children).toHaveLength(2);

    await page.evaluate(() => localStorage.clear());
    await page.goto('/login');
    const logins = watched(page, '/api/login');
    await page.route('**/api/login', (route) => route.fulfill(refusal(503)));
    await fillLogin(page, account);
    await expect(page.getByRole('alert')).toContainText('Login failed');
    expect(logins).toHaveLength(1);
  });

  test('[S7.2] the bearer header is there with a token, and no other; registering is sent as a form', async ({ page }) => {
    const registered = page.waitForRequest('**/api/register');
    await fillRegistration(page, someEmail('nora'));
    await page.getByRole('button', { name: 'Create my account' }).click();
    const registration = await registered;
    expect(registration.headers()['authorization']).toBeUndefined();
    expect(registration.headers()['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    await page.waitForURL('**/onboarding**');
    await test.step('[S3.2] after registering, as after a login', async () => {
      await expect(page.locator('h1')).toHaveCount(1);
      const mine = (await keys(page)).filter((key) => !key.startsWith('children_'));
      expect(mine).toEqual(['profile', 'token', 'user']);
    });
    const asked = page.waitForRequest('**/api/family-relationships/children');
    await page.goto('/children');
    expect((await asked).headers()['authorization']).toBe(`Bearer ${await page.evaluate(() => localStorage.getItem('token'))}`);
  });

  test('[S7.3] the runtime config names the public key of payments and the push service', async ({ page }) => {
    const config = await (await page.request.get('/config.json')).json();
    expect(Object.keys(config).toSorted()).toEqual([
      'api_base',
      'apps',
      'build_id',
      'firebase',
      'purchase_storefronts',
      'sample',
      'stripe_publishable_key',
      'vapid_public_key',
    ]);
    const latest = await (await page.request.get('/builds/latest.json')).json();
    expect(latest).toEqual({ id: config.build_id, timestamp: expect.any(Number) });
    expect(await (await page.request.get(`/builds/meta/${latest.id}.json`)).json()).toMatchObject({
      id: latest.id,
      files: expect.any(Array),
    });
  });
});

test('[S9.3] routes are fetched ahead when somebody is about to follow a link', { tag: '@laptop' }, async ({ page }) => {
  await logIn(page, await newAccount(page), '/private');
  const ahead = page.waitForRequest(/\/assets\/faq-[^/]*\.js$/);
  await page.getByRole('link', { name: 'Questions and answers' }).hover();
  await ahead;
  expect(new URL(page.url()).pathname).toBe('/private');
});
