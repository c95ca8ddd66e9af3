import { plusMonths } from '@heartwood/contract/days';
import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { expect, joinFamily, keptOnDevice, logIn, newAccount, photo, quiet, test } from './fixture.ts';
import type { Account } from './fixture.ts';
import { mailTo } from './mails.ts';
import { addChild, bearer, daysAgo } from './makers.ts';
import { boxOf } from './motion.ts';
import { holdBack } from './network.ts';
import { goOn, listening } from './running-app.ts';
import { forgetAborted } from './without-network.ts';

const language = (page: Page) => page.locator('html');
const choose = (page: Page, name: 'English' | 'Deutsch') => page.getByText(name, { exact: true }).click();

test('another language is chosen in the profile: pages, names that ship, refusals and mails follow, on every device', async ({
  page,
  newPerson,
  expectRefusal,
}) => {
  const nora = await newAccount(page);
  await addChild(page, nora, { birth_day: plusMonths(daysAgo(0), -12) });
  await logIn(page, nora, '/private/profile');
  await expect(language(page)).toHaveAttribute('lang', 'en');
  await test.step('it shows at once', async () => {
    await choose(page, 'Deutsch');
    await expect(language(page)).toHaveAttribute('lang', 'de');
    await expect(page.getByRole('heading', { name: 'Angemeldet auf' })).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Deutsch' })).toBeFocused();
  });
  await test.step('and on every page', async () => {
    await page.goto('/treasures');
    await expect(page.getByRole('heading', { name: 'Schätze' })).toBeVisible();
    await expect(page.getByText('Familienrezepte')).toBeVisible();
    await goOn(page, '/treasures/subcategory?category=family-recipes');
    await expect(page.getByText('Suppen und Eintöpfe')).toBeVisible();
    await goOn(page, '/private/meaningful-moments/emma');
    await page.getByRole('button', { name: 'Alles zeigen, was bald kommen kann' }).click();
    await expect(page.getByText('Tanzt zu Musik')).toBeVisible();
  });
  await test.step('refusals and mails are German, too', async () => {
    expectRefusal(422);
    const refused = await page.request.post('/api/profile/update', { headers: bearer(nora), data: { firstname: '' } });
    expect(((await refused.json()) as { message: string }).message).toMatch(/^Bitte „Vorname“/);
    await page.request.post('/api/forgot-password', { data: { email: nora.email } });
    expect((await mailTo(nora.email, /Passwort/)).html).toContain('lang="de"');
  });
  await test.step('another device learns it by signing in', async () => {
    const other = await newPerson();
    await logIn(other, nora, '/treasures');
    await expect(language(other)).toHaveAttribute('lang', 'de');
    await expect(other.getByRole('heading', { name: 'Schätze' })).toBeVisible();
  });
});

test('a language that is chosen stays: of two quick choices the last, while who is signed in is asked for, and where the page is left', async ({
  page,
}) => {
  const nora = await newAccount(page);
  const hears = listening(page);
  await logIn(page, nora, '/private/profile');
  await hears;
  await quiet(page);

  await test.step('of two quick choices the last one is shown and kept, whatever arrives when', async () => {
    const arrive = Promise.withResolvers<void>();
    let held = 0;
    // What a language consists of, and what is told to the server, is on its way for a while.
    await page.route(/\/assets\/|\/api\/profile\/update/, async (route) => {
      held += 1;
      await arrive.promise;
      await route.continue();
    });
    await choose(page, 'Deutsch');
    await expect.poll(() => held).toBeGreaterThan(1);
    const last = page.waitForResponse(
      (answer) => answer.url().endsWith('/api/profile/update') && /name="locale"\s+en\b/.test(answer.request().postData() ?? ''),
    );
    await choose(page, 'English');
    arrive.resolve();
    await last;
    await quiet(page);
    await expect(language(page)).toHaveAttribute('lang', 'en');
    await expect(page.getByRole('radio', { name: 'English' })).toBeChecked();
    const me = await page.request.get('/api/user', { headers: bearer(nora) });
    expect(((await me.json()) as { data: { user: { locale: string } } }).data.user.locale).toBe('en');
    await page.unroute(/\/assets\/|\/api\/profile\/update/);
  });

  await test.step('while it is on its way, also where who is signed in is asked for meanwhile', async () => {
    const arrive = Promise.withResolvers<void>();
    await page.route('**/api/profile/update', async (route) => {
      await arrive.promise;
      await route.continue();
    });
    await choose(page, 'Deutsch');
    await expect(language(page)).toHaveAttribute('lang', 'de');
    await page.evaluate(() => document.querySelector('main')?.setAttribute('data-seen', ''));
    const older = page.waitForResponse((answer) => answer.url().endsWith('/api/user'));
    const renamed = await page.request.post('/api/profile/update', { headers: bearer(nora), data: { firstname: 'Eleonora' } });
    expect(renamed.status()).toBe(200);
    await (await older).finished();
    await page.evaluate(() => new Promise(requestAnimationFrame));
    arrive.resolve();
    await quiet(page);
    await expect(language(page)).toHaveAttribute('lang', 'de');
    await expect(page.locator('main[data-seen]'), 'nothing is drawn anew meanwhile').toHaveCount(1);
    await page.unroute('**/api/profile/update');
  });

  await test.step('where the page is left before it is answered', async () => {
    const english = page.waitForResponse((answer) => answer.url().endsWith('/api/profile/update'));
    await choose(page, 'English');
    await english;
    await expect(language(page)).toHaveAttribute('lang', 'en');
    const kept = Promise.withResolvers<void>();
    await page.route('**/api/profile/update', async (route) => {
      if (!route.request().postData()?.includes('locale')) return route.continue();
      await route.fetch();
      kept.resolve();
    });
    await choose(page, 'Deutsch');
    await expect(language(page)).toHaveAttribute('lang', 'de');
    await kept.promise;
    await page.goto('/treasures');
    await expect(page.getByRole('heading', { name: 'Schätze' })).toBeVisible();
  });
});

test('only what was changed is saved: a phone number of another device stays, also where a draft comes back', async ({ page }) => {
  const nora = await newAccount(page);
  const change = async (data: object) =>
    expect((await page.request.post('/api/profile/update', { headers: bearer(nora), data })).status()).toBe(200);
  const known = async () =>
    ((await (await page.request.get('/api/profile', { headers: bearer(nora) })).json()) as { data: object[] }).data[0];
  const about = page.getByRole('textbox', { name: /^About you/ });
  const phone = page.getByRole('textbox', { name: /^Phone/ });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const saved = page.getByRole('region', { name: 'Messages' }).getByText('Your profile is saved');
  await change({ phone: '+44 1', description: 'Draws.' });
  await logIn(page, nora, '/private/profile');
  await expect(phone).toHaveValue('+44 1');

  await test.step('a form that was left open', async () => {
    await change({ phone: '+44 2' });
    await about.fill('Draws and bakes.');
    await save.click();
    await expect(saved).toBeVisible();
    expect(await known()).toMatchObject({ phone: '+44 2', description: 'Draws and bakes.' });
    await expect(phone, 'it is seen from now on').toHaveValue('+44 2');
  });

  await test.step('a draft', async () => {
    await about.fill('Bakes.');
    await keptOnDevice(page);
    await change({ phone: '+44 3' });
    await page.reload();
    await expect(about).toHaveValue('Bakes.');
    await save.click();
    await expect(saved).toBeVisible();
    expect(await known()).toMatchObject({ phone: '+44 3', description: 'Bakes.' });
  });

  await test.step('what was emptied is saved as empty; what is typed while that is on its way is saved next', async () => {
    await phone.fill('');
    await keptOnDevice(page);
    await page.reload();
    await expect(page.getByText('You began this before, and it is still here.')).toBeVisible();
    await expect(phone).toHaveValue('');
    const release = await holdBack(page, '**/api/profile/update');
    await save.click();
    await about.fill('Bakes bread.');
    release();
    await expect(saved).toBeVisible();
    expect(await known()).toMatchObject({ phone: null, description: 'Bakes.' });
    await expect(about).toHaveValue('Bakes bread.');
    await save.click();
    await expect.poll(known).toMatchObject({ phone: null, description: 'Bakes bread.' });
  });
});

test('what a member writes about themself stands on their page; guardians find there how to reach them', async ({
  page,
  newPerson,
  accessible,
  expectRefusal,
}) => {
  const nora = await newAccount(page);
  const ruth = await joinFamily(page, nora, 'Ruth Whitlock', 'relative');
  const number = '+44 20 7946 0018';
  for (const [one, description] of [
    [nora, 'Draws.\nBakes bread on Saturdays.'],
    [ruth, null],
  ] as const) {
    const answer = await page.request.post('/api/profile/update', { headers: bearer(one), data: { description, phone: number } });
    expect(answer.status()).toBe(200);
  }
  const all = await page.request.get('/api/family-relationships', { headers: bearer(nora) });
  const { relationships } = (await all.json()).data as { relationships: { heartwood_id: string; related_user_id: string | null }[] };
  const pageOf = ({ userId }: Account) =>
    `/children/childDetail/${relationships.find(({ related_user_id }) => related_user_id === userId)!.heartwood_id}`;
  const reach = (where: Page) => where.locator('a[href^="mailto:"], a[href^="tel:"]');

  await test.step('a relative reads it, and no number', async () => {
    const other = await newPerson();
    await logIn(other, ruth, pageOf(nora));
    await expect(other.getByText('Bakes bread on Saturdays.')).toBeVisible();
    await expect(reach(other)).toHaveCount(0);
    await expect(other.getByText(number)).toHaveCount(0);
  });

  await test.step('a guardian calls and writes, and reads no number of their own', async () => {
    await logIn(page, nora, pageOf(ruth));
    const mail = page.getByRole('link', { name: ruth.email, exact: true });
    await expect(mail).toHaveAttribute('href', `mailto:${ruth.email}`);
    await expect(page.getByRole('link', { name: number, exact: true })).toHaveAttribute('href', 'tel:+442079460018');
    expect((await boxOf(mail)).height).toBeGreaterThanOrEqual(44);
    await accessible(page);
    await page.goto(pageOf(nora));
    await expect(page.getByText('Bakes bread on Saturdays.')).toBeVisible();
    await expect(reach(page)).toHaveCount(0);
  });

  await test.step('where the members fail, the page is there without it', async () => {
    expectRefusal(404);
    await page.route('**/api/families/*/members', (route) => route.fulfill({ status: 404, json: {} }));
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Nora' })).toBeVisible();
    await expect(page.getByRole('tab').first()).toBeVisible();
    await expect(page.getByText('Bakes bread on Saturdays.')).toHaveCount(0);
  });
});

test('a portrait that does not come leaves the initials until there is a network again; members that do not come are asked for once more', async ({
  page,
  troubles,
  expectRefusal,
}) => {
  expectRefusal(500);
  const nora = await newAccount(page);
  const image = { name: 'nora.jpg', mimeType: 'image/jpeg', buffer: await readFile(photo('beach')) };
  expect((await page.request.post('/api/profile/update', { headers: bearer(nora), multipart: { 'images[0]': image } })).status()).toBe(200);
  await page.route('**/portraits/**', (route) => route.abort('connectionfailed'));
  const members = '**/api/families/*/members';
  await page.route(members, (route) =>
    route.fulfill({ status: 500, json: { success: false, status_code: 'internal_error', message: 'x', request_id: 'x' } }),
  );
  await logIn(page, nora, '/private');
  const initials = page.locator('#content').getByText('NW').first();
  await expect(initials).toBeVisible();
  await expect(page.getByText('Not all of this could be loaded.')).toBeVisible();
  await page.unroute(members);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Only you so far.')).toBeVisible();
  await page.unroute('**/portraits/**');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(initials).toHaveCount(0);
  await expect(page.locator('#content img').first()).toBeVisible();
  forgetAborted(troubles);
});

test(
  'an address that leads to a section keeps it in view while what stands above it comes, until somebody moves',
  { tag: '@width' },
  async ({ page }) => {
    await logIn(page, await newAccount(page), '/dashboard');
    const release = await holdBack(page, '**/api/notification-preferences');
    await page.goto('/private/profile#subscription');
    const wanted = page.locator('#subscription');
    await expect(wanted.getByRole('heading', { name: /^Free until/ })).toBeInViewport();
    // What else comes, above it and below.
    await expect(page.locator('#devices li').first()).toBeAttached();
    await expect(page.locator('#export h3').first()).toBeAttached();
    const fromTop = () => wanted.evaluate((section) => Math.round(section.getBoundingClientRect().top));
    const before = Math.round((await boxOf(wanted)).y);
    release();
    await expect(page.getByText('On your devices').or(page.getByLabel('Letters by e-mail')).first()).toBeAttached();
    await expect.poll(fromTop).toBe(before);

    await page.mouse.move(200, 300);
    await page.mouse.wheel(0, -100_000);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await page.locator('#notifications').evaluate((section) => section.style.setProperty('padding-top', '600px'));
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await page.evaluate(() => scrollY), 'whoever has moved stays').toBe(0);
  },
);

test('what reaches somebody, and the export, take no more room as they come than before', { tag: '@width' }, async ({ page }) => {
  await logIn(page, await newAccount(page), '/dashboard');
  const parts = [
    {
      path: '**/api/notification-preferences',
      part: page.locator('#notifications'),
      there: page.getByRole('combobox', { name: 'Letters by e-mail' }),
    },
    { path: '**/api/export', part: page.locator('#export'), there: page.getByRole('button', { name: 'Start the export' }) },
  ];
  const releases = await Promise.all(parts.map(({ path }) => holdBack(page, path)));
  await page.goto('/private/profile');
  const heights = () => Promise.all(parts.map(async ({ part }) => (await boxOf(part)).height));
  const before = await heights();
  for (const { there } of parts) await expect(there).toBeHidden();
  for (const release of releases) release();
  for (const { there } of parts) await expect(there).toBeVisible();
  expect(await heights()).toEqual(before);
});
