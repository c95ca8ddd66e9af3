import type { Page } from '@playwright/test';
import { expect, joinFamily, keptOnDevice, logIn, newAccount, quiet, someEmail, test, toasts } from './fixture.ts';
import { addChild, askQuestion, bearer, share } from './makers.ts';
import { goOn } from './running-app.ts';

// Whoever comes back to a form whose first try is still under way sends nothing twice.

const onItsWay = (page: Page) => page.getByText('What you sent is still on its way.');

/** Lets calls that write to an address wait. @returns how many there were, and what lets them go on */
async function held(page: Page, address: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const tries = { count: 0, release: resolve };
  await page.route(address, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    tries.count += 1;
    await promise;
    await route.continue();
  });
  return tries;
}

test('a person is not added once more by who comes back while that is under way, nor where its answer is lost with the page', async ({
  page,
}) => {
  const account = await newAccount(page);
  const name = page.getByLabel('Name', { exact: true });
  await logIn(page, account, '/children?add=1');

  await test.step('who comes back meanwhile', async () => {
    const tries = await held(page, '**/api/family-relationships');
    await name.fill('Leo');
    await page.getByRole('button', { name: 'Son', exact: true }).click();
    await page.getByRole('button', { name: 'Add Leo' }).click();
    await expect.poll(() => tries.count).toBe(1);
    await page.getByRole('button', { name: 'Close' }).click();
    await goOn(page, '/children?add=1');
    await expect(onItsWay(page)).toBeVisible();
    const add = page.getByRole('button', { name: 'Add a child' }).last();
    await expect(add).toHaveAttribute('aria-busy', 'true');
    tries.release();
    await expect(add).not.toHaveAttribute('aria-busy', 'true');
    await expect(onItsWay(page)).toBeHidden();
    await expect(name).toHaveValue('');
    expect(tries.count).toBe(1);
    await page.unroute('**/api/family-relationships');
  });

  await test.step('what the server has taken', async () => {
    const { promise: taken, resolve: took } = Promise.withResolvers<void>();
    let isLost = true;
    await page.route('**/api/family-relationships', async (route) => {
      if (!isLost || route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      took();
    });
    await name.fill('Ida');
    await page.getByRole('button', { name: 'Daughter', exact: true }).click();
    await page.getByRole('button', { name: 'Add Ida' }).click();
    await taken;
    await keptOnDevice(page);
    await page.reload();
    await expect(name).toHaveValue('Ida');
    isLost = false;
    await page.getByRole('button', { name: 'Add Ida' }).click();
    await expect(page.getByText('Ida is part of the family')).toBeAttached();
    const answer = await page.request.get('/api/family-relationships/children', { headers: bearer(account) });
    const { data } = (await answer.json()) as { data: { children: { name: string }[] } };
    expect(data.children.map((child) => child.name).toSorted()).toEqual(['Ida', 'Leo']);
  });
});

test('an answer, a comment and a moment wait for their first try, and are there again where it fails', async ({ page, expectRefusal }) => {
  test.setTimeout(120_000);
  const account = await newAccount(page);
  const ruth = await joinFamily(page, account, 'Ruth Berg', 'guardian');
  await addChild(page, account, { name: 'Emma' });
  const post = await share(page, account, { text: 'Soup' });
  const question = await askQuestion(page, account, { text: 'Who taught you to swim?' });
  await logIn(page, ruth, `/treasures/ask-family?question=${question}`);

  const answers = await held(page, `**/api/questions/${question}/answers`);
  const words = page.getByRole('textbox', { name: 'In your words' });
  await words.fill('My brother, with a rope.');
  const send = page.getByRole('button', { name: 'Send the answer' });
  await send.click();
  await expect.poll(() => answers.count).toBe(1);
  await goOn(page, '/children');
  await goOn(page, `/treasures/ask-family?question=${question}`);
  await expect(onItsWay(page)).toBeVisible();
  await expect(send).toHaveAttribute('aria-busy', 'true');
  await expect(words).toHaveValue('');
  answers.release();
  await expect(page.getByRole('region', { name: 'Answers' }).getByRole('article')).toHaveCount(1);
  expect(answers.count).toBe(1);

  await goOn(page, `/post/${post}`);
  const comments = await held(page, '**/comments');
  const comment = page.getByRole('textbox', { name: 'Say something kind' });
  await comment.fill('Two tickets, please');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(() => comments.count).toBe(1);
  await goOn(page, '/children');
  await goOn(page, `/post/${post}`);
  await expect(comment).toHaveValue('');
  comments.release();
  await expect(page.getByRole('listitem').filter({ hasText: 'Two tickets, please' })).toHaveCount(1);
  await expect(comment).toHaveValue('');

  const own = '/private/meaningful-moments/emma?add=own';
  await goOn(page, own);
  const { promise: until, resolve: refuse } = Promise.withResolvers<void>();
  await page.route('**/api/moments', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await until;
    return route.fulfill({ status: 503, json: { success: false, status_code: 'unavailable', message: 'Later.' } });
  });
  await page.getByLabel('What shall we call it?').fill('Four steps');
  const story = page.getByRole('textbox', { name: 'The story' });
  await story.fill('From the chair to me.');
  await page.getByRole('button', { name: 'Keep this moment' }).click();
  for (const what of ['[data-field="people"]', '[name="when-day"]', '#moment-photos'])
    await expect(page.locator(`[inert] ${what}`), 'what has left stands still').toHaveCount(1);
  await goOn(page, '/children');
  await goOn(page, own);
  await expect(onItsWay(page)).toBeVisible();
  expectRefusal(503);
  refuse();
  await expect(story).toHaveValue('From the chair to me.');
});

test('what is written while a child, or an invitation, is being sent stays', async ({ page }) => {
  await logIn(page, await newAccount(page), '/onboarding?step=children');
  const name = page.getByLabel('Name', { exact: true });
  const daughter = page.getByRole('button', { name: 'Daughter', exact: true });
  const child = await held(page, '**/api/family-relationships');
  await name.fill('Emma');
  await daughter.click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.poll(() => child.count).toBe(1);
  await name.fill('Leo');
  child.release();
  await expect(toasts(page).filter({ hasText: 'Emma is part of the family' })).toBeVisible();
  await expect(daughter, 'all else is empty').toHaveAttribute('aria-pressed', 'false');
  await expect(name).toHaveValue('Leo');
  await expect(name).toBeFocused();
  await expect(page, 'the next one is not lost').toHaveURL(/step=children/);
  await keptOnDevice(page);
  await page.reload();
  await expect(name, 'nor where the page is loaded anew').toHaveValue('Leo');
  await expect(daughter, 'what was sent is not kept').toHaveAttribute('aria-pressed', 'false');

  await page.goto('/private/family');
  await quiet(page);
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite somebody' });
  const invitation = await held(page, '**/api/send-account-invitation');
  await dialog.getByLabel('E-mail').fill(someEmail('ruth'));
  await dialog.getByLabel('Relationship').click();
  await page.getByRole('option', { name: 'Grandmother' }).click();
  await dialog.getByRole('button', { name: 'Keep the invitation ready' }).click();
  await expect.poll(() => invitation.count).toBe(1);
  await dialog.getByLabel('Your message').fill('The same words for Paul.');
  invitation.release();
  await expect(dialog.getByLabel('E-mail'), 'it is sent').toHaveValue('');
  await expect(dialog.getByLabel('Your message')).toHaveValue('The same words for Paul.');
  await quiet(page);
  await keptOnDevice(page);
  await page.reload();
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(dialog.getByLabel('Your message')).toHaveValue('The same words for Paul.');
  await expect(dialog.getByLabel('E-mail')).toHaveValue('');
});
