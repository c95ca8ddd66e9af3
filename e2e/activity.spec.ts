import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Category } from '@heartwood/contract/treasures';
import type { Page } from '@playwright/test';
import { startTestCluster } from '../apps/server/test/cluster.ts';
import { freePort, ServerProcess } from '../apps/server/test/process.ts';
import { expect, joinFamily, logIn, newAccount, quiet, test } from './fixture.ts';
import type { Account } from './fixture.ts';
import { addChild, bearer, comment, keepMoment, share } from './makers.ts';
import { boxOf } from './motion.ts';

// What somebody else does is seen where it is shown, without a reload.

test('a second person sees posts, hearts, comments and people as they come, and afterwards what came while the connection was gone', async ({
  page,
  context,
  newPerson,
  expectLostStream,
}) => {
  test.setTimeout(120_000);
  const nora = await newAccount(page);
  const ruth = await joinFamily(page, nora, 'Ruth Berg', 'relative');
  const first = await share(page, nora, { text: 'The first snow.' });
  await logIn(page, ruth, '/dashboard');
  const article = page.getByRole('article').filter({ hasText: 'The first snow.' });
  await expect(article).toBeVisible();
  const other = await newPerson();
  await logIn(other, ruth, `/post/${first}`);
  await expect(other.getByText('The first snow.').first()).toBeVisible();

  await comment(page, nora, first, { text: 'Up to the knees' });
  await expect(other.getByText('Up to the knees')).toBeVisible();

  expect((await page.request.put(`/api/posts/${first}/heart`, { headers: bearer(nora) })).status()).toBe(200);
  await expect(other.getByRole('button', { name: /^Loved by/ })).toBeVisible();

  const edited = await page.request.patch(`/api/posts/${first}`, { headers: bearer(nora), data: { text: 'The very first snow.' } });
  expect(edited.status()).toBe(200);
  await expect(page.getByRole('article').filter({ hasText: 'The very first snow.' })).toBeVisible();

  // Something new is announced, and moves nothing.
  await share(page, nora, { text: 'A snowman.' });
  const announced = page.getByRole('button', { name: 'Show what is new' });
  await expect(announced).toBeVisible();
  await expect(page.getByText('A snowman.')).toHaveCount(0);
  await announced.click();
  await expect(page.getByText('A snowman.')).toBeVisible();

  await page.goto('/children');
  await addChild(page, nora, { name: 'Emma' });
  await expect(page.getByText('Emma').first()).toBeVisible();

  await test.step('while the connection is gone', async () => {
    expectLostStream();
    const connected = page.waitForResponse((answer) => answer.url().includes('/api/events'));
    await page.goto(`/post/${first}`);
    await connected;
    await quiet(page);
    await context.setOffline(true);
    const answer = await fetch(new URL(`/api/posts/${first}/comments`, page.url()), {
      method: 'POST',
      headers: { ...bearer(nora), 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'Up to the hips' }),
    });
    expect(answer.status).toBe(201);
    await expect(page.getByText('Up to the hips')).toHaveCount(0);
    await context.setOffline(false);
    await expect(page.getByText('Up to the hips')).toBeVisible();
  });
});

test('side by side: a shelf and the family change as they are changed; an edit puts a post onto pages that are open, and takes it off', async ({
  page,
  newPerson,
  expectRefusal,
}) => {
  test.setTimeout(120_000);
  const nora = await newAccount(page);
  const ruth = await joinFamily(page, nora, 'Ruth Berg', 'relative');
  const soups = await shelf(page, nora, 'soups-and-stews');

  await test.step('a post that is no longer for somebody leaves their page', async () => {
    await logIn(page, ruth, `/subcategory/subcategoryPosts?subcategory=${soups}`);
    await expect(page.getByRole('heading', { name: 'Soups and stews' })).toBeVisible();
    const other = await newPerson();
    await logIn(other, ruth, '/private/family');
    await expect(other.getByText('Nora Whitlock')).toBeVisible();

    const post = await share(page, nora, { text: 'Leek and potato.', subcategory_id: soups });
    await expect(page.getByText('Leek and potato.')).toBeVisible();
    await joinFamily(page, nora, 'Carl Berg', 'relative');
    await expect(other.getByText('Carl Berg')).toBeVisible();

    await other.goto(`/post/${post}`);
    await expect(other.getByText('Leek and potato.').first()).toBeVisible();
    await quiet(other);
    // The page asks for it once more, and is answered as for a post that is not there.
    expectRefusal(404);
    const narrowed = await page.request.patch(`/api/posts/${post}`, { headers: bearer(nora), data: { audience: 'guardians' } });
    expect(narrowed.status()).toBe(200);
    await expect(page.getByText('Leek and potato.')).toHaveCount(0);
    await expect(other.getByText('Leek and potato.')).toHaveCount(0);
  });

  await test.step('an edit', async () => {
    const emma = await addChild(page, nora);
    const secret = await share(page, nora, { text: 'A recipe of old.', audience: 'me' });
    const post = await share(page, nora, { text: 'Leek and potato.' });
    const edit = async (id: string, data: object) => {
      const answer = await page.request.patch(`/api/posts/${id}`, { headers: bearer(nora), data });
      expect(answer.status(), await answer.text()).toBe(200);
    };
    const [child, feed] = [await newPerson(), await newPerson()];
    await page.goto(`/subcategory/subcategoryPosts?subcategory=${soups}`);
    await logIn(child, ruth, `/children/childDetail/${emma}`);
    await logIn(feed, ruth, '/dashboard');
    await expect(page.getByRole('heading', { name: 'Soups and stews' })).toBeVisible();
    await expect(child.getByRole('heading', { name: 'Emma', level: 1 })).toBeVisible();
    await expect(feed.getByText('Leek and potato.')).toBeVisible();
    for (const one of [page, child, feed]) await quiet(one);
    await expect(page.getByText('Leek and potato.')).toHaveCount(0);
    await expect(child.getByText('Leek and potato.')).toHaveCount(0);

    await edit(post, { people: [emma] });
    await expect(child.getByText('Leek and potato.')).toBeVisible();
    await edit(post, { subcategory_id: soups });
    await expect(page.getByText('Leek and potato.')).toBeVisible();
    await edit(post, { people: [], subcategory_id: null });
    await expect(child.getByText('Leek and potato.')).toHaveCount(0);
    await expect(page.getByText('Leek and potato.')).toHaveCount(0);

    // What somebody sees from now on stands where it was shared, below what is newer.
    await edit(secret, { audience: 'family' });
    await expect(feed.getByText('A recipe of old.')).toBeVisible();
    await expect(feed.getByRole('article').first()).toContainText('Leek and potato.');
    await expect(feed.getByRole('button', { name: 'Show what is new' })).toHaveCount(0);
  });
});

test('a long shelf whose reader is further down does not move when somebody shares onto it', async ({ page }) => {
  test.setTimeout(120_000);
  const nora = await newAccount(page);
  const ruth = await joinFamily(page, nora, 'Ruth Berg', 'relative');
  const soups = await shelf(page, nora, 'soups-and-stews');
  for (let n = 1; n <= 24; n += 1) await share(page, nora, { text: `Soup number ${n}.`, subcategory_id: soups });
  await logIn(page, nora, `/subcategory/subcategoryPosts?subcategory=${soups}`);
  await expect(page.getByText('Soup number 24.')).toBeVisible();
  const read = page.getByText('Soup number 12.', { exact: true });
  await expect(async () => {
    if (await read.count()) return;
    await page.evaluate(() => window.scrollBy({ top: 400, behavior: 'instant' }));
    // What comes into view is drawn in one of the next frames.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    });
    expect(await read.count()).toBe(1);
  }).toPass({ intervals: [60] });
  await read.scrollIntoViewIfNeeded();
  await quiet(page);
  const place = async () => Math.round((await boxOf(read)).y);
  const before = await place();

  // What does not stand above what is read is asked for at once.
  const heard = page.waitForResponse(/\/api\/treasures/);
  await share(page, ruth, { text: 'Soup of the guest.', subcategory_id: soups });
  await heard;
  await quiet(page);
  expect(await place(), 'the post that is read').toBe(before);

  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  await expect(page.getByText('Soup of the guest.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Told by' })).toBeVisible();
});

test('side by side: a moment that is no longer theirs leaves somebody’s page, and so does what was shared by a deleted account', async ({
  page,
  newPerson,
  expectRefusal,
}) => {
  const nora = await newAccount(page);
  const ruth = await joinFamily(page, nora, 'Ruth Berg', 'relative');
  const carl = await joinFamily(page, nora, 'Carl Berg', 'relative');
  const emma = await addChild(page, nora);
  const people = (await (await page.request.get('/api/family-relationships', { headers: bearer(nora) })).json()).data.relationships;
  const her = people.find((one: { related_user_id: string }) => one.related_user_id === ruth.userId) as Record<
    'heartwood_id' | 'slug',
    string
  >;
  const moment = await keepMoment(page, nora, { title: 'The first snow', people: [emma, her.heartwood_id] });
  await share(page, carl, { text: 'By the lake.' });
  const post = await share(page, nora, { text: 'On the hills.' });
  await comment(page, carl, post, { text: 'So windy' });
  await logIn(page, ruth, `/private/meaningful-moments/${her.slug}?moment=${moment}`);
  await expect(page.getByRole('heading', { name: 'The first snow' })).toBeVisible();
  const other = await newPerson();
  await logIn(other, ruth, '/dashboard');
  await expect(other.getByText('By the lake.')).toBeVisible();
  await expect(other.getByText('So windy')).toBeVisible();
  for (const one of [page, other]) await quiet(one);

  // The page asks for it once more, and is answered as for a moment that is not there.
  expectRefusal(404);
  const edited = await page.request.patch(`/api/moments/${moment}`, { headers: bearer(nora), data: { people: [emma] } });
  expect(edited.status()).toBe(200);
  await expect(page.getByRole('heading', { name: 'The first snow' })).toHaveCount(0);

  expect((await page.request.delete('/api/delete_account', { headers: bearer(carl) })).status()).toBe(200);
  await expect(other.getByText('By the lake.')).toHaveCount(0);
  await expect(other.getByText('So windy')).toHaveCount(0);
  await expect(other.getByText('On the hills.')).toBeVisible();
});

test('what is done at one server process is seen at once by whoever is at another', async ({ newPerson }) => {
  test.setTimeout(180_000);
  const cluster = await startTestCluster();
  const shared = { DATABASE_URL: cluster.url, APP_SECRET: 'the same for both of them - and it is long enough', TRUST_PROXY: '127.0.0.1' };
  const start = async () => {
    const [dataDir, port] = [await mkdtemp(join(tmpdir(), 'heartwood-two-')), await freePort()];
    const server = new ServerProcess(dataDir, port, { ...shared, PUBLIC_URL: `http://127.0.0.1:${port}` });
    await server.start();
    return server;
  };
  const [one, other] = [await start(), await start()];
  try {
    const page = await newPerson(one.base);
    const nora = await newAccount(page);
    const post = await share(page, nora, { text: 'The first snow.' });
    const listening = page.waitForResponse((answer) => answer.url().startsWith(`${one.base}/api/events`));
    await logIn(page, nora, `/post/${post}`);
    await listening;
    await expect(page.getByText('Nobody has said anything yet.')).toBeVisible();

    const elsewhere = await newPerson(other.base);
    await logIn(elsewhere, nora, `/post/${post}`);
    await elsewhere.getByLabel('Say something kind').fill('Up to the knees.');
    await elsewhere.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Up to the knees.' })).toBeVisible();
    await page.getByRole('button', { name: 'Heart' }).click();
    await expect(elsewhere.getByRole('button', { name: /^Loved by/ })).toBeVisible();
    await Promise.all([page.close(), elsewhere.close()]);
  } finally {
    await Promise.all([one.remove(), other.remove()]);
    await cluster.stop();
  }
});

/** The id of a shelf that ships. */
async function shelf(page: Page, by: Account, slug: string): Promise<string> {
  const answer = await page.request.get('/api/treasures', { headers: bearer(by) });
  const { categories } = ((await answer.json()) as { data: { categories: Category[] } }).data;
  return categories.flatMap(({ subcategories }) => subcategories).find((one) => one.slug === slug)?.id ?? '';
}
