import type { BrowserContext, Page } from '@playwright/test';
import { chooseFiles } from './choosing.ts';
import { expect, fillLogin, goodPassword, keptOnDevice, logIn, newAccount, photo, quiet, test } from './fixture.ts';
import { linkIn, mailTo } from './mails.ts';
import { addChild, share } from './makers.ts';
import { boxOf } from './motion.ts';
import { holdBack } from './network.ts';
import { listening } from './running-app.ts';

// What somebody has begun to write is there again when the page is loaded anew, until it is sent or thrown away.

const again = async (page: Page) => {
  await keptOnDevice(page);
  await page.reload();
};
const note = (page: Page) => page.getByText('You began this before, and it is still here.');
const name = (page: Page) => page.getByLabel('Name', { exact: true });

test('[S4.8] registration keeps what was typed, and no password; what was sent is gone', async ({ page }) => {
  await page.goto('/register');
  await page.getByLabel('First name').fill('Nora');
  await page.getByLabel('E-mail').fill('nora@whitlock.example');
  await page.getByLabel('Password', { exact: true }).fill(goodPassword);
  await again(page);
  await expect(page.getByLabel('First name')).toHaveValue('Nora');
  await expect(page.getByLabel('E-mail')).toHaveValue('nora@whitlock.example');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  await expect(note(page)).toBeVisible();
  expect(await stored(page)).not.toContain(goodPassword);
  const there = await boxOf(page.getByLabel('First name'));
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(page.getByLabel('First name')).toHaveValue('');
  await expect(note(page)).toBeHidden();
  expect(await boxOf(page.getByLabel('First name')), 'nothing moves as the note goes').toEqual(there);
  await again(page);
  await expect(page.getByRole('button', { name: 'Create my account' })).toBeEnabled();
  await expect(note(page)).toHaveCount(0);
  await expect(page.getByLabel('First name')).toHaveValue('');
});

test('[S3.17] the first steps, a person and an invitation keep what was typed, until the session is ended', async ({ page }) => {
  test.setTimeout(120_000);
  const account = await newAccount(page);
  const token = new URL(linkIn(await mailTo(account.email, /confirm/i), '/verify-email')).searchParams.get('token');
  await page.request.post('/api/verify-email', { data: { token } });
  await logIn(page, account, '/onboarding?step=you');
  await page.locator('input[type="file"]').setInputFiles(photo('p1'));
  const own = page.getByRole('group', { name: 'Your photo' }).locator('img');
  await expect(own).toHaveAttribute('src', /^blob:/);
  await again(page);
  await expect(own).toHaveAttribute('src', /^blob:/);
  await page.getByRole('button', { name: 'Continue' }).click();
  await name(page).fill('Emma');
  await page.getByLabel('Day', { exact: true }).fill('12');
  const draft = page.getByRole('group', { name: 'Emma' });
  await draft.locator('input[type="file"]').setInputFiles(photo('p0'));
  await expect(draft.locator('img')).toHaveAttribute('src', /^blob:/);
  await again(page);
  await expect(draft.locator('img')).toHaveAttribute('src', /^blob:/);
  await expect(name(page)).toHaveValue('Emma');
  await expect(page.getByLabel('Day', { exact: true })).toHaveValue('12');
  await page.goto('/onboarding?step=you');
  await expect(own, 'saved, and no draft any more').toHaveAttribute('src', /^http/);
  await expect(note(page)).toHaveCount(0);

  await page.goto('/children?add=1');
  await name(page).fill('Leo');
  await page.getByRole('button', { name: 'Son', exact: true }).click();
  await page.addInitScript(watchPlaces, '[name="name"]');
  await again(page);
  await expect(name(page)).toHaveValue('Leo');
  await expect(note(page)).toBeVisible();
  await expectOnePlace(page);
  await expect(page.getByRole('button', { name: 'Son', exact: true })).toHaveAttribute('aria-pressed', 'true');

  const person = await addChild(page, account, { name: 'Emma' });
  await page.goto(`/children/childDetail/${person}?edit=1`);
  await name(page).fill('Emma Rose');
  await again(page);
  await expect(name(page)).toHaveValue('Emma Rose');
  await page.getByRole('button', { name: 'Close' }).first().click();
  await expect(name(page)).toHaveCount(0);
  await keptOnDevice(page);
  await page.goto(`/children/childDetail/${person}?edit=1`);
  await expect(name(page), 'closing throws it away').toHaveValue('Emma');

  await page.goto('/onboarding?step=invite');
  await page.getByLabel('Your message').fill('Dear Ruth,\n\nEmma’s drawings are in here.');
  await again(page);
  await expect(page.getByLabel('Your message')).toHaveValue('Dear Ruth,\n\nEmma’s drawings are in here.');

  const hears = listening(page);
  await page.goto('/private');
  await hears;
  const logOut = page.getByRole('button', { name: 'Log out' });
  const release = await holdBack(page, '**/api/logout');
  await logOut.click();
  await expect(logOut, 'it is seen to be under way').toHaveAttribute('data-pending');
  release();
  await page.waitForURL((url) => url.pathname !== '/private');
  await page.goto('/login?redirect=%2Fonboarding%3Fstep%3Dinvite');
  await fillLogin(page, account);
  await page.waitForURL('**/onboarding?step=invite');
  await expect(page.getByLabel('Your message')).toHaveValue('');
});

test('a moment, a section and a comment keep what was typed', async ({ page, context, expectRefusal }) => {
  test.setTimeout(120_000);
  const account = await newAccount(page);
  await addChild(page, account, { name: 'Emma' });
  const post = await share(page, account, { text: 'Soup' });
  await logIn(page, account, `/post/${post}`);
  const comment = page.getByRole('textbox', { name: 'Say something kind' });
  await comment.fill('How lovely this');
  await again(page);
  await expect(comment).toHaveValue('How lovely this');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Your comment is there')).toBeAttached();
  await expect(comment).toHaveValue('');
  await again(page);
  await expect(page.getByRole('listitem').filter({ hasText: 'How lovely this' })).toBeVisible();
  await expect(comment).toHaveValue('');

  await test.step('words that were refused come before what was written since', async () => {
    expectRefusal(503);
    const { promise: asked, resolve: refuse } = Promise.withResolvers<void>();
    await page.route('**/comments', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await asked;
      return route.fulfill({ status: 503, json: { success: false, status_code: 'unavailable', message: '', request_id: '' } });
    });
    await comment.fill('So kind. ');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(comment).toHaveValue('');
    await comment.fill('And so warm.');
    refuse();
    await expect(comment).toHaveValue('So kind.\n\nAnd so warm.');
    await again(page);
    await expect(comment).toHaveValue('So kind.\n\nAnd so warm.');
    await page.unroute('**/comments');
  });

  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/comments', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  const kept = '"values":{"text":"Two tickets, please"}';
  await comment.fill('Two tickets, please');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(() => stored(page)).toContain(kept);
  await page.getByRole('button', { name: 'Back' }).click();
  await page.waitForURL('**/dashboard');
  release();
  await expect.poll(() => stored(page), 'also where the page was left meanwhile').not.toContain(kept);

  await page.goto('/private/additional-information/emma/health?edit=1');
  const words = page.getByRole('textbox', { name: 'Notes' });
  const [allergies, own] = [page.getByLabel('Allergies', { exact: true }), page.getByRole('button', { name: 'A field of your own' })];
  await words.fill('Peanuts make her ill.');
  await allergies.fill('Peanuts\nHazelnuts\nWalnuts\nBees');
  await test.step('nothing moves from under a press', async () => {
    await keptOnDevice(page);
    const goOn = await slowDevice(context);
    await page.reload();
    await own.scrollIntoViewIfNeeded();
    await own.hover();
    await page.mouse.down();
    await goOn();
    await keptOnDevice(page);
    await page.mouse.up();
    await expect(words).toHaveValue('Peanuts make her ill.');
    await expect(page.getByLabel('What is it?', { exact: true })).toHaveCount(1);
  });
  await test.step('also what is typed before the device has said what was kept', async () => {
    await keptOnDevice(page);
    const goOn = await slowDevice(context);
    await page.reload();
    const blood = page.getByLabel('Blood type', { exact: true });
    await blood.focus();
    await page.keyboard.type('A');
    await expect(blood).toHaveValue('A');
    await goOn();
    await expect(words).toHaveValue('Peanuts make her ill.');
    await page.keyboard.type('B');
    await expect(blood).toHaveValue('AB');
  });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Peanuts make her ill.')).toBeVisible();
  await page.goto('/private/additional-information/emma/health?edit=1');
  await expect(words).toHaveValue('Peanuts make her ill.');

  await page.goto('/private/meaningful-moments/emma?add=own');
  const story = page.getByRole('textbox', { name: 'The story' });
  await story.fill('Four steps, from the chair to me.');
  await again(page);
  await expect(story).toHaveValue('Four steps, from the chair to me.');
});

test('a measurement that is opened again the next day is of the day on which it was written', async ({ page }) => {
  const account = await newAccount(page);
  const emma = await addChild(page, account, { birth_day: '2024-06-01' });
  await page.clock.setFixedTime(new Date('2026-05-03T12:00:00Z'));
  await logIn(page, account, `/children/childDetail/${emma}?tab=growth`);
  const sheet = page.getByRole('dialog', { name: 'Measure Emma' });
  const height = sheet.getByLabel('Height', { exact: true });
  await page.getByRole('link', { name: 'Add a measurement' }).click();
  await height.fill('91');
  await keptOnDevice(page);
  await page.clock.setFixedTime(new Date('2026-05-04T12:00:00Z'));
  await page.reload();
  await expect(height).toHaveValue('91');
  await expect(sheet.getByLabel('Day', { exact: true })).toHaveValue('3');
});

/** Lets what is kept on the device wait. @returns what lets it go on */
async function slowDevice(context: BrowserContext): Promise<() => Promise<void>> {
  const other = await context.newPage();
  await other.goto('/favicon.svg');
  await other.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const { id } = JSON.parse(localStorage.getItem('user') ?? '{}') as { id: string };
        const opening = indexedDB.open(`heartwood ${id}`);
        opening.addEventListener('success', () => {
          const values = opening.result.transaction(['values', 'files'], 'readwrite').objectStore('values');
          // Nobody else reads before this transaction has ended, and it does not end while it is asked for more.
          const ask = () => values.get('nothing').addEventListener('success', ask);
          ask();
          resolve();
        });
      }),
  );
  return () => other.close();
}

test('what is typed before the device has said what was kept is added to it; both come in one piece', async ({ page, context }) => {
  const account = await newAccount(page);
  await logIn(page, account, '/treasures/share-something');
  const story = page.getByLabel('What happened?');
  const there = page.getByRole('list', { name: 'Photos' }).getByText('is there');
  await story.fill('Half a sentence');
  await chooseFiles(page.getByRole('button', { name: 'Add photos' }), ['beach', 'boots', 'cake'].map(photo));
  await expect(there).toHaveCount(3);
  await page.getByRole('button', { name: /^Who sees it/ }).click();
  await page.getByRole('menuitemradio', { name: /Guardians only/ }).click();
  await keptOnDevice(page);

  const release = await slowDevice(context);
  await page.reload();
  await expect(story).toBeFocused();
  await page.keyboard.type('Typed at once.');
  await expect(story).toHaveValue('Typed at once.');
  await release();
  await expect(there).toHaveCount(3);
  await page.keyboard.type(' And on.');
  const both = 'Half a sentence\n\nTyped at once. And on.';
  await expect(story).toHaveValue(both);
  const told = page.getByText('What you began earlier is for guardians only.');
  await expect(told).toBeVisible();

  await page.addInitScript(watchPlaces, 'textarea');
  await again(page);
  await expect(told).toBeVisible();
  await expect(story).toHaveValue(both);
  await expect(there).toHaveCount(3);
  await expectOnePlace(page);
});

/** Notes in each frame where a field stands, while it is seen. */
function watchPlaces(field: string): void {
  const places = new Set<number>();
  Object.assign(window, { places });
  const look = () => {
    const found = document.querySelector(field);
    if (found?.checkVisibility({ opacityProperty: true })) places.add(Math.round(found.getBoundingClientRect().top + scrollY));
    requestAnimationFrame(look);
  };
  look();
}

const placesOf = (page: Page): Promise<number[]> => page.evaluate(() => [...(window as unknown as { places: Set<number> }).places]);

/** The field was seen, and has not moved since. */
async function expectOnePlace(page: Page): Promise<void> {
  await expect.poll(() => placesOf(page), 'seen').not.toHaveLength(0);
  await quiet(page);
  expect(await placesOf(page), 'seen once the note is there').toHaveLength(1);
}

/** All that is kept in databases of this device, as text. */
const stored = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const found: unknown[] = [];
    for (const { name: database = '' } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(database);
        opening.addEventListener('success', () => resolve(opening.result));
      });
      for (const shelf of db.objectStoreNames)
        found.push(
          await new Promise((resolve) => {
            const all = db.transaction(shelf).objectStore(shelf).getAll();
            all.addEventListener('success', () => resolve(all.result));
          }),
        );
      db.close();
    }
    return JSON.stringify(found);
  });

/** Makes the draft that is kept on the device so many hours older. @returns whether there was one whose photo had arrived */
const ageDraft = (page: Page, hours: number): Promise<boolean> =>
  page.evaluate(async (age) => {
    const answer = <Found>(request: IDBRequest<Found>) =>
      new Promise<Found>((resolve) => request.addEventListener('success', () => resolve(request.result)));
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await answer(indexedDB.open(name));
      const store = db.objectStoreNames.contains('files') ? db.transaction('values', 'readwrite').objectStore('values') : undefined;
      for (const key of store ? await answer(store.getAllKeys()) : []) {
        const draft = (await answer(store!.get(key))) as { photos?: { media: unknown; at: number }[] };
        if (!draft.photos?.[0]?.media) continue;
        await answer(store!.put({ ...draft, photos: draft.photos.map((one) => ({ ...one, at: one.at - age * 3_600_000 })) }, key));
        db.close();
        return true;
      }
      db.close();
    }
    return false;
  }, hours);

test('a draft of yesterday keeps its photos, also where the page is closed before anything of it is seen', async ({ page, reopen }) => {
  const composer = '/treasures/share-something';
  await logIn(page, await newAccount(page), composer);
  await chooseFiles(page.getByRole('button', { name: /^Add/ }), photo('cake'));
  // The server has cleared away what was uploaded for it.
  await expect.poll(() => ageDraft(page, 21), { timeout: 30_000 }).toBe(true);
  // What is found waits for the end of a press, once a page with a form has been there.
  await page.goto('/private/profile');
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
  const open = page.getByRole('link', { name: 'What happened today?' });
  await open.waitFor();
  await page.mouse.move(195, 8);
  await page.mouse.down();
  const uploading = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/api/media'));
  await open.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${composer}`);
  await uploading;
  await keptOnDevice(page);
  await expect(page.getByRole('button', { name: 'Arrange or remove cake.jpg' })).toHaveCount(0);
  const next = await reopen(page);
  await next.goto(composer);
  await expect(next.getByRole('button', { name: 'Arrange or remove cake.jpg' })).toBeVisible();
});
