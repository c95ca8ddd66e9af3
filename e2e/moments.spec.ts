import type { Page } from '@playwright/test';
import { chooseFiles } from './choosing.ts';
import { expect, joinFamily, keptOnDevice, logIn, newAccount, photo, test } from './fixture.ts';
import { tabAndPress, tabTo } from './keyboard.ts';
import { addChild, bearer, daysAgo, fillDay, keepMoment } from './makers.ts';
import { boxOf } from './motion.ts';
import { holdBack } from './network.ts';

const toast = (page: Page, text: string | RegExp) => page.getByRole('region', { name: 'Messages' }).getByText(text);
const who = (page: Page) => page.getByRole('group', { name: 'Who reached it?' });

test('a milestone of two children, with a photo: kept, shared, changed, deleted and brought back', async ({
  page,
  newPerson,
  accessible,
  expectRefusal,
}) => {
  test.setTimeout(150_000);
  const nora = await newAccount(page);
  await addChild(page, nora, { birth_day: daysAgo(1_165) });
  await addChild(page, nora, { name: 'Jonas', birth_day: daysAgo(105) });
  const ruth = await joinFamily(page, nora, 'Ruth Whitlock', 'relative');
  await logIn(page, nora, '/private');
  await page.getByRole('link', { name: /Meaningful moments/ }).click();
  await expect(page.getByRole('heading', { name: 'What was the first one?' })).toBeVisible();
  await page.getByRole('button', { name: 'Everybody else' }).click();
  await expect(page.getByRole('main').getByRole('link', { name: /^Nora/ })).toBeFocused();
  await page.getByRole('link', { name: /^Jonas/ }).click();
  await expect(page.getByText('Nothing so far. Only you see these.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Milestones, perhaps soon' })).toBeVisible();

  await test.step('what is missing is said where it is missing', async () => {
    await page.getByRole('link', { name: 'It happened: Laughs out loud' }).filter({ visible: true }).click();
    await expect(page.getByRole('radio', { name: /Laughs out loud/ })).toBeChecked();
    await expect(page.getByLabel('What shall we call it?')).toHaveValue('Laughed out loud');
    await page.getByLabel('What shall we call it?').fill('');
    await who(page).getByRole('button', { name: 'Jonas' }).click();
    await page.getByRole('button', { name: 'Keep this moment' }).click();
    await expect(page.getByText('Choose who reached it.')).toBeVisible();
    await who(page).getByRole('button', { name: 'Jonas' }).click();
    await page.getByRole('button', { name: 'Keep this moment' }).click();
    await expect(page.getByText('Give it a few words.')).toBeVisible();
    await expect(page.getByLabel('What shall we call it?')).toBeFocused();
    await page.getByRole('radio', { name: 'Something else, in my own words' }).check({ force: true });
    await page.getByRole('radio', { name: /Laughs out loud/ }).check({ force: true });
    await expect(page.getByLabel('What shall we call it?')).toHaveValue('Laughed out loud');
  });

  await test.step('a day before the birth has to be meant, one ahead is refused', async () => {
    await fillDay(page, daysAgo(-3));
    await page.getByRole('button', { name: 'Keep this moment' }).click();
    await expect(page.getByText('That day is still to come.')).toBeVisible();
    await who(page).getByRole('button', { name: 'Emma' }).click();
    await who(page).getByRole('button', { name: 'Someone else' }).click();
    await expect(who(page).getByRole('button', { name: 'Nora' })).toBeFocused();
    await fillDay(page, daysAgo(400));
    await page.getByRole('button', { name: 'Keep this moment' }).click();
    await expect(page.getByText(/Please say below that it was before the birth/)).toBeVisible();
    await expect(page.getByRole('checkbox', { name: 'Yes, it was before Jonas was born' })).toBeVisible();
    await fillDay(page, daysAgo(2));
    await expect(page.getByRole('checkbox')).toHaveCount(0);
    await expect(page.getByText('14 weeks')).toBeVisible();
  });

  await test.step('with its story and a photo it is kept', async () => {
    await page.getByLabel('The story').fill('Emma put the duck on her head, and he laughed.');
    await chooseFiles(page.getByRole('button', { name: 'Add photos' }), photo('duck'));
    await accessible(page, { room: true });
    await page.getByRole('button', { name: 'Keep this moment' }).click();
    await expect(toast(page, 'The moment is kept')).toBeVisible();
    await expect(page.getByText('1 so far. Only you see these.')).toBeVisible();
    await expect(page.getByRole('link', { name: /Laughed out loud.*14 weeks, with Emma/s })).toBeVisible();
    await expect(page.getByRole('link', { name: 'It happened: Laughs out loud' })).toHaveCount(0);
    await page.goto('/private/meaningful-moments/emma');
    await expect(page.getByRole('link', { name: /Laughed out loud.*with Jonas/s })).toBeVisible();
    await accessible(page, { room: true });
  });

  await test.step('a relative is told kindly, and sees nothing of it', async () => {
    const hers = await newPerson();
    await logIn(hers, ruth, '/private/meaningful-moments/emma');
    await expect(hers.getByRole('heading', { name: 'Kept by the parents' })).toBeVisible();
    await accessible(hers, { room: true });
    await hers.getByRole('link', { name: 'See what is shared' }).click();
    await expect(hers.getByText('Laughed out loud')).toHaveCount(0);
  });

  await test.step('shared, it is a post for the relative, and still no moment', async () => {
    await page.getByRole('link', { name: /Laughed out loud/ }).click();
    await expect(page.getByRole('heading', { name: 'Laughed out loud', level: 1 })).toBeVisible();
    await page.getByRole('button', { name: 'Share this moment' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await accessible(page, { room: true });
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Share with/ })
      .click();
    await expect(page.getByText('Shared with the family')).toBeVisible();
    await accessible(page, { room: true });
    const moment = new URL(page.url()).pathname + new URL(page.url()).search;
    const hers = await newPerson();
    const release = await holdBack(hers, '**/api/family-relationships');
    await logIn(hers, ruth, '/dashboard');
    const post = hers.getByRole('article').filter({ hasText: 'Laughed out loud' });
    await expect(post).toBeVisible();
    const card = post.getByText('Laughed out loud', { exact: true }).locator('../..');
    const before = (await boxOf(card)).height;
    release();
    await expect(post.getByText(/^Emma, \d/), 'how old she was').toBeVisible();
    expect((await boxOf(card)).height, 'nothing moves when the names are known').toBe(before);
    await expect(post.locator('img[src*="/api/private/media/"]').first()).toBeVisible();
    await accessible(hers, { dark: true, room: true });
    expectRefusal(404);
    await hers.goto(moment);
    await expect(hers.getByRole('heading', { name: 'This moment is not here' })).toBeVisible();
  });

  await test.step('what is shared anew is a milestone at once, where its teller says so', async () => {
    await page.goto('/treasures/share-something');
    await page.getByLabel('What happened?').fill('Most of the eggs went into the bowl.');
    const row = page.getByRole('switch', { name: /^A meaningful moment for/ });
    await expect(row).toBeDisabled();
    await page.getByRole('group', { name: 'Who is in it' }).getByRole('button', { name: 'Emma' }).click();
    await page.getByRole('switch', { name: 'A meaningful moment for Emma' }).press('Space');
    await accessible(page, { room: true });
    await page.getByRole('button', { name: /^Share with/ }).click();
    await expect(page.getByText('Give it a few words.')).toBeVisible();
    await expect(page.getByLabel('What shall we call it?')).toBeFocused();
    await page.getByLabel('What shall we call it?').fill('First pancakes of her own');
    await page.getByRole('button', { name: /^Share with/ }).click();
    const post = page.getByRole('article').filter({ hasText: 'Most of the eggs' });
    await expect(post.getByText(/^Emma, 3 years/), 'her age, on the card').toBeVisible();
    await page.goto('/private/meaningful-moments/emma');
    await expect(page.getByRole('link', { name: /First pancakes of her own/ })).toBeVisible();
    await page.getByRole('link', { name: /Laughed out loud/ }).click();
  });

  await test.step('changed, deleted, and brought back', async () => {
    await page.getByRole('button', { name: 'What to do with this moment' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByLabel('What shall we call it?').fill('Laughed until the hiccups');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { name: 'Laughed until the hiccups', level: 1 })).toBeVisible();
    await page.getByRole('button', { name: 'What to do with this moment' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('link', { name: /Laughed until the hiccups/ })).toHaveCount(0);
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('link', { name: /Laughed until the hiccups/ })).toBeVisible();
  });
});

test('whoever changes a moment is asked before the change is lost; of two who change one at once the second keeps what he wrote, and undoes nothing', async ({
  page,
  newPerson,
  accessible,
  expectRefusal,
}) => {
  test.setTimeout(120_000);
  const nora = await newAccount(page);
  await addChild(page, nora, { birth_day: daysAgo(1_165) });

  await test.step('asked before the change is lost', async () => {
    await keepMoment(page, nora, { people: ['emma'], milestone: 'makes-a-joke', text: 'About a cow.' });
    await logIn(page, nora, '/private/meaningful-moments/emma');
    const story = page.getByLabel('The story');
    const asked = page.getByRole('heading', { name: 'Leave without saving?' });
    const edit = async () => {
      await page.getByRole('button', { name: 'What to do with this moment' }).click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      await expect(story).toHaveValue('About a cow.');
    };
    await page.getByRole('link', { name: /joke/ }).click();
    await edit();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(story, 'nothing is asked where nothing was changed').toHaveCount(0);
    await edit();
    await story.fill('About a horse.');
    await page.goBack();
    await expect(asked).toBeVisible();
    await accessible(page);
    await page.getByRole('button', { name: 'Go on writing' }).click();
    await expect(asked).toBeHidden();
    await expect(story).toHaveValue('About a horse.');
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(asked).toBeVisible();
    await page.getByRole('button', { name: 'Leave it' }).click();
    await expect(page.getByText('About a cow.')).toBeVisible();
    await expect(story).toHaveCount(0);

    await edit();
    await story.fill('About a horse.');
    const release = await holdBack(page, '**/api/moments/*');
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByRole('button', { name: 'Save' }).click();
    await sent;
    await story.press('End');
    await page.keyboard.type(' And a donkey.');
    await expect(story, 'what stands there is what was sent').toHaveValue('About a horse.');
    release();
    await expect(page.getByText('About a horse.')).toBeVisible();
  });

  await test.step('two guardians at once', async () => {
    const sam = await joinFamily(page, nora, 'Sam Whitlock', 'guardian');
    const day = daysAgo(3);
    const data = { people: ['emma'], milestone: 'first-steps', text: 'About a cow.', occurred_on: daysAgo(10) };
    const id = await keepMoment(page, nora, data);
    const path = `/private/meaningful-moments/emma?edit=${id}`;
    await page.goto(path);
    const his = await newPerson();
    await logIn(his, sam, path);
    const story = his.getByLabel('The story');
    const title = his.getByLabel('What shall we call it?');
    const changed = his.getByText('This moment was changed elsewhere meanwhile.');
    await page.getByLabel('The story').fill('About two cows.');
    await fillDay(page, day);
    await title.fill('The first joke');
    await story.fill('About a cow and her father.');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page, 'Saved')).toBeVisible();
    expectRefusal(409);
    await his.getByRole('button', { name: 'Save' }).click();
    await expect(changed).toBeVisible();
    await expect(his.getByText('About two cows.')).toBeInViewport();
    await expect(story).toHaveValue('About a cow and her father.');
    await expect(title).toHaveValue('The first joke');
    await accessible(his);
    await his.getByRole('button', { name: 'Save' }).click();
    await expect(his.getByRole('heading', { name: 'The first joke', level: 1 })).toBeVisible();
    await expect(his.getByText('About a cow and her father.')).toBeVisible();
    const kept = await page.request.get(`/api/moments/${id}`, { headers: bearer(nora) });
    expect(((await kept.json()) as { data: { moment: object } }).data.moment, 'the day he left as it was').toMatchObject({
      occurred_on: day,
    });

    await test.step('or takes hers', async () => {
      await his.goto(path);
      await story.fill('About nobody.');
      const more = { text: 'About three cows.', title: 'Cows' };
      expect((await page.request.patch(`/api/moments/${id}`, { headers: bearer(nora), data: more })).status()).toBe(200);
      await his.getByRole('button', { name: 'Save' }).click();
      await expect(changed).toBeVisible();
      await his.getByRole('button', { name: 'Take the other version' }).click();
      await expect(changed).toHaveCount(0);
      await expect(story).toHaveValue('About three cows.');
      await expect(title).toHaveValue('Cows');
      await his.getByRole('button', { name: 'Close' }).click();
      await expect(his.getByRole('heading', { name: 'Cows', level: 1 }), 'nothing of it is unsaved').toBeVisible();
    });
  });
});

test('what is written of a new moment survives a reload, with its photo and its voice, until it is kept or thrown away', async ({
  page,
  accessible,
}) => {
  test.setTimeout(150_000);
  const nora = await newAccount(page);
  await addChild(page, nora, { birth_day: daysAgo(1_165) });
  await logIn(page, nora, '/private/meaningful-moments/emma?add=own');
  const there = page.getByRole('list', { name: 'Photos' }).getByText('is there');
  const slowly = { timeout: 30_000 };
  await page.getByLabel('What shall we call it?').fill('Slept in a tent');
  await page.getByLabel('The story').fill('There was an owl.');
  await page.getByText('Share it as a post, too').click();
  await chooseFiles(page.getByRole('button', { name: 'Add photos' }), photo('duck'));
  await expect(there).toHaveCount(1, slowly);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Tell it instead' }).click();
  const recorder = page.getByRole('dialog', { name: 'Record your voice' });
  await recorder.getByRole('button', { name: 'Record' }).click();
  await expect(recorder.getByRole('timer')).toHaveText(/0:0[1-9]/, { timeout: 20_000 });
  await recorder.getByRole('button', { name: 'Done' }).click();
  await expect(recorder.getByRole('group', { name: 'Your recording' })).toBeVisible();
  await accessible(page);
  await recorder.getByRole('button', { name: 'Use this recording' }).click();
  await expect(recorder).toBeHidden();
  await expect(there).toHaveCount(2, slowly);
  await accessible(page);

  await keptOnDevice(page);
  await page.reload();
  await expect(page.getByLabel('What shall we call it?')).toHaveValue('Slept in a tent');
  await expect(page.getByLabel('The story')).toHaveValue('There was an owl.');
  await expect(page.getByRole('switch', { name: /^Share it as a post, too/ })).toBeChecked();
  await page.getByText('Share it as a post, too').click();
  await expect(there).toHaveCount(2, slowly);
  await expect(who(page).getByRole('button', { name: 'Emma' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Keep this moment' }).click();
  await expect(toast(page, 'The moment is kept')).toBeVisible();
  await page.getByRole('link', { name: /Slept in a tent/ }).click();
  await expect(page.getByRole('heading', { name: 'Slept in a tent', level: 1 })).toBeVisible();
  await expect(page.getByText('There was an owl.')).toBeVisible();
  const voice = page.getByRole('group', { name: 'Voice recording' });
  await expect(voice.getByRole('button', { name: /^Play/ })).toBeVisible({ timeout: 60_000 });
  await accessible(page);

  await page.goto('/private/meaningful-moments/emma?add=own');
  await expect(page.getByLabel('The story')).toHaveValue('');
  await page.getByLabel('The story').fill('Never mind.');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { name: 'Emma’s moments', level: 1 })).toBeVisible();
  await page.goto('/private/meaningful-moments/emma?add=own');
  await expect(page.getByLabel('The story')).toHaveValue('');
});

test('names that no address can show, and what is not there; a first is one: who has it already is said, and what was written waits', async ({
  page,
  accessible,
  expectRefusal,
}) => {
  test.setTimeout(120_000);
  const nora = await newAccount(page);

  await test.step('names that no address can show, empty pages, and what is not there', async () => {
    const noor = await addChild(page, nora, { name: 'نور 🌙', birth_day: daysAgo(30) });
    await logIn(page, nora, '/private/meaningful-moments');
    await page.getByRole('link', { name: /نور/ }).click();
    await page.waitForURL(`**/private/meaningful-moments/${noor}`);
    await expect(page.getByRole('heading', { name: 'نور 🌙’s moments', level: 1 })).toBeVisible();
    await page.getByRole('button', { name: 'Show what comes later' }).click();
    await expect(
      page.locator('section:has(:focus)').getByText('Driving licence'),
      'the focus goes to what the button has shown',
    ).toBeVisible();
    await accessible(page);
    await page.goto('/private/meaningful-moments/nobody');
    await expect(page.getByRole('heading', { name: 'Nobody is found here' })).toBeVisible();
    expectRefusal(404);
    await page.goto(`/private/meaningful-moments/${noor}?moment=0198f7a2-0000-7000-8000-000000000001`);
    await expect(page.getByRole('heading', { name: 'This moment is not here' })).toBeVisible();
  });

  await test.step('a milestone that is kept already', async () => {
    await addChild(page, nora, { birth_day: daysAgo(1_165) });
    await addChild(page, nora, { name: 'Jonas', birth_day: daysAgo(600) });
    const keep = (data: object) => keepMoment(page, nora, { people: ['emma'], ...data });
    await keep({ milestone: 'first-steps', text: 'Across the kitchen.' });
    const release = await holdBack(page, '**/api/milestones?*');
    await page.goto('/private/meaningful-moments/emma?add=first-steps');
    await expect(page.getByRole('heading', { name: 'A new moment' })).toBeVisible();
    await expect(page.getByLabel('What shall we call it?'), 'nothing comes above it later').toHaveCount(0);
    release();
    await expect(page.getByText('Emma’s “First steps” is kept already.')).toBeVisible();
    await page.getByLabel('The story').fill('I saw it, too.');
    await page.getByRole('button', { name: 'Keep this moment' }).click();
    await expect(page.getByText('Look at the one that is kept, or choose your own words for this one.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'See it' })).toBeFocused();
    await accessible(page);
    await page.getByRole('link', { name: 'See it' }).click();
    await expect(page.getByText('Across the kitchen.')).toBeVisible();
    await page.goBack();
    await expect(page.getByLabel('The story')).toHaveValue('I saw it, too.');
    await page.getByRole('radio', { name: 'Something else, in my own words' }).check({ force: true });
    await expect(page.getByText('Emma’s “First steps” is kept already.')).toBeHidden();
    await page.getByLabel('What shall we call it?').fill('The steps, once more');
    await page.getByRole('button', { name: 'Keep this moment' }).click();
    await expect(toast(page, 'The moment is kept')).toBeVisible();

    await test.step('and where somebody was faster, nothing is lost', async () => {
      await page.goto('/private/meaningful-moments/emma?add=makes-a-joke');
      await page.getByLabel('The story').fill('About a cow.');
      await keep({ milestone: 'makes-a-joke', text: 'About a hen.' });
      expectRefusal(422);
      await page.getByRole('button', { name: 'Keep this moment' }).click();
      await expect(page.getByText(/^Emma’s “.*” is kept already\.$/)).toBeVisible();
      await expect(page.getByLabel('The story')).toHaveValue('About a cow.');
    });

    await test.step('nor is the milestone, where it cannot be said which there are', async () => {
      expectRefusal(503);
      await page.route('**/api/milestones?*', (route) => route.fulfill({ status: 503, json: { success: false, message: 'Later.' } }));
      await page.goto('/private/meaningful-moments/jonas?add=rides-a-balance-bike');
      await page.getByLabel('What shall we call it?').fill('Down the lane');
      await page.unroute('**/api/milestones?*');
      const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/moments'));
      await page.getByRole('button', { name: 'Keep this moment' }).click();
      expect((await sent).postDataJSON()).toMatchObject({ milestone: 'rides-a-balance-bike' });
    });
  });
});

test('what is shared is made a moment by the keyboard alone', { tag: '@laptop' }, async ({ page }) => {
  const account = await newAccount(page);
  await addChild(page, account);
  await logIn(page, account, '/treasures/share-something');
  await expect(page.getByLabel('What happened?')).toBeFocused();
  await page.keyboard.type('Most of the eggs went into the bowl.');
  await tabAndPress(page, page.getByRole('group', { name: 'Who is in it' }).getByRole('button', { name: 'Emma' }), 'Space');
  await tabAndPress(page, page.getByRole('switch', { name: 'A meaningful moment for Emma' }), 'Space');
  await tabTo(page, page.getByLabel('What shall we call it?'));
  await page.keyboard.type('First pancakes');
  await tabAndPress(page, page.getByRole('button', { name: /^Share/ }).last());
  const post = page.getByRole('feed').getByRole('article').filter({ hasText: 'Most of the eggs' });
  await expect(post.getByText('First pancakes', { exact: true })).toBeVisible();
});
