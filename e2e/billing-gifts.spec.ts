import type { Page } from '@playwright/test';
import { endTrial } from './database.ts';
import { expect, expectNoOverflow, fillLogin, goodPassword, joinFamily, logIn, newAccount, quiet, someEmail, test } from './fixture.ts';
import { linkIn, mailTo } from './mails.ts';
import type { Account } from './fixture.ts';
import { bearer, buyPlan, giveYear } from './makers.ts';
import { boxOf } from './motion.ts';
import { holdBack } from './network.ts';
import { withRoom } from './room.ts';
import { listening } from './running-app.ts';

// A year for another family: given, sent, taken.
test.describe.configure({ timeout: 150_000 });

const redeemed = (page: Page) => page.getByRole('heading', { level: 1, name: 'The year is yours' });
const take = (page: Page) => page.getByRole('button', { name: 'Take the year' });

/** What covers somebody, as the server says it. */
async function coverageOf(page: Page, by: Account): Promise<object> {
  return (await (await page.request.get('/api/subscription', { headers: bearer(by) })).json()).data;
}

test('whoever is covered by somebody else gives a year, its code goes by mail, and another family takes it', async ({
  page,
  newPerson,
  accessible,
}) => {
  const nora = await newAccount(page);
  const ruth = await joinFamily(page, nora, 'Ruth Whitlock', 'relative');
  await logIn(page, ruth, '/private');
  await page.getByRole('link', { name: /^Subscription/ }).click();
  const part = page.locator('#subscription');
  await expect(part.getByRole('link', { name: 'Give a year' })).toBeVisible();
  // What stands above the link has come: it would be moved from under the pointer.
  await quiet(page);
  await expect(part.getByText(/\$\d/), 'no price before somebody wants to give').toHaveCount(0);
  const letThrough = await holdBack(page, '**/api/subscription/plans');
  await part.getByRole('link', { name: 'Give a year' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'A year for another family' })).toBeVisible();
  const topOfButton = async () => (await boxOf(page.getByRole('button', { name: 'Continue to payment' }))).y;
  const before = await topOfButton();
  let beforeWithRoom = 0;
  await withRoom(page, async () => void (beforeWithRoom = await topOfButton()));
  letThrough();
  await expect(page.getByText('$49.99')).toBeVisible();
  expect(Math.abs((await topOfButton()) - before), 'what is below the price stays, but for a line that a test has less').toBeLessThan(24);
  await withRoom(page, async () => expect(Math.abs((await topOfButton()) - beforeWithRoom), 'with room, too').toBeLessThan(24));
  await expectNoOverflow(page);
  await accessible(page, { dark: true, room: true });
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByText('Whose e-mail it goes to Required')).toBeVisible();
  const friend = someEmail('lena');
  await page.getByLabel('Whose e-mail it goes to').fill(friend);
  await page.getByLabel('Your words to them').fill('For the little one who is on the way.');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.waitForURL('**/sandbox/checkout/*');
  await expect(page.getByRole('heading', { level: 2, name: 'A year for another family' })).toBeVisible();
  // What was written is still there for whoever goes back.
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('Your words to them')).toHaveValue('For the little one who is on the way.');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.waitForURL('**/sandbox/checkout/*');
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('Valid until').fill('12/34');
  await page.getByLabel('Check digits').fill('123');
  await page.getByRole('button', { name: 'Pay $49.99' }).click();
  await page.waitForURL('**/gift?checkout=gift');
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you. The code is on its way' })).toBeVisible();
  await accessible(page, { dark: true, room: true });
  await page.getByRole('link', { name: 'Years you have given' }).click();
  const given = page.getByRole('list', { name: 'Years you have given' }).getByRole('listitem');
  await expect(given).toHaveCount(1);
  await expect(given).toContainText('Nobody has taken the year yet.');
  await expect(page.getByLabel('Your words to them'), 'paid, and so no draft any more').toHaveValue('');

  const link = new URL(linkIn(await mailTo(friend, /A year of Heartwood/), '/gift/redeem'));
  const code = link.searchParams.get('code') ?? '';
  expect((await mailTo(ruth.email, /The code of the year you gave/)).text).toContain(code);
  const lena = await newAccount(page, 'Lena', 'Stone');
  const other = await newPerson();
  await other.goto(link.href);
  await expect(other.getByText(code)).toBeVisible();
  await expectNoOverflow(other);
  await accessible(other, { dark: true, room: true });
  await other.getByRole('link', { name: 'Log in' }).click();
  await fillLogin(other, lena);
  await expect(other.getByLabel('Your code')).toHaveValue(code);
  await expectNoOverflow(other);
  await accessible(other, { dark: true, room: true });
  await take(other).click();
  await expect(redeemed(other)).toBeVisible();
  await expect(other.getByText(/^Everyone in the Stone family is covered until/)).toBeVisible();
  await accessible(other, { dark: true, room: true });
  expect(await coverageOf(other, lena)).toMatchObject({ status: 'active', plan: 'yearly', provider: null, cancel_at_period_end: true });
  await other.goto('/private/profile#subscription');
  await expect(other.locator('#subscription').getByText(/Somebody has paid this time for your family/)).toBeVisible();
  await page.reload();
  await expect(given).toContainText('A family has taken it.');
});

test('a code comes along where somebody starts a family first, and is taken at the paywall, typed as people type', async ({
  page,
  newPerson,
  expectRefusal,
}) => {
  const giver = await newAccount(page);

  await test.step('who is new starts a family first', async () => {
    const code = await giveYear(page, giver);
    const lena = await newPerson();
    await lena.goto(`/subscribe?gift=${code}`);
    await lena.getByRole('link', { name: 'Start your family first' }).click();
    await lena.getByLabel('First name').fill('Lena');
    await lena.getByLabel('Last name').fill('Stone');
    await lena.getByLabel('E-mail').fill(someEmail('lena'));
    await lena.getByLabel('Password', { exact: true }).fill(goodPassword);
    await lena.getByLabel('Confirm password').fill(goodPassword);
    await lena.getByRole('button', { name: 'Create my account' }).click();
    await expect(lena.getByLabel('Your code')).toHaveValue(code);
    await lena.getByLabel('Your code').press('Enter');
    await expect(redeemed(lena)).toBeVisible();
    await lena.getByRole('link', { name: 'To my family' }).click();
    await lena.waitForURL('**/dashboard');
  });

  await test.step('a family that nobody covers', async () => {
    expectRefusal(402);
    const code = await giveYear(page, giver);
    const nora = await newAccount(page);
    await endTrial(nora);
    await logIn(page, nora, '/dashboard');
    await page.waitForURL('**/paywall');
    await page.getByRole('link', { name: /^I have a code/ }).click();
    await page.getByLabel('Your code').fill(` ${code.toLowerCase().replaceAll('-', ' ')} `);
    await take(page).click();
    await expect(redeemed(page)).toBeVisible();
    await page.getByRole('link', { name: 'To my family' }).click();
    await page.waitForURL('**/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
});

test('why a year cannot be taken is said, with what to do', async ({ page, expectRefusal, expectLostStream, accessible }) => {
  for (const status of [404, 409, 410]) expectRefusal(status);
  expectLostStream();
  const [giver, nora] = [await newAccount(page), await newAccount(page)];
  const code = await giveYear(page, giver);
  await logIn(page, nora, `/gift/redeem?code=${code}`);
  const said = (text: string) => page.locator('form').getByText(text);
  await test.step('no network', async () => {
    await expect(take(page)).toBeVisible();
    await page.context().setOffline(true);
    await take(page).click();
    await expect(said('You are offline.')).toBeVisible();
    await page.context().setOffline(false);
  });
  await test.step('a code that is none', async () => {
    await page.getByLabel('Your code').fill('ABCD-EFGH-JKMN-PQRS');
    await take(page).click();
    await expect(said('No year belongs to this code.')).toBeVisible();
    await expect(page.getByLabel('Your code')).toHaveValue('ABCD-EFGH-JKMN-PQRS');
    await accessible(page, { dark: true });
  });
  await test.step('beside a plan that goes on by itself, until it is ended', async () => {
    await buyPlan(page, nora, 'monthly');
    await page.goto(`/gift/redeem?code=${code}`);
    await take(page).click();
    await expect(said('Your plan goes on by itself, so the year would be lost.')).toBeVisible();
    await page.getByRole('link', { name: 'To your plan' }).click();
    const part = page.locator('#subscription');
    await expect(part.getByRole('button', { name: 'End the plan' })).toBeVisible();
    await quiet(page);
    await part.getByRole('button', { name: 'End the plan' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End the plan' }).click();
    await expect(part.getByRole('button', { name: 'Let it go on' })).toBeVisible();
    await part.getByRole('link', { name: 'I have a code' }).click();
    await page.getByLabel('Your code').fill(code);
    await take(page).click();
    await expect(redeemed(page)).toBeVisible();
  });
  await test.step('a year that was taken, by oneself and by somebody else', async () => {
    await page.goto(`/gift/redeem?code=${code}`);
    await take(page).click();
    await expect(said('You have taken this year already.')).toBeVisible();
    await logIn(page, await newAccount(page), `/gift/redeem?code=${code}`);
    await take(page).click();
    await expect(said('Somebody has taken the year of this code already.')).toBeVisible();
  });
  await test.step('a year one has given oneself', async () => {
    const own = await giveYear(page, giver);
    await logIn(page, giver, `/gift/redeem?code=${own}`);
    await take(page).click();
    await expect(said('its code is for another family')).toBeVisible();
  });
  await test.step('a family that is covered for good', async () => {
    const sam = await newAccount(page, 'Sam');
    await buyPlan(page, sam, 'lifetime');
    await logIn(page, sam, `/gift/redeem?code=${await giveYear(page, giver)}`);
    await take(page).click();
    await expect(said('Your family is covered for good')).toBeVisible();
  });
});

test('an invited aunt is told that she may start a family of her own, does it where she has the code, and takes the year there', async ({
  page,
  accessible,
}) => {
  const giver = await newAccount(page);
  const ruth = await joinFamily(page, await newAccount(page), 'Ruth Stone', 'relative');
  const code = await giveYear(page, giver);
  await logIn(page, ruth, `/gift/redeem?code=${code}`);
  await expect(page.getByText('Or start a family of your own, and take the year there.')).toBeVisible();
  await expect(take(page)).toHaveCount(0);
  await expectNoOverflow(page);
  await accessible(page, { dark: true, room: true });
  await page.getByRole('button', { name: 'Start a family of your own' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start a family of your own' });
  await expect(dialog.getByLabel('Name of the family')).toHaveValue('The Stone family');
  await dialog.getByRole('button', { name: 'Start a family', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('Your code')).toHaveValue(code);
  await take(page).click();
  await expect(redeemed(page)).toBeVisible();
  await expect(page.getByText(/^Everyone in the Stone family is covered until/)).toBeVisible();
});

test('a code that is being typed stays; coming back without having paid says that nothing has arrived, and lists that fail can be asked for again', async ({
  page,
  expectRefusal,
  accessible,
}) => {
  const nora = await newAccount(page);

  await test.step('while the account fails to be asked for', async () => {
    expectRefusal(503);
    const hears = listening(page);
    await logIn(page, nora, '/gift/redeem');
    await hears;
    const code = page.getByLabel('Your code');
    await code.fill('ABCD-EF');
    await quiet(page);
    const away = { success: false, status_code: 'unavailable', message: '', request_id: '' };
    await page.route('**/api/user', (route) => route.fulfill({ status: 503, json: away }));
    const failed = page.waitForResponse((answer) => answer.url().endsWith('/api/user') && answer.status() === 503);
    expect((await page.request.post('/api/profile/update', { headers: bearer(nora), data: { firstname: 'Eleonora' } })).status()).toBe(200);
    await failed;
    await quiet(page);
    await expect(code).toHaveValue('ABCD-EF');
    await page.unroute('**/api/user');
  });

  await test.step('without having paid', async () => {
    expectRefusal(500);
    await page.clock.install();
    await page.goto('/subscribe?checkout=gift');
    await expect(page.getByRole('heading', { name: 'We are asking whether your payment has arrived' })).toBeVisible();
    await page.clock.fastForward(61_000);
    await expect(page.getByRole('heading', { name: 'Your payment has not arrived yet' })).toBeVisible();
    await expect(page.getByText('the code goes off by itself')).toBeVisible();
    await accessible(page, { dark: true });
    await giveYear(page, nora);
    await page.getByRole('button', { name: 'Ask again' }).click();
    await expect(page.getByRole('heading', { name: 'Thank you. The code is on its way' })).toBeVisible();
    await page.route('**/api/subscription/gifts', (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto('/gift');
    await expect(page.getByText('The years you have given could not be loaded.')).toBeVisible();
    await accessible(page, { dark: true });
    await page.unroute('**/api/subscription/gifts');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('list', { name: 'Years you have given' })).toBeVisible();
  });
});
