import type { Locator, Page } from '@playwright/test';
import { expect, joinFamily, logIn, newAccount, photo, recording, test } from './fixture.ts';
import { tabAndPress, tabTo } from './keyboard.ts';
import { tryAgain } from './without-network.ts';
import { bearer, share, upload } from './makers.ts';
import { atRest, boxOf } from './motion.ts';
import { holdBack } from './network.ts';
import { withRoom } from './room.ts';
import { goOn } from './running-app.ts';

const category = '01930000-0000-7000-8000-000000000300';
const soups = '01930000-0000-7000-8000-000000000301';

const toast = (page: Page, text: string | RegExp) => page.getByRole('region', { name: 'Messages' }).getByText(text);
const tile = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}`) });

test('treasures: eight categories, a shelf of one’s own, and everything stays when it goes', async ({
  page,
  accessible,
  expectRefusal,
}) => {
  test.setTimeout(120_000);
  expectRefusal(422);
  const account = await newAccount(page);
  const soup = await upload(page, account, photo('soup'));
  await share(page, account, { text: 'The soup everyone asks for', media_ids: [soup], subcategory_id: soups });
  await share(page, account, { text: 'Another soup', subcategory_id: soups });
  await logIn(page, account, '/treasures');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Treasures');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(8);
  await expect(tile(page, 'Family recipes')).toContainText('2 kept');
  await expect(tile(page, 'Traditions'), 'what is not used yet is a quiet suggestion').not.toContainText('Nothing yet');
  await expect(page.getByRole('heading', { name: 'Room for more' })).toBeVisible();
  await accessible(page, { room: true });

  await tile(page, 'Family recipes').click();
  await expect(page).toHaveURL(/\/treasures\/subcategory\?category=family-recipes$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Family recipes');
  await expect(tile(page, 'Soups and stews')).toContainText('2 kept');
  await page.getByRole('button', { name: 'Add your own' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription('Name Required');
  await page.getByRole('textbox', { name: 'Name' }).fill('soups and STEWS');
  const letThrough = await holdBack(page, '**/api/treasures/subcategories');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  letThrough();
  await page.getByRole('button', { name: 'Add your own' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' }), 'it was refused, and is still there').toHaveValue('soups and STEWS');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription('There is a shelf with this name already.');
  await accessible(page, { room: true });
  await page.getByRole('textbox', { name: 'Name' }).fill('Grandma Ruth’s');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(tile(page, 'Grandma Ruth’s')).toContainText('Nothing yet');
  await accessible(page, { room: true });

  // Two posts are moved to it at once.
  await tile(page, 'Soups and stews').click();
  await expect(page.getByRole('article')).toHaveCount(2);
  await accessible(page, { room: true });
  const begin = page.getByRole('button', { name: 'Choose posts' });
  await begin.press('Enter');
  await expect(page.getByRole('checkbox').first(), 'what was pressed has gone').toBeFocused();
  await page.getByRole('button', { name: 'Done', exact: true }).press('Enter');
  await expect(begin).toBeFocused();
  await begin.press('Enter');
  await page.getByRole('button', { name: 'Choose all' }).click();
  await expect(page.getByText('2 chosen')).toBeVisible();
  await accessible(page, { room: true });
  for (const [name, count] of [
    ['With photos', 1],
    ['All', 2],
  ] as const) {
    const chip = page.getByRole('button', { name, exact: true });
    await chip.press('Enter');
    await expect(page.getByText(`${count} chosen`), 'what is not shown is not counted').toBeVisible();
    await expect(page.getByRole('checkbox')).toHaveCount(count);
    await expect(chip).toBeFocused();
  }
  await page.getByRole('button', { name: 'Move to …' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Grandma Ruth’s' }).click();
  await expect(toast(page, 'Moved 2 posts')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nothing yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(tile(page, 'Grandma Ruth’s')).toContainText('2 kept');

  // The shelf is renamed, then removed; what was on it stays in the category.
  await page.getByRole('button', { name: 'What to do with the shelf Grandma Ruth’s' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Ruth’s kitchen');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(tile(page, 'Ruth’s kitchen')).toContainText('2 kept');
  await page.getByRole('button', { name: 'What to do with the shelf Ruth’s kitchen' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(page.getByText('Its 2 treasures stay in Family recipes. Only the shelf goes.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove the shelf' }).click();
  await expect(tile(page, 'Everything in Family recipes')).toContainText('2 kept');
  await tile(page, 'Everything in Family recipes').click();
  await expect(page.getByRole('article')).toHaveCount(2);
});

test('on the first evening every place is in sight, none of them as an empty tile', async ({ page }) => {
  await logIn(page, await newAccount(page), '/treasures');
  await expect(page.getByRole('heading', { name: 'The first treasure' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Keep something' })).toHaveAttribute('href', '/treasures/share-something');
  await expect(page.getByRole('main').getByText('Nothing yet'), 'tiles').toHaveCount(0);
  await expect(page.getByRole('link', { name: /^Search / })).toHaveCount(0);
  const places = page.locator('section', { hasText: 'A place for' }).getByRole('link');
  await expect(places).toHaveCount(8);
  await expectWithin(page, places);
  await withRoom(page, () => expectWithin(page, places));
  await places.filter({ hasText: 'Family recipes' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Family recipes');
  const add = page.getByRole('button', { name: 'Add your own' });
  await expectWithin(page, add);
  await withRoom(page, () => expectWithin(page, add));
});

/** Nothing of them lies beside the window, where it would have to be scrolled to. */
async function expectWithin(page: Page, all: Locator): Promise<void> {
  const { width } = page.viewportSize()!;
  for (const one of await all.all()) {
    const box = await boxOf(one);
    expect([box.x >= 0, box.x + box.width <= width], (await one.textContent()) ?? '').toEqual([true, true]);
  }
}

test('a post is kept with its diamond and while it is shared', async ({ page, accessible }) => {
  test.setTimeout(120_000);
  const account = await newAccount(page);
  const id = await share(page, account, { text: 'Jam from the plum tree' });
  await logIn(page, account, `/post/${id}`);
  const diamond = page.getByRole('button', { name: 'Keep in treasures' });
  await expect(diamond).toHaveAttribute('aria-pressed', 'false');
  await diamond.click();
  await accessible(page);
  await page.getByLabel('Find a shelf').fill('recipes jam');
  await expect(page.getByRole('dialog').getByRole('group').getByRole('button')).toHaveText(['Jams and preserves']);
  await page.getByRole('button', { name: 'Jams and preserves' }).click();
  await expect(toast(page, 'Kept on the shelf “Jams and preserves”')).toBeVisible();
  await page.getByRole('button', { name: 'Open the shelf' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Jams and preserves');
  await page.goBack();
  await expect(diamond).toHaveAttribute('aria-pressed', 'true');
  await page
    .getByRole('main')
    .getByRole('link', { name: /“Jams and preserves”/ })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Jams and preserves');
  await page.getByRole('article').getByRole('button', { name: 'Keep in treasures' }).click();
  const last = page
    .getByRole('dialog')
    .getByRole('region', { name: 'Used last' })
    .or(page.getByRole('group', { name: 'Used last' }));
  await expect(last.getByRole('button', { name: 'Jams and preserves' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto(`/subcategory/subcategoryPosts?subcategory=${soups}`);
  await expect(page.getByRole('heading', { name: 'Nothing yet' })).toBeVisible();
  await page.getByRole('link', { name: 'Add something here' }).click();
  await expect(page.getByRole('button', { name: /^Keep in treasures/ })).toContainText('Soups and stews');
  await page.getByLabel('What happened?').fill('A tomato soup');
  await page
    .getByRole('button', { name: /^(Share|Keep it)/ })
    .last()
    .click();
  await page.waitForURL('**/dashboard');
  await page.goto(`/subcategory/subcategoryPosts?category=family-recipes`);
  await expect(page.getByRole('article')).toHaveCount(2);
  const answer = await page.request.get(`/api/posts?category_id=${category}`, { headers: bearer(account) });
  expect(((await answer.json()) as { data: { items: unknown[] } }).data.items).toHaveLength(2);
});

test('nothing on a shelf moves, whichever of its answers comes last', { tag: '@width' }, async ({ page, newPerson }) => {
  const account = await newAccount(page);
  await share(page, account, { media_ids: [await upload(page, account, photo('soup'))], subcategory_id: soups });
  await share(page, account, { text: 'Another soup', subcategory_id: soups });
  const answers = ['**/api/posts/summary?*', '**/api/treasures', '**/api/posts?*'];
  for (const late of answers)
    await test.step(late, async () => {
      // A browser that has seen nothing of it.
      const other = await newPerson();
      await logIn(other, account, '/treasures');
      await other.addInitScript(() => {
        const shifts: number[] = [];
        Object.assign(window, { shifts });
        new PerformanceObserver((list) => {
          for (const { value } of list.getEntries() as (PerformanceEntry & { value: number })[]) shifts.push(value);
        }).observe({ type: 'layout-shift', buffered: true });
      });
      const arrived = Promise.all(answers.filter((one) => one !== late).map((one) => other.waitForResponse(one)));
      const release = await holdBack(other, late);
      await other.goto(`/subcategory/subcategoryPosts?subcategory=${soups}`);
      await arrived;
      await expect(other.getByRole('status').filter({ hasText: 'Loading what your family shared' })).toBeVisible();
      release();
      await expect(other.getByRole('article')).toHaveCount(2);
      await expect(other.getByRole('group', { name: 'Show only' })).toBeVisible();
      await atRest(other);
      const shifts = await other.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
      expect(shifts.reduce((sum, one) => sum + one, 0)).toBeLessThan(0.02);
    });
});

test(
  'a post is kept, and taken off its shelf, by the keyboard alone: the shelf is found by its name',
  { tag: '@laptop' },
  async ({ page }) => {
    const account = await newAccount(page);
    const id = await share(page, account, { text: 'Jam from the plum tree' });
    await logIn(page, account, `/post/${id}`);
    const diamond = page.getByRole('button', { name: 'Keep in treasures' });
    const dialog = page.getByRole('dialog', { name: 'Keep in treasures' });
    await tabAndPress(page, diamond);
    await tabTo(page, dialog.getByLabel('Find a shelf'));
    await page.keyboard.type('recipes jam');
    await expect(dialog.getByRole('group').getByRole('button')).toHaveText(['Jams and preserves']);
    await tabAndPress(page, dialog.getByRole('button', { name: 'Jams and preserves' }));
    await expect(toast(page, 'Kept on the shelf “Jams and preserves”')).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(diamond).toHaveAttribute('aria-pressed', 'true');
    await expect(diamond, 'the focus is where it was').toBeFocused();
    await page.keyboard.press('Space');
    await tabAndPress(page, dialog.getByRole('button', { name: 'Take it off the shelf' }), 'Space');
    await expect(diamond).toHaveAttribute('aria-pressed', 'false');
    await expect(diamond).toBeFocused();
  },
);

test('what is not there, and what does not load, is said with a way on', async ({ page, expectRefusal }) => {
  const account = await newAccount(page);
  expectRefusal(503);
  // Nothing of it is on the device yet.
  await page.route('**/api/treasures*', (route) => route.fulfill({ status: 503, body: '{}' }));
  await logIn(page, account, '/treasures');
  await expect(page.getByText('Your treasures could not be loaded. They are all still there.')).toBeVisible();
  await page.unroute('**/api/treasures*');
  await tryAgain(page, tile(page, 'Family recipes'));
  await goOn(page, '/treasures/subcategory?category=no-such-shelves');
  await expect(page.getByRole('heading', { name: 'No such shelves' })).toBeVisible();
  await goOn(page, '/subcategory/subcategoryPosts?subcategory=0198f7a2-0000-7000-8000-000000000001');
  await expect(page.getByRole('heading', { name: 'This shelf is gone' })).toBeVisible();
});

test('a shelf is narrowed in its address, and its voices play one after the other', async ({ page, accessible }) => {
  test.setTimeout(180_000);
  const nora = await newAccount(page);
  const arthur = await joinFamily(page, nora, 'Arthur Berg', 'relative');
  const voices = [await upload(page, arthur, recording('humming.m4a')), await upload(page, arthur, recording('humming.m4a'))];
  await share(page, arthur, { text: 'How I met your grandmother', media_ids: [voices[0]], subcategory_id: soups });
  await share(page, arthur, { text: 'The winter the bus never came', media_ids: [voices[1]], subcategory_id: soups });
  await share(page, nora, {
    text: 'The soup everyone asks for',
    media_ids: [await upload(page, nora, photo('soup'))],
    subcategory_id: soups,
  });
  const heard = async (id: string) =>
    (await (await page.request.get(`/api/media/${id}`, { headers: bearer(arthur) })).json()).data.media.state as string;
  for (const id of voices) await expect.poll(() => heard(id), { timeout: 60_000 }).toBe('ready');

  await logIn(page, nora, `/subcategory/subcategoryPosts?subcategory=${soups}`);
  await expect(page.getByText(/^3 kept\. 2 recordings, /)).toBeVisible();
  const filters = page.getByRole('group', { name: 'Show only' });
  await filters.getByRole('button', { name: 'With photos' }).click();
  await expect(page).toHaveURL(/with=photos$/);
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('article')).toContainText('The soup everyone asks for');
  await page.reload();
  await expect(filters.getByRole('button', { name: 'With photos' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('article')).toHaveCount(1);
  await filters.getByRole('button', { name: 'Told by' }).click();
  await page.getByRole('menuitemradio', { name: 'Arthur' }).click();
  await expect(page).toHaveURL(/by=[\w-]+&with=photos$/);
  await expect(page.getByRole('heading', { name: 'Nothing like that yet' })).toBeVisible();
  await accessible(page);
  // Both are taken away before the page has been drawn anew.
  await filters.getByRole('button', { pressed: true }).evaluateAll((both: HTMLElement[]) => both.forEach((chip) => chip.click()));
  await expect(page.getByRole('article')).toHaveCount(3);
  await expect(page).toHaveURL(new RegExp(`subcategory=${soups}$`));
  await filters.getByRole('button', { name: 'Told by' }).click();
  await page.getByRole('menuitemradio', { name: 'Arthur' }).click();
  await expect(page.getByRole('article')).toHaveCount(2);
  await filters.getByRole('button', { name: 'All' }).click();
  await expect(page.getByRole('article')).toHaveCount(3);
  // What is told stands as a row that is named by how it begins; what is shown as it stands in the feed.
  await expect(page.getByRole('article', { name: 'The winter the bus never came' })).toBeVisible();
  await expect(page.getByRole('article', { name: 'Nora' })).toContainText('The soup everyone asks for');
  await accessible(page);

  // Newest first, as they stand on the page.
  const player = page.getByRole('region', { name: 'Playing' });
  await page.getByRole('button', { name: 'Play all' }).click();
  await expect(player.getByText('The winter the bus never came')).toBeVisible();
  await expect(player.getByText('Arthur, 1 of 2')).toBeVisible();
  await expect(player.getByRole('button', { name: 'The voice before' })).toBeDisabled();
  const playing = () => player.locator('audio').evaluate((one: HTMLAudioElement) => !one.paused && one.currentTime > 0);
  await expect.poll(playing, { timeout: 20_000 }).toBe(true);
  // However long looking takes, the voice does not end meanwhile.
  const repeat = (on: boolean) => player.locator('audio').evaluate((one: HTMLAudioElement, to) => void (one.loop = to), on);
  await repeat(true);
  await accessible(page);
  await repeat(false);
  // What is left of it is heard in a moment; the next follows by itself.
  await player.locator('audio').evaluate((one: HTMLAudioElement) => void (one.currentTime = one.duration - 0.05));
  await expect(player.getByText('Arthur, 2 of 2')).toBeVisible();
  await expect(player.getByText('How I met your grandmother')).toBeVisible();
  await expect.poll(playing, { timeout: 20_000 }).toBe(true);
  await expect(player.getByRole('button', { name: 'The next voice' })).toBeDisabled();
  await player.getByRole('button', { name: 'The voice before' }).click();
  await expect(player.getByText('Arthur, 1 of 2')).toBeVisible();
  await player.getByRole('button', { name: 'Stop playing' }).click();
  await expect(player).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Play all' })).toBeFocused();
});
