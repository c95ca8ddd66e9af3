import type { Page } from '@playwright/test';
import { expect, fillLogin, keptOnDevice, logIn, newAccount, photo, quiet, test } from './fixture.ts';
import { addChild, bearer, comment, keepMoment, share, upload } from './makers.ts';

// What somebody changes of a thing that is there is on the device until it is saved or thrown away: a phone may close the page at any moment.

const note = (page: Page) => page.getByText('You have not saved these changes yet.');
const discard = (page: Page) => page.getByRole('button', { name: 'Discard my changes' });
const story = (page: Page) => page.getByLabel('What happened?');
const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Messages' }).getByText(text, { exact: true });

/** The changes that are kept in the databases of this device. */
const keptEdits = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const found: string[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name);
        opening.addEventListener('success', () => resolve(opening.result));
      });
      if (db.objectStoreNames.contains('values'))
        found.push(
          ...(await new Promise<string[]>((resolve) => {
            const keys = db.transaction('values').objectStore('values').getAllKeys();
            keys.addEventListener('success', () => resolve(keys.result.map(String)));
          })),
        );
      db.close();
    }
    return found.filter((key) => key.startsWith('edit '));
  });

/** A page as it is opened again after the phone has closed it. */
async function openedAgain(page: Page, reopen: (page: Page) => Promise<Page>, path: string): Promise<Page> {
  await keptOnDevice(page);
  const next = await reopen(page);
  await next.goto(path);
  return next;
}

test('a post that is changed stays as it was written, until it is saved or the saved version is taken back', async ({
  page,
  reopen,
  accessible,
  expectRefusal,
}) => {
  test.setTimeout(120_000);
  const account = await newAccount(page);
  const post = await share(page, account, { text: 'First words.', media_ids: [await upload(page, account, photo('cake'))] });
  const path = `/post/${post}?edit=1`;
  await logIn(page, account, path);
  await expect(story(page)).toHaveValue('First words.');
  await story(page).fill('Other words.');
  await page.getByRole('button', { name: /^Who sees it/ }).click();
  await page.getByRole('menuitemradio', { name: /Guardians only/ }).click();

  let next = await openedAgain(page, reopen, path);
  await expect(story(next)).toHaveValue('Other words.');
  await expect(note(next)).toBeVisible();
  await expect(next.getByRole('button', { name: /^Who sees it.*Guardians only/ })).toBeVisible();
  await expect(next.getByRole('button', { name: /^Arrange or remove/ })).toHaveCount(1);
  await accessible(next);

  await test.step('the saved version is taken back', async () => {
    await discard(next).click();
    await expect(story(next)).toHaveValue('First words.');
    await expect(note(next)).toBeHidden();
    await expect.poll(() => keptEdits(next)).toEqual([]);
    next = await openedAgain(next, reopen, path);
    await expect(story(next)).toHaveValue('First words.');
    await expect(note(next)).toHaveCount(0);
  });

  await test.step('whoever leaves it throws it away', async () => {
    await story(next).fill('Words for nobody.');
    await expect.poll(() => keptEdits(next)).toHaveLength(1);
    await next.getByRole('button', { name: 'Close' }).click();
    await next.getByRole('button', { name: 'Leave it' }).click();
    await expect(next.getByText('First words.')).toBeVisible();
    await expect.poll(() => keptEdits(next)).toEqual([]);
  });

  await test.step('what was kept is saved, and kept no more', async () => {
    await next.goto(path);
    await story(next).fill('The last words.');
    next = await openedAgain(next, reopen, path);
    await expect(story(next)).toHaveValue('The last words.');
    await next.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(toast(next, 'The post is saved')).toBeVisible();
    await expect(story(next)).toHaveCount(0);
    await expect(next.getByText('The last words.')).toBeVisible();
    await expect.poll(() => keptEdits(next)).toEqual([]);
  });

  await test.step('a post that is deleted takes its change along, also where that was elsewhere', async () => {
    await next.goto(path);
    await story(next).fill('Words for nobody.');
    await expect.poll(() => keptEdits(next)).toHaveLength(1);
    await keptOnDevice(next);
    next = await reopen(next);
    expect((await next.request.delete(`/api/posts/${post}`, { headers: bearer(account) })).status()).toBe(200);
    expectRefusal(404);
    await next.goto('/dashboard');
    await expect.poll(() => keptEdits(next)).toEqual([]);
  });
});

test('a recipe that is changed stays as it was written', async ({ page, reopen }) => {
  const account = await newAccount(page);
  const recipe = {
    title: 'Tomato soup',
    portions: 4,
    ingredients: [{ amount: '1', unit: 'kg', what: 'tomatoes' }],
    steps: [{ text: 'Cut the tomatoes.' }],
  };
  const post = await share(page, account, { text: 'As she made it.', recipe });
  const path = `/post/${post}?edit=1`;
  const title = (at: Page) => at.getByLabel('What is it called?');
  const amount = (at: Page) => at.getByLabel('Amount of ingredient 1');
  await logIn(page, account, path);
  await title(page).fill('Ruth’s tomato soup');
  await amount(page).fill('2 kg');
  const next = await openedAgain(page, reopen, path);
  await expect(title(next)).toHaveValue('Ruth’s tomato soup');
  await expect(amount(next)).toHaveValue('2 kg');
  await expect(note(next)).toBeVisible();
  await next.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(next.getByRole('heading', { level: 1 })).toHaveText('Ruth’s tomato soup');
  await expect(next.getByText('2 kg')).toBeVisible();
  await expect.poll(() => keptEdits(next)).toEqual([]);
});

test('a moment that is changed stays as it was written', async ({ page, reopen, accessible }) => {
  const account = await newAccount(page);
  await addChild(page, account);
  const id = await keepMoment(page, account, { people: ['emma'], milestone: 'makes-a-joke', text: 'About a cow.' });
  const path = `/private/meaningful-moments/emma?edit=${id}`;
  const words = (at: Page) => at.getByLabel('The story');
  const title = (at: Page) => at.getByLabel('What shall we call it?');
  await logIn(page, account, path);
  await words(page).fill('About a horse.');
  const saved = await title(page).inputValue();
  await title(page).fill('The first joke');
  let next = await openedAgain(page, reopen, path);
  await expect(words(next)).toHaveValue('About a horse.');
  await expect(title(next)).toHaveValue('The first joke');
  await expect(note(next)).toBeVisible();
  await accessible(next);
  await discard(next).click();
  await expect(words(next)).toHaveValue('About a cow.');
  await expect(title(next)).toHaveValue(saved);
  await title(next).fill('The best joke');
  next = await openedAgain(next, reopen, path);
  await expect(title(next)).toHaveValue('The best joke');
  await next.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(next.getByRole('heading', { name: 'The best joke', level: 1 })).toBeVisible();
  await expect.poll(() => keptEdits(next)).toEqual([]);
});

test('a comment that is changed stays as it was written', async ({ page, reopen, accessible }) => {
  const account = await newAccount(page);
  const post = await share(page, account, { text: 'The sea.' });
  await comment(page, account, post, { text: 'So blue.' });
  const field = (at: Page) => at.getByLabel('Your comment');
  const act = async (at: Page, action: 'Edit' | 'Delete') => {
    await at.getByRole('button', { name: 'What to do with this comment' }).click();
    await at.getByRole('menuitem', { name: action }).click();
  };
  await logIn(page, account, `/post/${post}`);
  await act(page, 'Edit');
  await field(page).fill('So blue, and so cold.');
  let next = await openedAgain(page, reopen, `/post/${post}`);
  await act(next, 'Edit');
  await expect(field(next)).toHaveValue('So blue, and so cold.');
  await expect(note(next)).toBeVisible();
  await accessible(next);
  await discard(next).click();
  await expect(field(next)).toHaveValue('So blue.');
  await expect(field(next)).toBeFocused();
  await expect.poll(() => keptEdits(next)).toEqual([]);

  await field(next).fill('So cold.');
  await expect.poll(() => keptEdits(next)).toHaveLength(1);
  await next.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => keptEdits(next), 'whoever cancels throws it away').toEqual([]);

  await act(next, 'Edit');
  await field(next).fill('So green.');
  next = await openedAgain(next, reopen, `/post/${post}`);
  await act(next, 'Edit');
  await expect(field(next)).toHaveValue('So green.');
  await next.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(field(next)).toHaveCount(0);
  await expect(next.getByText('So green.')).toBeVisible();
  await expect.poll(() => keptEdits(next)).toEqual([]);
});

test('what was changed elsewhere meanwhile is told where an edit is opened again, and nothing of it is undone', async ({
  page,
  reopen,
}) => {
  test.setTimeout(120_000);
  const account = await newAccount(page);
  const post = await share(page, account, { text: 'First words.', occurred_on: '2024-05-01' });
  const said = await comment(page, account, post, { text: 'So blue.' });
  const path = `/post/${post}?edit=1`;
  const headers = bearer(account);
  await logIn(page, account, path);
  await story(page).fill('My words.');
  await keptOnDevice(page);
  let next = await reopen(page);
  const theirs = { text: 'Words from elsewhere.', occurred_on: '2023-07-09' };
  await next.request.patch(`/api/posts/${post}`, { headers, data: theirs });
  await next.goto(path);
  const told = next.getByText(/This post was changed elsewhere meanwhile/);
  await expect(told).toBeVisible();
  await expect(next.getByText('Words from elsewhere.')).toBeVisible();
  await expect(story(next)).toHaveValue('My words.');
  await expect(note(next)).toHaveCount(0);

  await test.step('it is told until somebody has chosen', async () => {
    next = await openedAgain(next, reopen, path);
    await expect(next.getByText(/This post was changed elsewhere meanwhile/)).toBeVisible();
    await expect(story(next)).toHaveValue('My words.');
    const sending = next.waitForRequest((request) => request.method() === 'PATCH');
    await next.getByRole('button', { name: 'Save', exact: true }).click();
    expect((await sending).postDataJSON()).toEqual({ text: 'My words.' });
    await expect(toast(next, 'The post is saved')).toBeVisible();
  });

  await test.step('a comment', async () => {
    await next.goto(`/post/${post}`);
    const edit = async () => {
      await next.getByRole('button', { name: 'What to do with this comment' }).click();
      await next.getByRole('menuitem', { name: 'Edit' }).click();
    };
    await edit();
    await next.getByLabel('Your comment').fill('So cold.');
    await keptOnDevice(next);
    next = await reopen(next);
    await next.request.patch(`/api/comments/${said}`, { headers, data: { text: 'So green.' } });
    await next.goto(`/post/${post}`);
    await edit();
    await expect(next.getByText(/This comment was changed elsewhere meanwhile/)).toBeVisible();
    await expect(next.getByLabel('Your comment')).toHaveValue('So cold.');
    await next.getByRole('button', { name: 'Take the other version' }).click();
    await expect(next.getByLabel('Your comment')).toHaveValue('So green.');
    await expect(next.getByLabel('Your comment')).toBeFocused();
    await expect.poll(() => keptEdits(next)).toEqual([]);
  });
});

test('who logs out leaves no change on the device', async ({ page }) => {
  const account = await newAccount(page);
  const post = await share(page, account, { text: 'First words.' });
  const path = `/post/${post}?edit=1`;
  await logIn(page, account, path);
  await story(page).fill('Words for nobody.');
  await expect.poll(() => keptEdits(page)).toHaveLength(1);
  page.on('dialog', (question) => void question.accept());
  await page.goto('/private');
  await quiet(page);
  expect(await keptEdits(page)).toHaveLength(1);
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL((url) => url.pathname !== '/private');
  await page.goto(`/login?redirect=${encodeURIComponent(path)}`);
  await fillLogin(page, account);
  await page.waitForURL(`**${path}`);
  await expect(story(page)).toHaveValue('First words.');
  await expect(note(page)).toHaveCount(0);
});
