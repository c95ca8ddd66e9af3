import { plusDays } from '@heartwood/contract/days';
import type { Page } from '@playwright/test';
import { chooseFiles } from './choosing.ts';
import { expect, joinFamily, keptOnDevice, logIn, newAccount, photo, recording, test } from './fixture.ts';
import { mailTo } from './mails.ts';
import type { Account } from './fixture.ts';
import { bearer, ready, upload } from './makers.ts';
import { boxOf } from './motion.ts';
import { failLater, holdBack } from './network.ts';
import { tryAgain } from './without-network.ts';

/** A place where it is about noon now, so that the morning has come there and the day is the same all along. */
const westOfUtc = new Date().getUTCHours() - 12;
const time_zone = `Etc/GMT${westOfUtc > 0 ? '+' : '-'}${Math.abs(westOfUtc)}`;
test.use({ timezoneId: time_zone });

const toast = (page: Page, text: string | RegExp) => page.getByRole('region', { name: 'Messages' }).getByText(text);
const dayThere = new Intl.DateTimeFormat('en-CA', { timeZone: time_zone }).format(new Date());
/** Some birth whose birthday is so many days ahead: in a leap year, which has every day. */
const birthBefore = (days: number) => `1956${plusDays(dayThere, days).slice(4)}`;

/** Somebody lives where it is about noon, which is in nobody's quiet hours. */
async function livesThere(page: Page, by: Account, more: { birth?: string } = {}): Promise<void> {
  const answer = await page.request.post('/api/profile/update', { headers: bearer(by), data: { ...more, time_zone } });
  expect(answer.status()).toBe(200);
}

/** Somebody says when they were born and where they are. @returns who they are in the family */
async function born(page: Page, by: Account, birth: string): Promise<string> {
  await livesThere(page, by, { birth });
  const all = await page.request.get('/api/family-relationships', { headers: bearer(by) });
  const { relationships } = (await all.json()).data as { relationships: { heartwood_id: string; related_user_id: string | null }[] };
  return relationships.find(({ related_user_id }) => related_user_id === by.userId)!.heartwood_id;
}

async function wish(page: Page, by: Account, person: string, data: object): Promise<void> {
  const answer = await page.request.post(`/api/birthdays/${person}/wishes`, { headers: bearer(by), data });
  expect(answer.status(), await answer.text()).toBe(201);
}

test('a wish is written, changed and hidden from who it is for, and who has not wished is reminded', async ({
  page,
  newPerson,
  accessible,
  expectRefusal,
}) => {
  test.setTimeout(180_000);
  const nora = await newAccount(page);
  const arthur = await joinFamily(page, nora, 'Arthur Whitlock', 'relative');
  const ruth = await joinFamily(page, nora, 'Ruth Whitlock', 'relative');
  await born(page, arthur, birthBefore(9));
  await livesThere(page, ruth);
  const words = page.getByLabel('Your words');
  const yours = page.getByRole('heading', { name: 'Your wish', exact: true });

  await test.step('the way there stands on the home page', async () => {
    await logIn(page, nora, '/dashboard');
    await page.getByRole('link', { name: 'Gather wishes for Arthur', exact: true }).filter({ visible: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: /^Arthur turns/ })).toBeVisible();
    await expect(page.getByText('Arthur sees nothing of this until the birthday morning.')).toBeVisible();
    await expect(page.getByRole('heading', { name: '0 of 2 have wished' })).toBeVisible();
    await accessible(page, { dark: true, room: true });
  });

  await test.step('what is written survives a reload, and is sent with a photo', async () => {
    await page.getByRole('button', { name: 'Write' }).click();
    await expect(words).toBeFocused();
    await words.fill('You taught me to skim stones');
    await keptOnDevice(page);
    await page.reload();
    await expect(words).toHaveValue('You taught me to skim stones');
    const arrive = await holdBack(page, '**/api/media');
    await chooseFiles(page.getByRole('button', { name: 'Photo', exact: true }), photo('drawing'));
    await page.getByRole('button', { name: 'Give this wish' }).click();
    // A voice that is being recorded when the photo has arrived goes with it.
    await page.getByRole('button', { name: 'Say', exact: true }).click();
    const recorder = page.getByRole('dialog', { name: 'Record your voice' });
    await recorder.getByRole('button', { name: 'Record' }).click();
    await expect(recorder.getByRole('timer')).toHaveText(/0:0[1-9]/, { timeout: 20_000 });
    arrive();
    await expect(page.getByText('drawing.jpg: is there')).toBeAttached();
    await recorder.getByRole('button', { name: 'Done' }).click();
    await recorder.getByRole('button', { name: 'Use this recording' }).click();
    await expect(toast(page, 'Your wish is safe until the day')).toBeVisible();
    await expect(page.getByRole('heading', { name: '1 of 2 have wished' })).toBeVisible();
    await expect(page.getByText(/^(Spoke for|Said something)/)).toBeVisible();
    await accessible(page, { room: true });
  });

  await test.step('it is changed in its place', async () => {
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await expect(words).toBeFocused();
    await page.getByRole('button', { name: 'Leave it as it was' }).click();
    await expect(yours).toBeFocused();
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await expect(words).toHaveValue('You taught me to skim stones');
    await words.fill('You taught me to skim stones and to wait');
    const fail = await failLater(page, '**/api/wishes/*');
    expectRefusal(500);
    const drawing = page.getByRole('button', { name: /drawing\.jpg/ });
    await drawing.focus();
    await page.getByRole('button', { name: 'Keep the change' }).dispatchEvent('click');
    await expect(drawing, 'it cannot be changed meanwhile').not.toBeFocused();
    fail();
    await expect(drawing, 'it can be again').toBeFocused();
    await page.unroute('**/api/wishes/*');
    const release = await holdBack(page, '**/api/wishes/*');
    const sent = page.waitForRequest((request) => request.method() === 'PATCH' && request.url().includes('/api/wishes/'));
    const arrive = await holdBack(page, '**/api/media');
    await chooseFiles(page.getByRole('button', { name: 'Photo', exact: true }), photo('boots'));
    await page.getByRole('button', { name: 'Keep the change' }).click();
    await page.getByRole('button', { name: 'Leave it as it was' }).press('Enter');
    await expect(words, 'it goes once its photo has arrived').toBeVisible();
    arrive();
    await sent;
    await words.press('End');
    await page.keyboard.type(' for them');
    await expect(words, 'what stands there is what was sent').toHaveValue('You taught me to skim stones and to wait');
    await expect(page.getByRole('main').locator('[inert]'), 'so are its photo, and the ways to add one').toHaveCount(2);
    await page.getByRole('button', { name: 'Leave it as it was' }).press('Enter');
    await expect(words, 'nor can it be left as it was yet').toBeVisible();
    release();
    await expect(page.getByText('You taught me to skim stones and to wait', { exact: true })).toBeVisible();
    await expect(yours).toBeFocused();
  });

  await test.step('who has not wished gets one reminder', async () => {
    await page.getByRole('button', { name: 'Remind Ruth' }).click();
    await expect(page.getByText('Reminded', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Remind Ruth' })).toHaveCount(0);
    await expect(page.locator(':focus'), 'the next Tab goes on from there').toHaveText('Reminded');
    expect((await mailTo(ruth.email, /birthday wish for Arthur/)).text).toContain('/inspiration/share-birthday?person=arthur');
  });

  await test.step('the person finds nothing of it', async () => {
    const his = await newPerson();
    await logIn(his, arthur, '/inspiration/share-birthday?person=arthur');
    await expect(his.getByRole('heading', { name: 'Your birthday is coming' })).toBeVisible();
    await expect(his.getByText(/have wished|skim stones/)).toHaveCount(0);
    await accessible(his, { room: true });
  });

  await test.step('it is taken back', async () => {
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.getByRole('button', { name: 'Take it back' }).click();
    await expect(toast(page, 'Your wish is taken back')).toBeVisible();
    await expect(page.getByRole('heading', { name: '0 of 2 have wished' })).toBeVisible();
    await expect(yours).toBeFocused();
  });
});

test('on the day the card waits at home, opens like a present, and everybody is thanked at once', async ({
  page,
  newPerson,
  accessible,
}) => {
  test.setTimeout(180_000);
  const nora = await newAccount(page);
  const arthur = await joinFamily(page, nora, 'Arthur Whitlock', 'relative');
  const ruth = await joinFamily(page, nora, 'Ruth Whitlock', 'relative');
  const person = await born(page, arthur, birthBefore(0));
  const voice = await upload(page, ruth, recording('humming.m4a'));
  const drawing = await upload(page, nora, photo('drawing'));
  await ready(page, ruth, voice);
  await ready(page, nora, drawing);
  await wish(page, ruth, person, { media_ids: [voice] });
  await wish(page, nora, person, { text: 'To wait is the harder one.', media_ids: [drawing] });

  const arrive = await holdBack(page, '**/api/birthdays/*/wishes*');
  await logIn(page, arthur, '/dashboard');
  const composer = page.getByRole('link', { name: 'What happened today?' });
  const before = await boxOf(composer);
  arrive();
  const card = page.getByRole('link', { name: /A birthday card is waiting/ });
  await expect(card).toBeVisible();
  expect(await boxOf(composer), 'what comes late does not move it').toEqual(before);
  await card.click();
  await expect(page.getByRole('heading', { name: 'Happy birthday, Arthur' })).toBeVisible();
  await expect(page.getByText('2 people thought of you.')).toBeVisible();
  await expect(page.getByText('To wait is the harder one.')).toHaveCount(0);
  await accessible(page, { dark: true, room: true });
  await page.getByRole('button', { name: 'Open my card' }).click();
  await expect(page.getByText('To wait is the harder one.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Happy birthday, Arthur' })).toBeFocused();
  await expect(page.getByRole('group', { name: 'Ruth’s voice' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save', exact: true }), 'the voice').toHaveCount(1);
  await page.getByRole('button', { name: 'Picture from Nora' }).click();
  const large = page.getByRole('dialog');
  await expect(large.getByRole('group', { name: 'Picture from Nora', exact: true }).first()).toBeVisible();
  await large.getByRole('button', { name: 'What to do with this photo' }).click();
  await expect(page.getByRole('menuitem', { name: 'Save', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(large).toHaveCount(0);
  await page.getByRole('button', { name: 'Hear them all' }).click();
  await expect(page.getByRole('group', { name: 'Hear them all' }).getByRole('button').first()).toBeFocused();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Hear them all' })).toBeFocused();
  await accessible(page, { dark: true, room: true });

  await page.getByRole('button', { name: 'Thank everyone at once' }).click();
  await page.getByLabel('Your thanks').fill('You made my day, all of you.');
  await page.getByRole('button', { name: 'Share my thanks' }).click();
  await expect(toast(page, 'Your thanks are with them')).toBeVisible();
  const thanks = page.getByRole('button', { name: 'Thank everyone at once' });
  await expect(thanks).toHaveCount(0);
  const elsewhere = await newPerson();
  await logIn(elsewhere, arthur, '/inspiration/share-birthday?person=arthur');
  await page.reload();
  for (const device of [page, elsewhere])
    await test.step('everybody has been thanked, on this device and after a reload', async () => {
      await device.getByRole('button', { name: 'Open my card' }).click();
      await expect(device.getByText('To wait is the harder one.')).toBeVisible();
      await expect(device.getByRole('button', { name: 'Thank everyone at once' })).toHaveCount(0);
    });
  const posts = await page.request.get('/api/posts', { headers: bearer(ruth) });
  expect(((await posts.json()).data as { items: { text: string }[] }).items.map(({ text }) => text)).toContain(
    'You made my day, all of you.',
  );
});

test('nobody wishes themself; a birthday that a mail leads to says where the family’s people could not be loaded, and asks again', async ({
  page,
  expectRefusal,
  accessible,
}) => {
  const nora = await newAccount(page);
  const arthur = await joinFamily(page, nora, 'Arthur Whitlock', 'relative');
  await born(page, nora, birthBefore(5));
  await born(page, arthur, birthBefore(9));

  await test.step('beside one’s own birthday there is no way to wishes', async () => {
    await logIn(page, arthur, '/dashboard');
    const ahead = page.getByRole('region', { name: 'Coming up' });
    await expect(ahead.getByText(/^Arthur turns/)).toBeVisible();
    await expect(ahead.getByRole('link', { name: 'Gather wishes for Nora' })).toBeVisible();
    await expect(ahead.getByRole('link', { name: /^Gather wishes/ })).toHaveCount(1);
  });

  await test.step('where people could not be loaded', async () => {
    expectRefusal(503);
    const people = '**/api/family-relationships';
    await page.route(people, (route) =>
      route.fulfill({ status: 503, json: { success: false, status_code: 'unavailable', message: '', request_id: '' } }),
    );
    await logIn(page, nora, '/inspiration/share-birthday?person=arthur');
    await expect(page.getByText('The wishes could not be loaded. They are safe.')).toBeVisible();
    await accessible(page);
    await page.unroute(people);
    await tryAgain(page, page.getByRole('heading', { level: 1, name: /^Arthur turns/ }));
  });
});
