import { plusMonths } from '@heartwood/contract/days';
import { expect, feed, joinFamily, logIn, newAccount, photo, quiet, test } from './fixture.ts';
import { tryAgain } from './without-network.ts';
import { addChild, askQuestion, bearer, comment, daysAgo, share, upload } from './makers.ts';
import { boxOf, drawn, mostShown } from './motion.ts';
import { holdBack } from './network.ts';
import { arrived } from './pictures.ts';
import { withRoom } from './room.ts';

test('the feed goes on as one reads, and announces what is new without moving', async ({ page }) => {
  const account = await newAccount(page);
  for (let n = 1; n <= 24; n += 1) await share(page, account, { text: `Memory number ${n}.` });
  await logIn(page, account, '/dashboard');
  await expect(feed(page).first().getByText('Memory number 24.')).toBeVisible();
  await expect(async () => {
    await page.mouse.wheel(0, 4_000);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(feed(page).getByText('Memory number 1.', { exact: true })).toBeVisible({ timeout: 500 });
  }).toPass();
  // What is not looked at is not drawn, and still counted.
  await expect(feed(page).last()).toHaveAttribute('aria-posinset', '24');
  await expect(feed(page).last()).toHaveAttribute('aria-setsize', '24');
  await expect(page.getByText('That is everything so far.')).toBeVisible();

  await share(page, account, { text: 'Something new.' });
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(page.getByRole('button', { name: 'Show what is new' })).toBeVisible();
  await expect(page.getByText('Something new.')).toHaveCount(0);
  await page.getByRole('button', { name: 'Show what is new' }).press('Enter');
  await expect(feed(page).first().getByText('Something new.')).toBeVisible();
  await expect(feed(page).first().getByRole('link').first(), 'the button has gone').toBeFocused();
});

test('a feed that cannot be loaded says what is safe, and tries again', async ({ page, expectRefusal, expectLostStream }) => {
  const account = await newAccount(page);
  await share(page, account, { text: 'Snow.' });
  await logIn(page, account, '/children');
  expectRefusal(500);
  // What is told of the post would load the feed by itself.
  expectLostStream();
  await page.route('**/api/events*', (route) => route.abort());
  await page.route('**/api/posts?*', (route) =>
    route.fulfill({ status: 500, json: { success: false, status_code: 'internal_error', message: 'x', request_id: 'x' } }),
  );
  await page.goto('/dashboard');
  await expect(page.getByText('It is all still there.')).toBeVisible();
  await expect(page.getByText('You’re offline.'), 'everything else is answered').toHaveCount(0);
  await page.unroute('**/api/posts?*');
  await tryAgain(page, feed(page).getByText('Snow.'));
});

test('a further page that does not come is said where it is asked for: of a timeline, comments, ideas, where posts are chosen', async ({
  page,
  expectRefusal,
  expectLostStream,
}) => {
  test.setTimeout(120_000);
  const account = await newAccount(page);
  const emma = await addChild(page, account);
  const soups = '01930000-0000-7000-8000-000000000301';
  let post = '';
  for (let n = 1; n <= 12; n += 1)
    post = await share(page, account, { text: `Soup number ${n}.`, people: [emma], subcategory_id: soups, occurred_on: daysAgo(n) });
  for (let n = 1; n <= 51; n += 1) await comment(page, account, post, { text: `Spoon ${n}.` });
  const refuse = () =>
    page.route(/[?&]cursor=/, (route) =>
      route.fulfill({ status: 500, json: { success: false, status_code: 'internal_error', message: 'x', request_id: 'x' } }),
    );
  expectRefusal(500);
  const again = page.getByRole('button', { name: 'Try again' });

  await refuse();
  await logIn(page, account, `/children/childDetail/${emma}`);
  await page.getByRole('button', { name: 'Show earlier memories' }).press('Enter');
  await expect(page.getByText('The timeline could not be loaded.')).toBeVisible();
  await expect(again, 'it stays in its place').toBeFocused();
  await page.unroute(/[?&]cursor=/);
  // What the page still loads would fail, too.
  await quiet(page);
  expectLostStream();
  await page.context().setOffline(true);
  await again.click();
  await expect(again, 'it is asked for once the network is back').toHaveAttribute('aria-busy', 'true');
  await page.context().setOffline(false);
  await expect(page.getByText('Soup number 12.')).toBeVisible();
  await expect(again).toHaveCount(0);
  await expect(page.getByRole('main').locator(':focus'), 'the next Tab goes on from where the button was').toHaveCount(1);

  await refuse();
  await page.goto(`/post/${post}`);
  await page.getByRole('button', { name: 'Show more comments' }).press('Enter');
  await expect(page.getByText('The comments could not be loaded.')).toBeVisible();
  await expect(again).toBeFocused();
  await page.unroute(/[?&]cursor=/);
  await again.click();
  await expect(page.getByText('Spoon 51.')).toBeVisible();

  await refuse();
  await page.goto('/inspiration');
  await page.getByRole('button', { name: 'More ideas' }).press('Enter');
  await expect(again).toBeFocused();
  await expect(page.getByText('The ideas did not come.'), 'nowhere else').toHaveCount(1);
  const come = await holdBack(page, '**/api/inspiration?limit=10');
  const asked = page.waitForRequest('**/api/inspiration?limit=10');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await asked;
  await drawn(page);
  await expect(again, 'also while all of them are asked for anew').toBeFocused();
  await expect(page.getByText('The ideas did not come.')).toHaveCount(1);
  come();
  await page.unroute(/[?&]cursor=/);

  await refuse();
  await page.goto(`/subcategory/subcategoryPosts?subcategory=${soups}`);
  await page.getByRole('button', { name: 'Choose posts' }).click();
  const chosen = page.getByRole('region', { name: 'Choose posts' });
  // As many may be near enough that they have been asked for already.
  await chosen.getByRole('button', { name: /^(More|Try again)$/ }).click();
  await expect(chosen.getByText('What your family shared could not be loaded.')).toBeVisible();
  await expect(chosen.getByRole('checkbox')).toHaveCount(10);
  // What is held back is so from before it is let through: it may be asked for again at any time.
  const load = await holdBack(page, '**/api/posts?*cursor=*');
  await page.unroute(/[?&]cursor=/);
  await again.click();
  await expect(again, 'it shows that it loads').toHaveAttribute('aria-busy', 'true');
  load();
  await expect(chosen.getByRole('checkbox')).toHaveCount(12);
});

test('a post stands there once, also where the feed has it before the server has said that it arrived', async ({ page }) => {
  const account = await newAccount(page);
  await share(page, account, { text: 'Snow.' });
  await logIn(page, account, '/treasures/share-something');
  const load = await holdBack(page, '**/api/posts?*');
  const [stored, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route('**/api/posts', async (route) => {
    const response = await route.fetch();
    stored.resolve();
    await answered.promise;
    await route.fulfill({ response });
  });
  await page.getByLabel('What happened?').fill('Ice on the lake.');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByRole('article').getByText('Ice on the lake.')).toBeVisible();
  const most = await mostShown(page, 'article', 'Ice on the lake.');
  await stored.promise;
  const loaded = page.waitForResponse(
    async (response) => response.url().includes('/api/posts?') && (await response.text()).includes('Ice'),
  );
  load();
  await (await loaded).finished();
  await drawn(page);
  answered.resolve();
  await expect(feed(page).first().getByText('Ice on the lake.')).toBeVisible();
  await expect(feed(page)).toHaveCount(2);
  await expect(page.getByRole('article').filter({ hasText: 'Ice on the lake.' })).toHaveCount(1);
  expect(await most()).toBe(1);
});

test('memories of this day and birthdays ahead stand beside the feed', async ({ page, accessible }) => {
  const account = await newAccount(page);
  const day = daysAgo(0);
  await addChild(page, account, { name: 'Arthur', birth_day: plusMonths(daysAgo(-9), -7 * 12) });
  await share(page, account, {
    text: 'First snow at the cabin. Cold.',
    occurred_on: plusMonths(day, -4 * 12),
    media_ids: [await upload(page, account, photo('cabin'))],
  });
  await page.clock.setFixedTime(new Date(`${day}T12:00:00Z`));
  await logIn(page, account, '/dashboard');
  const stand = async () => {
    await expect(page.getByText('Arthur turns 7').locator('visible=true')).toBeVisible();
    await expect(page.getByRole('link', { name: /First snow at the cabin 4 years ago/ }).locator('visible=true')).toBeVisible();
  };
  await stand();
  await withRoom(page, stand);
  await accessible(page, { room: true });
});

test('a question that is all that comes up has its place above the feed from the beginning, as have the filters', async ({ page }) => {
  const nora = await newAccount(page);
  const ruth = await joinFamily(page, nora, 'Ruth Berg', 'relative');
  await share(page, nora, { text: 'Ice.' });
  await share(page, nora, { text: 'Snow.' });
  await askQuestion(page, nora, { text: 'Who taught you to swim?' });
  const tellWho = await holdBack(page, '**/api/family-relationships');
  const arrive = await holdBack(page, '**/api/questions?*');
  const load = await holdBack(page, '**/assets/waiting-*.js');
  await logIn(page, ruth, '/dashboard');
  const post = feed(page).filter({ hasText: 'Snow.' });
  const { y } = await boxOf(post);
  tellWho();
  await expect(page.getByRole('button', { name: 'Anyone' })).toBeVisible();
  expect((await boxOf(post)).y, 'once it is known whom to choose from').toBe(y);
  const strip = page.getByRole('region', { name: 'Coming up' });
  await expect(strip).toHaveCount(0);
  arrive();
  await expect(strip).toHaveCount(1);
  expect((await boxOf(post)).y, 'while what draws it is loaded').toBe(y);
  load();
  await expect(strip.getByText('Who taught you to swim?')).toBeVisible();
  expect((await boxOf(post)).y, 'once it is there').toBe(y);

  const alone = await newAccount(page);
  await share(page, alone, { text: 'Ice.' });
  await share(page, alone, { text: 'Snow.' });
  const tellNobody = await holdBack(page, '**/api/family-relationships');
  const told = page.waitForResponse('**/api/family-relationships');
  await logIn(page, alone, '/dashboard');
  const before = (await boxOf(post)).y;
  tellNobody();
  await (await told).finished();
  await drawn(page);
  expect((await boxOf(post)).y, 'where there turns out to be nothing to choose from').toBe(before);
});

test('photos that are still being prepared come when something is told of their post; one that cannot be read says so', async ({
  page,
}) => {
  const account = await newAccount(page);
  const post = await share(page, account, {
    text: 'Snow.',
    media_ids: [await upload(page, account, photo('cabin')), await upload(page, account, photo('hills'))],
  });
  let isReady = false;
  const unfinished = async (answer: { data: { items?: object[]; post?: object } }) => {
    for (const one of answer.data.items ?? [answer.data.post]) {
      const { media } = one as { media: { state: string; variants: object; reason: string | null }[] };
      if (media[0]) Object.assign(media[0], isReady ? {} : { state: 'processing', variants: {} });
      if (media[1]) Object.assign(media[1], { state: 'failed', variants: {}, reason: 'x' });
    }
    return answer;
  };
  await page.route(/\/api\/posts(\?|\/[0-9a-f-]{36}$)/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: await unfinished(await response.json()) });
  });
  await logIn(page, account, '/dashboard');
  await expect(feed(page).getByText('This photo could not be read.')).toBeVisible();
  await expect(feed(page).locator('img[src*="/api/private/media/"]')).toHaveCount(0);
  await quiet(page);
  isReady = true;
  // The page asks for a post that is loved as for one of which a medium is ready.
  expect((await page.request.put(`/api/posts/${post}/heart`, { headers: bearer(account) })).status()).toBe(200);
  await arrived(feed(page).first(), 1);
});
