import type { BrowserContext, Locator, Page } from '@playwright/test';
import { expect, logIn, newAccount, quiet, test } from './fixture.ts';
import { addChild, measure, share } from './makers.ts';

// Whoever writes without a network is told so at once, and finds what was written where it was.

const messages = (page: Page): Locator => page.getByRole('region', { name: 'Messages' });
const name = (page: Page): Locator => page.getByLabel('Name', { exact: true });
const inForm = 'You are offline. What you typed stays here: try again once there is a network.';
const elsewhere = 'You are offline, so nothing was sent. Try again once there is a network.';

/** Presses a button without a network, reads what is said, and presses it again with one. */
async function twice(page: Page, context: BrowserContext, button: Locator, said: string, kept: () => Promise<void>): Promise<void> {
  await quiet(page);
  await context.setOffline(true);
  await button.click();
  await expect(page.getByText(said).first()).toBeVisible();
  await expect(button).toBeEnabled();
  await kept();
  await context.setOffline(false);
  await button.click();
}

test('forms with one field or many say that there is no network, and keep what was typed', async ({ page, context, expectLostStream }) => {
  expectLostStream();
  test.setTimeout(120_000);
  const account = await newAccount(page);
  const child = await addChild(page, account);

  await test.step('a person', async () => {
    await logIn(page, account, `/children/childDetail/${child}?edit=1`);
    await name(page).fill('Emma Rose');
    await twice(page, context, page.getByRole('button', { name: 'Save' }), inForm, () => expect(name(page)).toHaveValue('Emma Rose'));
    await expect(page.getByRole('heading', { level: 1, name: 'Emma Rose' })).toBeVisible();
  });

  await test.step('a measurement', async () => {
    await page.goto(`/children/childDetail/${child}?tab=growth`);
    await page.getByRole('link', { name: 'Add a measurement' }).click();
    const sheet = page.getByRole('dialog', { name: /^Measure/ });
    const height = sheet.getByLabel('Height', { exact: true });
    await height.fill('95');
    await twice(page, context, sheet.getByRole('button', { name: 'Save' }), inForm, () => expect(height).toHaveValue('95'));
    await expect(sheet).toBeHidden();
  });

  await test.step('a shelf', async () => {
    await page.goto('/treasures/subcategory?category=family-recipes');
    await page.getByRole('button', { name: 'Add your own' }).click();
    const field = page.getByRole('textbox', { name: 'Name' });
    await field.fill('Grandma Ruth’s');
    await twice(page, context, page.getByRole('button', { name: 'Save' }), inForm, () => expect(field).toHaveValue('Grandma Ruth’s'));
    await expect(page.getByRole('link', { name: /Grandma Ruth’s/ })).toBeVisible();
  });
});

test('what is written at length says that there is no network, and stays', async ({ page, context, expectLostStream }) => {
  expectLostStream();
  test.setTimeout(120_000);
  const account = await newAccount(page);
  const child = await addChild(page, account);
  const post = await share(page, account, { text: 'Snow.' });

  await test.step('a moment', async () => {
    await logIn(page, account, '/private/meaningful-moments/emma?add=1');
    const title = page.getByLabel('What shall we call it?');
    await title.fill('Slept through the storm');
    await twice(page, context, page.getByRole('button', { name: 'Keep this moment' }), elsewhere, () =>
      expect(title).toHaveValue('Slept through the storm'),
    );
    await expect(title).toBeHidden();
  });

  await test.step('a section', async () => {
    await page.goto('/private/additional-information/emma/health');
    await page.getByRole('link', { name: 'Write something down' }).click();
    const allergies = page.getByLabel('Allergies', { exact: true });
    await allergies.fill('Hazelnuts');
    await twice(page, context, page.getByRole('button', { name: 'Save' }), elsewhere, () => expect(allergies).toHaveValue('Hazelnuts'));
    await expect(allergies).toBeHidden();
  });

  await test.step('a post that is changed', async () => {
    await page.goto(`/post/${post}?edit=1`);
    const story = page.getByLabel('What happened?');
    await story.fill('Snow, at last.');
    await twice(page, context, page.getByRole('button', { name: 'Save' }), elsewhere, () => expect(story).toHaveValue('Snow, at last.'));
    await expect(page.getByText('Snow, at last.').first()).toBeVisible();
  });

  await test.step('and what is done by a press', async () => {
    await measure(page, account, child, [{ measured_on: '2026-01-02', height_cm: 95 }]);
    await page.goto(`/children/childDetail/${child}?tab=growth`);
    await page.getByRole('button', { name: 'What to do with 2 January 2026' }).click();
    await quiet(page);
    await context.setOffline(true);
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(messages(page).getByText(elsewhere)).toBeVisible();
    await context.setOffline(false);
  });
});
