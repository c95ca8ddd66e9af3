import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { chooseFiles } from './choosing.ts';
import { expect, expectNoOverflow, joinFamily, keptOnDevice, logIn, newAccount, photo, quiet, test } from './fixture.ts';
import type { Account } from './fixture.ts';
import { tabAndPress } from './keyboard.ts';
import { addChild, bearer, daysAgo, fillDay, measure, share } from './makers.ts';
import { boxOf } from './motion.ts';
import { withRoom } from './room.ts';
import { goOn } from './running-app.ts';

const beside = (page: Page) => page.getByRole('complementary', { name: 'Beside the page' });

test('the first child: what is missing is said, the photo is cut, the age is exact', async ({ page, accessible }) => {
  const account = await newAccount(page);
  await logIn(page, account, '/children');
  await expect(page.getByRole('heading', { name: 'Who is growing up?' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What grows on their page' })).toBeVisible();
  await accessible(page, { room: true });
  await page.getByRole('link', { name: 'Add a child' }).click();
  await page.waitForURL('**/children?add=1');
  await page.getByRole('button', { name: 'Add a child' }).click();
  await expect(page.getByText('Name Required')).toBeVisible();
  await expect(page.getByText('Relationship Required')).toBeVisible();

  await page.getByLabel('Name', { exact: true }).fill('Ida');
  const relation = page.getByRole('group', { name: 'Who is Ida to you?' });
  await tabAndPress(page, relation.getByRole('button', { name: 'Godchild' }), 'Space');
  await fillDay(page, daysAgo(21));
  await expect(page.getByText('3 weeks old today')).toBeVisible();
  await page.getByRole('button', { name: 'Girl' }).click();
  await page.getByRole('button', { name: 'Girl' }).click();
  await expect(page.getByRole('button', { name: 'Girl' })).toHaveAttribute('aria-pressed', 'false');

  await chooseFiles(page.getByRole('button', { name: 'Add a photo' }), {
    name: '1000012345',
    mimeType: 'image/jpeg',
    buffer: await readFile(photo('duck')),
  });
  await expect(page.getByText('Photo is not valid.')).toBeVisible();
  await chooseFiles(page.getByRole('button', { name: 'Another photo' }), photo('duck'));
  await expect(page.getByText('Photo is not valid.')).toHaveCount(0);
  const picture = page.getByRole('application').locator('img');
  await page.getByRole('slider', { name: 'Zoom' }).fill('2');
  const place = () => picture.evaluate((image) => (image as HTMLElement).style.left);
  await expect.poll(place).not.toBe('');
  const before = await place();
  await page.getByRole('application').focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(place).not.toBe(before);
  await accessible(page, { room: true });
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/family-relationships'));
  await page.getByRole('button', { name: 'Add Ida' }).click();
  expect((await sent).headers()['content-type']).toMatch(/^multipart\/form-data/);

  await page.waitForURL((url) => url.search === '');
  const card = page.getByRole('link', { name: /Ida/ });
  await expect(card.getByText('3 weeks', { exact: true })).toBeVisible();
  await expect.poll(() => card.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  const square = await card
    .locator('img')
    .evaluate((image) => (image as HTMLImageElement).naturalWidth / (image as HTMLImageElement).naturalHeight);
  expect(square).toBe(1);
  const birthdayBeside = () => expect(beside(page)).toContainText('Ida turns 1');
  await withRoom(page, birthdayBeside);
  await accessible(page, { room: true });
  // Where nobody else has a birthday, one’s own is asked for beside the wishes.
  await page.goto('/inspiration/share-birthday');
  await expect(page.getByRole('heading', { level: 1, name: 'Ida turns 1' })).toBeVisible();
  await page.getByRole('link', { name: 'When is your birthday?' }).click();
  await page.waitForURL('**/private/profile');
  const { data } = (await (await page.request.get('/api/family-relationships', { headers: bearer(account) })).json()) as {
    data: { relationships: { heartwood_id: string; is_user: number }[] };
  };
  const own = data.relationships.find((one) => one.is_user === 1)?.heartwood_id ?? '';
  await page.goto(`/children/childDetail/${own}`);
  await expect(page.getByText('Mark yourself when you share something')).toBeVisible();
  await page.goto('/dashboard');
  await withRoom(page, birthdayBeside);
});

test('a child’s page grows with the child, and is changed by its guardians', async ({ page, accessible }) => {
  const account = await newAccount(page);
  const birth = '2023-09-12';
  const emma = await addChild(page, account, { birth_day: birth, gender: 'female' });
  const remember = (text: string, occurred_on: string) => share(page, account, { text, occurred_on, people: [emma] });
  await remember('The day itself.', birth);
  await remember('Two candles.', '2025-09-12');
  await remember('A very small hand.', '2023-09-20');
  await remember('She waved goodbye to the sun.', '2026-11-18');
  await page.clock.setFixedTime(new Date('2026-11-20T12:00:00Z'));
  await logIn(page, account, `/children/childDetail/${emma}`);
  await expect(page).toHaveTitle('Emma · Heartwood');
  await expect(page.getByRole('heading', { level: 1, name: 'Emma' })).toBeVisible();
  await expect(page.getByText('3 years, 2 months and 1 week')).toBeVisible();
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Three years old',
    'Two years old',
    'The first year',
    'Growth',
  ]);
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([
    '3 years and 2 months',
    'Her second birthday',
    '8 days',
    'The day Emma was born',
  ]);
  await expect(page.getByText('This week')).toBeVisible();
  await accessible(page);

  await page.getByRole('link', { name: 'Edit Emma' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Emma Rose');
  await fillDay(page, '2023-02-31');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Birthday is not valid.')).toBeVisible();
  await fillDay(page, '2023-10-12');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Emma Rose' })).toBeVisible();
  await expect(page.getByText('3 years, 1 month and 1 week')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Before the birth' })).toBeVisible();

  await page.getByRole('link', { name: 'Edit Emma Rose' }).click();
  await page.getByRole('button', { name: 'Remove Emma Rose' }).click();
  await expect(page.getByText(/This cannot be undone/)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove Emma Rose' }).click();
  await page.waitForURL('**/children');
  await expect(page.getByRole('heading', { name: 'Who is growing up?' })).toBeVisible();
});

test('the parts of a child’s page have addresses and follow the arrow keys', async ({ page, accessible }) => {
  const account = await newAccount(page);
  const emma = await addChild(page, account, { birth_day: '2023-09-12', gender: 'female' });
  const warnings: string[] = [];
  page.on('console', (message) => /of chart/.test(message.text()) && warnings.push(message.text()));
  await logIn(page, account, `/children/childDetail/${emma}`);
  await expect(page.getByRole('tab'), 'nobody to compare with').toHaveText(['Timeline', 'Moments', 'Growth']);
  await addChild(page, account, { name: 'Jonas', birth_day: '2026-01-31', gender: 'male' });
  await page.reload();
  const head = page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) });
  const tab = (name: string) => page.getByRole('tab', { name });
  await expect(page.getByRole('tab')).toHaveText(['Timeline', 'Moments', 'Growth', 'Siblings']);
  await quiet(page);
  const height = (await boxOf(head)).height;
  await expect(tab('Timeline')).toHaveAttribute('aria-selected', 'true');
  const information = page.getByRole('link', { name: /^Good to know/ });
  await tab('Timeline').focus();
  for (const [name, asked] of [
    ['Moments', 'milestones'],
    ['Growth', 'growth'],
    ['Siblings', 'siblings'],
  ] as const) {
    await page.keyboard.press('ArrowRight');
    await expect(tab(name)).toBeFocused();
    await expect(tab(name)).toHaveAttribute('aria-selected', 'true');
    await expect.poll(() => new URL(page.url()).searchParams.get('tab')).toBe(asked);
    expect((await boxOf(head)).height, 'the head stays as it is').toBe(height);
    await expect(information, 'reached without scrolling').toBeInViewport();
    await withRoom(page, () => expect(beside(page).getByRole('heading').first()).toBeVisible());
    await accessible(page, { room: true });
  }
  await page.keyboard.press('ArrowRight');
  await expect(tab('Timeline')).toBeFocused();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await page.goto(`/children/childDetail/${emma}?tab=nonsense`);
  await expect(tab('Timeline')).toHaveAttribute('aria-selected', 'true');
  // The head keeps its height above each part; large type wraps the tabs, cuts none, and the chosen one is in view.
  for (const [width, size] of [
    [390, ''],
    [390, '200%'],
    [320, '200%'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.evaluate((to) => void (document.documentElement.style.fontSize = to), size);
    // Larger type makes the head higher, and no tab changes it.
    const high = Math.round((await boxOf(head)).height);
    if (!size) expect(high).toBe(400);
    for (const name of ['Timeline', 'Moments', 'Growth', 'Siblings']) {
      await tab(name).click();
      const look = () =>
        page.evaluate(() => {
          const chosen = document.querySelector('[role="tab"][aria-selected="true"]')!.getBoundingClientRect();
          const cut = [...document.querySelectorAll('[role="tab"]')].filter((one) => one.scrollWidth > one.clientWidth).length;
          return {
            head: document.querySelector('header:has(h1)')!.clientHeight,
            cut,
            inView: chosen.left >= 0 && chosen.right <= innerWidth,
          };
        });
      await expect.poll(look, `${name} at ${width} ${size}`).toEqual({ head: high, cut: 0, inView: true });
    }
  }
  expect(warnings, 'no chart is drawn where there is no room').toEqual([]);
  await page.evaluate(() => void (document.documentElement.style.fontSize = ''));
  await tab('Timeline').click();
  await information.click();
  await expect(page).toHaveURL('/private/additional-information/emma');
});

test('a cousin and a friend are no siblings; the head of a child’s page holds larger type; an unknown child is not found', async ({
  page,
  accessible,
  expectRefusal,
}) => {
  const account = await newAccount(page);

  await test.step('a cousin stands side by side, and a grown-up friend beside no child', async () => {
    const emma = await addChild(page, account, { birth_day: '2023-09-12', gender: 'female' });
    await addChild(page, account, { name: 'Petra', birth_day: '1991-05-04', relationship_id: 27, gender: 'female' });
    await logIn(page, account, `/children/childDetail/${emma}`);
    await expect(page.getByRole('tab'), 'a grown-up stands beside no child').toHaveText(['Timeline', 'Moments', 'Growth']);
    await addChild(page, account, { name: 'Mila', birth_day: '2024-03-12', relationship_id: 21, gender: 'female' });
    await page.reload();
    await expect(page.getByRole('tab')).toHaveText(['Timeline', 'Moments', 'Growth', 'Side by side']);
    await page.getByRole('tab', { name: 'Side by side' }).click();
    await expect(page.getByRole('region', { name: 'Mila', exact: true })).toBeVisible();
    await accessible(page);
  });

  await test.step('no word of a name breaks, none lies under a button', async () => {
    const leo = await addChild(page, account, { name: 'Leo Whitlock', birth_day: '2010-12-24', gender: 'male' });
    await goOn(page, `/children/childDetail/${leo}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Leo Whitlock' })).toBeVisible();
    const head = page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) });
    const name = head.getByRole('heading', { level: 1 });
    const { height } = await boxOf(head);
    for (const [width, size] of [
      [320, '137.5%'],
      [320, '200%'],
      [390, '200%'],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.evaluate((large) => void (document.documentElement.style.fontSize = large), size);
      const [box, back] = [await boxOf(name), await boxOf(head.getByRole('link', { name: 'Back', exact: true }))];
      expect(box.y, 'below the way back').toBeGreaterThan(back.y + back.height);
      expect((await boxOf(head)).height).toBeGreaterThanOrEqual(height);
      const lines = await name.evaluate((one) => Math.round(one.clientHeight / parseFloat(getComputedStyle(one).lineHeight)));
      expect(lines, 'a line for each word at most').toBeLessThanOrEqual(2);
    }
  });

  await test.step('a page that is not found', async () => {
    expectRefusal(404);
    await page.goto(`/children/childDetail/${randomUUID()}`);
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  });
});

test('brothers and sisters stand side by side at the same age', async ({ page, accessible }) => {
  const account = await newAccount(page);
  const emma = await addChild(page, account, { birth_day: '2020-02-29', gender: 'female' });
  const jonas = await addChild(page, account, { name: 'Jonas', birth_day: '2023-03-31', relationship_id: 2, gender: 'female' });
  const unborn = await addChild(page, account, { name: 'Unborn', birth_day: daysAgo(-1), relationship_id: 2, gender: 'female' });
  const remember = (text: string, occurred_on: string, people: string[]) => share(page, account, { text, occurred_on, people });
  await remember('Emma walks.', '2021-02-28', [emma]);
  await remember('Jonas walks.', '2024-04-05', [jonas]);
  await remember('Jonas talks.', '2025-10-05', [jonas]);
  await page.clock.setFixedTime(new Date('2026-11-20T12:00:00Z'));
  await logIn(page, account, `/children/childDetail/${jonas}?tab=siblings`);
  const slider = page.getByRole('slider', { name: 'At the age of' });
  // It begins at the latest age at which something is kept of both.
  await expect(slider).toHaveAttribute('aria-valuetext', '1 year and 1 month');
  await expect(slider).toHaveAttribute('max', '43');
  await expect(page.getByRole('tabpanel').getByText('Unborn')).toHaveCount(0);
  await page.clock.resume();
  await slider.fill('12');
  const column = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(column('Jonas').getByText('Jonas walks.')).toBeVisible();
  await expect(column('Emma').getByText('Emma walks.')).toBeVisible();
  await expect(column('Emma').getByText('1 year', { exact: true })).toHaveCount(2);
  await expect(page.getByText('Jonas talks.')).toHaveCount(0);
  await accessible(page, { room: true });
  await slider.fill('30');
  await expect(column('Jonas').getByText('Jonas talks.')).toBeVisible();
  await expect(column('Emma').getByText('Nothing kept of Emma around then.')).toBeVisible();
  await page.goto(`/children/childDetail/${unborn}?tab=siblings`);
  await expect(page.getByText(/Due in/)).toBeVisible();
});

test('relatives see the timeline, no more, and who is whose grandmother is said', async ({ page, newPerson, accessible }) => {
  const account = await newAccount(page);
  const emma = await addChild(page, account, { birth_day: '2023-09-12', gender: 'female' });
  await measure(page, account, emma, [{ measured_on: '2024-09-12', height_cm: 75 }]);
  const ruth = await joinFamily(page, account, 'Ruth Whitlock', 'relative');
  const other = await newPerson();
  await logIn(other, ruth, `/children/childDetail/${emma}?tab=growth`);
  await expect(other.getByRole('heading', { level: 1, name: 'Emma' })).toBeVisible();
  await expect(other.getByRole('tab'), 'there is one part').toHaveCount(0);
  await expect(other.getByRole('link', { name: /^Good to know/ })).toHaveCount(0);
  await expect(other.getByText('75.0 cm')).toHaveCount(0);
  await accessible(other, { room: true });
  // Who the child is to oneself is asked where one looks, and said as a sentence from then on.
  await other.getByRole('link', { name: 'Who is Emma to you?' }).click();
  await other.getByRole('group', { name: 'Who is Emma to you?' }).getByRole('button', { name: 'Grandchild' }).click();
  await expect(other.getByText('Emma is your grandchild')).toBeVisible();
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(other.locator('header').getByText('Emma is your grandchild')).toBeVisible();
  await accessible(other, { room: true });
  // Who has invited the children’s grandmother as one’s own is led to saying it from their own side.
  await logIn(page, account, '/private/family');
  const ofMembers = page.getByRole('listitem').filter({ hasText: 'Ruth Whitlock' });
  await expect(ofMembers.getByText('Grandmother', { exact: true })).toBeVisible();
  await expect(page.getByText('your grandmother')).toHaveCount(0);
  const whose = page.getByRole('link', { name: 'The children’s grandmother, or yours?' });
  await accessible(page, { room: true });
  await whose.click();
  await expect(page.getByText('Is Ruth Whitlock the children’s grandmother?')).toBeVisible();
  await accessible(page, { room: true });
  // A grown-up is no girl; the words of the choice follow what is said.
  await expect(page.getByText('growth curves')).toHaveCount(0);
  await page.getByRole('button', { name: 'Woman' }).click();
  await page.getByRole('combobox', { name: 'Relationship' }).click();
  await page.getByRole('option', { name: 'Mother-in-law' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('header').getByText('Ruth is your mother-in-law')).toBeVisible();
  await expect(whose).toHaveCount(0);
  await page.goto('/private/family');
  await expect(ofMembers.getByText('Ruth is your mother-in-law')).toBeVisible();
  await accessible(page, { room: true });
});

test('names of any script, or of none: each has their own page, in their own order', async ({ page, accessible }) => {
  const account = await newAccount(page);
  for (const [name, birth] of [
    ['ليلى', '2019-05-05'],
    ['🐣', '2021-01-01'],
    ['Emma', '2020-02-29'],
    ['Emma', '2022-02-28'],
    ['Ida Old', '1890-05-04'],
  ] as const)
    await addChild(page, account, { name, birth_day: birth, gender: 'female' });
  await page.clock.setFixedTime(new Date('2026-11-20T12:00:00Z'));
  await logIn(page, account, '/children');
  const cards = page.getByRole('listitem').filter({ has: page.locator('.type-title') });
  await expect(cards).toHaveText([/Ida Old.*136 years/, /ليلى.*7 years/, /Emma6 years, 8 months/, /🐣.*5 years/, /Emma4 years, 8 months/]);
  await accessible(page);
  await cards.nth(4).getByRole('link').click();
  await expect(page.getByText('4 years, 8 months and 3 weeks')).toBeVisible();
  await page.goBack();
  await cards.nth(3).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: '🐣' })).toBeVisible();
});

test('names of a hundred letters without a space fit on every page', async ({ page }) => {
  test.setTimeout(90_000);
  const account = await newAccount(page);
  const long = (first: string) => `${first}${'Rhabarberbarbara'.repeat(7)}`.slice(0, 100);
  const send = async (url: string, data: object) =>
    expect((await page.request.post(url, { headers: bearer(account), data })).status()).toBe(200);
  await send('/api/profile/update', { firstname: long('N'), lastname: long('W') });
  const emma = await addChild(page, account, { name: long('E') });
  const relation = { id: emma, relationship_id: 28, relationship_label: long('o') };
  await send('/api/family-relationships/update', relation);
  const mila = await addChild(page, account, { name: long('M'), relationship_id: 21 });
  const post = await share(page, account, { text: 'The first snow.', people: [emma, mila] });
  const child = `/children/childDetail/${emma}`;
  await logIn(page, account, '/dashboard');
  const pages = ['/dashboard', `/post/${post}`, '/children', child, `${child}?tab=growth`];
  for (const path of [
    ...pages,
    '/private',
    '/private/family',
    '/treasures/share-something',
    '/onboarding?step=children',
    `${child}?edit=1`,
  ]) {
    await goOn(page, path);
    await page.locator('h1').first().waitFor();
    await quiet(page);
    await expectNoOverflow(page);
  }
  // What says that something is done has the name in it, too.
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/Rhabarberbarbara.* details are saved/).filter({ visible: true })).toBeVisible();
  await expectNoOverflow(page);
});

test('what somebody began to change undoes nothing that others have changed meanwhile', async ({ page }) => {
  const nora = await newAccount(page);
  const ida = await addChild(page, nora, { name: 'Ida', birth_day: '2021-06-01' });
  const sam = await joinFamily(page, nora, 'Sam Whitlock', 'guardian');
  const change = async (by: Account, data: object) =>
    expect(
      (await page.request.post('/api/family-relationships/update', { headers: bearer(by), data: { id: ida, ...data } })).status(),
    ).toBe(200);
  const known = async () => {
    const answer = await page.request.get(`/api/family-relationships/show/${ida}`, { headers: bearer(nora) });
    return ((await answer.json()) as { data: { relationship: object } }).data.relationship;
  };
  const form = `/children/childDetail/${ida}?edit=1`;
  const name = page.getByLabel('Name', { exact: true });

  await test.step('also where it comes back from the device', async () => {
    await logIn(page, nora, form);
    await name.fill('Idaa');
    await keptOnDevice(page);
    await page.goto('/children');
    await change(sam, { birth_day: '2021-07-02' });
    await page.goto(form);
    await expect(name).toHaveValue('Idaa');
    await expect(page.getByText('You began this before, and it is still here.')).toBeVisible();
    await expect(page.getByLabel('Day', { exact: true }), 'as it stands now').toHaveValue('2');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Idaa' })).toBeVisible();
    expect(await known()).toMatchObject({ name: 'Idaa', birth_day: '2021-07-02' });
  });

  await test.step('also where both have the form open', async () => {
    await page.goto(form);
    await expect(page.getByLabel('Day', { exact: true })).toHaveValue('2');
    await change(sam, { birth_day: '2021-07-03' });
    await name.fill('Ida');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Ida', exact: true })).toBeVisible();
    expect(await known()).toMatchObject({ name: 'Ida', birth_day: '2021-07-03' });
  });

  await test.step('what was emptied stays empty', async () => {
    await page.goto(form);
    await name.fill('');
    await keptOnDevice(page);
    await page.reload();
    await expect(page.getByText('You began this before, and it is still here.')).toBeVisible();
    await expect(name).toHaveValue('');
  });

  await test.step('also who it is to oneself, said on another device while the form is open', async () => {
    await name.fill('Ida Rose');
    await change(nora, { relationship_id: 23 });
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Ida Rose' })).toBeVisible();
    expect(await known()).toMatchObject({ name: 'Ida Rose', relationship_id: 23 });
  });
});

test('a page that the server fails at says so in its place, with the way back, and not that one is offline', async ({
  page,
  accessible,
  expectRefusal,
}) => {
  const account = await newAccount(page);
  const emma = await addChild(page, account, { birth_day: '2023-09-12' });
  const post = await share(page, account, { text: 'Snow.' });
  await logIn(page, account, '/faq');
  expectRefusal(500);
  const places = [
    {
      path: `**/family-relationships/show/${emma}`,
      url: `/children/childDetail/${emma}`,
      there: page.getByRole('heading', { name: 'Emma', level: 1 }),
    },
    { path: `**/api/posts/${post}*`, url: `/post/${post}`, there: page.getByText('Snow.') },
    { path: '**/api/families', url: '/private/family', there: page.getByRole('list', { name: 'The Whitlock family' }) },
  ];
  for (const { path, url, there } of places) {
    await page.route(path, (route) =>
      route.fulfill({ status: 500, json: { success: false, status_code: 'internal_error', message: 'x', request_id: 'x' } }),
    );
    await page.goto(url);
    const retry = page.getByRole('button', { name: 'Try again' });
    await expect(retry).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(
      page
        .getByRole('main')
        .getByRole('link', { name: 'Back' })
        .or(page.getByRole('button', { name: 'Back' })),
    ).toBeVisible();
    await expect(page.getByText('offline')).toHaveCount(0);
    await accessible(page);
    await page.unroute(path);
    await retry.click();
    await expect(there).toBeVisible();
  }
});
