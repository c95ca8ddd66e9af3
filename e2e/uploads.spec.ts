import { createHash, randomBytes } from 'node:crypto';
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import type { Page, TestInfo } from '@playwright/test';
import sharp from 'sharp';
import { longSound } from '../apps/server/test/sounds.ts';
import { chooseFiles } from './choosing.ts';
import { expect, expectNoOverflow, feed, keptOnDevice, logIn, newAccount, photo } from './fixture.ts';
import type { Account } from './fixture.ts';
import { chooseByKeys } from './keyboard.ts';
import { addChild, bearer, share } from './makers.ts';
import { holdBack, test, watched } from './network.ts';
import { withRoom } from './room.ts';

const megabyte = 1_048_576;
const composer = '/treasures/share-something';

const toast = (page: Page, text: string | RegExp) => page.getByRole('region', { name: 'Messages' }).getByText(text);
const tiles = (page: Page) => page.getByRole('list', { name: 'Photos' }).getByRole('listitem');
const shareButton = (page: Page) => page.getByRole('button', { name: /^Share/ }).last();

async function choose(page: Page, files: string[] | { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
  await chooseFiles(page.getByRole('button', { name: /^Add/ }), files);
}

/** A recording that nothing else equals, as a file. */
async function recording(info: TestInfo, size: number): Promise<{ path: string; sha256: string }> {
  const bytes = longSound(size).bytes(0, size);
  const path = info.outputPath('lullaby.wav');
  await writeFile(path, bytes);
  return { path, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** The hash of what the server has of the newest post. */
async function hashOfNewest(page: Page, { token }: Account): Promise<string> {
  const headers = bearer({ token });
  const { data } = (await (await page.request.get('/api/posts?limit=1', { headers })).json()) as {
    data: { items: { media: { variants: { original: { path: string } } }[] }[] };
  };
  const answer = await page.request.get(`/api/private/${data.items[0]?.media[0]?.variants.original.path}`);
  return createHash('sha256')
    .update(await answer.body())
    .digest('hex');
}

test('a post with a long recording loses the network half-way and its page; opened again it goes on and is shared', async ({
  page,
  context,
  network,
  expectRefusal,
}, info) => {
  test.setTimeout(120_000);
  // What has arrived of it may still be written down as it goes on.
  for (const status of [409, 423]) expectRefusal(status);
  const account = await newAccount(page);
  const { path, sha256 } = await recording(info, 12 * megabyte);
  // Nobody watches this page: the network that it loses is no trouble.
  const first = await context.newPage();
  await logIn(first, account, composer);
  const half = network.hold('/api/uploads', 6 * megabyte);
  const sending = first.waitForRequest((request) => request.method() === 'PATCH');
  await first.getByLabel('What happened?').fill('She sang all of it.');
  await choose(first, [path]);
  await shareButton(first).click();
  await first.waitForURL('**/dashboard');
  await expect(feed(first).getByText('0 of 1 are there. You can leave, the rest follows by itself.')).toBeVisible();
  await expect(feed(first).getByRole('progressbar', { name: 'On its way' })).toBeVisible();
  await half;
  await context.setOffline(true);
  await expect(feed(first).getByText('Waiting for the network. It is safe on this device.')).toBeVisible();
  await first.close();
  await network.lost();
  network.release();
  await context.setOffline(false);
  const address = (await sending).url();
  const headers = { ...bearer(account), 'tus-resumable': '1.0.0' };
  const arrived = async () => Number((await page.request.head(address, { headers })).headers()['upload-offset']);
  await expect.poll(arrived, 'what has arrived is written down').toBeGreaterThan(megabyte);

  const offsets: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
  });
  await page.goto('/dashboard', { waitUntil: 'commit' });
  await expect(toast(page, 'Shared with your family')).toBeVisible({ timeout: 60_000 });
  await expect(feed(page)).toHaveCount(1);
  await expect(feed(page).getByText('She sang all of it.')).toBeVisible();
  await expect(page.getByText('On its way')).toHaveCount(0);
  expect(offsets[0], 'it went on where it was').toBeGreaterThan(megabyte);
  expect(await hashOfNewest(page, account)).toBe(sha256);
  await page.reload();
  await expect(feed(page)).toHaveCount(1);
});

test('what is no file of ours is refused in words, by its first bytes', async ({ page, expectRefusal, accessible }) => {
  const account = await newAccount(page);
  await logIn(page, account, composer);
  expectRefusal(415);
  await choose(page, [{ name: 'film.mp4', mimeType: 'video/mp4', buffer: randomBytes(5 * megabyte) }]);
  await expect(tiles(page).getByText(/film\.mp4: not uploaded\. Nothing we can keep/)).toBeAttached();
  await accessible(page);
  await page.getByLabel('What happened?').fill('A film');
  await shareButton(page).click();
  await expect(page.getByRole('alert')).toHaveText(/have not arrived/);
  // Opened again, it is tried once more from the start, and says why it is refused.
  expectRefusal(404);
  await page.reload();
  await expect(tiles(page).getByText(/film\.mp4: not uploaded\. Nothing we can keep/)).toBeAttached();
  await page.getByRole('button', { name: 'Arrange or remove film.mp4' }).press('Enter');
  await chooseByKeys(page, page.getByRole('menuitem', { name: 'Remove' }));
  await expect(page.getByRole('button', { name: 'Add photos' })).toBeFocused();
  await shareButton(page).click();
  await page.waitForURL('**/dashboard');
});

test('the same file twice is one; one that was sent before is not sent again; one that arrived while the page believed otherwise is there', async ({
  page,
  expectRefusal,
}, info) => {
  test.setTimeout(120_000);
  const account = await newAccount(page);
  await logIn(page, account, composer);

  await test.step('the same file twice, in one post and in the next', async () => {
    await choose(page, [photo('boots')]);
    await expect(tiles(page).getByText(/boots\.jpg: is there/)).toBeAttached();
    await choose(page, [{ name: 'again.jpg', mimeType: 'image/jpeg', buffer: await readFile(photo('boots')) }]);
    await expect(toast(page, 'You have that one already.')).toBeVisible();
    await expect(tiles(page)).toHaveCount(2);

    const { path, sha256 } = await recording(info, 2 * megabyte);
    let chunks = 0;
    page.on('request', (request) => void (chunks += request.method() === 'PATCH' ? 1 : 0));
    await choose(page, [path]);
    await expect(tiles(page).getByText(/lullaby\.wav: is there/)).toBeAttached({ timeout: 30_000 });
    expect(chunks).toBe(1);
    await shareButton(page).click();
    await page.waitForURL('**/dashboard');
    await page.goto(composer);
    await choose(page, [path]);
    await expect(tiles(page).getByText(/lullaby\.wav: is there/)).toBeAttached({ timeout: 30_000 });
    expect(chunks).toBe(1);
    await page.getByLabel('What happened?').fill('Once more.');
    await shareButton(page).click();
    await page.waitForURL('**/dashboard');
    await expect(feed(page)).toHaveCount(2);
    await expect.poll(() => hashOfNewest(page, account)).toBe(sha256);
  });

  await test.step('a refused chunk makes the page look again', async () => {
    await page.goto(composer);
    const { path } = await recording(info, 2 * megabyte);
    const refused: number[] = [];
    let chunks = 0;
    let looks = 0;
    // The first chunk arrives, and the page hears another answer; what is said of it next is what was true before it came.
    await page.route('**/api/uploads/*', async (route) => {
      const method = route.request().method();
      if (method === 'HEAD' && (looks += 1) === 1)
        return route.fulfill({
          status: 200,
          headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'upload-length': String(2 * megabyte) },
        });
      if (method !== 'PATCH' || (chunks += 1) > 1) return route.continue();
      await route.fetch();
      return route.fulfill({ status: 423 });
    });
    page.on('response', (response) => {
      if (response.request().method() === 'PATCH' && response.status() !== 423) refused.push(response.status());
    });
    expectRefusal(400);
    expectRefusal(423);
    await choose(page, [path]);
    await expect(tiles(page).getByText(/lullaby\.wav: is there/)).toBeAttached({ timeout: 30_000 });
    expect([refused, chunks, looks]).toEqual([[400], 2, 2]);
  });
});

test('several files at once, one of them stopped for a while; what a photo shows stands with it', async ({
  page,
  network,
  accessible,
}, info) => {
  test.setTimeout(120_000);
  const account = await newAccount(page);
  const { path } = await recording(info, 3 * megabyte);
  await logIn(page, account, composer);
  void network.hold('/api/uploads', megabyte);
  await choose(page, [path, photo('cake')]);
  await page.getByRole('button', { name: 'Arrange or remove lullaby.wav' }).click();
  await page.getByRole('menuitem', { name: 'Pause' }).click();
  await expect(tiles(page).getByText('lullaby.wav: paused')).toBeAttached();
  await expect(tiles(page).getByText(/cake\.jpg: is there/)).toBeAttached({ timeout: 30_000 });
  await accessible(page);
  await page.getByRole('button', { name: 'Arrange or remove cake.jpg' }).click();
  await page.getByRole('menuitem', { name: 'Say what it shows' }).click();
  await page.getByRole('dialog').getByLabel('What it shows').fill('Four candles, one of them bitten');
  await accessible(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Arrange or remove cake.jpg' }).click();
  await page.getByRole('menuitem', { name: 'Move forward' }).click();
  await page.getByRole('button', { name: 'Arrange or remove lullaby.wav' }).click();
  await expect(page.getByRole('menuitem', { name: 'Go on' })).toBeVisible();
  await page.keyboard.press('Escape');
  // Who shares wants all of it to be sent.
  await shareButton(page).click();
  await page.waitForURL('**/dashboard');
  await expect(feed(page).getByRole('progressbar', { name: 'On its way' })).toBeVisible();
  await accessible(page);
  network.release();
  await expect(toast(page, 'Shared with your family')).toBeVisible({ timeout: 60_000 });
  await feed(page).getByRole('link', { name: 'Just now' }).click();
  await page.waitForURL('**/post/**');
  await expect(page.getByText('Four candles, one of them bitten')).toBeVisible();
  await page.getByRole('button', { name: 'Four candles, one of them bitten' }).click();
  // It is alone, so its name is the same words, for whoever only hears them.
  const words = page.getByRole('dialog', { name: 'Photos' }).getByText('Four candles, one of them bitten', { exact: true });
  await expect(words.last()).toBeVisible();
});

test('a post that was refused stays here, and is changed or thrown away', async ({ page, network, expectRefusal, accessible }) => {
  const account = await newAccount(page);
  await logIn(page, account, composer);
  expectRefusal(422);
  await page.route('**/api/posts', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 422,
          json: {
            success: false,
            status_code: 'validation_failed',
            message: 'Something is not valid.',
            errors: { people: ['People is not valid.'] },
            request_id: 'x',
          },
        })
      : route.continue(),
  );
  void network.hold('/api/media', 0);
  await page.getByLabel('What happened?').fill('Written on the train.');
  await choose(page, [photo('boots')]);
  await shareButton(page).click();
  await expect(feed(page).getByRole('progressbar', { name: 'On its way' })).toBeVisible();
  network.release();
  await expect(feed(page).getByRole('alert')).toContainText('People is not valid.', { timeout: 30_000 });
  await expect(feed(page).getByText('Not shared yet')).toBeVisible();
  await accessible(page);
  await page.evaluate(() => {
    const { put } = IDBObjectStore.prototype;
    // The page keeps answers of the server now and then, too: the device is full for the draft, whatever is written before it.
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, value: unknown, key?: IDBValidKey) {
      if (typeof key !== 'string' || !key.startsWith('draft ')) return put.call(this, value, key);
      IDBObjectStore.prototype.put = put;
      throw new DOMException('there is no room', 'QuotaExceededError');
    };
  });
  await feed(page).getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByText(/^This device has no room to keep it as a draft/)).toBeVisible();
  await expect(feed(page).getByText('Written on the train.'), 'it stays').toBeVisible();
  await feed(page).getByRole('button', { name: 'Edit' }).click();
  await page.waitForURL(`**${composer}`);
  await expect(page.getByLabel('What happened?')).toHaveValue('Written on the train.');
  await expect(tiles(page).getByText(/boots\.jpg: is there/)).toBeAttached();
  await page.unroute('**/api/posts');
  await shareButton(page).click();
  await page.waitForURL('**/dashboard');
  await expect(feed(page)).toHaveCount(1);
  await expect(feed(page).getByText('Written on the train.')).toBeVisible();
});

/** Photos that are hardly any: a line, a column, panoramas; no two are the same. */
const oddShapes = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const [width = 1, height = 1] = [
        [1, 4_000],
        [4_000, 1],
        [4_000, 200],
        [200, 4_000],
      ][at % 4]!;
      const create = { width, height, channels: 3 as const, background: { r: at * 4, g: 255 - at * 4, b: 90 } };
      return { name: `odd-${at}.png`, mimeType: 'image/png', buffer: await sharp({ create }).png().toBuffer() };
    }),
  );

test('sixty photos of the oddest shapes are shared from a device that is full', async ({ page, accessible }) => {
  test.setTimeout(300_000);
  const account = await newAccount(page);
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('there is no room', 'QuotaExceededError');
    };
  });
  await logIn(page, account, composer);
  await page.getByLabel('What happened?').fill('All of these.');
  await expect(page.getByText(/^This device could not keep this/)).toBeVisible();
  await accessible(page, { room: true });
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Leave without sharing?' })).toBeVisible();
  await page.getByRole('button', { name: 'Go on writing' }).click();
  await choose(page, await oddShapes(60));
  await expect(tiles(page).getByRole('button', { name: /^Arrange or remove/ })).toHaveCount(60);
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  const notSquare = () =>
    tiles(page).evaluateAll((all) => all.filter((one) => Math.abs(one.clientWidth - one.clientHeight) > 2 || one.clientWidth < 60).length);
  const squareWithin = async () => {
    await expect.poll(notSquare, 'tiles that are not square').toBe(0);
    await expect.poll(overflow).toBe(0);
  };
  await squareWithin();
  await withRoom(page, squareWithin);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/posts', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  await shareButton(page).click();
  await page.waitForURL('**/dashboard');
  const post = page.getByRole('article').filter({ hasText: 'All of these.' });
  await expect(post.getByText(/could not be kept on this device: leave this page open until it is sent/)).toBeVisible();
  release();
  const places = post.getByRole('button', { name: /^Photo \d of 60/ });
  await expect(places).toHaveCount(4, { timeout: 90_000 });
  const pictures = post.locator('img[src*="/api/private/media/"]');
  const drawn = () => pictures.evaluateAll((all) => all.filter((one) => (one as HTMLImageElement).naturalWidth > 0).length);
  await expect.poll(drawn, { timeout: 60_000 }).toBe(4);
  await expect.poll(overflow).toBe(0);
  await withRoom(page, () => expectNoOverflow(page));
  await places.first().click();
  const large = page.getByRole('dialog', { name: 'Photos' });
  for (const place of [1, 2, 3, 4]) {
    await expect(large.getByText(`${place} of 60`, { exact: true })).toBeVisible();
    const outside = () =>
      large
        .locator('.yarl__slide_current')
        .locator('img')
        .first()
        .evaluate((one: HTMLImageElement) => {
          const { left, right, top, bottom } = one.getBoundingClientRect();
          return one.naturalWidth === 0 || left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
        });
    const within = () => expect.poll(outside, { message: `whether photo ${place} lies outside, or is none`, timeout: 20_000 }).toBe(false);
    await within();
    await withRoom(page, within);
    await page.keyboard.press('ArrowRight');
  }
  // The line of small photos follows.
  for (let place = 5; place < 12; place++) {
    await expect(large.getByText(`${place} of 60`, { exact: true })).toBeVisible();
    await page.keyboard.press('ArrowRight');
  }
  await expect(large.getByText('12 of 60', { exact: true })).toBeVisible();
  await expect(large.locator('[data-strip] button').nth(11)).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await expect(large).toHaveCount(0);
});

/** Chooses four photos; the last of them is taken away while the first three are on their way. @param kept waits until they are kept elsewhere */
async function chooseAndLoseOne(page: Page, info: TestInfo, kept = async () => {}): Promise<void> {
  const names = ['beach', 'cake', 'boots', 'drawing'];
  const paths = names.map((name) => info.outputPath(`${name}.jpg`));
  await Promise.all(names.map((name, at) => copyFile(photo(name), paths[at]!)));
  const sent = watched(page, '/api/media');
  const release = await holdBack(page, '**/api/media');
  await choose(page, paths);
  await expect.poll(() => sent.length).toBe(3);
  // All four are drawn: a picture that is drawn late could not be read.
  const drawn = () =>
    tiles(page)
      .locator('img')
      .evaluateAll((all) => all.filter((one) => (one as HTMLImageElement).naturalWidth > 0).length);
  await expect.poll(drawn).toBe(4);
  await kept();
  await rm(paths[3]!);
  release();
}

/** Keeps the bytes of the files that are kept: a private window, as here, keeps where they are instead. */
async function keepBytes(page: Page): Promise<void> {
  await keptOnDevice(page);
  await page.evaluate(async () => {
    const answer = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error as Error));
      });
    const { id } = JSON.parse(localStorage.getItem('user') ?? '{}') as { id: string };
    const database = await answer(indexedDB.open(`heartwood ${id}`));
    const files = () => database.transaction('files', 'readwrite').objectStore('files');
    for (const key of await answer(files().getAllKeys())) {
      const file = await answer(files().get(key) as IDBRequest<File>);
      const bytes = await file.arrayBuffer();
      await answer(files().put(new File([bytes], file.name, { type: file.type }), key));
    }
    database.close();
  });
}

test('a photo that is taken away before it is sent is sent as this device has kept it', async ({ page }, info) => {
  await logIn(page, await newAccount(page), composer);
  await chooseAndLoseOne(page, info, () => keepBytes(page));
  await expect(tiles(page).getByText(/drawing\.jpg: is there/)).toBeAttached({ timeout: 30_000 });
});

test('a photo that is taken away before it is sent, and is kept nowhere, is said to be gone', async ({ page, accessible }, info) => {
  const nora = await newAccount(page);
  const post = await share(page, nora, { text: 'Our summer.' });
  await logIn(page, nora, `/post/${post}?edit=1`);
  await chooseAndLoseOne(page, info);
  await expect(tiles(page).getByText(/drawing\.jpg: not uploaded\. Not there any more/)).toBeAttached({ timeout: 30_000 });
  await accessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toHaveText(/have not arrived/);
  await page.getByRole('button', { name: 'Arrange or remove drawing.jpg' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL((url) => url.search === '');
  await expect(page.getByRole('button', { name: /^Photo \d of 3$/ })).toHaveCount(3);
});

test('what is written while something is on its way goes with it, and what was stopped is sent where it is saved', async ({
  page,
  network,
  expectRefusal,
}, info) => {
  test.setTimeout(150_000);
  // What has arrived of it may still be written down as it goes on.
  for (const status of [409, 423]) expectRefusal(status);
  const nora = await newAccount(page);
  await addChild(page, nora, { name: 'Emma' });

  await test.step('a film on its way to a changed post', async () => {
    const post = await share(page, nora, { text: 'Our song.' });
    const { path } = await recording(info, 3 * megabyte);
    await logIn(page, nora, `/post/${post}?edit=1`);
    void network.hold('/api/uploads', megabyte);
    await choose(page, [path]);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-busy', 'true');
    await page.getByLabel('What happened?').fill('Our song, and who sang it.');
    await choose(page, [photo('cake')]);
    network.release();
    await page.waitForURL((url) => url.search === '', { timeout: 60_000 });
    await expect(page.getByText('Our song, and who sang it.')).toBeVisible();
    await expect(page.getByRole('main').getByRole('button', { name: /^Photo/ })).toBeVisible();
  });

  await test.step('the title and the story of a moment whose photo is on its way', async () => {
    await page.goto('/private/meaningful-moments/emma?add=own');
    const { path } = await recording(info, 3 * megabyte);
    void network.hold('/api/uploads', megabyte);
    const title = page.getByLabel('What shall we call it?');
    await title.fill('Her song');
    await choose(page, [path]);
    const keep = page.getByRole('button', { name: 'Keep this moment' });
    await keep.click();
    await expect(keep).toHaveAttribute('aria-busy', 'true');
    await title.fill('Her first song');
    await page.getByRole('textbox', { name: 'The story' }).fill('All three verses.');
    network.release();
    await page.getByRole('link', { name: /^Her first song/ }).click({ timeout: 60_000 });
    await expect(page.getByText('All three verses.')).toBeVisible();
  });

  await test.step('whoever saves a change wants also that to be sent which was stopped', async () => {
    const post = await share(page, nora, { text: 'Another song.' });
    const { path, sha256 } = await recording(info, 3 * megabyte);
    await page.goto(`/post/${post}?edit=1`);
    void network.hold('/api/uploads', megabyte);
    await choose(page, [path]);
    await page.getByRole('button', { name: 'Arrange or remove lullaby.wav' }).click();
    await page.getByRole('menuitem', { name: 'Pause' }).click();
    await expect(tiles(page).getByText('lullaby.wav: paused')).toBeAttached();
    network.release();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL((url) => url.search === '', { timeout: 60_000 });
    await expect.poll(() => hashOfNewest(page, nora)).toBe(sha256);
  });
});
