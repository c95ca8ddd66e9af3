import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { unzip } from '../apps/server/test/archives.ts';
import { badToasts, expect, feed, joinFamily, logIn, newAccount, photo, recording, test, toasts } from './fixture.ts';
import { chooseByKeys, tabAndPress } from './keyboard.ts';
import { holdBack, watched } from './network.ts';
import { goOn } from './running-app.ts';
import { addChild, askQuestion, bearer, keepMoment, ready, share, upload } from './makers.ts';

/** What the browser's sheet for other apps was given, and how it closes. */
declare global {
  interface Window {
    handed: { name: string; type: string; size: number }[];
    sheetsOpened: number;
    sheetCloses: 'shared' | 'dismissed' | 'unasked';
    printed: number;
  }
}

/** A browser with a sheet for other apps and a printer: headless ones have neither. */
const withSheet = (page: Page) =>
  page.addInitScript(() => {
    window.handed = [];
    window.sheetsOpened = 0;
    window.sheetCloses = 'shared';
    window.printed = 0;
    window.print = () => void (window.printed += 1);
    Object.assign(navigator, {
      canShare: ({ files }: { files?: File[] }) => (files?.length ?? 0) < 11,
      share: async ({ files }: { files: File[] }) => {
        window.sheetsOpened += 1;
        if (window.sheetCloses === 'dismissed') throw new DOMException('', 'AbortError');
        if (window.sheetCloses === 'unasked') throw new DOMException('', 'NotAllowedError');
        window.handed = files.map(({ name, type, size }) => ({ name, type, size }));
      },
    });
  });

const close = (page: Page, how: Window['sheetCloses']) => page.evaluate((closes) => void (window.sheetCloses = closes), how);
const handed = (page: Page) => page.evaluate(() => window.handed);
const sheetsOpened = (page: Page) => page.evaluate(() => window.sheetsOpened);
const menu = (page: Page) => page.getByRole('button', { name: 'What to do with this photo' });

test('whoever sees photos saves, shares and prints them, from the lightbox and from the post; a sheet that is dismissed is no error, a fetch that breaks off says so', async ({
  page,
  newPerson,
  accessible,
  expectLostStream,
}) => {
  test.setTimeout(120_000);
  const nora = await newAccount(page);
  const media = [await upload(page, nora, photo('beach')), await upload(page, nora, photo('blocks'))];
  const [beach = ''] = media;
  for (const id of media) await ready(page, nora, id);
  const post = await share(page, nora, {
    text: 'At the sea',
    media_ids: media,
    captions: { [beach]: 'Emma läuft' },
    occurred_on: '2024-07-14',
  });
  const ruths = await newPerson();
  await withSheet(ruths);
  await logIn(ruths, await joinFamily(page, nora, 'Ruth', 'relative'), `/post/${post}`);

  await test.step('one photo, from the lightbox', async () => {
    await ruths.getByRole('button', { name: 'Emma läuft' }).click();
    await menu(ruths).click();
    await expect(ruths.getByRole('menuitem', { name: 'Save the original' })).toBeHidden();
    await accessible(ruths);
    const downloading = ruths.waitForEvent('download');
    await ruths.getByRole('menuitem', { name: 'Save', exact: true }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^\d{4}-\d\d-\d\d-emma-lauft\.jpg$/);
    const { format, xmpAsString } = await sharp(await readFile(await download.path())).metadata();
    expect([format, xmpAsString?.includes('Emma läuft')]).toEqual(['jpeg', true]);

    await close(ruths, 'dismissed');
    await menu(ruths).click();
    await ruths.getByRole('menuitem', { name: 'Share elsewhere' }).click();
    await expect.poll(() => sheetsOpened(ruths)).toBe(1);
    await expect(ruths.getByRole('dialog', { name: 'Share elsewhere' })).toBeHidden();
    await expect(badToasts(ruths)).toHaveCount(0);
    expect(await handed(ruths)).toEqual([]);

    // A browser that took long wants another tap.
    await close(ruths, 'unasked');
    await menu(ruths).click();
    await ruths.getByRole('menuitem', { name: 'Share elsewhere' }).click();
    const now = ruths.getByRole('button', { name: 'Share now' });
    await expect(now).toBeVisible();
    await accessible(ruths);
    await close(ruths, 'shared');
    await now.click();
    await expect(now).toBeHidden();
    expect(await handed(ruths)).toEqual([{ name: download.suggestedFilename(), type: 'image/jpeg', size: expect.any(Number) }]);

    await menu(ruths).click();
    await ruths.getByRole('menuitem', { name: 'Print' }).click();
    await expect.poll(() => ruths.evaluate(() => window.printed)).toBe(1);
    await ruths.emulateMedia({ media: 'print' });
    await expect(ruths.getByText('Emma läuft').last()).toBeVisible();
    await expect(ruths.getByRole('button')).toHaveCount(0);
    await ruths.emulateMedia({ media: 'screen' });
    await ruths.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await ruths.keyboard.press('Escape');
    await expect(menu(ruths)).toBeHidden();
  });

  await test.step('several, from the menu of the post', async () => {
    const open = async () => {
      await ruths.getByRole('button', { name: 'What to do with this post' }).click();
      await ruths.getByRole('menuitem', { name: 'Save or share' }).click();
    };
    await open();
    const dialog = ruths.getByRole('dialog', { name: 'Save or share' });
    await expect(dialog.getByRole('button', { name: 'Photo 2 of 2' })).toHaveAttribute('aria-pressed', 'true');
    await accessible(ruths, { room: true });
    await close(ruths, 'dismissed');
    const before = await sheetsOpened(ruths);
    await dialog.getByRole('button', { name: 'Share 2 elsewhere' }).click();
    await expect.poll(() => sheetsOpened(ruths)).toBe(before + 1);
    await expect(dialog.getByRole('button', { name: 'Photo 2 of 2' }), 'who dismisses the sheet chooses on').toBeVisible();
    await close(ruths, 'unasked');
    await dialog.getByRole('button', { name: 'Share 2 elsewhere' }).click();
    await expect(dialog.getByRole('button', { name: 'Share now' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Photo 2 of 2' }).click();
    await expect(dialog.getByRole('button', { name: 'Share now' }), 'what is left out is not shared').toBeHidden();
    await dialog.getByRole('button', { name: 'Photo 2 of 2' }).click();
    await close(ruths, 'shared');
    await dialog.getByRole('button', { name: 'Share 2 elsewhere' }).click();
    await expect(dialog).toBeHidden();
    expect((await handed(ruths)).map(({ type }) => type)).toEqual(['image/jpeg', 'image/jpeg']);

    await open();
    const downloading = ruths.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Save 2', exact: true }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^heartwood-\d{4}-\d\d-\d\d\.zip$/);
    expect((await unzip(await readFile(await download.path()))).size).toBe(2);
    await expect(dialog).toBeHidden();

    expectLostStream();
    await ruths.route('**/*', (route) =>
      route.request().resourceType() === 'image' ? route.abort('internetdisconnected') : route.fallback(),
    );
    await ruths.reload();
    await expect(ruths.getByText('This picture could not be loaded.').first(), 'a picture that does not come has words').toBeVisible();
    await open();
    await dialog.getByRole('button', { name: 'Print' }).click();
    await expect(toasts(ruths).filter({ hasText: '2 photos did not come and are not printed.' })).toBeVisible();
    expect(await ruths.evaluate(() => window.printed), 'no empty pages').toBe(0);

    await dialog.getByRole('button', { name: 'Photo 2 of 2' }).click();
    await ruths.route('**/api/private/downloads**', (route) => route.abort('internetdisconnected'));
    await dialog.getByRole('button', { name: 'Share elsewhere' }).click();
    await expect(dialog.getByRole('alert')).toContainText('It did not come through.');
    await accessible(ruths);
  });

  await test.step('the uploader takes the original', async () => {
    await logIn(page, nora, `/post/${post}`);
    await page.getByRole('button', { name: 'Emma läuft' }).click();
    await menu(page).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Save the original' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('beach.jpg');
    expect((await readFile(await download.path())).equals(await readFile(photo('beach')))).toBe(true);
  });

  await test.step('a second press saves nothing twice, and something else meanwhile', async () => {
    await page.keyboard.press('Escape');
    await expect(menu(page)).toBeHidden();
    await page.getByRole('button', { name: 'What to do with this post' }).click();
    await page.getByRole('menuitem', { name: 'Save or share' }).click();
    const asked = watched(page, '/api/downloads');
    const letGo = await holdBack(page, '**/api/downloads');
    const originals = page.getByRole('button', { name: 'Save 2 originals' });
    const downloading = page.waitForEvent('download');
    await originals.click();
    await expect(originals).toHaveAttribute('aria-busy', 'true');
    await originals.click();
    const usual = page.getByRole('button', { name: 'Save 2', exact: true });
    await usual.click();
    await expect(usual).toHaveAttribute('aria-busy', 'true');
    await expect(originals, 'the first is still on its way').toHaveAttribute('aria-busy', 'true');
    await originals.click();
    letGo();
    await downloading;
    await expect(originals).toBeHidden();
    expect(asked).toHaveLength(2);
  });
});

test('a film is saved as MP4; a save that breaks off says so, and is tried again', async ({ page, accessible, expectLostStream }) => {
  test.setTimeout(120_000);
  const nora = await newAccount(page);
  const media = [await upload(page, nora, recording('waves.mp4')), await upload(page, nora, photo('beach'))];
  for (const id of media) await ready(page, nora, id);
  await logIn(page, nora, `/post/${await share(page, nora, { text: 'At the sea', media_ids: media })}`);
  await page.getByRole('button', { name: /^Video 1 of 2/ }).click();
  const saved = async (press: () => Promise<void>) => {
    const downloading = page.waitForEvent('download');
    await press();
    return downloading;
  };
  const save = page.getByRole('menuitem', { name: 'Save', exact: true });
  await menu(page).click();
  const film = await saved(() => save.click());
  expect(film.suggestedFilename()).toMatch(/^\d{4}-\d\d-\d\d.*\.mp4$/);
  expect((await readFile(await film.path())).subarray(4, 8).toString()).toBe('ftyp');

  const isBroken = toasts(page).filter({ hasText: 'Something went wrong' });
  expectLostStream();
  await page.route('**/api/downloads', (route) => route.abort('internetdisconnected'));
  await menu(page).click();
  await save.click();
  // It stays as long as the pointer is over it. It is there for three seconds: a mouse may come too late.
  await isBroken.dispatchEvent('pointerover');
  await expect(isBroken, 'over the large photo').toContainText('Something went wrong. Please try again.');
  await accessible(page);
  await isBroken.getByRole('button', { name: 'Close' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'What to do with this post' }).click();
  await page.getByRole('menuitem', { name: 'Save or share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save or share' });
  await dialog.getByRole('button', { name: 'Save 2', exact: true }).click();
  await expect(isBroken, 'over the dialog, which stays').toContainText('Something went wrong. Please try again.');
  await page.unroute('**/api/downloads');
  expect((await saved(() => dialog.getByRole('button', { name: 'Save 2', exact: true }).click())).suggestedFilename()).toMatch(/\.zip$/);
  await expect(dialog).toBeHidden();
});

test('a post is opened from the feed, and its photo saved and shared, by keyboard alone', { tag: '@laptop' }, async ({ page }) => {
  test.setTimeout(120_000);
  const nora = await newAccount(page);
  const beach = await upload(page, nora, photo('beach'));
  await ready(page, nora, beach);
  const post = await share(page, nora, { text: 'At the sea', media_ids: [beach] });
  await withSheet(page);
  await logIn(page, nora, '/dashboard');
  await tabAndPress(page, feed(page).locator(`a[href="/post/${post}"]`).first());
  await page.waitForURL(`**/post/${post}`);
  await expect(page.getByRole('heading', { level: 1 }), 'the page has said what it is').toBeFocused();
  const small = page.getByRole('button', { name: 'Photo 1 of 1' });
  await tabAndPress(page, small);

  // The menu opens with its first verb chosen; arrows go on, Escape closes it alone.
  await tabAndPress(page, menu(page));
  const verb = (name: string) => page.getByRole('menuitem', { name, exact: true });
  await expect(verb('Save')).toBeFocused();
  const downloading = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await downloading).suggestedFilename()).toMatch(/\.jpg$/);
  await expect(menu(page)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(verb('Save')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(verb('Share elsewhere')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(verb('Save')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(verb('Share elsewhere')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect
    .poll(() => handed(page))
    .toEqual([{ name: (await downloading).suggestedFilename(), type: 'image/jpeg', size: expect.any(Number) }]);
  await expect(page.getByRole('dialog', { name: 'Share elsewhere' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(small).toBeFocused();

  await tabAndPress(page, page.getByRole('button', { name: 'What to do with this post' }));
  const all = page.getByRole('menuitem', { name: 'Save or share' });
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await chooseByKeys(page, all);
  const dialog = page.getByRole('dialog', { name: 'Save or share' });
  const again = page.waitForEvent('download');
  await tabAndPress(page, dialog.getByRole('button', { name: 'Save', exact: true }));
  await again;
  await expect(dialog).toBeHidden();
});

test('a voice is saved wherever it is heard: beside a question, of a moment, among what is good to know', async ({ page, accessible }) => {
  test.setTimeout(120_000);
  const nora = await newAccount(page);
  const emma = await addChild(page, nora);
  const hum = async () => {
    const id = await upload(page, nora, recording('humming.m4a'));
    await ready(page, nora, id);
    return id;
  };
  const question = await askQuestion(page, nora, { text: 'Who hums this?', media_id: await hum() });
  const moment = await keepMoment(page, nora, {
    title: 'The first song',
    people: [emma],
    occurred_on: '2024-07-14',
    media_ids: [await hum()],
  });
  const written = await page.request.put('/api/additional-information/emma/notes', {
    headers: bearer(nora),
    data: { fields: [], note: 'Falls asleep to this', media_ids: [await hum()] },
  });
  expect(written.status()).toBe(200);
  await logIn(page, nora, '/dashboard');
  for (const path of [
    `/treasures/ask-family?question=${question}`,
    `/private/meaningful-moments/emma?moment=${moment}`,
    '/private/additional-information/emma/notes',
  ])
    await test.step(path, async () => {
      await goOn(page, path);
      await expect(page.getByRole('group', { name: 'Voice recording' })).toBeVisible();
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      expect((await downloading).suggestedFilename()).toMatch(/\.m4a$/);
      await accessible(page);
    });
});
