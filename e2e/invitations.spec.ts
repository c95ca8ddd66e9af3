import type { Page } from '@playwright/test';
import { expect, fillLogin, goodPassword, logIn, newAccount, someEmail, test, toasts, type Account } from './fixture.ts';
import { linkIn, mailTo } from './mails.ts';
import { holdBack } from './network.ts';
import { goOn } from './running-app.ts';

/** A parent who may invite: registered, with a proved address, on the page of the family. */
async function parent(page: Page): Promise<Account> {
  const account = await newAccount(page);
  const token = new URL(linkIn(await mailTo(account.email, /confirm/i), '/verify-email')).searchParams.get('token');
  await page.request.post('/api/verify-email', { data: { token } });
  await logIn(page, account, '/private/family');
  return account;
}

/** Invites by the API, and gives the link of the mail. */
async function invited(page: Page, { token }: Account, email: string, message = ''): Promise<string> {
  const answer = await page.request.post('/api/send-account-invitation', {
    headers: { authorization: `Bearer ${token}` },
    data: { email, name: 'Ruth Whitlock', relationship_id: 11, role: 'relative', message },
  });
  expect(answer.status()).toBe(201);
  return linkIn(await mailTo(email, /invites you/), '/invitation');
}

async function accept(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('link', { name: 'Accept the invitation' }).click();
  await page.getByLabel('Password', { exact: true }).fill(goodPassword);
  await page.getByLabel('Confirm password').fill(goodPassword);
  await page.getByRole('button', { name: 'Step inside' }).click();
  await page.waitForURL('**/invitation/sharedMessage');
}

test('an invitation from the form to the opened card', async ({ page, newPerson, accessible, expectRefusal }) => {
  test.setTimeout(150_000);
  const release = await holdBack(page, '**/api/family-relationships');
  await parent(page);
  const email = someEmail('ruth');
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite somebody' });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByLabel('E-mail'), 'the form comes in one piece').toHaveCount(0);
  release();

  await test.step('the form says what is missing, at its fields', async () => {
    await dialog.getByRole('button', { name: 'Send the invitation' }).click();
    await expect(dialog.getByText('E-mail Required')).toBeVisible();
    await expect(dialog.getByText('Relationship Required')).toBeVisible();
    await accessible(page, { room: true });
  });

  await test.step('relation, role and message', async () => {
    await dialog.getByLabel('E-mail').fill(email);
    await dialog.getByLabel('Their name').fill('Ruth Whitlock');
    await dialog.getByLabel('Relationship').click();
    await page.getByRole('option', { name: 'Grandmother' }).click();
    await dialog.getByLabel('Guardian').check();
    await dialog.getByLabel('Relative').check();
    await dialog.getByLabel('Your message').fill('Dear Ruth,\n\nEmma’s drawings are in here.');
    await dialog.getByRole('button', { name: 'Record it instead, or as well' }).click();
    const recorder = page.getByRole('dialog', { name: 'Record your voice' });
    await expect(recorder).toBeVisible();
    // The dialog below it lies under a scrim of its own.
    const scrim = () =>
      page.evaluate(() => {
        const below = document.querySelector('[role=dialog]')!;
        const { left, top } = below.getBoundingClientRect();
        const stack = document.elementsFromPoint(left + 30, top + 20);
        const above = stack.slice(0, stack.indexOf(below));
        return above.some((one) => !below.contains(one) && getComputedStyle(one).backgroundColor !== 'rgba(0, 0, 0, 0)');
      });
    await expect.poll(scrim).toBe(true);
    await recorder.getByRole('button', { name: 'Record' }).click();
    // It is still heard when somebody looks.
    await expect(recorder.getByRole('timer')).toHaveText(/0:(0[4-9]|[1-5]\d)/);
    await recorder.getByRole('button', { name: 'Done' }).click();
    await recorder.getByRole('button', { name: 'Use this recording' }).click();
    await expect(dialog.getByRole('group', { name: 'Your spoken message' })).toBeVisible();
    await accessible(page, { room: true });
    await dialog.getByRole('button', { name: 'Send the invitation' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(/As relative\. Open until/)).toBeVisible();
  });

  const older = linkIn(await mailTo(email, /invites you/), '/invitation');
  await test.step('sent again, the older link is void', async () => {
    await page.getByRole('button', { name: `Send again to ${email}` }).click();
    await expect(toasts(page).filter({ hasText: `Sent to ${email}` })).toBeVisible();
  });

  const ruth = await newPerson();
  expectRefusal(404);
  expectRefusal(410);
  await ruth.goto(older);
  await expect(ruth.getByRole('heading', { name: 'This invitation is not open any more' })).toBeVisible();
  await accessible(ruth, { room: true });

  await expect.poll(async () => linkIn(await mailTo(email, /invites you/), '/invitation'), { timeout: 30_000 }).not.toBe(older);
  const link = linkIn(await mailTo(email, /invites you/), '/invitation');
  await test.step('the letter', async () => {
    // The voice is there once the server has prepared it; the page of a visitor hears of nothing.
    const voice = ruth.getByRole('group', { name: 'A message from Nora, to listen to' });
    await expect(async () => {
      await ruth.goto(link);
      await expect(voice).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
    await expect(ruth.getByText('Nora invites you to')).toBeVisible();
    await expect(ruth.getByText('Emma’s drawings are in here.')).toBeVisible();
    await expect(ruth.getByText('You’ll join as Nora’s grandmother. It costs you nothing.')).toBeVisible();
    await voice.getByRole('button', { name: /^Play/ }).click();
    await expect(voice.getByRole('button', { name: /^Pause/ })).toBeVisible();
    await accessible(ruth, { room: true });
    await ruth.getByRole('link', { name: 'Accept the invitation' }).click();
    await expect(ruth.getByLabel('Your name')).toHaveValue('Ruth Whitlock');
    await expect(ruth.getByLabel('E-mail')).toHaveValue(email);
    await accessible(ruth, { room: true });
  });

  await test.step('the card, also after a reload', async () => {
    await accept(ruth, link);
    await expect(ruth.getByRole('heading', { name: 'A message from Nora' })).toBeAttached();
    await accessible(ruth, { room: true });
    await ruth.reload();
    await expect(ruth.getByText('Emma’s drawings are in here.')).toBeVisible();
    // An hour later the address of the voice has ended.
    await ruth.route(/\/api\/private\/.*e=\d+/, (route) => route.fulfill({ status: 403 }), { times: 1 });
    expectRefusal(403);
    const heard = ruth.getByRole('group', { name: 'A message from Nora, to listen to' });
    const asked = ruth.waitForResponse(/\/api\/media\/[^/]+$/);
    await heard.getByRole('button', { name: /^Play/ }).click();
    await heard.getByRole('button', { name: 'Try again' }).click();
    expect((await asked).status(), 'another one is given to who came in by it').toBe(200);
    await expect(heard.getByRole('button', { name: /^Pause/ })).toBeVisible();
    await ruth.getByRole('link', { name: 'Step inside' }).click();
    await ruth.waitForURL('**/dashboard');
  });

  await test.step('the family is two, and nobody is on the way', async () => {
    await page.reload();
    await expect(page.getByText('2 people, and nobody else gets in.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Still on their way' })).toHaveCount(0);
    await accessible(page, { room: true });
  });
});

test('somebody with an account joins with one tap, and goes between families', async ({ page, newPerson, accessible }) => {
  const nora = await parent(page);
  const sam = await newPerson();
  const account = await newAccount(sam, 'Sam', 'Keller');
  const link = await invited(page, nora, account.email);
  await sam.goto(link);
  await sam.getByRole('link', { name: /I have an account/ }).click();
  await fillLogin(sam, account);
  await sam.getByRole('button', { name: 'Join the Whitlock family' }).waitFor();
  await accessible(sam);
  await sam.getByRole('button', { name: 'Join the Whitlock family' }).click();
  await sam.waitForURL('**/invitation/sharedMessage');
  await sam.goto('/private');
  await expect(sam.getByRole('heading', { name: 'The Whitlock family' })).toBeVisible();
  await accessible(sam);
  await sam.getByRole('button', { name: /The Keller family/ }).click();
  await expect(sam.getByRole('heading', { name: 'The Keller family' })).toBeVisible();

  await test.step('whoever leaves the page meanwhile is shown the family they have joined', async () => {
    const lena = await newPerson();
    const hers = await newAccount(lena, 'Lena', 'Marsh');
    await logIn(lena, hers, '/private');
    await lena.goto(await invited(page, nora, hers.email));
    const release = await holdBack(lena, '**/api/invitations/accept');
    await lena.getByRole('button', { name: 'Join the Whitlock family' }).click();
    await goOn(lena, '/children');
    release();
    await lena.waitForURL('**/dashboard');
    await expect(toasts(lena).filter({ hasText: 'You are in the Whitlock family now' })).toBeVisible();
  });
});

test('a code is entered by hand, as it is or as the whole link', async ({ page, expectRefusal }) => {
  const nora = await parent(page);
  const link = await invited(page, nora, someEmail('ruth'));
  const home = page.getByRole('banner').getByRole('link', { name: 'Home', exact: true });
  await test.step('who is signed in has a way home where a visitor has the mark alone', async () => {
    await page.goto('/invite');
    await home.click();
    await page.waitForURL('**/dashboard');
  });
  await page.evaluate(() => localStorage.clear());
  expectRefusal(404);
  await page.goto('/invite');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(home).toHaveCount(0);
  await page.getByLabel('Invitation code').fill('not-a-code');
  await page.getByRole('button', { name: 'Open the invitation' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid invitation' })).toBeVisible();
  await expect(page.getByLabel('Invitation code')).toHaveValue('not-a-code');
  await page.getByLabel('Invitation code').fill(`  ${link}  `);
  await page.getByRole('button', { name: 'Open the invitation' }).click();
  await expect(page.getByRole('heading', { name: 'The Whitlock family' })).toBeVisible();
});

test('guardians take invitations back, change roles and remove; relatives invite relatives', async ({ page, newPerson, expectRefusal }) => {
  test.setTimeout(120_000);
  const nora = await parent(page);
  const lost = someEmail('wrong');
  const lostLink = await invited(page, nora, lost);
  const ruth = await newPerson();
  await accept(ruth, await invited(page, nora, someEmail('ruth')));
  await page.reload();

  await page.getByRole('button', { name: `Take back the invitation to ${lost}` }).click();
  await expect(toasts(page).filter({ hasText: 'is taken back' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 }), 'the focus does not go with the button').toBeFocused();
  expectRefusal(410);
  expectRefusal(404);
  const visitor = await newPerson();
  await visitor.goto(lostLink);
  await expect(visitor.getByRole('heading', { name: 'This invitation is not open any more' })).toBeVisible();

  await test.step('a relative may invite relatives only, and changes nobody', async () => {
    await ruth.goto('/private/family');
    await expect(ruth.getByRole('button', { name: 'Nora Whitlock: role, remove' })).toHaveCount(0);
    await ruth.getByRole('button', { name: 'Invite' }).click();
    await expect(ruth.getByRole('dialog').getByLabel('Your message')).toBeVisible();
    await expect(ruth.getByText('What may they do?')).toHaveCount(0);
  });

  await page.getByRole('button', { name: 'Ruth Whitlock: role, remove' }).click();
  const change = await holdBack(page, '**/api/families/*/members/*');
  await page.getByRole('menuitem', { name: 'Make guardian' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Ruth Whitlock' }), 'it is seen to be under way').toHaveAttribute(
    'data-pending',
  );
  change();
  await expect(toasts(page).filter({ hasText: 'Ruth is guardian now' })).toBeVisible();
  await page.getByRole('button', { name: 'Ruth Whitlock: role, remove' }).click();
  await page.getByRole('menuitem', { name: 'Remove from the family' }).click();
  await page.getByRole('dialog', { name: 'Remove Ruth?' }).getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Only you so far, and nobody else gets in.')).toBeVisible();
});

test('somebody the family remembers already keeps their place when they accept', async ({ page, newPerson, accessible }) => {
  const account = await parent(page);
  const headers = { authorization: `Bearer ${account.token}` };
  const child = { name: 'Leo', relationship_id: 20, birth_day: '2010-12-15' };
  expect((await page.request.post('/api/family-relationships', { headers, data: child })).status()).toBe(201);
  await page.reload();
  const email = someEmail('leo');
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite somebody' });
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('Their name').fill('Leo Whitlock');
  await dialog.getByLabel('Is it somebody you added here?').click();
  await page.getByRole('option', { name: /^Leo/ }).click();
  await expect(dialog.getByLabel('Relationship')).toContainText('Nephew');
  await accessible(page);
  await dialog.getByRole('button', { name: 'Send the invitation' }).click();
  await expect(dialog).toBeHidden();
  await accept(await newPerson(), linkIn(await mailTo(email, /invites you/), '/invitation'));
  const { data } = (await (await page.request.get('/api/family-relationships', { headers })).json()) as {
    data: { relationships: { name: string; is_user: number; birth_day: string | null }[] };
  };
  expect(data.relationships.filter(({ name }) => name.startsWith('Leo'))).toMatchObject([
    { name: 'Leo Whitlock', is_user: 1, birth_day: '2010-12-15' },
  ]);
});
