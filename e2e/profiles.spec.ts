import type { Page } from '@playwright/test';
import { expect, logIn, mailTo, newAccount, quiet, test } from './fixture.ts';
import { addChild, bearer } from './makers.ts';

const language = (page: Page) => page.locator('html');
const choose = (page: Page, name: 'English' | 'Deutsch') => page.getByText(name, { exact: true }).click();

const aYearAgo = new Date(Date.now() - 365 * 86_400_000).toISOString().slice(0, 10);

test('another language is chosen in the profile: pages, names that ship, refusals and mails follow, on every device', async ({
  page,
  newPerson,
  expectRefusal,
}) => {
  const nora = await newAccount(page);
  await addChild(page, nora, { birth_day: aYearAgo });
  await logIn(page, nora, '/private/profile');
  await expect(language(page)).toHaveAttribute('lang', 'en');
  await test.step('it shows at once', async () => {
    await choose(page, 'Deutsch');
    await expect(language(page)).toHaveAttribute('lang', 'de');
    await expect(page.getByRole('heading', { name: 'Angemeldet auf' })).toBeVisible();
  });
  await test.step('and on every page', async () => {
    await page.goto('/treasures');
    await expect(page.getByRole('heading', { name: 'Schätze' })).toBeVisible();
    await expect(page.getByText('Familienrezepte')).toBeVisible();
    await page.goto('/treasures/subcategory?category=family-recipes');
    await expect(page.getByText('Suppen und Eintöpfe')).toBeVisible();
    await page.goto('/private/meaningful-moments/emma');
    await page.getByRole('button', { name: 'Alles zeigen, was bald kommen mag' }).click();
    await expect(page.getByText('Tanzt zu Musik')).toBeVisible();
  });
  await test.step('refusals and mails are German, too', async () => {
    expectRefusal(422);
    const refused = await page.request.post('/api/profile/update', { headers: bearer(nora), data: { firstname: '' } });
    expect(((await refused.json()) as { message: string }).message).toMatch(/^Vorname/);
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

test('a choice stays where the page is left before it is answered', async ({ page }) => {
  const nora = await newAccount(page);
  await logIn(page, nora, '/private/profile');
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

test('of two quick choices the last one is shown and kept, whatever arrives when', async ({ page }) => {
  const nora = await newAccount(page);
  await logIn(page, nora, '/private/profile');
  await quiet(page);
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
});
