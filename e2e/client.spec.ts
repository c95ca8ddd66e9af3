import type { Locator, Page, Request } from '@playwright/test';
import { expect, fillLogin, goodPassword, linkIn, logIn, mailTo, newAccount, quiet, someEmail, test } from './fixture.ts';
import type { Account } from './fixture.ts';
import { share } from './makers.ts';

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

/** As a paste does, in one piece and as far as the field takes it. */
async function paste(field: Locator, text: string): Promise<void> {
  await field.focus();
  await field.page().keyboard.insertText(text);
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
    await expect(page.getByRole('status').filter({ hasText: 'Welcome to the family.' })).toBeVisible();
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
    await page.reload();
    const children = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Children' }).filter({ visible: true });
    await expect(children).toBeVisible();
    await page.route('**/assets/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await children.click();
    const coming = page.getByRole('progressbar', { name: 'The page is on its way' });
    await expect(coming).toBeVisible();
    await accessible(page);
    release();
    await expect(page.getByRole('heading', { name: 'Children', level: 1 })).toBeVisible();
    await expect(coming).toHaveCount(0);
  });

  test('[S7.1] a read is tried once more, a write is not', async ({ page, expectRefusal, expectLostStream }) => {
    expectRefusal(503);
    // What is told of the new account would ask for the children once more.
    expectLostStream();
    await page.route('**/api/events*', (route) => route.abort());
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

  test('[S4.12] a choice and a date have a state, as texts have, and all of a form are pending while it is sent', async ({ page }) => {
    await logIn(page, await newAccount(page), '/children');
    await page.getByRole('link', { name: 'Add a child' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('Emma');
    const choice = page.getByRole('group', { name: 'Who is Emma to you?' });
    await expect(choice).toHaveAttribute('data-field-state', 'valid');
    await choice.getByRole('button', { name: 'Daughter', exact: true }).click();
    await expect(choice).toHaveAttribute('data-field-state', 'touched dirty valid validated');
    const date = page.locator('fieldset[data-field-state]').filter({ has: page.getByLabel('Year', { exact: true }) });
    await page.getByLabel('Day', { exact: true }).fill('31');
    await page.getByLabel('Month', { exact: true }).selectOption('2');
    await page.getByLabel('Year', { exact: true }).fill('2023');
    await expect(date).toHaveAttribute('data-field-state', 'dirty valid');
    await page.getByLabel('Name', { exact: true }).focus();
    await expect(date).toHaveAttribute('data-field-state', 'touched dirty validated');
    await page.getByLabel('Day', { exact: true }).fill('28');
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/api/family-relationships', async (route) => {
      if (route.request().method() === 'POST') await held;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Add Emma' }).click();
    for (const field of [choice, date, page.getByLabel('Name', { exact: true })])
      await expect(field).toHaveAttribute('data-field-state', /\bpending\b/);
    release();
    await expect(page.getByRole('status').filter({ hasText: 'Emma is part of the family' })).toBeVisible();
  });

  test('[S5.15] a child is sent as multipart form data, also without a photo', async ({ page }) => {
    await logIn(page, await newAccount(page), '/children');
    await page.getByRole('link', { name: 'Add a child' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('Emma');
    await page.getByRole('button', { name: 'Daughter', exact: true }).click();
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/family-relationships'));
    await page.getByRole('button', { name: 'Add Emma' }).click();
    expect((await sent).headers()['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    await expect(page.getByRole('status').filter({ hasText: 'Emma is part of the family' })).toBeVisible();
  });

  test('[S5.11] the messages are those of the rules', async ({ page }) => {
    await page.goto('/register');
    await page.getByRole('button', { name: 'Create my account' }).click();
    for (const said of ['First name Required', 'Last name Required', 'E-mail Required', 'Password Required'])
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
    await expect(page.getByText('Confirm password must be the same')).toBeVisible();
  });

  test('what is pasted is never cut: the field says that it is too long, and so does the server', async ({ page, expectRefusal }) => {
    expectRefusal(422);
    const long = `${goodPassword}${'x'.repeat(133 - goodPassword.length)}`;
    const said = page.getByText('Password must contain 128 characters at most');
    const password = page.getByLabel('Password', { exact: true });
    for (const path of ['/register', '/login']) {
      await page.goto(path);
      await expect(page.getByRole('button', { name: path === '/login' ? 'Log in' : 'Create my account' })).toBeEnabled();
      await paste(password, long);
      await password.blur();
      await expect(said).toBeVisible();
      await expect(password).toHaveValue(long);
    }
    const refused = await page.request.post('/api/login', { data: { email: someEmail('nobody'), password: long } });
    expect([refused.status(), (await refused.json()).errors]).toEqual([
      422,
      { password: ['Password must contain 128 characters at most'] },
    ]);
    await page.goto('/login');
    await paste(page.getByLabel('E-mail'), `${'n'.repeat(250)}@example.com`);
    await page.getByLabel('E-mail').blur();
    await expect(page.getByText('E-mail must contain 254 characters at most')).toBeVisible();
  });

  test('what is too long outside a form is said where it stands, and stays', async ({ page }) => {
    const account = await newAccount(page);
    const post = await share(page, account, { text: 'Soup' });
    await logIn(page, account, `/post/${post}`);
    const comment = page.getByRole('textbox', { name: 'Say something kind' });
    await paste(comment, 'a'.repeat(2_001));
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText('Text must contain 2000 characters at most')).toBeVisible();
    await expect(comment).toHaveValue('a'.repeat(2_001));
    await page.goto('/treasures/share-something');
    const story = page.getByRole('textbox', { name: 'What happened?' });
    await paste(story, 'a'.repeat(10_001));
    await story.blur();
    await expect(page.getByText('Text must contain 10000 characters at most')).toBeVisible();
    await page.getByRole('button', { name: /^Share/ }).click();
    await expect(story).toHaveValue('a'.repeat(10_001));
    await page.goto('/dashboard?search=1');
    await paste(page.getByRole('searchbox'), 'a'.repeat(201));
    await expect(page.getByText('Search must contain 200 characters at most')).toBeVisible();
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

  test(
    '[S4.8] a part that is gone is no reason to load the page anew until somebody goes there',
    { tag: '@laptop' },
    async ({ page, troubles, expectRefusal }) => {
      expectRefusal(404);
      await logIn(page, await newAccount(page), '/private');
      await newer(page);
      const asked = watched(page, '/builds/latest.json');
      const gone = page.waitForResponse(/\/assets\/faq-[^/]*\.js$/);
      await page.route(/\/assets\/faq-[^/]*\.js$/, (route) => route.fulfill({ status: 404, contentType: 'text/plain', body: '' }));
      await page.evaluate(() => Object.assign(window, { stays: true }));
      const link = page.getByRole('link', { name: 'Questions and answers' });
      await link.hover();
      await gone;
      await quiet(page);
      expect(asked, 'nobody asks for a newer build').toHaveLength(0);
      expect(await page.evaluate(() => 'stays' in window)).toBe(true);
      const loaded = page.waitForEvent('load');
      await link.click();
      await loaded;
      expect(new URL(page.url()).pathname).toBe('/faq');
      expect(await page.evaluate(() => 'stays' in window)).toBe(false);
      await expect(page.getByRole('heading', { level: 1, name: 'Internal Server Error' })).toBeVisible();
      troubles.length = 0;
    },
  );

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
