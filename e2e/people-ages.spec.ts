import type { Page } from '@playwright/test';
import { expect, joinFamily, logIn, newAccount, photo, quiet, test } from './fixture.ts';
import { addChild, askQuestion, bearer, daysAgo, keepMoment, share, upload } from './makers.ts';
import { boxOf, inOurFonts } from './motion.ts';
import { holdBack } from './network.ts';

const soups = '01930000-0000-7000-8000-000000000301';
const beside = (page: Page) => page.getByRole('complementary', { name: 'Beside the page' });

test('how old a child was stands beside what it is in: in the feed, on a recipe, in its timeline and side by side', async ({
  page,
  accessible,
}) => {
  test.setTimeout(120_000);
  const nora = await newAccount(page);
  const emma = await addChild(page, nora, { birth_day: '2023-09-12', gender: 'female' });
  const jonas = await addChild(page, nora, { name: 'Jonas', birth_day: '2026-08-07', relationship_id: 2, gender: 'male' });
  const question = await askQuestion(page, nora, { text: 'What does Jonas smell like?' });
  const recipe = { title: 'Porridge for two', steps: [{ text: 'Stir.' }] };
  const bowl = await share(page, nora, { recipe, occurred_on: '2026-09-05', people: [emma, jonas] });
  const answer = { text: 'Of milk.', occurred_on: '2026-08-08', people: [jonas] };
  expect((await page.request.post(`/api/questions/${question}/answers`, { headers: bearer(nora), data: answer })).status()).toBe(201);
  const duck = { text: 'At the duck.', title: 'Laughed out loud', people: [jonas], occurred_on: '2026-09-06' };
  await keepMoment(page, nora, { ...duck, share: { audience: 'family' } });
  await share(page, nora, { text: 'The day itself.', occurred_on: '2026-08-07', people: [jonas] });

  await test.step('in the feed, and nothing moves when the people are known', async () => {
    const release = await holdBack(page, '**/api/family-relationships');
    await logIn(page, nora, '/dashboard');
    const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Porridge for two' }) });
    const heart = card.getByRole('button', { name: /^Heart/ });
    await heart.scrollIntoViewIfNeeded();
    await inOurFonts(page);
    const before = await heart.evaluate((one) => one.getBoundingClientRect().top - one.closest('article')!.getBoundingClientRect().top);
    release();
    await expect(card.getByText('Emma, 2 years')).toBeVisible();
    await expect(card.getByText('Jonas, 4 weeks')).toBeVisible();
    await expect(card.locator('p', { hasText: 'Emma, 2 years' }).locator('svg'), 'as a ring').toBeVisible();
    const after = await heart.evaluate((one) => one.getBoundingClientRect().top - one.closest('article')!.getBoundingClientRect().top);
    expect(after, 'nothing moves').toBe(before);
    await page.unroute('**/api/family-relationships');
    await expect(page.getByRole('article').filter({ hasText: 'The day itself.' }).getByText('Jonas, newborn')).toBeVisible();
    await accessible(page, { dark: true, room: true });
  });

  await test.step('on the page of a recipe', async () => {
    await page.goto(`/post/${bowl}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Porridge for two');
    await expect(page.getByRole('link', { name: 'Emma, 2 years' })).toBeVisible();
    await accessible(page, { room: true });
    await page.getByRole('link', { name: 'Jonas, 4 weeks' }).click();
  });

  await test.step('the timeline says what a recipe is called, and what an answer answers', async () => {
    const panel = page.getByRole('tabpanel');
    await expect(panel.getByRole('link', { name: 'Porridge for two' })).toBeVisible();
    await expect(panel.getByRole('link', { name: /What does Jonas smell like\?.*Of milk\./ })).toBeVisible();
    await accessible(page, { room: true });
  });

  await test.step('side by side each has its name, and its story below it', async () => {
    await page.getByRole('tab', { name: 'Siblings' }).click();
    await page.getByRole('slider', { name: 'At the age of' }).fill('0');
    const column = page.getByRole('region', { name: 'Jonas', exact: true });
    for (const words of ['Porridge for two', 'What does Jonas smell like?', 'Laughed out loud', 'At the duck.'])
      await expect(column.getByText(words, { exact: true })).toBeVisible();
    await column.scrollIntoViewIfNeeded();
    await accessible(page, { room: true });
  });
});

test('children stand by age, cousins and friends below them; no birthday is no trouble', async ({ page, accessible, expectRefusal }) => {
  const account = await newAccount(page);
  await addChild(page, account, { name: 'Jonas', birth_day: daysAgo(105), relationship_id: 2, gender: 'female' });
  await addChild(page, account, { birth_day: '2020-02-29', gender: 'female' });
  await addChild(page, account, { name: 'Nobody-knows', birth_day: null, gender: 'female' });
  await addChild(page, account, { name: 'Mila', birth_day: daysAgo(250), relationship_id: 21, gender: 'female' });
  await addChild(page, account, { name: 'Petra', birth_day: daysAgo(35 * 366), relationship_id: 27, gender: 'female' });
  const everyone = '**/api/family-relationships';
  const add = page.getByRole('link', { name: 'Add a child' });
  const release = await holdBack(page, everyone);
  await logIn(page, account, '/children');
  await expect(page.getByRole('listitem').filter({ has: page.locator('.type-title') })).toHaveText([
    /Emma/,
    /Jonas15 weeks$/,
    /Nobody-knows$/,
  ]);
  await expect(add, 'what is known later does not move it').toHaveCount(0);
  release();
  await expect(add).toBeVisible();
  const list = (name: string) => page.locator('section').filter({ has: page.getByRole('heading', { name }) });
  await expect(list('Cousins and friends').getByRole('listitem')).toHaveText([/Mila/]);
  await expect(list('Others you remember').getByRole('listitem'), 'a grown-up friend').toHaveText([/Petra/]);
  await expect(page.getByRole('link', { name: /Mila/ }).getByText(/^8 months/)).toBeVisible();
  await accessible(page);
  expectRefusal(500);
  await page.route(everyone, (route) => route.fulfill({ status: 500, json: {} }));
  await page.reload();
  await expect(page.getByRole('alert').filter({ hasText: 'Everyone else could not be loaded.' })).toBeVisible();
  await expect(add).toBeVisible();
  await page.unroute(everyone);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('link', { name: /Mila/ }).click();
  await expect(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible();
  await accessible(page);
});

test('beside a page stands something on the first evening, too', { tag: '@laptop' }, async ({ page, newPerson, accessible }) => {
  test.setTimeout(120_000);
  const nora = await newAccount(page);
  const robin = await addChild(page, nora, { name: 'Robin', birth_day: null, relationship_id: 1 });
  const emma = await addChild(page, nora, { birth_day: '2010-09-12', gender: 'female' });
  await logIn(page, nora, `/children/childDetail/${robin}`);
  const missing = beside(page).getByRole('link', { name: /When was Robin born\?/ });
  for (const tab of ['Timeline', 'Moments', 'Growth']) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(missing, tab).toBeVisible();
    await expect(beside(page).getByRole('link', { name: /^Good to know/ }), tab).toBeInViewport();
    await accessible(page);
  }
  await page.goto(`/children/childDetail/${emma}?tab=growth`);
  await expect(page.getByRole('heading', { name: 'How tall is Emma?' }), 'curves, and nothing measured').toBeVisible();
  await expect(beside(page).getByRole('heading', { name: 'Birthdays ahead' })).toBeVisible();

  await page.goto('/private/meaningful-moments/robin');
  await expect(beside(page).getByRole('heading').first()).toBeVisible();

  await page.goto(`/subcategory/subcategoryPosts?subcategory=${soups}`);
  await expect(beside(page).getByRole('heading', { name: 'How a shelf fills' })).toBeVisible();
  await accessible(page);
  await share(page, nora, { text: 'A soup', media_ids: [await upload(page, nora, photo('soup'))], subcategory_id: soups });
  await page.reload();
  await expect(beside(page).getByRole('heading', { name: 'Told by' })).toBeVisible();

  // What never has anything beside it stands in the middle.
  const ruth = await joinFamily(page, nora, 'Ruth Whitlock', 'relative');
  const hers = await newPerson();
  await logIn(hers, ruth, '/private/meaningful-moments/robin');
  const heading = hers.getByRole('heading', { name: 'Kept by the parents' });
  await expect(heading).toBeVisible();
  await expect(beside(hers)).toHaveCount(0);
  await quiet(hers);
  const column = await boxOf(hers.getByRole('main'));
  const rail = await boxOf(hers.getByRole('navigation', { name: 'Main' }));
  const [start, end] = [rail.x + rail.width, hers.viewportSize()!.width];
  expect(Math.abs(column.x - start - (end - column.x - column.width)), 'as much room on either side').toBeLessThan(40);
});
