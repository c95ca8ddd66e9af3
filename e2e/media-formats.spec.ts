import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { letter } from '../apps/server/test/documents.ts';
import { animation, bitmap, gradient, heicPhoto, phonePhoto, rawPhoto } from '../apps/server/test/photos.ts';
import { record } from '../apps/server/test/recordings.ts';
import { chooseFiles } from './choosing.ts';
import { expect, logIn, newAccount, test } from './fixture.ts';
import type { Account } from './fixture.ts';

let folder: string;
/** One file of every kind that is accepted, as people send them. */
let photos: string[];
let films: string[];
let voices: string[];
let certificate: string;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heartwood-e2e-kinds-'));
  const at = (name: string) => join(folder, name);
  const keep = async (name: string, bytes: Promise<Buffer> | Buffer) => {
    await writeFile(at(name), await bytes);
    return at(name);
  };
  const picture = () => gradient(320, 240);
  await copyFile(heicPhoto, at('photo.heic'));
  photos = [
    await keep('photo.jpg', phonePhoto(640, 480)),
    await keep('photo.png', picture().png().toBuffer()),
    await keep('photo.webp', picture().webp().toBuffer()),
    await keep('photo.avif', picture().avif({ effort: 0 }).toBuffer()),
    await keep('photo.gif', animation(320, 240, 3)),
    at('photo.heic'),
    await keep('photo.tif', picture().tiff().toBuffer()),
    await keep('photo.bmp', bitmap(320, 240, [200, 40, 40])),
    await keep('photo.dng', rawPhoto('dng', await phonePhoto(640, 480))),
  ];
  const small = { width: 160, height: 120, seconds: 1 };
  films = [
    await record(at('film.mp4'), 'mp4', { pictures: 'h264', sound: 'aac', ...small }),
    await record(at('film.mov'), 'mov', { pictures: 'hlg', sound: 'aac', ...small }),
    await record(at('film.webm'), 'webm', { pictures: 'vp8', sound: 'opus', ...small }),
    await record(at('film.mkv'), 'matroska', { pictures: 'h264', sound: 'mp3', ...small }),
  ];
  voices = [
    await record(at('voice.m4a'), 'ipod', { sound: 'aac', seconds: 1 }),
    await record(at('voice.mp3'), 'mp3', { sound: 'mp3', seconds: 1 }),
    await record(at('voice.ogg'), 'ogg', { sound: 'opus', seconds: 1 }),
    await record(at('voice.wav'), 'wav', { sound: 'pcm', seconds: 1 }),
    await record(at('voice.webm'), 'webm', { sound: 'opus', seconds: 1 }),
  ];
  certificate = await keep('Birth certificate.pdf', letter());
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

/** Work that is done after the answer, on a machine that has much else to do. */
const slowly = { timeout: 150_000 };

/** Whether a picture has come and could be decoded; also one that is not on the page yet. */
const drawn = (image: Locator) =>
  expect.poll(() => image.evaluateAll(([one]: HTMLImageElement[]) => (one?.complete ? one.naturalWidth : 0)), slowly).toBeGreaterThan(0);
/** Whether something plays: time passes in it. */
const played = (playing: Locator) =>
  expect.poll(() => playing.evaluate((one: HTMLMediaElement) => one.currentTime), slowly).toBeGreaterThan(0);

async function statesOf(page: Page, account: Account, id: string): Promise<string[]> {
  const answer = await page.request.get(`/api/posts/${id}`, { headers: { authorization: `Bearer ${account.token}` } });
  const { post } = ((await answer.json()) as { data: { post: { media: { filename: string; state: string }[] } } }).data;
  return post.media.map(({ filename, state }) => `${filename}: ${state}`);
}

test('one file of every kind is shared; every picture is drawn, every film and voice plays, the document is there', async ({ page }) => {
  test.setTimeout(400_000);
  // Steps of the viewer come at once.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const nora = await newAccount(page);
  await logIn(page, nora, '/treasures/share-something');
  await page.getByLabel('What happened?').fill('Everything we ever kept');
  const files = [...photos, ...films, ...voices, certificate];
  await chooseFiles(page.getByRole('button', { name: /^Add/ }), files);
  const tiles = page.getByRole('list', { name: 'Photos' }).getByRole('listitem');
  await expect(tiles.getByText('is there')).toHaveCount(files.length, slowly);
  // A document shows its first page as soon as the server has drawn it.
  await drawn(tiles.nth(files.length - 1).locator('img'));
  await page
    .getByRole('button', { name: /^Share/ })
    .last()
    .click();
  await page.waitForURL('**/dashboard');

  // In the feed: the photos it shows, and the first page of the document.
  const card = page.getByRole('article').filter({ hasText: 'Everything we ever kept' });
  await drawn(card.getByRole('button', { name: `Photo 1 of ${photos.length + films.length}` }).locator('img'));
  await drawn(card.getByRole('link', { name: /^Birth certificate\.pdf/ }).locator('img'));
  await card
    .getByRole('link', { name: /ago|now/i })
    .first()
    .click();
  await page.waitForURL('**/post/*');
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await expect.poll(() => statesOf(page, nora, id), slowly).toEqual(files.map((file) => `${file.slice(folder.length + 1)}: ready`));
  await page.reload();

  // In the viewer, one after the other.
  const all = photos.length + films.length;
  const viewer = page.getByRole('dialog', { name: 'Photos' });
  await page.getByRole('button', { name: `Photo 1 of ${all}` }).click();
  for (let place = 1; place <= all; place += 1) {
    await expect(async () => {
      await viewer
        .locator('[aria-hidden="true"] > button')
        .nth(place - 1)
        .click();
      await expect(viewer.getByText(`${place} of ${all}`, { exact: true })).toBeVisible({ timeout: 2_000 });
    }).toPass(slowly);
    if (place <= photos.length) await drawn(viewer.locator(`img[alt="Photo ${place} of ${all}"]`));
    else {
      const film = viewer.locator(`[aria-label="Video ${place} of ${all}"] > video`);
      await film.evaluate((one: HTMLVideoElement) => {
        one.muted = true;
        return one.play();
      });
      await played(film);
      expect(await film.evaluate((one: HTMLVideoElement) => [one.videoWidth, one.videoHeight])).toEqual([160, 120]);
    }
  }
  await viewer.getByRole('button', { name: 'Close' }).click();

  const heard = page.getByRole('group', { name: 'Voice recording' });
  await expect(heard).toHaveCount(voices.length);
  for (const voice of await heard.all()) {
    await voice.getByRole('button', { name: /^Play/ }).click();
    await played(voice.locator('audio'));
    expect(await voice.locator('audio').evaluate((one: HTMLAudioElement) => one.duration)).toBeGreaterThan(0.8);
  }

  const row = page.getByRole('link', { name: /^Birth certificate\.pdf/ });
  await drawn(row.locator('img'));
  const download = page.waitForEvent('download');
  await row.click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('Birth certificate.pdf');
  expect((await readFile(await saved.path())).equals(await readFile(certificate))).toBe(true);
});
