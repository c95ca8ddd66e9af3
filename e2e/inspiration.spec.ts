import type { Page } from '@playwright/test';
import { expect, expectNoOverflow, feed, joinFamily, keptOnDevice, logIn, newAccount, test } from './fixture.ts';
import { tryAgain } from './without-network.ts';
import { share } from './makers.ts';
import { boxOf } from './motion.ts';
import { goOn } from './running-app.ts';

const toast = (page: Page, text: string | RegExp) => page.getByRole('region', { name: 'Messages' }).getByText(text);
const chip = (page: Page, name: string) => page.getByRole('group', { name: 'Show only' }).getByRole('link', { name, exact: true });
const cards = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('link');
const weekly = (page: Page) => page.getByRole('article', { name: 'This week’s idea' });

test('ideas: this week’s, all of them narrowed, one saved, begun and done', async ({ page, accessible, expectRefusal }) => {
  test.setTimeout(120_000);
  expectRefusal(404);
  const account = await newAccount(page);
  await logIn(page, account, '/inspiration');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Inspiration');
  const hero = page.getByRole('main').getByRole('link', { name: /^This week, picked for you/ });
  await expect(hero).toBeVisible();
  await expect(cards(page)).toHaveCount(9);
  await page.getByRole('button', { name: 'More ideas' }).click();
  await expect(cards(page)).toHaveCount(33);
  const ofWeek = (await hero.getAttribute('href')) ?? '';
  expect(await cards(page).evaluateAll((all) => all.map((one) => one.getAttribute('href')))).not.toContain(ofWeek);
  await accessible(page, { dark: true, room: true });

  await chip(page, 'Recipes').click();
  await expect(page).toHaveURL(/\/inspiration\?show=recipes$/);
  await expect(chip(page, 'Recipes')).toHaveAttribute('aria-current', 'page');
  await expect(chip(page, 'All')).not.toHaveAttribute('aria-current');
  await expect(cards(page).filter({ hasNotText: 'Recipe' })).toHaveCount(0);
  await chip(page, 'Saved').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible();
  await accessible(page, { room: true });
  await expectNoOverflow(page);

  await goOn(page, '/inspiration/soup');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Write down the soup everyone asks for');
  await expect(page.getByRole('article').getByRole('listitem')).toHaveCount(3);
  await expect(page.getByRole('link', { name: 'Start the recipe' })).toHaveAttribute('href', '/inspiration/family-recipe/form?idea=soup');
  await page.getByRole('button', { name: 'Save for later' }).click();
  await expect(toast(page, 'Saved for later')).toBeVisible();
  await expect(page.getByRole('button', { name: 'No longer save' }), 'the focus stays while it is saved').toBeFocused();
  await page.getByRole('button', { name: 'We have done it' }).click();
  await expect(page.getByRole('main').getByRole('status')).toHaveText('You have done it.');
  await accessible(page, { dark: true, room: true });
  await page.reload();
  await expect(page.getByRole('button', { name: 'No longer save' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Not done yet' }).click();
  await expect(page.getByRole('button', { name: 'We have done it' })).toBeVisible();
  await page.goto('/inspiration?show=saved');
  await expect(cards(page)).toHaveCount(1);

  // What is to be shared is shared with the idea above it.
  await goOn(page, '/inspiration/fridge-door');
  await page.getByRole('main').getByRole('link', { name: 'Share something', exact: true }).click();
  await expect(page).toHaveURL(/\/treasures\/share-something\?idea=fridge-door$/);
  await expect(page.getByText('Photograph the fridge door')).toBeVisible();
  await accessible(page, { room: true });

  // What is really shared is done, and says so where it began.
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'You have done it.' })).toHaveCount(0);
  await page.getByLabel('What happened?').fill('The door, as it is today');
  await page
    .getByRole('button', { name: /^Share/ })
    .last()
    .click();
  await expect(feed(page).filter({ hasText: 'The door, as it is today' })).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/\/inspiration\/fridge-door$/);
  await expect(page.getByRole('main').getByRole('status')).toHaveText('You have done it.');

  await goOn(page, '/inspiration/how-you-met');
  await page.getByRole('main').getByRole('link', { name: 'Ask the family', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Or say it your way' })).toHaveValue(/./);
  // Who is alone in the family invites somebody first, and finds the question again.
  await expect(page.getByText('Your question waits here until you have invited somebody.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Ask / })).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Or say it your way' }).fill('How did you two meet?');
  await keptOnDevice(page);
  await page.getByRole('link', { name: 'Invite somebody to ask' }).click();
  await expect(page.getByRole('dialog').getByLabel('E-mail')).toBeVisible();
  await page.goto('/treasures/ask-family');
  await expect(page.getByRole('textbox', { name: 'Or say it your way' })).toHaveValue('How did you two meet?');
  await expect(page.getByRole('heading', { name: 'How it goes' })).toBeVisible();
  await accessible(page, { room: true });

  // What is really asked is done, too.
  await joinFamily(page, account, 'Ruth Whitlock', 'relative');
  await page.reload();
  await page.getByRole('button', { name: /^Ask / }).click();
  await page.waitForURL(/\/treasures\/ask-family\?question=/);
  await page.goto('/inspiration/how-you-met');
  await expect(page.getByRole('main').getByRole('status')).toHaveText('You have done it.');

  await page.goto('/inspiration/no-such-idea');
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
});

test('this week’s idea stands below the first page of a new family, then among its posts: another one comes and goes back, and done it is gone', async ({
  page,
  accessible,
}) => {
  test.setTimeout(120_000);
  const account = await newAccount(page);

  await test.step('below the first page', async () => {
    await logIn(page, account, '/dashboard');
    await expect(page.getByRole('heading', { name: 'The first page is yours' })).toBeVisible();
    await expect(weekly(page)).toHaveCount(1);
    await expect(weekly(page).getByRole('button', { name: 'Another idea' })).toBeVisible();
    await accessible(page, { room: true });
    await page.goto('/dashboard?kind=recipe');
    await expect(page.getByRole('heading', { name: 'Nothing like that yet' })).toBeVisible();
    await expect(weekly(page), 'where the feed is narrowed').toHaveCount(0);
  });

  await test.step('among the posts', async () => {
    for (const text of ['The first snow.', 'The second snow.', 'The third snow.']) await share(page, account, { text });
    await page.goto('/dashboard');
    await expect(weekly(page)).toBeVisible();
    const title = weekly(page).getByRole('heading');
    const first = (await title.textContent()) ?? '';
    await accessible(page);
    await weekly(page).getByRole('button', { name: 'Another idea' }).click();
    await expect(title).not.toHaveText(first);
    await page.getByRole('button', { name: 'Bring the first back' }).click();
    await expect(title).toHaveText(first);

    await title.getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(first);
    await page.getByRole('button', { name: 'Show me another idea' }).click();
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(first);
    await page.getByRole('button', { name: /^(We have done it|I have read it)$/ }).click();
    await expect(page.getByRole('main').getByRole('status')).toHaveText('You have done it.');
    await page.goto('/dashboard');
    await expect(page.getByText('The third snow.')).toBeVisible();
    await expect(feed(page)).toHaveCount(3);
    await expect(weekly(page)).toHaveCount(0);
  });
});

test('ideas that do not come are asked for again', async ({ page, expectRefusal, expectLostStream, accessible }) => {
  expectRefusal(500);
  const account = await newAccount(page);
  await page.route('**/api/inspiration**', (route) =>
    route.fulfill({
      status: 500,
      json: { success: false, status_code: 'internal_error', message: 'Something went wrong', request_id: 'x' },
    }),
  );
  await logIn(page, account, '/inspiration');
  await expect(page.getByText('The ideas did not come.')).toBeVisible();
  await accessible(page);
  await page.unroute('**/api/inspiration**');
  expectLostStream();
  await page.route('**/*', (route) =>
    route.request().resourceType() === 'image' ? route.abort('internetdisconnected') : route.fallback(),
  );
  await tryAgain(page, cards(page).first());
  await expect(cards(page)).toHaveCount(9);
  const hero = page.getByRole('main').getByRole('link', { name: /This week, picked for you/ });
  await expect(hero).toBeVisible();

  // Where the picture of the large one does not come, that is said in white, above its words.
  const lost = hero.getByText('This picture could not be loaded.');
  await expect(lost).toHaveCSS('color', 'rgb(255, 255, 255)');
  const [said, words] = [await boxOf(lost), await boxOf(hero.getByText('This week, picked for you'))];
  expect(said.y + said.height).toBeLessThan(words.y);
});
