import type { Page } from '@playwright/test';
import { expect, joinFamily, logIn, newAccount, quiet, test, type Account } from './fixture.ts';
import { addChild, askQuestion, bearer, share } from './makers.ts';
import { failLater, holdBack } from './network.ts';

// Whoever leaves a page while something of it is being sent is told what has become of it, sends it once, and stays where they are.

const toast = (page: Page) => page.getByRole('region', { name: 'Messages' });
/** Goes to a path as a tapped message does in an open window. */
const inApp = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
/** The words of all questions. */
const asked = async (page: Page, by: Account) => {
  const { data } = (await (await page.request.get('/api/questions', { headers: bearer(by) })).json()) as {
    data: { items: { text: string }[] };
  };
  return data.items.map(({ text }) => text);
};

test('a question and an answer that are left while they are sent arrive once; what is refused then says so, with the way back to it', async ({
  page,
  newPerson,
  expectRefusal,
}) => {
  const nora = await newAccount(page);
  const sam = await joinFamily(page, nora, 'Sam Whitlock', 'guardian');

  await test.step('they arrive, and are drafts no more', async () => {
    const words = 'What did grandfather sing?';
    const question = page.getByLabel('Or say it your way');
    await logIn(page, nora, '/treasures');
    await quiet(page);
    await inApp(page, '/treasures/ask-family');
    await question.fill(words);
    let release = await holdBack(page, '**/api/questions');
    await page.getByRole('button', { name: 'Ask everyone' }).click();
    await page.goBack();
    await expect(page).toHaveURL(/\/treasures$/);
    release();
    await expect(toast(page)).toContainText('Your question is asked');
    await expect(page).toHaveURL(/\/treasures$/);
    await inApp(page, '/treasures/ask-family');
    await quiet(page);
    await expect(question).toHaveValue('');
    expect(await asked(page, nora)).toEqual([words]);

    const atSam = await newPerson();
    const answer = atSam.getByLabel('In your words');
    await logIn(atSam, sam, '/treasures/ask-family');
    await atSam
      .getByRole('link', { name: /grandfather/ })
      .first()
      .click();
    await answer.fill('The moon has risen.');
    release = await holdBack(atSam, '**/answers');
    await atSam.getByRole('button', { name: 'Send the answer' }).click();
    await atSam.goBack();
    await expect(atSam).toHaveURL(/ask-family$/);
    release();
    await expect(toast(atSam)).toContainText('Your answer is there');
    await atSam
      .getByRole('link', { name: /grandfather/ })
      .first()
      .click();
    await atSam.getByRole('button', { name: 'Answer once more' }).click();
    await quiet(atSam);
    await expect(answer).toHaveValue('');
  });

  await test.step('they are refused', async () => {
    expectRefusal(500);
    const id = await askQuestion(page, nora, { text: 'What did grandmother sing?', recipient_ids: [sam.userId] });
    let fail = await failLater(page, '**/answers');
    await logIn(page, sam, '/treasures/ask-family');
    await page
      .getByRole('link', { name: /grandmother/ })
      .first()
      .click();
    await page.getByLabel('In your words').fill('The moon has risen.');
    await page.getByRole('button', { name: 'Send the answer' }).click();
    await page.goBack();
    await expect(page).toHaveURL(/ask-family$/);
    fail();
    await expect(toast(page)).toContainText('It failed.');
    await toast(page).getByRole('button', { name: 'Open it again' }).click();
    await expect(page).toHaveURL(new RegExp(`question=${id}`));
    await expect(page.getByLabel('In your words')).toHaveValue('The moon has risen.');

    // A form, too.
    fail = await failLater(page, '**/api/family-relationships');
    await inApp(page, '/children?add=1');
    await page.getByLabel('Name', { exact: true }).fill('Emma');
    await page.getByRole('group', { name: 'Who is Emma to you?' }).getByRole('button', { name: 'Godchild' }).click();
    await page.getByRole('button', { name: 'Add Emma' }).click();
    await page.goBack();
    await expect(page).toHaveURL(/question=/);
    fail();
    await expect(toast(page)).toContainText('It failed.');
    await toast(page).getByRole('button', { name: 'Open it again' }).click();
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Emma');
  });
});

test('what is written on one page stays with it where another of its kind opens; what is saved late leads nobody away', async ({
  page,
}) => {
  const nora = await newAccount(page);

  await test.step('two posts, one in the place of the other', async () => {
    const [a, b] = [await share(page, nora, { text: 'The first snow.' }), await share(page, nora, { text: 'The lake in July.' })];
    await logIn(page, nora, '/dashboard');
    await page.getByText('The first snow.').click();
    await expect(page).toHaveURL(new RegExp(a));
    const field = page.getByRole('textbox', { name: 'Say something kind' });
    await field.fill('Only for the snow');
    await inApp(page, `/post/${b}`);
    await expect(page.getByText('The lake in July.')).toBeVisible();
    await quiet(page);
    await expect(field).toHaveValue('');
    await inApp(page, `/post/${a}`);
    await expect(page.getByText('The first snow.')).toBeVisible();
    await expect(field).toHaveValue('Only for the snow');
  });

  await test.step('a moment, a post and a child that are saved late', async () => {
    const emma = await addChild(page, nora, { name: 'Emma' });
    const post = await share(page, nora, { text: 'Before.' });
    const writing = page.getByRole('textbox').first();
    const onward = async (path: string) => {
      await inApp(page, path);
      await expect(page).toHaveURL(new RegExp(`${path}$`));
    };
    await page.goto('/private/meaningful-moments/emma');
    await page.getByRole('link', { name: 'Add a moment' }).first().click();
    await page.locator('[name="title"]').fill('First song');
    let release = await holdBack(page, '**/api/moments');
    await page.getByRole('button', { name: 'Keep this moment' }).click();
    await onward('/treasures/share-something');
    await writing.fill('I am writing here');
    release();
    await expect(toast(page)).toContainText('The moment is kept');
    await quiet(page);
    await expect(page).toHaveURL(/share-something$/);

    await onward(`/post/${post}`);
    await page.getByRole('button', { name: 'What to do with this post' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByLabel('What happened?').fill('After.');
    release = await holdBack(page, `**/api/posts/${post}`);
    await page.getByRole('button', { name: 'Save' }).click();
    await inApp(page, '/private');
    await page.getByRole('dialog').getByRole('button', { name: /Leave/ }).press('Enter');
    await expect(page).toHaveURL(/\/private$/);
    release();
    await expect(toast(page)).toContainText('The post is saved');
    await quiet(page);
    await expect(page).toHaveURL(/\/private$/);

    await onward(`/children/childDetail/${emma}`);
    await inApp(page, `/children/childDetail/${emma}?edit=1`);
    await page.getByLabel('Name', { exact: true }).fill('Emma Rose');
    release = await holdBack(page, '**/api/family-relationships/update');
    await page.getByRole('button', { name: 'Save' }).click();
    await onward('/faq');
    release();
    await expect(toast(page)).toContainText('Emma');
    await quiet(page);
    await expect(page).toHaveURL(/\/faq$/);
  });
});
