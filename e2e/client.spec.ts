import type { Page, Request } from '@playwright/test';
import { expect, fillLogin, goodPassword, linkIn, logIn, mailTo, newAccount, someEmail, test } from './fixture.ts';
import type { Account } from './fixture.ts';

const keys = (page: Page) => page.evaluate(() => Object.keys(localStorage).toSorted());
const kept = (page: Page, key: string) => page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? 'null'), key);
const refusal = (status: number, body: object = {}) => ({ status, contentType: 'application/json', body: JSON.stringify(body) });

/** Requests to a path, as they leave. */
function watched(page: Page, path: string): Request[] {
  const seen: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) seen.push(request);
  });
  return seen;
}

async function fillRegistration(page: Page, email: string): Promise<void> {
  await page.goto('/register');
  await page.getByLabel('First name').fill('Nora');
  await page.getByLabel('Last name').fill('Whitlock');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(goodPassword);
  await page.getByLabel('Confirm password').fill(goodPassword);
}

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
  });

  test('[S3.2] after registering, as after a login', async ({ page }) => {
    await fillRegistration(page, someEmail('nora'));
    await page.getByRole('button', { name: 'Create my account' }).click();
    await page.waitForURL('**/onboarding**');
    await expect(page.locator('h1')).toHaveCount(1);
    const mine = (await keys(page)).filter((key) => !key.startsWith('children_'));
    expect(mine).toEqual(['profile', 'token', 'user']);
  });

  test('[S3.3] after accepting an invitation, as after a login', async ({ page }) => {
    test.setTimeout(90_000);
    const guest = someEmail('ruth');
    const token = await invitation(page, await newAccount(page), guest);
    await page.goto(`/accept-invite?token=${token}`);
    await page.getByLabel('Your name').fill('Ruth Whitlock');
    await page.getByLabel('Password', { exact: true }).fill(goodPassword);
    await page.getByLabel('Confirm password').fill(goodPassword);
    await page.getByRole('button', { name: 'Step inside' }).click();
    await page.waitForURL('**/invitation/sharedMessage**');
    expect(await keys(page)).toEqual(['profile', 'token', 'user']);
    expect(await kept(page, 'profile')).toMatchObject({ firstname: 'Ruth' });
  });

  test('[S4.1] logging out clears all of it; where it fails everything stays', async ({ page, expectRefusal }) => {
    expectRefusal(500);
    await logIn(page, await newAccount(page), '/private');
    const before = await keys(page);
    await page.evaluate(() => void (document.cookie = 'visit=1'));
    await page.route('**/api/logout', (route) => route.fulfill(refusal(500)));
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page.getByRole('alert')).toContainText('Logout failed');
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

async function invitation(page: Page, { email, token }: Account, guest: string): Promise<string> {
  const proof = new URL(linkIn(await mailTo(email, /confirm/i), '/verify-email')).searchParams.get('token');
  expect((await page.request.post('/api/verify-email', { data: { token: proof } })).status()).toBe(200);
  const headers = { authorization: `Bearer ${token}` };
  const sent = await page.request.post('/api/send-account-invitation', {
    headers,
    data: { email: guest, relationship_id: 11, role: 'relative' },
  });
  expect(sent.status()).toBe(201);
  return new URL(linkIn(await mailTo(guest, /invit/i), '/invitation')).searchParams.get('token') ?? '';
}

test.describe('calls', () => {
  test('[S8.1] 402 leads to the paywall by loading it anew, and it shows the plans', async ({ page, expectRefusal }) => {
    expectRefusal(402);
    await logIn(page, await newAccount(page));
    await page.route('**/api/posts**', (route) =>
      route.fulfill(refusal(402, { success: false, status_code: 'subscription_inactive', message: 'Over', request_id: 'r' })),
    );
    // Days cannot be waited for: what the door says after the trial is told here. The server's side is proved at its own door.
    await page.route('**/api/user', async (route) => {
      const response = await route.fetch();
      const { data } = await response.json();
      const subscription = { ...data.subscription, status: 'inactive', covered_until: null, covered_by: null };
      const families = data.families.map((family: object) => ({ ...family, covered: false }));
      await route.fulfill({ response, json: { success: true, data: { ...data, subscription, families } } });
    });
    await page.evaluate(() => Object.assign(window, { stays: true }));
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home', exact: true }).filter({ visible: true }).click();
    // Two calls are refused at once, and each leads there: the first navigation may be broken off by the second.
    await expect.poll(() => new URL(page.url()).pathname).toBe('/paywall');
    await expect(page.locator('h1')).toHaveCount(1);
    expect(await page.evaluate(() => 'stays' in window), 'loaded anew').toBe(false);
    await expect(page.getByText('$49.99').or(page.getByText('$5.99')).first()).toBeVisible();
    await page.goto('/subscribe');
    await expect(page.getByText(/Everything you kept is safe and waiting/)).toBeVisible();
    await expect(page.getByText(/days free/), 'a trial that is over is not offered again').toHaveCount(0);
  });

  test('a page that takes its time says that it is on its way', async ({ page, accessible }) => {
    await logIn(page, await newAccount(page));
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/assets/children-*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.reload();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Children' }).filter({ visible: true }).click();
    const coming = page.getByRole('progressbar', { name: 'The page is on its way' });
    await expect(coming).toBeVisible();
    await accessible(page);
    release();
    await expect(page.getByRole('heading', { name: 'Children', level: 1 })).toBeVisible();
    await expect(coming).toHaveCount(0);
  });

  test('[S7.1] a read is tried once more, a write is not', async ({ page, expectRefusal }) => {
    expectRefusal(503);
    const account = await newAccount(page);
    await logIn(page, account);
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
    children.length = 0;
    await page.route('**/api/family-relationships/children', (route) => route.fulfill(refusal(503)));
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
    const asked = page.waitForRequest('**/api/family-relationships/children');
    await page.goto('/children');
    expect((await asked).headers()['authorization']).toBe(`Bearer ${await page.evaluate(() => localStorage.getItem('token'))}`);
  });

  test('[S7.3] the runtime config names the public key of payments and the push service', async ({ page }) => {
    const config = await (await page.request.get('/config.json')).json();
    expect(Object.keys(config).toSorted()).toEqual([
      'api_base',
      'build_id',
      'firebase',
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

test.describe('forms', () => {
  test('[S5.10] a field is validated when it is left or committed, never while typing', async ({ page }) => {
    await page.goto('/login');
    const email = page.getByLabel('E-mail');
    const problem = page.getByText('Must enter a valid email.');
    const state = () => email.getAttribute('data-field-state');
    await expect(page.getByRole('button', { name: 'Log in' }), 'the app is there').toBeEnabled();
    expect(await state()).toBe('valid');
    await email.pressSequentially('nobody');
    expect(await state()).toBe('dirty valid');
    await expect(problem).toHaveCount(0);
    await page.getByLabel('Password', { exact: true }).focus();
    await expect(problem).toBeVisible();
    expect(await state()).toBe('touched dirty validated');
    await expect(email).toHaveAttribute('aria-invalid', 'true');
    await email.fill('');
    await email.pressSequentially('nora@example.com');
    await expect(problem, 'not before it is left').toBeVisible();
    await email.dispatchEvent('change');
    await expect(problem).toHaveCount(0);
    expect(await state()).toBe('touched dirty valid validated');
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByText('Password Required')).toBeVisible();
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  });

  test('[S5.11] the messages are those of the rules', async ({ page }) => {
    await page.goto('/register');
    await page.getByRole('button', { name: 'Create my account' }).click();
    for (const said of ['First name Required', 'Last name Required', 'Email Required', 'Password Required'])
      await expect(page.getByText(said, { exact: true })).toBeVisible();
    const password = page.getByLabel('Password', { exact: true });
    const leave = async (value: string) => {
      await password.fill(value);
      await password.blur();
    };
    await leave('Ab!');
    await expect(page.getByText('Password must contain at least 8 characters')).toBeVisible();
    await leave('abcdefgh');
    await expect(page.getByText('Password should contain at least one uppercase, one lowercase and one special character')).toBeVisible();
    await leave(goodPassword);
    await page.getByLabel('Confirm password').fill(`${goodPassword}x`);
    await page.getByLabel('Confirm password').blur();
    await expect(page.getByText('Password confirmation must be the same')).toBeVisible();
  });

  test('[S5.12] what was typed stays when the server refuses, with its message at the field', async ({ page, expectRefusal }) => {
    expectRefusal(422);
    const { email } = await newAccount(page);
    await fillRegistration(page, email);
    await page.getByRole('button', { name: 'Create my account' }).click();
    const field = page.getByLabel('E-mail');
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveValue(email);
    await expect(page.getByLabel('First name')).toHaveValue('Nora');
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(goodPassword);
    expect(await keys(page)).toEqual([]);
  });

  test('[S5.13] Arabic-Indic digits are digits', async ({ page }) => {
    const account = await newAccount(page);
    await logIn(page, account, '/children?add=1');
    await page.getByLabel('Name', { exact: true }).fill('Emma');
    await page.getByLabel('Day', { exact: true }).fill('١٢');
    await page.getByLabel('Month', { exact: true }).selectOption('9');
    await page.getByLabel('Year', { exact: true }).fill('٢٠٢١');
    await page.getByLabel('Year', { exact: true }).blur();
    await page.getByRole('button', { name: 'Daughter', exact: true }).click();
    await expect(page.getByText('Birthday is not valid.')).toHaveCount(0);
    await page.getByRole('button', { name: 'Add Emma' }).click();
    await expect.poll(async () => (await kept(page, `children_${account.userId}`))?.[0]?.birth_day).toBe('2021-09-12');
  });
});

test.describe('toasts', () => {
  /** Asks for a mail; whoever asks again is told so by a toast. */
  async function askForMail(page: Page): Promise<void> {
    await page.goto('/forgot-password');
    await page.getByLabel('E-mail').fill(someEmail('nobody'));
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(page.getByRole('heading', { name: 'Look into your mail' })).toBeVisible();
  }
  const askAgain = (page: Page) => page.getByRole('button', { name: 'Send it again' }).click();
  const messages = (page: Page) => page.getByRole('region', { name: 'Messages' });

  test('[S3.4] one of success has the heart, is announced politely, and goes after 3000 ms', async ({ page }) => {
    await page.clock.install();
    await askForMail(page);
    // From here on time passes as the test says, however slow the machine is.
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    await askAgain(page);
    const toast = messages(page).locator('[aria-live="polite"]').getByRole('status');
    await expect(toast).toContainText('Sent again.');
    await expect(toast.locator('[data-icon="love-heart"]')).toHaveCount(1);
    await page.clock.runFor(2_900);
    await expect(toast).toBeVisible();
    await page.clock.runFor(1_000);
    await expect(toast).toHaveCount(0);
  });

  test('[S3.5] it waits while the pointer is on it, and is closed by its button', { tag: '@laptop' }, async ({ page }) => {
    await page.clock.install();
    await askForMail(page);
    await askAgain(page);
    const toast = messages(page).getByRole('status');
    await toast.hover();
    await page.clock.fastForward(4_000);
    await expect(toast).toBeVisible();
    await page.mouse.move(5, 5);
    await expect(toast).toHaveCount(0, { timeout: 6_000 });
    await page.getByRole('button', { name: 'Send it again' }).click();
    await expect(toast).toBeVisible();
    await toast.getByRole('button', { name: 'Close' }).click();
    await expect(toast).toHaveCount(0);
    await page.mouse.move(5, 5);
    await page.getByRole('button', { name: 'Send it again' }).focus();
    await page.keyboard.press('Enter');
    await expect(toast).toBeVisible();
    await expect(toast, 'the next one goes by itself').toHaveCount(0, { timeout: 6_000 });
  });

  test('[S3.6] one of error has the octagon and is announced at once', async ({ page, expectRefusal }) => {
    expectRefusal(401);
    await page.goto('/login');
    await fillLogin(page, { email: someEmail('nobody') }, 'Wrong-Password-1');
    const toast = messages(page).locator('[aria-live="assertive"]').getByRole('alert');
    await expect(toast).toBeVisible();
    await expect(toast.locator('[data-icon="error-octagon"]')).toHaveCount(1);
  });
});

test('a message lies over no button that is pressed next', { tag: '@width' }, async ({ page, expectRefusal }) => {
  expectRefusal(500);
  await logIn(page, await newAccount(page), '/private/profile');
  await page.route('**/api/profile/update', (route) =>
    route.fulfill({ status: 500, json: { success: false, status_code: 'internal_error', message: 'Not saved.', request_id: 'x' } }),
  );
  const save = page.getByRole('button', { name: 'Save' });
  await save.evaluate((button) => scrollTo(0, scrollY + button.getBoundingClientRect().bottom - innerHeight + 90));
  await save.click();
  const toast = page.getByRole('region', { name: 'Messages' }).getByRole('alert');
  await expect(toast).toBeVisible();
  await expect
    .poll(async () => ((await toast.boundingBox())?.y ?? 0) + ((await toast.boundingBox())?.height ?? 0))
    .toBeLessThan((await save.boundingBox())?.y ?? 0);
});

test.describe('builds', () => {
  const newer = async (page: Page) => {
    await page.route('**/builds/latest.json', (route) => route.fulfill({ json: { id: 'newer', timestamp: 1 } }));
    await page.route('**/builds/meta/newer.json', (route) => route.fulfill({ json: { id: 'newer', timestamp: 1, files: [] } }));
  };

  test('[S4.7] a newer build is looked for every five minutes and on return, and a banner says so', async ({ page }) => {
    await page.clock.install();
    await logIn(page, await newAccount(page));
    const looks = watched(page, '/builds/latest.json');
    await page.clock.fastForward('05:01');
    await expect.poll(() => looks.length).toBe(1);
    await expect(page.getByText('A newer Heartwood is ready.')).toHaveCount(0);
    await newer(page);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(page.getByText('A newer Heartwood is ready.')).toBeVisible();
    const loaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Reload' }).click();
    await loaded;
  });

  test('[S4.8] a part that is gone after a new build loads the page anew, once in ten seconds', async ({
    page,
    troubles,
    expectRefusal,
  }) => {
    expectRefusal(404);
    await page.clock.install();
    await logIn(page, await newAccount(page), '/private');
    await newer(page);
    await page.route(/\/assets\/faq-[^/]*\.js$/, (route) => route.fulfill({ status: 404, contentType: 'text/plain', body: '' }));
    const loads = watched(page, '/faq');
    await page.getByRole('link', { name: 'Questions and answers' }).click();
    await expect.poll(() => loads.length).toBe(1);
    await expect(page.getByRole('heading', { level: 1, name: 'Internal Server Error' })).toBeVisible();
    await page.clock.fastForward(2_000);
    expect(loads).toHaveLength(1);
    expect(troubles.join('\n')).toContain('could not be loaded');
    troubles.length = 0;
  });
});

test('[S6.4] a login leads to no other place than ours', async ({ page }) => {
  test.setTimeout(120_000);
  const account = await newAccount(page);
  for (const elsewhere of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])
    await test.step(elsewhere, async () => {
      await page.goto(`/login?redirect=${encodeURIComponent(elsewhere)}`);
      await fillLogin(page, account);
      await page.waitForURL('**/dashboard');
      await page.evaluate(() => localStorage.clear());
    });
});

test('[S9.3] routes are fetched ahead when somebody is about to follow a link', { tag: '@laptop' }, async ({ page }) => {
  await logIn(page, await newAccount(page), '/private');
  const ahead = page.waitForRequest(/\/assets\/faq-[^/]*\.js$/);
  await page.getByRole('link', { name: 'Questions and answers' }).hover();
  await ahead;
  expect(new URL(page.url()).pathname).toBe('/private');
});
