import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { endTrial } from './database.ts';
import { expect, expectNoOverflow, feed, joinFamily, keptOnDevice, logIn, newAccount, quiet, test, type Account } from './fixture.ts';
import { addChild, bearer, buyPlan, share } from './makers.ts';
import { listening } from './running-app.ts';

/** A mother of two families, who looks at the first one. `textsIn` are the posts of a family, `namesIn` its people. */
async function motherOfTwo(page: Page) {
  const nora = await newAccount(page);
  const headers = bearer(nora);
  await buyPlan(page, nora, 'yearly');
  await share(page, nora, { text: 'Told in the first family.' });
  await addChild(page, nora, { name: 'Emma' });
  const families = async () => {
    const answer = await page.request.get('/api/families', { headers });
    return ((await answer.json()) as { data: { families: { id: string; current: boolean }[] } }).data.families;
  };
  const [first] = await families();
  const made = await page.request.post('/api/families', {
    headers: { ...headers, 'idempotency-key': randomUUID() },
    data: { name: 'The Marshes' },
  });
  const second = ((await made.json()) as { data: { family: { id: string } } }).data.family.id;
  await share(page, nora, { text: 'Told in the second family.' });
  await addChild(page, nora, { name: 'Emma' });
  const choose = async (id: string) => expect((await page.request.post(`/api/families/${id}/current`, { headers })).status()).toBe(200);
  await choose(first!.id);
  return {
    nora,
    first: first!.id,
    second,
    choose,
    textsIn: async (id: string) => {
      const answer = await page.request.get('/api/posts', { headers, params: { family_id: id } });
      return ((await answer.json()) as { data: { items: { text: string }[] } }).data.items.map(({ text }) => text);
    },
    namesIn: async (id: string) => {
      const answer = await page.request.get('/api/family-relationships', { headers, params: { family_id: id } });
      return ((await answer.json()) as { data: { relationships: { name: string }[] } }).data.relationships.map(({ name }) => name);
    },
  };
}

const messages = (page: Page) => page.getByRole('region', { name: 'Messages' });
const words = (page: Page) => page.getByLabel('What happened?');

/** Chooses a family on the page of one's own account. */
async function chooseHere(page: Page, name: RegExp): Promise<void> {
  const hears = listening(page);
  await page.goto('/private');
  await hears;
  await page.getByRole('button', { name }).click();
  await expect(messages(page).getByText(/^You are in .* now$/)).toHaveCount(1);
}

test('a family that is chosen in another window is shown here, and what is half written stays in its own', async ({ page, context }) => {
  const { nora, first, second, textsIn } = await motherOfTwo(page);
  await logIn(page, nora, '/dashboard');
  await expect(page.getByText('Told in the first family.')).toBeVisible();
  await page.goto('/treasures/share-something');
  await expect(page.getByText('For the Whitlock family')).toBeVisible();
  await words(page).fill('Half written for the first.');
  const other = await context.newPage();
  await chooseHere(other, /The Marshes/);

  await page.waitForURL('**/dashboard');
  await expect(messages(page).getByText('You are in the Marshes now, as you have chosen')).toHaveCount(1);
  await expect(page.getByText('Told in the second family.')).toBeVisible();
  await expect(page.getByText('Told in the first family.')).toHaveCount(0);
  await page.goto('/treasures/share-something');
  await expect(page.getByText('For the Marshes')).toBeVisible();
  await expect(words(page)).toHaveValue('');
  await words(page).fill('Meant for the second.');
  await page
    .getByRole('button', { name: /^Share/ })
    .last()
    .click();
  await page.waitForURL('**/dashboard');
  await expect.poll(() => textsIn(second)).toContain('Meant for the second.');

  await test.step('back in the first family it goes on, and the window that has chosen stays where it is', async () => {
    await chooseHere(other, /The Whitlock family/);
    await expect(feed(page).getByText('Told in the first family.')).toBeVisible();
    await expect(feed(page).getByText('Meant for the second.')).toHaveCount(0);
    await page.goto('/treasures/share-something');
    await expect(words(page)).toHaveValue('Half written for the first.');
    expect(await textsIn(first)).toEqual(['Told in the first family.']);
    expect(new URL(other.url()).pathname).toBe('/private');
    await expect(messages(other).getByText('as you have chosen')).toHaveCount(0);
  });
});

test('a family that is chosen on another device is shown here; what is written and added stays in the family that a page shows', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const { nora, first, second, choose, namesIn } = await motherOfTwo(page);

  await test.step('wherever one is', async () => {
    const opened = page.waitForResponse(/\/api\/events/);
    await logIn(page, nora, '/children');
    await expect(page.getByRole('link', { name: /Emma/ }).first()).toBeVisible();
    await opened;
    await choose(second);
    await page.waitForURL('**/dashboard');
    await expect(page.getByText('Told in the second family.')).toBeVisible();
    await expect(messages(page).getByText('You are in the Marshes now')).toHaveCount(1);

    await test.step('a page of no family stays', async () => {
      const hears = listening(page);
      await page.goto('/private');
      await expect(page.getByRole('heading', { name: 'The Marshes' })).toBeVisible();
      await hears;
      await choose(first);
      await expect(page.getByRole('heading', { name: 'The Whitlock family' })).toBeVisible();
      expect(new URL(page.url()).pathname).toBe('/private');
    });
  });

  await test.step('what is written about a child is not offered for one of the same name', async () => {
    const notes = '/private/additional-information/emma/notes?edit=1';
    await page.goto(notes);
    const note = page.locator('textarea').last();
    await note.fill('Of the first alone.');
    await keptOnDevice(page);
    await page.reload();
    await expect(note).toHaveValue('Of the first alone.');
    await chooseHere(page, /The Marshes/);
    await page.goto(notes);
    await expect(note).toHaveValue('');
    // What is kept is looked for while the page is drawn.
    await expect(page.getByRole('button', { name: /^Save/ }).last()).toBeVisible();
    await expect(note).toHaveValue('');
    await chooseHere(page, /The Whitlock family/);
    await page.goto(notes);
    await expect(note).toHaveValue('Of the first alone.');
  });

  await test.step('what is added before a page has heard of another family is of the one that it shows', async () => {
    // The page before has been answered in which families one is.
    await quiet(page);
    // Its stream does not come.
    await page.route('**/api/events*', () => undefined);
    const asked = page.waitForResponse('**/api/families');
    await page.goto('/children?add=1');
    await asked;
    await choose(second);
    await page.getByLabel('Name', { exact: true }).fill('Jonas');
    await page.getByRole('button', { name: 'Son', exact: true }).click();
    await page.getByRole('button', { name: 'Add Jonas' }).click();
    await expect.poll(() => namesIn(first)).toContain('Jonas');
    expect(await namesIn(second)).not.toContain('Jonas');
  });
});

const none = (page: Page) => page.getByRole('heading', { level: 2, name: 'You are in no family right now' });

/** The families of somebody, as the server says them. */
async function familiesOf(page: Page, by: Account) {
  const answer = await page.request.get('/api/families', { headers: bearer(by) });
  return ((await answer.json()) as { data: { families: { id: string; name: string; role: string; covered: boolean; current: boolean }[] } })
    .data.families;
}

/** Takes somebody out of a family, or lets them leave it. */
async function remove(page: Page, family: string, by: Account, who: Account): Promise<void> {
  const answer = await page.request.delete(`/api/families/${family}/members/${who.userId}`, { headers: bearer(by) });
  expect(answer.status(), 'removing').toBe(200);
}

test('an invited aunt starts a family of her own, has a trial there, and stays in the one she was invited to', async ({
  page,
  accessible,
  expectRefusal,
}) => {
  test.setTimeout(120_000);
  const nora = await newAccount(page);
  const ruth = await joinFamily(page, nora, 'Ruth Stone', 'relative');
  const dialog = page.getByRole('dialog', { name: 'Start a family of your own' });
  const open = page.getByRole('button', { name: 'Start a family of your own' });

  await test.step('from the page of her own', async () => {
    await logIn(page, ruth, '/private');
    await expect(page.getByRole('heading', { level: 2, name: 'The Whitlock family' })).toBeVisible();
    await quiet(page);
    await expectNoOverflow(page);
    await open.click();
    await expect(dialog.getByLabel('Name of the family')).toHaveValue('The Stone family');
    await accessible(page, { dark: true, room: true });
    await dialog.getByLabel('Name of the family').fill('The Stones');
    await dialog.getByRole('button', { name: 'Start a family', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(messages(page).getByText('You are in the Stones now')).toBeVisible();
    await expect(page.getByRole('heading', { level: 2, name: 'The Stones' })).toBeVisible();
    await expect(page.getByRole('button', { name: /The Whitlock family/ })).toBeVisible();
    await expect(open, 'whoever owns one').toHaveCount(0);
    await expect(page.locator('#content h1'), 'the button has gone').toBeFocused();
    expect(new URL(page.url()).pathname).toBe('/private');
    // She has bought nothing: what covers it is a trial.
    expect(await familiesOf(page, ruth)).toContainEqual(
      expect.objectContaining({ name: 'The Stones', role: 'owner', covered: true, current: true }),
    );
  });

  await test.step('from her profile, where nobody covers the family she is in', async () => {
    expectRefusal(402);
    const leo = await joinFamily(page, nora, 'Leo Berg', 'relative');
    await endTrial(nora);
    await logIn(page, leo, '/private/profile#resting');
    await expect(page.locator('#resting')).toBeInViewport();
    await quiet(page);
    await open.click();
    await dialog.getByRole('button', { name: 'Start a family', exact: true }).click();
    await page.waitForURL('**/private');
    await expect(page.getByRole('heading', { level: 2, name: 'The Berg family' })).toBeVisible();
  });
});

test('whoever is taken out of the family that is shown is told that once, whoever leaves by themself is not', async ({
  page,
  expectRefusal,
}) => {
  test.setTimeout(120_000);
  const nora = await newAccount(page);
  const ruth = await joinFamily(page, nora, 'Ruth Stone', 'relative');
  const [whitlocks] = await familiesOf(page, nora);
  const noLonger = messages(page).getByText('You are no longer in the Whitlock family', { exact: true });

  await test.step('while another family is left', async () => {
    const headers = { ...bearer(ruth), 'idempotency-key': randomUUID() };
    expect((await page.request.post('/api/families', { headers, data: { name: 'The Stones' } })).status()).toBe(201);
    await share(page, ruth, { text: 'Told among the Stones.' });
    expect((await page.request.post(`/api/families/${whitlocks!.id}/current`, { headers: bearer(ruth) })).status()).toBe(200);
    const hears = listening(page);
    await logIn(page, ruth, '/children');
    await hears;
    await quiet(page);
    await remove(page, whitlocks!.id, nora, ruth);
    await page.waitForURL('**/dashboard');
    await expect(noLonger).toHaveCount(1);
    await expect(page.getByText('Told among the Stones.')).toBeVisible();
    await expect(messages(page).getByText('as you have chosen')).toHaveCount(0);
    await page.reload();
    await expect(page.getByText('Told among the Stones.')).toBeVisible();
    await expect(noLonger).toHaveCount(0);
  });

  await test.step('while none is left', async () => {
    const leo = await joinFamily(page, nora, 'Leo Berg', 'relative');
    const hears = listening(page);
    await logIn(page, leo, '/children');
    await hears;
    await quiet(page);
    await remove(page, whitlocks!.id, nora, leo);
    await page.waitForURL('**/private');
    await expect(none(page)).toBeVisible();
    await expect(noLonger).toHaveCount(1);
  });

  await test.step('leaving', async () => {
    // What the page of the family shows may be asked for once more.
    expectRefusal(404);
    const ida = await joinFamily(page, nora, 'Ida Berg', 'relative');
    await logIn(page, ida, '/private/family');
    const open = page.getByRole('button', { name: 'Leave the family' });
    await expect(open).toBeVisible();
    await quiet(page);
    await open.click();
    await page.getByRole('menuitem', { name: 'Leave the family' }).click();
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    await expect(messages(page).getByText('You have left the family')).toBeVisible();
    await expect(none(page)).toBeVisible();
    await expect(noLonger).toHaveCount(0);
  });
});
