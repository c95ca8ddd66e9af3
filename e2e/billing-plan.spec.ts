import { endTrial } from './database.ts';
import { badToasts, expect, expectNoOverflow, joinFamily, logIn, newAccount, quiet, test } from './fixture.ts';
import { bearer, buyPlan, failRenewal, giveYear, share } from './makers.ts';
import { boxOf } from './motion.ts';
import { failLater, holdBack } from './network.ts';
import { cards, coverageOf, payButton, typeCard } from './paying.ts';

// Each pays by hand what a family pays: several pages, each loaded anew.
test.describe.configure({ timeout: 150_000 });

test('a relative is told who looks after the plan and who covers them, sends a code on, and buys nothing; in no family neither', async ({
  page,
  expectRefusal,
  accessible,
}) => {
  expectRefusal(402);
  const nora = await newAccount(page);
  const ruth = await joinFamily(page, nora, 'Ruth Whitlock', 'relative');
  await endTrial(nora);

  await test.step('the time is over, and nothing is theirs to pay', async () => {
    await logIn(page, ruth, '/dashboard');
    await page.waitForURL('**/paywall');
    for (const path of ['/paywall', '/subscribe', '/lifetime-subscription'])
      await test.step(path, async () => {
        await page.goto(path);
        await expect(page.getByText(/nothing for you to pay/)).toBeVisible();
        await expect(page.getByText(/\$\d/)).toHaveCount(0);
        await expect(page.getByRole('button', { name: /^Continue with/ })).toHaveCount(0);
        await expect(page.getByRole('button', { name: 'Log out' }), 'the way out').toBeVisible();
        await accessible(page);
      });
    await test.step('a code goes on to the owner', async () => {
      await page.goto('/paywall');
      await page.getByRole('link', { name: /^I have a code/ }).click();
      await expect(page.getByText('Send the code on to the owner: it stays good.')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Take the year' })).toHaveCount(0);
      await accessible(page, { dark: true });
      await page.getByRole('link', { name: 'Back to my profile' }).click();
      await expect(page.locator('#subscription').getByRole('heading').first()).toBeVisible();
      await expect(page.locator('#subscription').getByRole('link', { name: 'I have a code' })).toHaveCount(0);
    });
  });

  await test.step('covered by somebody else, they see by whom', async () => {
    await buyPlan(page, nora, 'yearly');
    await page.goto('/faq');
    await page.goto('/private/profile#subscription');
    const part = page.locator('#subscription');
    await expect(part.getByRole('heading', { name: /has you covered$/ })).toBeVisible();
    await expect(part.getByRole('button')).toHaveCount(0);
    await expect(part.getByRole('link'), 'a year for another family').toHaveText(['Give a year']);
    await expect(page.getByText(/\$\d/)).toHaveCount(0);
    await accessible(page, { dark: true });
  });

  await test.step('in no family they are shown how to begin or join one, and no plans', async () => {
    // A page that is open would hear of it.
    await page.goto('about:blank');
    const { data } = (await (await page.request.get('/api/families', { headers: bearer(nora) })).json()) as {
      data: { families: { id: string }[] };
    };
    const left = await page.request.delete(`/api/families/${data.families[0]!.id}/members/${ruth.userId}`, { headers: bearer(ruth) });
    expect(left.status(), 'leaving').toBe(200);

    await test.step('also on a device that knew them in one', async () => {
      expectRefusal(404);
      await page.goto('/paywall');
      await page.waitForURL('**/private');
      await expect(page.getByRole('heading', { level: 2, name: 'You are in no family right now' })).toBeVisible();
      for (const path of ['/subscribe', '/lifetime-subscription'])
        await test.step(path, async () => {
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1, name: 'You are in no family right now' })).toBeVisible();
          await expect(page.getByRole('link', { name: 'Start a family' })).toBeVisible();
          await expect(page.getByText(/\$\d/)).toHaveCount(0);
          await accessible(page);
        });
    });

    await logIn(page, ruth, '/paywall');
    await expect(page.getByRole('heading', { level: 2, name: 'You are in no family right now' })).toBeVisible();
    await expect(page.getByRole('radio')).toHaveCount(0);
  });
});

test('an owner changes the plan with a preview, ends it, takes that back, and takes everything along', async ({
  page,
  accessible,
  expectLostStream,
  expectRefusal,
}) => {
  expectLostStream();
  const nora = await newAccount(page);
  await logIn(page, nora, '/private');
  await page.getByRole('link', { name: /^Subscription/ }).click();
  const part = page.locator('#subscription');
  await expect(part).toBeInViewport();
  await expect(part.getByRole('heading', { name: /^Free until/ })).toBeVisible();
  await expect(part.getByText(/\$\d/), 'no price before it is asked for').toHaveCount(0);
  await quiet(page);
  await part.getByRole('button', { name: 'What it costs afterwards' }).click();
  await expect(part.getByText('$49.99')).toBeVisible();
  await expect(part.getByRole('radio', { name: /^Yearly Saves \d+/ }), 'the button has gone').toBeFocused();
  await accessible(page, { dark: true, room: true });

  await buyPlan(page, nora, 'monthly');
  await page.goto('/private/profile#subscription');
  await expect(part.getByText('Next payment')).toBeVisible();
  await expect(part.getByRole('list', { name: 'Invoices' }).getByRole('listitem')).toHaveCount(1);
  await expect(part.getByText('$5.99')).toBeVisible();
  await expectNoOverflow(page);
  await accessible(page, { dark: true, room: true });

  // By keyboard: what is due is said before anything changes.
  await part.getByRole('button', { name: 'Change the plan' }).press('Enter');
  const change = page.getByRole('dialog', { name: 'Change to yearly' });
  await expect(change.getByText('Due now')).toBeVisible();
  await expect(change.getByText(/^\$4[34]\b/)).toBeVisible();
  await accessible(page, { room: true });
  await page.context().setOffline(true);
  await change.getByRole('button', { name: 'Change to yearly' }).click();
  await expect(change.getByRole('alert').filter({ hasText: 'You are offline, and nothing was charged.' })).toBeVisible();
  await page.context().setOffline(false);
  expect(await coverageOf(page, nora)).toMatchObject({ plan: 'monthly' });
  await test.step('once it is under way, nothing stays as it was; where it fails behind the closed dialog, that is said', async () => {
    expectRefusal(500);
    const fail = await failLater(page, '**/api/subscription/change');
    await change.getByRole('button', { name: 'Change to yearly' }).click();
    await expect(change.getByRole('button', { name: 'Leave it as it is' })).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(change).toHaveCount(0);
    fail();
    await expect(badToasts(page)).toContainText('It failed.');
    await page.unroute('**/api/subscription/change');
    await part.getByRole('button', { name: 'Change the plan' }).press('Enter');
    await expect(change.getByText('Due now')).toBeVisible();
  });
  await change.getByRole('button', { name: 'Change to yearly' }).press('Enter');
  await expect(change).toHaveCount(0);
  await expect(part.getByRole('heading', { name: 'Yearly' })).toBeVisible();
  expect(await coverageOf(page, nora)).toMatchObject({ status: 'active', plan: 'yearly' });

  await part.getByRole('button', { name: 'End the plan' }).click();
  const end = page.getByRole('dialog', { name: 'End the yearly plan?' });
  await expect(end.getByText(/^Everyone keeps everything until/)).toBeVisible();
  await accessible(page, { room: true });
  await end.getByRole('button', { name: 'Keep it' }).click();
  await expect(end).toHaveCount(0);
  await part.getByRole('button', { name: 'End the plan' }).click();
  await end.getByRole('button', { name: 'End the plan' }).click();
  await expect(part.getByRole('button', { name: 'Let it go on' })).toBeVisible();
  await expect(part.getByText(/the export stays open/)).toBeVisible();
  expect(await coverageOf(page, nora)).toMatchObject({ status: 'active', cancel_at_period_end: true });
  await accessible(page, { dark: true, room: true });
  await part.getByRole('button', { name: 'Let it go on' }).click();
  await expect(part.getByRole('button', { name: 'End the plan' })).toBeVisible();
  expect(await coverageOf(page, nora)).toMatchObject({ cancel_at_period_end: false });
});

test('who pays again and again may pay once instead, and then nothing is due any more', async ({ page, accessible }) => {
  const nora = await newAccount(page);
  await buyPlan(page, nora, 'monthly');
  await logIn(page, nora, '/private/profile#subscription');
  const part = page.locator('#subscription');
  await expect(part.getByRole('link', { name: 'Pay once instead' })).toBeVisible();
  await quiet(page);
  await part.getByRole('link', { name: 'Pay once instead' }).click();
  await expect(page.getByText('You are covered')).toBeVisible();
  await page.getByRole('button', { name: 'What it costs once' }).click();
  await accessible(page, { dark: true });
  await page.getByRole('button', { name: 'Continue with lifetime' }).click();
  await typeCard(page, cards.good);
  await payButton(page, '$199').click();
  await page.waitForURL('**/subscribe?checkout=lifetime');
  await expect(page.getByText('Covered for good')).toBeVisible();
  await page.goto('/private/profile#subscription');
  await expect(part.getByText(/Nothing is ever due again/)).toBeVisible();
  await expect(part.getByRole('button')).toHaveCount(0);
  await accessible(page);
});

test('a renewal that fails is said to the owner alone, everyone keeps everything for a while, and it can be put right', async ({
  page,
  newPerson,
  accessible,
  expectRefusal,
}) => {
  expectRefusal(402);
  const nora = await newAccount(page);
  const ruth = await joinFamily(page, nora, 'Ruth Whitlock', 'relative');
  await share(page, nora, { text: 'The first snow.' });
  await endTrial(nora);
  await failRenewal(page, nora, 0);
  const other = await newPerson();
  await logIn(other, ruth, '/dashboard');
  await expect(other.getByText('The first snow.')).toBeVisible();
  await logIn(page, nora, '/dashboard');
  const said = /^A payment did not go through\. Everyone keeps everything until \d/;
  await expect(page.getByRole('alert').filter({ hasText: said })).toBeVisible();
  await expect(page.getByText('The first snow.')).toBeVisible();
  await expectNoOverflow(page);
  await accessible(page, { dark: true });
  await quiet(other);
  await expect(other.getByText('did not go through'), 'for an invited relative').toHaveCount(0);
  await page.getByRole('link', { name: 'What to do' }).click();
  const part = page.locator('#subscription');
  await expect(part.getByText('Payment due')).toBeVisible();
  await expect(part.getByRole('alert').filter({ hasText: said })).toBeVisible();
  await expect(part.getByText(/choose one again with another card/)).toBeVisible();
  await expect(part.getByRole('listitem').filter({ hasText: 'Open' })).toContainText('$5.99');
  await accessible(page, { dark: true });
  await part.getByRole('button', { name: 'End the plan' }).click();
  await expect(page.getByRole('dialog').getByText(/^The plan ends at once/)).toBeVisible();
  await accessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'End the plan' }).click();
  await part.getByRole('link', { name: 'Choose a plan' }).click();
  await page.getByRole('button', { name: 'Continue with yearly' }).click();
  await typeCard(page, cards.good);
  await payButton(page, '$49.99').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you. Everyone is in' })).toBeVisible();
  expect(await coverageOf(page, nora)).toMatchObject({ status: 'active', plan: 'yearly' });
});

test('a payment that is still due when the time is over is said at the paywall, instead of another plan', async ({
  page,
  accessible,
  expectRefusal,
}) => {
  expectRefusal(402);
  const nora = await newAccount(page);
  await endTrial(nora);
  await failRenewal(page, nora, 12);
  await logIn(page, nora, '/dashboard');
  await page.waitForURL('**/paywall');
  await expect(page.getByText('A payment did not go through. Everything you kept is safe and waiting.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Continue with/ })).toHaveCount(0);
  await accessible(page, { dark: true });
  await page.goto('/subscribe');
  await expect(page.getByText('A payment did not go through. Everything you kept is safe and waiting.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Continue with/ })).toHaveCount(0);
  await page.goto('/paywall');
  await page.getByRole('link', { name: 'To your plan' }).click();
  await expect(page.locator('#subscription').getByText('Payment due')).toBeVisible();
});

test('an owner who was never billed sees no bills, and bills that do not come can be asked for again', async ({
  page,
  accessible,
  expectRefusal,
}) => {
  expectRefusal(500);
  const nora = await newAccount(page);
  await logIn(page, nora, '/private/profile#subscription');
  const part = page.locator('#subscription');
  await expect(part.getByRole('heading', { name: /^Free until/ })).toBeVisible();
  await quiet(page);
  await expect(part.getByRole('heading', { name: 'Invoices' })).toHaveCount(0);
  await buyPlan(page, nora, 'monthly');
  await giveYear(page, nora);
  await page.route('**/api/subscription/invoices', (route) => route.fulfill({ status: 500, json: {} }));
  await page.reload();
  await expect(part.getByText('The invoices could not be loaded.')).toBeVisible();
  await accessible(page, { dark: true });
  await page.unroute('**/api/subscription/invoices');
  await part.getByRole('button', { name: 'Try again' }).click();
  const bills = part.getByRole('list', { name: 'Invoices' }).getByRole('listitem');
  await expect(bills).toHaveCount(2);
  await expect(bills.filter({ hasText: 'A year for another family' })).toContainText('$49.99');
  await accessible(page, { dark: true });
});

test('what covers one has its place before it is known: nothing moves as it comes', async ({ page, newPerson }) => {
  const nora = await newAccount(page);
  const ruth = await joinFamily(page, nora, 'Ruth Whitlock', 'relative');
  for (const [who, account, said] of [
    ['an owner', nora, /^Free until/],
    ['a relative', ruth, /Whitlock/],
  ] as const)
    await test.step(who, async () => {
      const theirs = await newPerson();
      await logIn(theirs, account, '/private/family');
      await quiet(theirs);
      const come = await holdBack(theirs, '**/api/user');
      await theirs.goto('/private/profile');
      const part = theirs.locator('#subscription');
      await expect(part.getByRole('status').locator('h3').filter({ hasText: said }), 'who they are is known').toHaveCount(1);
      const before = await boxOf(part);
      come();
      await expect(part.getByRole('heading', { name: said })).toBeVisible();
      await quiet(theirs);
      expect((await boxOf(part)).height).toBe(before.height);
    });
});
