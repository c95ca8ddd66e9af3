import type { Locator, Page } from '@playwright/test';
import { chooseFiles } from './choosing.ts';
import { expect, expectNoOverflow, feed, joinFamily, keptOnDevice, logIn, newAccount, photo, quiet, someEmail, test } from './fixture.ts';
import { addChild, bearer, share, upload } from './makers.ts';
import { arrived } from './pictures.ts';
import { boxOf } from './motion.ts';
import { withRoom } from './room.ts';
import { goOn } from './running-app.ts';

const addButton = (page: Page) => page.getByRole('button', { name: /^Add/ });
const toast = (page: Page, text: string | RegExp) => page.getByRole('region', { name: 'Messages' }).getByText(text);
const tiles = (page: Page) => page.getByRole('list', { name: 'Photos' }).getByRole('listitem');

/** A finger rests on an item until it holds it, and carries it over another. */
async function carry(page: Page, item: Locator, over: Locator): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const middleOf = async (place: Locator) => {
    const { x, y, width, height } = await boxOf(place);
    return [{ x: Math.round(x + width / 2), y: Math.round(y + height / 2) }];
  };
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  const [from, to] = [await middleOf(item), await middleOf(over)];
  const scrolled = await page.evaluate(() => scrollY);
  await touch('touchStart', from);
  await expect(item, 'held').toHaveCSS('opacity', '0.5');
  await touch('touchMove', to);
  await touch('touchEnd', []);
  expect(await page.evaluate(() => scrollY), 'the page does not scroll with it').toBe(scrolled);
  await session.detach();
}

test('a family’s first day: the empty feed starts it off, a post with photos follows', async ({ page, accessible }) => {
  test.setTimeout(120_000);
  const account = await newAccount(page);
  await addChild(page, account, { birth_day: '2023-09-12' });
  await logIn(page, account, '/dashboard');
  const greeting = page.getByRole('heading', { level: 1 });
  await expect(greeting).toHaveText(/^Good (morning|afternoon|evening), Nora$/);
  await expect(page.getByRole('heading', { name: 'The first page is yours' })).toBeVisible();
  const stand = async () => {
    expect((await boxOf(greeting)).height, 'on one line').toBeLessThan(45);
    const [voice, photos] = await Promise.all(
      ['Record your voice', 'Add photos'].map((name) => boxOf(page.getByRole('button', { name, exact: true }))),
    );
    expect(photos!.x - voice!.x - voice!.width, 'between two targets').toBeGreaterThanOrEqual(8);
    // Above the feed on a phone, beside it on a laptop, also when the day is far.
    await expect(page.getByText(/^Emma (turns|is) \d/).locator('visible=true')).toBeVisible();
  };
  await stand();
  await withRoom(page, stand);
  await expect(page.getByRole('link', { name: /Invite somebody/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /Add a child/ }), 'there is one').toHaveCount(0);
  await accessible(page, { room: true });
  const invitation = { email: someEmail('hilde'), name: 'Hildegard', relationship_id: 7, role: 'relative', waits: true };
  expect((await page.request.post('/api/send-account-invitation', { headers: bearer(account), data: invitation })).status()).toBe(201);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'The first page is yours' })).toBeVisible();
  await quiet(page);
  await expect(page.getByRole('link', { name: /Invite somebody/ }), 'somebody is invited').toHaveCount(0);

  await page.getByRole('link', { name: 'What happened today?' }).click();
  await page.waitForURL('**/treasures/share-something');
  await expect(page.getByLabel('What happened?'), 'one writes at once').toBeFocused();
  await page
    .getByRole('button', { name: /^Share/ })
    .last()
    .click();
  await expect(page.getByRole('alert')).toHaveText('Write a word or add a photo first.');
  await page.getByLabel('What happened?').fill('First pancakes of her own.\nMost of the eggs went into the bowl.');
  await chooseFiles(addButton(page), ['pancakes', 'oranges', 'soup'].map(photo));
  await page.getByRole('button', { name: 'Emma' }).click();
  await page.getByRole('button', { name: /^Who sees it/ }).click();
  await page.getByRole('menuitemradio', { name: /Guardians only/ }).click();
  await page.getByRole('button', { name: /^When/ }).click();
  const yesterday = page.getByRole('button', { name: 'Yesterday' });
  await expect(yesterday).toBeInViewport({ ratio: 1 });
  await yesterday.click();
  await expect(tiles(page).getByText('is there')).toHaveCount(3);
  for (const [name, verb] of [
    ['soup.jpg', 'Make it the first'],
    ['oranges.jpg', 'Remove'],
  ] as const) {
    await page.getByRole('button', { name: `Arrange or remove ${name}` }).click();
    const menu = page.getByRole('menu', { name: `Arrange or remove ${name}` });
    await menu.getByRole('menuitem', { name: verb, exact: true }).click();
    await expect(menu).toBeHidden();
  }
  await expect(tiles(page).getByRole('status')).toHaveText([/soup\.jpg/, /pancakes\.jpg/]);
  const [first, second] = [tiles(page).filter({ hasText: 'soup.jpg' }), tiles(page).filter({ hasText: 'pancakes.jpg' })];
  await first.scrollIntoViewIfNeeded();
  await carry(page, first, second);
  await expect(tiles(page).getByRole('status')).toHaveText([/pancakes\.jpg/, /soup\.jpg/]);
  await expect(first, 'let go').toHaveCSS('opacity', '1');
  await accessible(page, { room: true });
  await page.getByRole('button', { name: 'Share', exact: true }).click();

  await page.waitForURL('**/dashboard');
  await expect(toast(page, 'Shared with your family')).toBeVisible();
  const post = feed(page).first();
  await expect(post.getByText('First pancakes of her own.')).toBeVisible();
  await expect(post.getByText('Just now, with Emma, guardians only')).toBeVisible();
  await arrived(post, 2);
  await accessible(page, { room: true });

  await page.goto('/treasures/share-something');
  await expect(page.getByLabel('What happened?')).toHaveValue('');
  await expect(tiles(page)).toHaveCount(1);
});

test('a photo that is dragged quickly over several others stays the one that moves', { tag: '@width' }, async ({ page, hasTouch }) => {
  await logIn(page, await newAccount(page), '/treasures/share-something');
  // Where they stand counts, not whether they have arrived.
  await page.route('**/api/media', () => undefined);
  await chooseFiles(addButton(page), ['pancakes', 'oranges', 'soup'].map(photo));
  const places = page.locator('[data-place]');
  await expect(places).toHaveText([/pancakes/, /oranges/, /soup/]);
  await test.step('by a pointer, there and back', async () => {
    if (hasTouch) return;
    const [pancakes, oranges] = ['pancakes.jpg', 'oranges.jpg'].map((name) => tiles(page).filter({ hasText: name })) as [Locator, Locator];
    await pancakes.dragTo(oranges);
    await expect(places).toHaveText([/oranges/, /pancakes/, /soup/]);
    await expect(pancakes, 'let go').toHaveCSS('opacity', '1');
    await oranges.dragTo(pancakes);
    await expect(places).toHaveText([/pancakes/, /oranges/, /soup/]);
    await expect(oranges, 'let go').toHaveCSS('opacity', '1');
  });
  await places.first().dispatchEvent('dragstart', { dataTransfer: await page.evaluateHandle(() => new DataTransfer()) });
  await expect(places.first()).toHaveCSS('opacity', '0.5');
  // All of it happens before the page is drawn again.
  await places.evaluateAll((all) => {
    for (const one of all.slice(1)) one.dispatchEvent(new DragEvent('dragenter', { bubbles: true }));
  });
  await expect(places).toHaveText([/oranges/, /soup/, /pancakes/]);
});

test('what is written stays on the device until it is shared, also over a reload', async ({ page }) => {
  const account = await newAccount(page);
  await logIn(page, account, '/treasures/share-something');
  await page.getByLabel('What happened?').fill('Half a sentence');
  await chooseFiles(addButton(page), [photo('boots')]);
  await expect(tiles(page).getByText('is there')).toHaveCount(1);
  await expect(page.getByText('Kept on this device until you share it.')).toBeVisible();
  await page.getByRole('button', { name: /^Who sees it/ }).click();
  await page.getByRole('menuitemradio', { name: /Some people/ }).click();
  await expect(page.getByText('Nobody else is here yet.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Invite somebody' })).toBeVisible();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText(/^Choose at least one person/);
  await page.getByRole('button', { name: /^Who sees it/ }).click();
  await page.getByRole('menuitemradio', { name: /Guardians only/ }).click();
  await keptOnDevice(page);
  await page.reload();
  await expect(page.getByLabel('What happened?')).toHaveValue('Half a sentence');
  const told = page.getByText('What you began earlier is for guardians only.');
  await expect(told, 'before it is shared').toBeVisible();
  await page.getByRole('button', { name: 'For everyone' }).click();
  await expect(told).toBeHidden();
  await expect(page.getByRole('button', { name: /^Who sees it/ })).toHaveText('Everyone in the family');
  await expect(tiles(page).getByText('is there')).toHaveCount(1);
  await page.getByRole('button', { name: 'Start over' }).click();
  await page.getByRole('button', { name: 'Throw away' }).click();
  await expect(page.getByLabel('What happened?')).toHaveValue('');
  await keptOnDevice(page);
  await page.reload();
  await expect(page.getByLabel('What happened?')).toHaveValue('');
  await expect(tiles(page)).toHaveCount(1);

  // From the feed photos are one press away, and go along.
  await page.goto('/dashboard');
  await chooseFiles(addButton(page), [photo('boots')]);
  await page.waitForURL('**/treasures/share-something');
  await expect(tiles(page).getByText('is there')).toHaveCount(1);
  await expect(page.getByLabel('What happened?')).toBeFocused();
});

test('a draft in which nothing but who sees it was chosen says so when it is opened again', async ({ page }) => {
  const account = await newAccount(page, 'Sam');
  await joinFamily(page, account, 'Nora Whitlock', 'relative');
  await logIn(page, account, '/treasures/share-something');
  const who = page.getByRole('button', { name: /^Who sees it/ });
  await who.click();
  await page.getByRole('menuitemradio', { name: /Some people/ }).click();
  await page.getByRole('group', { name: 'Only these people' }).getByRole('button', { name: 'Nora' }).click();
  await expect(page.getByText('Kept on this device until you share it.')).toBeVisible();
  await keptOnDevice(page);
  await page.reload();
  const told = page.getByText('What you began earlier is only for Nora.');
  await expect(told).toBeVisible();
  await expect(who).toHaveText('Only for Nora');
  const { y } = await boxOf(who);
  await page.getByRole('button', { name: 'For everyone' }).click();
  await expect(told).toBeHidden();
  await expect(page.getByText('You have changed who sees it.')).toBeVisible();
  await expect(who).toBeFocused();
  expect((await boxOf(who)).y, 'nothing has moved').toBe(y);
  await keptOnDevice(page);
  await page.reload();
  await expect(who).toHaveText('Everyone in the family');
  await expect(page.getByText('Kept on this device until you share it.')).toHaveCount(0);
});

test('an upload that fails says so and is tried again under the same key; what is no photo is refused in words', async ({
  page,
  expectRefusal,
}) => {
  const account = await newAccount(page);
  await logIn(page, account, '/treasures/share-something');
  // What may pass by itself is tried again by itself; this is told to whoever shares.
  expectRefusal(507);
  const keys: (string | undefined)[] = [];
  await page.route('**/api/media', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length === 1)
      return route.fulfill({ status: 507, json: { success: false, status_code: 'storage_full', message: '', request_id: '' } });
    return route.continue();
  });
  await chooseFiles(addButton(page), [photo('boots')]);
  await expect(tiles(page).getByText(/boots\.jpg: not uploaded/)).toBeAttached();
  await page
    .getByRole('button', { name: /^Share/ })
    .last()
    .click();
  await expect(page.getByRole('alert')).toHaveText(/Some photos have not arrived/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(tiles(page).getByText(/boots\.jpg: is there/)).toBeAttached();
  expect(keys[1]).toBe(keys[0]);

  expectRefusal(415);
  expectRefusal(422);
  await chooseFiles(addButton(page), [{ name: 'letter.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Dear Ruth, this is no photo.') }]);
  await expect(tiles(page).getByText(/letter\.jpg: not uploaded\. No photo we can read/)).toBeAttached();
  await page.getByRole('button', { name: 'Arrange or remove letter.jpg' }).click();
  await page.getByRole('menuitem', { name: 'Remove', exact: true }).click();
  await page
    .getByRole('button', { name: /^Share/ })
    .last()
    .click();
  await page.waitForURL('**/dashboard');
  await arrived(feed(page).first(), 1);
});

test('without a network, what is said and shared waits and is sent later', async ({ page: first, context, reopen, expectLostStream }) => {
  let page = first;
  expectLostStream();
  const account = await newAccount(page);
  const post = await share(page, account, { text: 'Snow.' });
  await logIn(page, account, `/post/${post}`);
  await expect(page.getByText('Nobody has said anything yet.')).toBeVisible();
  await quiet(page);
  await context.setOffline(true);
  await page.getByLabel('Say something kind').fill('From the train.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('listitem').getByText('Waiting for the network. It is safe on this device.')).toBeVisible();
  // The page is closed before there is a network, and another one is opened.
  await keptOnDevice(page);
  page = await reopen(page);
  await context.setOffline(false);
  const said = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.url().endsWith('/comments'));
  await page.goto('/children');
  expect((await said).status()).toBe(201);
  await page.goto(`/post/${post}`);
  await expect(page.getByRole('listitem').filter({ hasText: 'From the train.' }).getByText('Just now')).toBeVisible();
  await expect(page.getByLabel('Say something kind')).toHaveValue('');

  await page.route('**/favicon.svg', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  );
  await page.goto('/treasures/share-something');
  await page.getByLabel('What happened?').fill('Written in the tunnel.');
  await quiet(page);
  await context.setOffline(true);
  await page
    .getByRole('button', { name: /^Share/ })
    .last()
    .click();
  await page.waitForURL('**/dashboard');
  await expect(feed(page).first().getByText('Waiting for the network. It is safe on this device.')).toBeVisible();
  await context.setOffline(false);
  await expect(toast(page, 'Shared with your family')).toBeVisible();
  await expect(feed(page).first().getByText('Written in the tunnel.')).toBeVisible();
});

test('a relative sees what is for everyone, and edits nothing of others', async ({ page, newPerson }) => {
  const account = await newAccount(page);
  const relative = await joinFamily(page, account, 'Ruth Whitlock', 'relative');
  await share(page, account, { text: 'For everyone.' });
  await share(page, account, { text: 'For the parents.', audience: 'guardians' });

  const ruth = await newPerson();
  await logIn(ruth, relative, '/dashboard');
  await expect(feed(ruth)).toHaveCount(1);
  await expect(feed(ruth).getByText('For everyone.')).toBeVisible();
  await expect(feed(ruth).getByRole('button', { name: 'What to do with this post' })).toHaveCount(0);
  await ruth.goto('/treasures/share-something');
  await expect(ruth.getByRole('button', { name: 'Share with 1 person' })).toBeVisible();
  await ruth.goto('/children');
  await expect(ruth.getByText('The parents have not added a child yet.')).toBeVisible();
});

test('nothing is cut at 320 pixels or with text twice as large', async ({ page }) => {
  const account = await newAccount(page);
  const emma = await addChild(page, account, { name: 'Emmanuelle-Wilhelmina', birth_day: '2023-09-12' });
  const media_ids = [await upload(page, account, photo('beach')), await upload(page, account, photo('boots'))];
  const post = await share(page, account, { text: `${'Rhabarberbarbara'.repeat(6)} and a story.`, media_ids, people: [emma] });
  await logIn(page, account, '/dashboard');
  const { height = 844 } = page.viewportSize() ?? {};
  for (const path of [
    '/dashboard',
    `/post/${post}`,
    '/treasures/share-something',
    '/children',
    '/children?add=1',
    `/children/childDetail/${emma}`,
  ]) {
    await page.evaluate(() => void (document.documentElement.style.fontSize = ''));
    await page.setViewportSize({ width: 320, height });
    await goOn(page, path);
    await expect(page.locator('#content h1')).toHaveCount(1);
    await quiet(page);
    await expectNoOverflow(page);
    await page.setViewportSize({ width: 640, height });
    await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
    await expectNoOverflow(page);
  }
});
