import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { record } from '../apps/server/test/recordings.ts';
import { expect, expectNoOverflow, feed, keptOnDevice, logIn, newAccount, photo, test, toasts } from './fixture.ts';
import { chooseFiles } from './choosing.ts';
import { bearer } from './makers.ts';
import { atRest } from './motion.ts';
import { holdBack } from './network.ts';

// The browser's camera shows a green picture and beeps; it is allowed, unless a journey says otherwise.

const place = '/inspiration/record-video';
const slowly = { timeout: 60_000 };
const filmed = (page: Page) => page.getByLabel('The film you have made');
const picture = (page: Page) => page.getByLabel('What the camera sees');

/** Counts down and films until some seconds are there: fewer than ten. */
async function film(page: Page, seconds = 1): Promise<void> {
  await page.getByRole('button', { name: 'Start filming' }).click();
  await expect(page.getByRole('timer')).toHaveText(new RegExp(`0:(0[${seconds}-9]|[1-5]\\d)`), { timeout: 40_000 });
}

async function turnOn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Turn on the camera' }).click();
  await expect.poll(() => picture(page).evaluate((video: HTMLVideoElement) => video.videoWidth), slowly).toBeGreaterThan(0);
}

/** How long the film is, once the browser knows; it can be moved about in. */
const duration = (page: Page) => filmed(page).evaluate((video: HTMLVideoElement) => video.duration);
const hasFilm = (page: Page) => expect.poll(() => duration(page).then((long) => long > 0.5 && long < 120), slowly).toBe(true);

test('a film with questions: explained, counted down, paused, looked at, made anew and shared', async ({ page, accessible }) => {
  test.setTimeout(240_000);
  const nora = await newAccount(page);
  await logIn(page, nora, `${place}?idea=three-questions`);
  await expect(page.getByText('nobody sees anything before you share it')).toBeVisible();
  await accessible(page, { dark: true });
  await turnOn(page);
  await expect(page.getByText(/^Question 1 of /)).toBeVisible();
  await page.getByRole('button', { name: 'Camera and microphone' }).click();
  await expect(page.getByRole('combobox', { name: /^Microphone/ })).toBeVisible();
  await accessible(page);
  await page.getByRole('button', { name: 'Done' }).click();

  await film(page);
  await page.getByRole('button', { name: 'Next question' }).click();
  await expect(page.getByText(/^Question 2 of /)).toBeVisible();
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Paused' })).toBeVisible();
  await accessible(page);
  // It is not thrown away by mistake, and is as it was: paused, or filming.
  const keep = async () => {
    await page.getByRole('button', { name: 'Retake' }).click();
    await atRest(page);
    await page.getByRole('button', { name: 'Keep it' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await keep();
  await expect(page.getByRole('status').filter({ hasText: 'Paused' })).toBeVisible();
  await page.getByRole('button', { name: 'Go on' }).click();
  await keep();
  await expect(page.getByRole('status').filter({ hasText: 'Filming' })).toBeVisible();
  await page.getByRole('button', { name: 'Stop filming' }).click();
  await hasFilm(page);
  await expect(page.getByText('It has arrived. Nobody sees it before you share it.')).toBeVisible(slowly);
  await accessible(page, { dark: true });

  await page.getByRole('button', { name: 'Retake' }).click();
  // A press and its release must meet the same button.
  await atRest(page);
  await page.getByRole('button', { name: 'Throw it away' }).click();
  await film(page);
  await page.getByRole('button', { name: 'Stop filming' }).click();
  await hasFilm(page);
  await expect(page.getByText('It has arrived. Nobody sees it before you share it.')).toBeVisible(slowly);
  await page.getByRole('button', { name: 'On to sharing' }).click();
  await page.getByLabel('What happened?').fill('Three questions to myself');
  await accessible(page);
  // Who sees it is said once more where it was chosen earlier.
  const who = page.getByRole('button', { name: /^Who sees it/ });
  await who.click();
  await page.getByRole('menuitemradio', { name: /Guardians only/ }).click();
  await keptOnDevice(page);
  await page.reload();
  await hasFilm(page);
  await page.getByRole('button', { name: 'On to sharing' }).click();
  await expect(page.getByText('What you began earlier is for guardians only.')).toBeVisible();
  await page.getByRole('button', { name: 'For everyone' }).click();
  await expect(who).toBeFocused();
  await page
    .getByRole('button', { name: /^Share/ })
    .last()
    .click();
  await page.waitForURL('**/dashboard');
  const post = page.getByRole('article').filter({ hasText: 'Three questions to myself' });
  await expect(post.getByRole('button', { name: /^Video/ })).toBeVisible(slowly);
  const answer = await page.request.get('/api/posts?kind=video', { headers: bearer(nora) });
  const { data } = (await answer.json()) as { data: { items: { text: string; media: { kind: string }[] }[] } };
  expect(data.items.map(({ text, media }) => [text, media.map(({ kind }) => kind)])).toEqual([['Three questions to myself', ['video']]]);
  const idea = await page.request.get('/api/inspiration/three-questions', { headers: bearer(nora) });
  expect(((await idea.json()) as { data: { inspiration: { done: boolean } } }).data.inspiration.done).toBe(true);
  // Nothing of it is left to be offered.
  await page.goto(place);
  await expect(page.getByRole('button', { name: 'Turn on the camera' })).toBeVisible();
});

test('[R6.16] a film survives a reload while it is recorded and while it is looked at', async ({ page, accessible, expectRefusal }) => {
  test.setTimeout(180_000);
  // What was sent before a reload may have arrived whole meanwhile, or be arriving still: then no further chunk is taken.
  expectRefusal(400);
  expectRefusal(423);
  await logIn(page, await newAccount(page), place);
  await turnOn(page);
  await film(page, 2);
  await expectNoOverflow(page);
  await accessible(page, { room: true });
  await keptOnDevice(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'You were filming' })).toBeVisible();
  await accessible(page, { dark: true, room: true });
  // Also a double press takes it once.
  const begun: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/uploads') begun.push(request.url());
  });
  await page.getByRole('button', { name: 'Look at it' }).dblclick();
  await hasFilm(page);
  await expect(page.getByText('It has arrived. Nobody sees it before you share it.')).toBeVisible(slowly);
  expect(begun).toHaveLength(1);
  await keptOnDevice(page);
  await page.reload();
  await hasFilm(page);
  await expectNoOverflow(page);
  await page.getByRole('button', { name: 'Retake' }).click();
  await atRest(page);
  await page.getByRole('button', { name: 'Throw it away' }).click();

  // Unplugged while it is filmed: what was filmed until then is there.
  await film(page);
  await picture(page).evaluate((video: HTMLVideoElement) => {
    for (const track of (video.srcObject as MediaStream).getVideoTracks()) track.dispatchEvent(new Event('ended'));
  });
  await expect(page.getByText('The camera has gone. What was filmed until then is here.')).toBeVisible(slowly);
  await hasFilm(page);
});

test('two pages that film at once have a film each, also after a reload', async ({ page, context, expectRefusal }) => {
  test.setTimeout(240_000);
  expectRefusal(400);
  expectRefusal(423);
  const nora = await newAccount(page);
  await logIn(page, nora, place);
  await turnOn(page);
  await film(page);
  const other = await context.newPage();
  await other.goto(place);
  // What the first page is filming is nothing that was left behind.
  await turnOn(other);
  await film(other, 4);
  for (const one of [page, other]) {
    await one.getByRole('button', { name: 'Stop filming' }).click();
    await hasFilm(one);
    await keptOnDevice(one);
  }
  const lengths = [await duration(page), await duration(other)];
  await page.reload();
  await hasFilm(page);
  expect([await duration(page), await duration(other)]).toEqual(lengths);
  for (const [one, words] of [
    [other, 'The second'],
    [page, 'The first'],
  ] as const) {
    await one.getByRole('button', { name: 'On to sharing' }).click();
    await one.getByLabel('What happened?').fill(words);
    await one
      .getByRole('button', { name: /^Share/ })
      .last()
      .click();
    await one.waitForURL('**/dashboard');
    await expect(
      feed(one)
        .filter({ hasText: words })
        .getByRole('button', { name: /^Video/ }),
    ).toBeVisible(slowly);
  }
  await other.goto(place);
  await expect(other.getByRole('button', { name: 'Turn on the camera' })).toBeVisible();
});

/** The part of a film that its handles say remains, in seconds. */
async function partSaid(page: Page): Promise<{ from: number; to: number }> {
  const said = await page.getByRole('slider', { name: 'Beginning' }).getAttribute('aria-valuetext');
  const [from = 0, to = 0] = [...(said ?? '').matchAll(/(\d+):([\d.]+)/g)].map(
    ([, minutes, seconds]) => Number(minutes) * 60 + Number(seconds),
  );
  return { from, to };
}

test('a film loses its beginning and its end: by keyboard, after a reload, and for everybody who sees it', async ({
  page,
  accessible,
  expectRefusal,
}) => {
  test.setTimeout(240_000);
  expectRefusal(400);
  expectRefusal(423);
  const nora = await newAccount(page);
  await logIn(page, nora, place);
  await turnOn(page);
  await film(page, 5);
  await page.getByRole('button', { name: 'Stop filming' }).click();
  await hasFilm(page);
  const [beginning, end] = [page.getByRole('slider', { name: 'Beginning' }), page.getByRole('slider', { name: 'End' })];
  await beginning.press('ArrowRight');
  await beginning.press('ArrowRight');
  await expect(page.getByText(/^What is shared: from 0:01 to /)).toBeVisible();
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByText('Move the handles to leave out the beginning or the end.')).toBeVisible();
  for (let step = 0; step < 3; step += 1) await beginning.press('ArrowRight');
  for (let step = 0; step < 3; step += 1) await end.press('ArrowLeft');
  await expect(page.getByText(/^What is shared: from 0:01\.5 to /)).toBeVisible();
  const part = await partSaid(page);
  expect(part.from).toBe(1.5);
  await accessible(page, { dark: true, room: true });
  await expectNoOverflow(page);

  await keptOnDevice(page);
  await page.reload();
  await hasFilm(page);
  expect(await partSaid(page)).toEqual(part);
  // What is played is what remains.
  const played = filmed(page).evaluate(
    (video: HTMLVideoElement) =>
      new Promise<number[]>((resolve, reject) => {
        const seen: number[] = [];
        video.addEventListener('timeupdate', () => !video.seeking && seen.push(video.currentTime));
        video.addEventListener('pause', () => resolve([...seen, video.currentTime]));
        // Half as fast: a machine that is busy for a second sees the end in time.
        video.playbackRate = 0.5;
        video.play().catch(reject);
      }),
  );
  const times = await played;
  expect(Math.min(...times)).toBeGreaterThan(part.from - 0.2);
  expect(Math.max(...times)).toBeLessThan(part.to + 0.9);

  await page.getByRole('button', { name: 'On to sharing' }).click();
  await page.getByLabel('What happened?').fill('The best of it');
  await page
    .getByRole('button', { name: /^Share/ })
    .last()
    .click();
  await page.waitForURL('**/dashboard');
  await expect(
    page
      .getByRole('article')
      .filter({ hasText: 'The best of it' })
      .getByRole('button', { name: /^Video/ }),
  ).toBeVisible(slowly);
  const shared = async (): Promise<number> => {
    const answer = await page.request.get('/api/posts?kind=video', { headers: bearer(nora) });
    const { data } = (await answer.json()) as { data: { items: { media: { duration: number | null }[] }[] } };
    return data.items[0]?.media[0]?.duration ?? 0;
  };
  await expect.poll(shared, slowly).toBeGreaterThan(0);
  expect(Math.abs((await shared()) - (part.to - part.from))).toBeLessThan(0.3);
});

test('a camera that is denied, taken, missing or unknown: said in words, and a file goes all the same', async ({ page, accessible }) => {
  test.setTimeout(180_000);
  const folder = await mkdtemp(join(tmpdir(), 'heartwood-e2e-filming-'));
  const path = await record(join(folder, 'Picked.mp4'), 'mp4', { pictures: 'h264', sound: 'aac', width: 320, height: 240, seconds: 2 });
  await logIn(page, await newAccount(page), place);
  for (const [name, words] of [
    ['NotAllowedError', /are not allowed for this page/],
    ['NotReadableError', /Another program is using the camera/],
    ['NotFoundError', /No camera was found/],
  ] as const) {
    await page.evaluate((why) => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', why));
      navigator.mediaDevices.enumerateDevices = () => Promise.resolve([]);
    }, name);
    await page.getByRole('button', { name: /^(Turn on the camera|Try again)$/ }).click();
    await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
  }
  await accessible(page, { dark: true });
  await page.evaluate(() => Reflect.deleteProperty(globalThis, 'MediaRecorder'));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'This browser cannot film' })).toBeVisible();
  await chooseFiles(page.getByRole('button', { name: 'Choose a video instead' }), path);
  await hasFilm(page);
  await expect(page.getByText('It has arrived. Nobody sees it before you share it.')).toBeVisible(slowly);
  await rm(folder, { recursive: true, force: true });
});

test('a camera that comes late after one turned round is waited for; the screen stays awake also after a look elsewhere', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await page.addInitScript(() => {
    const lock = () => Object.assign(new EventTarget(), { released: false, release: async () => {} });
    const locks: ReturnType<typeof lock>[] = [];
    const request = async () => locks[locks.push(lock()) - 1];
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
    Object.assign(globalThis, { locks });
  });
  await logIn(page, await newAccount(page), place);
  await page.evaluate(() => {
    const { mediaDevices } = navigator;
    const list = mediaDevices.enumerateDevices.bind(mediaDevices);
    mediaDevices.enumerateDevices = async () => {
      const devices = await list();
      return [...devices, ...devices.filter(({ kind }) => kind === 'videoinput')];
    };
  });
  await turnOn(page);
  await page.evaluate(() => {
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    const { promise, resolve } = Promise.withResolvers<void>();
    mediaDevices.getUserMedia = (asked) => promise.then(() => open(asked));
    Object.assign(globalThis, { comes: resolve });
  });
  await page.getByRole('button', { name: 'Other camera' }).click();
  await expect(page.getByRole('button', { name: 'Start filming' })).toBeDisabled();
  await page.evaluate(() => (globalThis as unknown as { comes: () => void }).comes());
  await film(page);

  const locks = () => page.evaluate(() => (globalThis as unknown as { locks: object[] }).locks.length);
  expect(await locks()).toBe(1);
  await page.evaluate(() => {
    // A page that is out of sight loses it.
    Object.assign((globalThis as unknown as { locks: object[] }).locks[0]!, { released: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect.poll(locks).toBe(2);
  await page.getByRole('button', { name: 'Stop filming' }).click();
  await hasFilm(page);
});

test('a film that the device has no room for is not called safe: whoever leaves it is asked first', async ({
  page,
  accessible,
  expectRefusal,
}) => {
  test.setTimeout(180_000);
  expectRefusal(400);
  expectRefusal(423);
  await page.addInitScript(() => {
    Object.assign(globalThis, { refusedParts: 0 });
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, value: unknown, key?: IDBValidKey) {
      // There is room for the parts of a film first, and for none of its files as a whole; later for nothing.
      if (sessionStorage.getItem('isFull') === null && !(value instanceof File)) return put.call(this, value, key);
      if (typeof key === 'string' && key.startsWith('film ')) (globalThis as unknown as { refusedParts: number }).refusedParts += 1;
      throw new DOMException('there is no room', 'QuotaExceededError');
    };
  });
  await logIn(page, await newAccount(page), place);
  const asked = page.getByRole('dialog', { name: 'Leave without sharing?' });
  const close = page.getByRole('button', { name: 'Close', exact: true });
  await test.step('one that is shared before it has arrived is not offered again once it has', async () => {
    const arrive = await holdBack(page, '**/api/uploads*');
    await turnOn(page);
    await film(page);
    await page.getByRole('button', { name: 'Stop filming' }).click();
    await hasFilm(page);
    await page.getByRole('button', { name: 'On to sharing' }).click();
    await page.getByLabel('What happened?').fill('Parts of it');
    await page
      .getByRole('button', { name: /^Share/ })
      .last()
      .click();
    await page.waitForURL('**/dashboard');
    arrive();
    const post = feed(page).filter({ hasText: 'Parts of it' });
    await expect(post.getByRole('button', { name: /^Video/ })).toBeVisible(slowly);
    await page.goto(place);
    await expect(page.getByRole('button', { name: 'Turn on the camera' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Look at it' })).toHaveCount(0);
  });
  await test.step('one whose parts are kept is safe until it has arrived; what is added to it is not', async () => {
    const arrive = await holdBack(page, '**/api/uploads*');
    await turnOn(page);
    await film(page);
    await page.getByRole('button', { name: 'Stop filming' }).click();
    await hasFilm(page);
    await close.click();
    await expect(toasts(page).filter({ hasText: 'Your film is safe on this device.' })).toBeVisible();
    await page.goto(place);
    await page.getByRole('button', { name: 'Look at it' }).click();
    await hasFilm(page);
    arrive();
    await expect(page.getByText('It has arrived. Nobody sees it before you share it.')).toBeVisible(slowly);
    await page.getByRole('button', { name: 'On to sharing' }).click();
    const add = await holdBack(page, '**/api/media');
    await chooseFiles(page.getByRole('button', { name: 'Add', exact: true }), photo('duck'));
    await expect(page.getByText(/^duck\.jpg: /)).toBeAttached();
    await page.getByRole('button', { name: 'Back to the film' }).click();
    await close.click();
    await expect(asked).toContainText('This device could not keep what you have added to your film.');
    await asked.getByRole('button', { name: 'Stay here' }).click();
    add();
    await page.evaluate(() => sessionStorage.setItem('isFull', ''));
    await page.getByRole('button', { name: 'Retake' }).click();
    await atRest(page);
    await page.getByRole('button', { name: 'Throw it away' }).click();
  });
  const stay = async () => {
    await close.click();
    await expect(asked).toContainText('This device could not keep your film.');
    await expect(toasts(page)).toHaveCount(0);
    await atRest(page);
    await asked.getByRole('button', { name: 'Stay here' }).click();
    await expect(asked).toBeHidden();
  };
  await film(page);
  await expect.poll(() => page.evaluate(() => (globalThis as unknown as { refusedParts: number }).refusedParts)).toBeGreaterThan(0);
  await stay();
  await page.getByRole('button', { name: 'Stop filming' }).click();
  await hasFilm(page);
  await stay();
  await expect(page.getByText('It has arrived. Nobody sees it before you share it.')).toBeVisible(slowly);
  await close.click();
  await expect(asked).toBeVisible();
  await accessible(page);
  await atRest(page);
  await asked.getByRole('button', { name: 'Stay here' }).click();
  // Whoever shares it is asked nothing.
  await page.getByRole('button', { name: 'On to sharing' }).click();
  await page.getByLabel('What happened?').fill('No room for it');
  await page
    .getByRole('button', { name: /^Share/ })
    .last()
    .click();
  await page.waitForURL('**/dashboard');
  await expect(
    feed(page)
      .filter({ hasText: 'No room for it' })
      .getByRole('button', { name: /^Video/ }),
  ).toBeVisible(slowly);
});
