import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plusMonths } from '@heartwood/contract/days';
import type { Page } from '@playwright/test';
import { freePort, ServerProcess } from '../apps/server/test/process.ts';
import { chooseFiles } from './choosing.ts';
import { expect, goodPassword, photo, someEmail, test } from './fixture.ts';
import { linkIn, mailTo } from './mails.ts';
import { daysAgo, fillDay } from './makers.ts';

// The main job, from the first visit to the morning after a crash, on a server of its own that is killed at the end: the parent has a phone,
// the grandmother a laptop. Every screen on the way is looked at more closely by the journey of its feature.

let server: ServerProcess;
let home = '';

test.beforeEach(async () => {
  test.setTimeout(240_000);
  const port = await freePort();
  home = `http://localhost:${port}`;
  server = new ServerProcess(await mkdtemp(join(tmpdir(), 'heartwood-journey-')), port, {
    PUBLIC_URL: home,
    TRUST_PROXY: '127.0.0.1',
    RATE_LIMITS: 'on',
  });
  await server.start();
});

test.afterEach(() => server.remove());

test('a family shares a photo', async ({ page, newPerson, expectRefusal }) => {
  const [parent, grandmother, stranger] = [someEmail('nora'), someEmail('ruth'), someEmail('mallory')];

  await test.step('a parent registers and takes the first steps', async () => {
    await page.goto(`${home}/register`);
    await register(page, 'Nora', 'Whitlock', parent);
    await page.waitForURL('**/onboarding**');
  });

  await test.step('opens the mail that proves the address', async () => {
    const link = linkIn(await mailIn(parent, /confirm/i), '/verify-email');
    await page.goto(link);
    await page.getByRole('button', { name: 'Confirm this address' }).click();
    await expect(page.getByText(`${parent} is confirmed.`)).toBeVisible();
  });

  await test.step('adds a child with a birthday and a photo', async () => {
    await page.goto(`${home}/children?add=1`);
    await page.getByLabel('Name', { exact: true }).fill('Emma');
    await chooseFiles(page.getByRole('button', { name: 'Add a photo' }).first(), [photo('p5')]);
    await fillDay(page, plusMonths(daysAgo(0), -38));
    await page.getByRole('group', { name: 'Who is Emma to you?' }).getByRole('button', { name: 'Daughter' }).click();
    await page.getByRole('button', { name: 'Add Emma' }).click();
    await expect(page.getByRole('link', { name: /^Emma 3 years and 2 months/ })).toBeVisible();
  });

  const story = 'Emma asked where the sun goes at night. I said behind the sea.';
  await test.step('shares a post with several photos and the child in it', async () => {
    await page.goto(`${home}/treasures/share-something`);
    await page.getByLabel('What happened?').fill(story);
    await chooseFiles(page.getByRole('button', { name: /^Add/ }).first(), [photo('beach'), photo('boots'), photo('p4')]);
    await page.getByRole('button', { name: 'Emma' }).click();
    await page
      .getByRole('button', { name: /^Share/ })
      .last()
      .click();
    await page.waitForURL('**/dashboard');
    await expect(page.getByText(story)).toBeVisible();
    await expect(page.getByRole('article').first().getByRole('img')).not.toHaveCount(0);
  });

  const postPath = await test.step('sees it on its page, and the photos large', async () => {
    await page.getByRole('article').first().getByRole('link').first().click();
    await page.waitForURL('**/post/*');
    // Until it is there the feed stands, with the same words and photos.
    await expect(page.getByRole('heading', { name: 'Nora’s post', level: 1 })).toBeVisible();
    await expect(page.getByText(story)).toBeVisible();
    await page
      .getByRole('button', { name: /photo 1/i })
      .first()
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    return new URL(page.url()).pathname;
  });

  await test.step('invites grandmother with a message', async () => {
    await page.goto(`${home}/private/family`);
    await page
      .getByRole('button', { name: /^Invite/ })
      .first()
      .click();
    await page.getByLabel('E-mail').fill(grandmother);
    await chooseOption(page, /Relationship/, 'Grandmother');
    await page.getByLabel(/Your message/).fill('Dear Ruth, I have put Emma in here.');
    await page.getByRole('button', { name: 'Send the invitation' }).click();
    await expect(page.getByText(grandmother).first()).toBeVisible();
  });

  const ruth = await newPerson(undefined, { isAtLaptop: true });
  await test.step('grandmother opens the link, sees who invites her, and accepts', async () => {
    const mail = await mailIn(grandmother, /invit/i);
    expect(mail.text).toContain('I have put Emma in here');
    await ruth.goto(linkIn(mail, '/invitation'));
    await expect(ruth.getByText('Nora invites you to')).toBeVisible();
    await expect(ruth.getByRole('heading', { name: 'The Whitlock family' })).toBeVisible();
    await expect(ruth.getByText('I have put Emma in here')).toBeVisible();
    await ruth
      .getByRole('link', { name: 'Accept the invitation' })
      .or(ruth.getByRole('button', { name: 'Accept the invitation' }))
      .click();
    await ruth.waitForURL('**/accept-invite**');
    await expect(ruth.getByLabel('E-mail')).toHaveValue(grandmother);
    await ruth.getByLabel('Your name').fill('Ruth Whitlock');
    await ruth.getByLabel('Password', { exact: true }).fill(goodPassword);
    await ruth.getByLabel('Confirm password').fill(goodPassword);
    await ruth.getByRole('button', { name: 'Step inside' }).click();
    await ruth.waitForURL('**/invitation/sharedMessage**');
  });

  await test.step('sees the post and its photos, hearts it and comments', async () => {
    await ruth.goto(`${home}${postPath}`);
    await expect(ruth.getByText(story)).toBeVisible();
    await expectPhotos(ruth);
    await ruth
      .getByRole('button', { name: /^Heart/ })
      .first()
      .click();
    await ruth.getByLabel('Say something kind').fill('Your father asked me the very same thing.');
    await ruth.getByRole('button', { name: 'Send' }).click();
    await expect(ruth.getByText('Your father asked me the very same thing.')).toBeVisible();
  });

  await test.step('the parent sees both', async () => {
    await page.goto(`${home}${postPath}`);
    await expect(page.getByText('Your father asked me the very same thing.')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Heart, 1/ }).first()).toBeVisible();
  });

  await test.step('a stranger with an account sees nothing of it', async () => {
    const photoAddress = await page
      .getByRole('img')
      .evaluateAll((images) => images.map((one) => (one as HTMLImageElement).src).find((src) => src.includes('/api/private/media/')));
    const other = await newPerson();
    expectRefusal(404);
    expectRefusal(403);
    await other.goto(`${home}/register`);
    await register(other, 'Mallory', 'Stranger', stranger);
    await other.waitForURL('**/onboarding**');
    await other.goto(`${home}${postPath}`);
    await expect(other.getByText('Page Not Found')).toBeVisible();
    await expect(other.getByText(story)).toHaveCount(0);
    const unsigned = await other.request.get(String(photoAddress).replace(/([?&]s=).{6}/, '$1AAAAAA'));
    expect(unsigned.status()).toBe(403);
    // What a page still asks for while the server is away is no trouble of this journey.
    await other.close();
  });

  await test.step('after a kill of server and database right behind an acknowledged post, everything is there', async () => {
    await page.goto(`${home}/treasures/share-something`);
    await page.getByLabel('What happened?').fill('Said just before the lights went out.');
    await chooseFiles(page.getByRole('button', { name: /^Add/ }).first(), [photo('cake')]);
    const acknowledged = page.waitForResponse(
      (response) => response.url().endsWith('/api/posts') && response.request().method() === 'POST' && response.status() === 201,
    );
    await page
      .getByRole('button', { name: /^Share/ })
      .last()
      .click();
    await acknowledged;
    await page.goto('about:blank');
    await ruth.goto('about:blank');
    await server.killDatabase();
    await server.kill();
    await server.start();
    await ruth.goto(`${home}/dashboard`);
    await expect(ruth.getByText('Said just before the lights went out.')).toBeVisible();
    await expect(ruth.getByText(story)).toBeVisible();
    await expectPhotos(ruth);
    // The server goes before the pages do.
    await ruth.goto('about:blank');
  });
});

const mailIn = (address: string, subject: RegExp) => mailTo(address, subject, server.dataDir);

async function register(page: Page, firstname: string, lastname: string, email: string): Promise<void> {
  await page.getByLabel('First name').fill(firstname);
  await page.getByLabel('Last name').fill(lastname);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(goodPassword);
  await page.getByLabel('Confirm password').fill(goodPassword);
  await page.getByRole('button', { name: 'Create my account' }).click();
}

async function chooseOption(page: Page, label: RegExp, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Every photo on the page has arrived as a picture. */
async function expectPhotos(page: Page): Promise<void> {
  await expect
    .poll(
      () =>
        page
          .locator('main img[src*="/api/private/media/"]')
          .evaluateAll((images) => images.length > 0 && images.every((one) => (one as HTMLImageElement).naturalWidth > 0)),
      {
        timeout: 20_000,
      },
    )
    .toBe(true);
}
