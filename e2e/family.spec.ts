import type { Page } from '@playwright/test';
import { chooseFiles } from './choosing.ts';
import { expect, goodPassword, joinFamily, keptOnDevice, logIn, newAccount, photo, quiet, someEmail, test } from './fixture.ts';
import { linkIn, mailTo } from './mails.ts';
import { addChild, bearer, fillDay } from './makers.ts';
import { failLater, holdBack } from './network.ts';
import { forgetAborted } from './without-network.ts';

const toast = (page: Page, text: string | RegExp) => page.getByRole('region', { name: 'Messages' }).getByText(text);

interface Somebody {
  name: string;
  relation: string;
  /** Another kind than those that stand there at once. */
  elsewhere?: boolean;
  birth?: string;
  picture?: string;
}

async function add(page: Page, { name, relation, elsewhere, birth, picture }: Somebody): Promise<void> {
  await page.getByRole('link', { name: 'Add a child' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  const kinds = page.getByRole('group', { name: `Who is ${name} to you?` });
  await kinds.getByRole('button', { name: elsewhere ? 'Somebody else' : relation, exact: true }).click();
  if (elsewhere) {
    await page.getByLabel('Relationship').click();
    await page.getByRole('option', { name: relation, exact: true }).click();
  }
  if (birth) await fillDay(page, birth);
  if (picture) await choosePhoto(page, picture);
  await page.getByRole('button', { name: `Add ${name}` }).click();
  await expect(toast(page, `${name} is part of the family`)).toBeVisible();
  await page.waitForURL((url) => url.search === '');
}

async function choosePhoto(page: Page, name: string): Promise<void> {
  await chooseFiles(page.getByRole('button', { name: /^(Add a photo|Another photo)$/ }), photo(name));
  await expect(page.getByRole('slider', { name: 'Zoom' })).toBeVisible();
}

test('a family of six in one go: three children, a grandmother who is remembered, and somebody invited', async ({
  page,
  newPerson,
  accessible,
}) => {
  test.setTimeout(150_000);
  const nora = await newAccount(page);
  await page.goto(linkIn(await mailTo(nora.email, /confirm|address|e-mail/i), '/verify-email'));
  await page.getByRole('button', { name: 'Confirm this address' }).click();
  await expect(page.getByText(`${nora.email} is confirmed`)).toBeVisible();
  await logIn(page, nora, '/children');
  await add(page, { name: 'Ida', relation: 'Daughter', birth: '2023-09-12', picture: 'duck' });
  await add(page, { name: 'Jonas', relation: 'Son', birth: '2020-02-29' });
  await add(page, { name: 'Emma', relation: 'Stepchild' });
  await add(page, { name: 'Ruth', relation: 'Grandmother', elsewhere: true, birth: '1948-05-01' });
  for (const name of ['Ida', 'Jonas', 'Emma', 'Ruth'])
    await expect(page.getByRole('link', { name: new RegExp(name) }).first()).toBeVisible();
  await accessible(page);

  await page.goto('/private/family');
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite somebody' });
  const email = someEmail('paul');
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('Relationship').click();
  await page.getByRole('option', { name: 'Partner', exact: true }).click();
  await dialog.getByLabel('Guardian').check();
  await dialog.getByRole('button', { name: 'Send the invitation' }).click();
  await expect(dialog).toBeHidden();

  const paul = await newPerson();
  await paul.goto(linkIn(await mailTo(email, /invites you/), '/invitation'));
  await paul.getByRole('link', { name: 'Accept the invitation' }).click();
  await paul.getByLabel('Your name').fill('Paul Whitlock');
  await paul.getByLabel('Password', { exact: true }).fill('Kastanie-Baum-7');
  await paul.getByLabel('Confirm password').fill('Kastanie-Baum-7');
  await paul.getByRole('button', { name: 'Step inside' }).click();
  await paul.waitForURL('**/invitation/sharedMessage');
  await paul.goto('/children');
  for (const name of ['Ida', 'Jonas', 'Emma']) await expect(paul.getByRole('link', { name: new RegExp(name) }).first()).toBeVisible();
});

test('a child has several photos, and an unfinished form is there again', async ({ page, accessible }) => {
  const nora = await newAccount(page);
  const emma = await addChild(page, nora);
  await logIn(page, nora, `/children/childDetail/${emma}?edit=1`);
  for (const picture of ['duck', 'boots']) {
    await choosePhoto(page, picture);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page, 'Emma’s details are saved').first()).toBeVisible();
    await page.getByRole('link', { name: 'Edit Emma' }).click();
  }
  const earlier = page.getByRole('list', { name: 'Earlier photos' });
  await expect(earlier.getByRole('listitem')).toHaveCount(1);
  await accessible(page);
  await page.getByRole('button', { name: 'Remove earlier photo 1' }).click();
  await expect(earlier).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Another photo' }), 'the focus does not go with the photo').toBeFocused();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Edit Emma' }).click();
  await expect(page.getByRole('button', { name: 'Another photo' })).toBeVisible();
  await expect(earlier).toHaveCount(0);

  await page.goto('/children?add=1');
  await page.getByLabel('Name', { exact: true }).fill('Ida');
  await choosePhoto(page, 'duck');
  await keptOnDevice(page);
  await page.reload();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ida');
  await expect(page.getByRole('slider', { name: 'Zoom' })).toBeVisible();
  await page.getByRole('button', { name: 'Godchild' }).click();
  await page.getByRole('button', { name: 'Add Ida' }).click();
  await page.waitForURL((url) => url.search === '');
  await keptOnDevice(page);
  await page.goto('/children?add=1');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('');
});

test('[R3.6] in a family that nobody covers one can leave and take invitations back, on the screen', async ({ page, accessible }) => {
  const nora = await newAccount(page);
  const ruth = await joinFamily(page, nora, 'Ruth Whitlock', 'relative');
  const email = someEmail('elsie');
  const data = { email, name: 'Elsie', relationship_id: 17, role: 'relative' };
  const invited = await page.request.post('/api/send-account-invitation', { headers: bearer(nora), data });
  expect(invited.status(), 'inviting').toBe(201);
  // The trial is over: the rest is answered by the server.
  await page.route('**/api/user', async (route) => {
    const answer = await (await route.fetch()).json();
    for (const family of answer.data.families) family.covered = false;
    answer.data.subscription = { ...answer.data.subscription, status: 'inactive', covered_until: null, covered_by: null };
    await route.fulfill({ json: answer });
  });
  const resting = page.locator('#resting');
  await logIn(page, nora, '/paywall');
  await page.getByRole('link', { name: /^Your family/ }).click();
  await expect(resting.getByText('You are its owner.')).toBeVisible();
  await expect(resting).toBeInViewport();
  await accessible(page, { dark: true });
  await resting.getByRole('button', { name: `Take back the invitation to ${email}` }).click();
  await expect(toast(page, `The invitation to ${email} is taken back`)).toBeVisible();
  await expect(resting.getByText('Elsie')).toHaveCount(0);
  await expect(resting.getByRole('heading', { level: 2 }), 'what was pressed has gone').toBeFocused();
  await expect(resting.getByRole('button', { name: 'Leave the family' })).toHaveCount(0);

  await logIn(page, ruth, '/private/profile#resting');
  await expect(resting).toBeInViewport();
  await quiet(page);
  await resting.getByRole('button', { name: 'Leave the family' }).click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(toast(page, 'You have left the family')).toBeVisible();
  await expect(resting).toHaveCount(0);
});

test('what was written for one family goes there, whichever one is looked at when it leaves', async ({ page, troubles }) => {
  const ruth = await joinFamily(page, await newAccount(page), 'Ruth', 'relative');
  const inFamily = async (id: string) => {
    const answer = await page.request.get('/api/posts', { headers: bearer(ruth), params: { family_id: id } });
    return ((await answer.json()) as { data: { items: { text: string }[] } }).data.items.map(({ text }) => text);
  };
  const made = await page.request.post('/api/families', { headers: bearer(ruth), data: { name: 'The Bergs' } });
  const { data } = (await made.json()) as { data: { family: { id: string } } };
  const families = await page.request.get('/api/families', { headers: bearer(ruth) });
  const { id: whitlocks } = ((await families.json()) as { data: { families: { id: string; current: boolean }[] } }).data.families.find(
    ({ current }) => !current,
  )!;
  const bergs = data.family.id;
  const look = async (id: string) =>
    expect((await page.request.post(`/api/families/${id}/current`, { headers: bearer(ruth) })).status()).toBe(200);
  await look(whitlocks);
  await logIn(page, ruth, '/dashboard');
  await page.getByRole('link', { name: 'What happened today?' }).click();
  for (const path of ['**/api/media', '**/api/posts'])
    await page.route(path, (route) => (route.request().method() === 'POST' ? route.abort('internetdisconnected') : route.fallback()));
  await page.getByLabel('What happened?').fill('Grandpa is in hospital.');
  await chooseFiles(page.getByRole('button', { name: /^Add/ }), [photo('p5')]);
  await page
    .getByRole('button', { name: /^Share/ })
    .last()
    .click();
  await page.waitForURL('**/dashboard');
  await expect(page.getByText('Grandpa is in hospital.')).toBeVisible();
  await keptOnDevice(page);

  // On another device she looks at the other family now. This page is opened anew before it has heard of that.
  await look(bergs);
  await page.unrouteAll();
  await page.goto('/treasures/share-something');
  await expect(page.getByLabel('What happened?'), 'a draft of another family').toHaveValue('');
  await expect.poll(() => inFamily(whitlocks), { timeout: 30_000 }).toEqual(['Grandpa is in hospital.']);
  expect(await inFamily(bergs)).toEqual([]);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Grandpa is in hospital.')).toHaveCount(0);
  forgetAborted(troubles);
});

test('who was invited says what follows from it; a family is handed over to them, and who thinks better of it meanwhile keeps it', async ({
  page,
  accessible,
  expectRefusal,
}) => {
  const nora = await newAccount(page);
  const sam = await joinFamily(page, nora, 'Sam Whitlock', 'guardian');

  await test.step('who one’s partner is, is offered and said by oneself', async () => {
    await logIn(page, sam, '/private/family');
    await page.getByRole('link', { name: 'Who is Nora to you?' }).click();
    const offered = page.getByRole('group', { name: 'Who is Nora Whitlock to you?' }).getByRole('button', { name: 'Nora is your partner' });
    await expect(offered).toHaveAttribute('aria-pressed', 'false');
    await accessible(page);
    await offered.click();
    await expect(page.getByLabel('Relationship')).toContainText('Partner');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.locator('header').getByText('Nora is your partner')).toBeVisible();
    await page.goto('/private/family');
    await expect(page.getByText('Nora is your partner')).toBeVisible();
  });

  await test.step('handed over, but not while the password is looked at and the dialog is closed', async () => {
    await logIn(page, nora, '/private/family');
    const members = page.getByRole('list', { name: 'The Whitlock family' });
    await expect(members).toBeVisible();
    await quiet(page);
    await test.step('a name whose dialog is closed while it is saved is there again where that fails', async () => {
      expectRefusal(500);
      const rename = page.getByRole('dialog', { name: 'Rename the family' });
      const open = async () => {
        await page.getByRole('button', { name: 'Rename the family, hand it over' }).click();
        await page.getByRole('menuitem', { name: 'Rename' }).click();
      };
      const fail = await failLater(page, '**/api/families/*');
      await open();
      await rename.getByLabel('Name', { exact: true }).fill('The Whitlocks');
      await rename.getByRole('button', { name: 'Save' }).click();
      await rename.getByRole('button', { name: 'Leave it' }).click();
      await expect(rename).toBeHidden();
      fail();
      await expect(toast(page, 'It failed.')).toBeVisible();
      await open();
      await expect(rename.getByLabel('Name', { exact: true })).toHaveValue('The Whitlocks');
      await rename.getByRole('button', { name: 'Leave it' }).click();
      await expect(rename).toBeHidden();
    });
    const dialog = page.getByRole('dialog', { name: 'Hand the family over?' });
    const handOver = async () => {
      await page.getByRole('button', { name: 'Rename the family, hand it over' }).click();
      await page.getByRole('menuitem', { name: 'Hand it over' }).click();
      await dialog.getByLabel('New owner').click();
      await page.getByRole('option', { name: 'Sam Whitlock' }).click();
      await dialog.getByLabel('Password', { exact: true }).fill(goodPassword);
      await dialog.getByRole('button', { name: 'Hand it over' }).click();
    };
    const letThrough = await holdBack(page, '**/api/confirm-password');
    const handed: string[] = [];
    page.on('request', (request) => request.url().endsWith('/owner') && handed.push(request.url()));
    await handOver();
    await dialog.getByRole('button', { name: 'Leave it' }).click();
    await expect(dialog).toBeHidden();
    const answered = page.waitForResponse('**/api/confirm-password');
    letThrough();
    await (await answered).finished();

    const letOut = await holdBack(page, '**/api/families/*/owner');
    await handOver();
    await expect(dialog.getByRole('button', { name: 'Leave it' }), 'it is being handed over').toBeDisabled();
    letOut();
    await expect(toast(page, 'Sam Whitlock is the owner now')).toBeVisible();
    expect(handed).toHaveLength(1);
    await expect(dialog).toBeHidden();
    await expect(members.getByRole('listitem').filter({ hasText: 'Sam Whitlock' })).toContainText('Owner');
    await accessible(page);
  });
});
