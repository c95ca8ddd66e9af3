import { readFileSync } from 'node:fs';
import { chooseFiles } from './choosing.ts';
import { badToasts, expect, fillLogin, newAccount, photo, test } from './fixture.ts';
import { bearer, share, upload } from './makers.ts';
import { asApp, signedIn } from './native-bridge.ts';
import { holdBack } from './network.ts';

test.describe.configure({ timeout: 120_000 });

const picture = (name: string) => ({ name: `${name}.jpg`, content: readFileSync(photo(name)) });

for (const platform of ['ios', 'android'] as const)
  test(`what another app shares into the app on ${platform} is in the composer: from cold and signed out, and while it runs`, async ({
    page,
    baseURL,
    expectRefusal,
  }) => {
    // A file that is gone.
    expectRefusal(404);
    const account = await newAccount(page);
    const native = await asApp(page, platform, baseURL!);
    const tiles = page
      .getByRole('list', { name: 'Photos' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: /^Arrange or remove/ }) });
    const story = page.getByLabel('What happened?');
    const toast = (text: string) => page.getByRole('region', { name: 'Messages' }).getByText(text);

    await test.step('nobody is signed in: it waits for them, also when they open the app another time', async () => {
      native.share('first', { text: 'https://example.com/pond', files: [picture('beach'), picture('cake')] });
      await native.start();
      await page.waitForURL('**/login?**');
      await native.start();
      await page.waitForURL('**/login?**');
      expect(native.shares).toHaveLength(1);
      await fillLogin(page, account);
      await page.waitForURL('**/treasures/share-something');
      await expect(tiles).toHaveCount(2);
      await expect(story).toHaveValue('https://example.com/pond');
      await expect.poll(() => native.shares).toEqual([]);
    });
    await test.step('the app is elsewhere: more is added to what is written, and what is gone is said', async () => {
      await story.fill('At the pond.');
      await native.tell('App.appUrlOpen', { url: `${baseURL}/faq` });
      await page.waitForURL('**/faq');
      const remove = (id: string) => void (native.shares = native.shares.filter((one) => one.id !== id));
      native.answer('ShareTarget.remove', ({ id }: { id: string }) => {
        if (id === 'second') throw new Error('the shell is busy');
        remove(id);
      });
      native.share('second', { text: 'On the way home.', files: [picture('duck'), { ...picture('boots'), gone: true }], gone: 1 });
      await native.tell(platform === 'ios' ? 'App.resume' : 'ShareTarget.received');
      await page.waitForURL('**/treasures/share-something');
      await expect(toast('2 files are not there any more and were left out.')).toBeVisible();
      await expect(tiles).toHaveCount(3);
      native.share('third', { text: 'There were puddles.', files: [picture('boots')] });
      await native.tell(platform === 'ios' ? 'App.resume' : 'ShareTarget.received');
      await expect(tiles, 'what cannot be removed stops nothing, and is there once').toHaveCount(4);
      await expect(story).toHaveValue('At the pond.\n\nOn the way home.\n\nThere were puddles.');
      await expect.poll(() => native.shares.map(({ id }) => id)).toEqual(['second']);
      native.answer('ShareTarget.remove', ({ id }: { id: string }) => remove(id));
      await native.tell('App.appUrlOpen', { url: `${baseURL}/faq` });
      await expect(story).toHaveCount(0);
      await page.goBack();
      await expect.poll(() => native.shares).toEqual([]);
      await expect(tiles, 'also where one comes back').toHaveCount(4);
      await expect(story).toHaveValue('At the pond.\n\nOn the way home.\n\nThere were puddles.');
    });
    await test.step('the composer is open, and more comes than a post holds', async () => {
      // Where they arrive is said in the journeys of uploads.
      await page.route('**/api/media', () => undefined);
      const small = (place: number) => ({ name: `${place}.png`, content: Buffer.from(`a picture, ${place}`) });
      native.share('fourth', { files: Array.from({ length: 61 }, (_, place) => small(place)) });
      await native.tell(platform === 'ios' ? 'App.resume' : 'ShareTarget.received');
      await expect(toast('A post holds 60 photos and recordings.')).toBeVisible();
      await expect(page.getByRole('list', { name: 'Photos' }).getByRole('listitem')).toHaveCount(61);
      await expect.poll(() => native.shares).toEqual([]);
    });
  });

test('what is on its way goes on when the app leaves the screen: iOS is asked for time, until it is there', async ({ page, baseURL }) => {
  const native = await signedIn(page, 'ios', baseURL!, await newAccount(page));
  const letGo = await holdBack(page, '**/api/media');
  native.share('one', { files: [picture('beach')] });
  await native.tell('App.resume');
  await expect(page.getByRole('status', { name: /beach/ }).or(page.getByText('0 of 1'))).not.toHaveCount(0);
  await native.tell('App.pause');
  await expect.poll(() => native.count('BackgroundTask.beforeExit')).toBe(1);
  expect(native.count('BackgroundTask.finish')).toBe(0);
  letGo();
  await expect.poll(() => native.count('BackgroundTask.finish')).toBe(1);
  await expect(page.getByText('beach.jpg: is there')).toBeAttached();
});

test('Android: a photo is taken from the composer; what the system does not allow is said, and leads to its settings', async ({
  page,
  baseURL,
  accessible,
}) => {
  const native = await signedIn(page, 'android', baseURL!, await newAccount(page));
  await native.tell('App.appUrlOpen', { url: `${baseURL}/treasures/share-something` });
  const camera = page.getByRole('button', { name: 'Camera', exact: true });
  await test.step('taken', async () => {
    await chooseFiles(camera, photo('duck'));
    await expect(page.getByText('duck.jpg: is there')).toBeAttached();
  });
  const cancel = () => page.locator('input[capture]').dispatchEvent('cancel', {}, { timeout: 5_000 });
  await test.step('no photo is taken: nothing is said', async () => {
    await cancel();
    await expect.poll(() => native.count('Access.checkPermissions')).toBe(1);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
  await test.step('the camera is not allowed', async () => {
    native.answer('Access.checkPermissions', { camera: 'denied' });
    await cancel();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('Heartwood may not use the camera.')).toBeVisible();
    await accessible(page, { dark: true });
    await dialog.getByRole('button', { name: 'Open the settings' }).click();
    await expect.poll(() => native.count('NativeSettings.open')).toBe(1);
    await page.keyboard.press('Escape');
  });
  await test.step('the microphone is not allowed', async () => {
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    });
    await page.getByRole('button', { name: 'Voice' }).click();
    await page.getByRole('button', { name: 'Record', exact: true }).click();
    await expect(page.getByRole('dialog').getByText('Heartwood may not use the microphone.')).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Open the settings' }).click();
    await expect.poll(() => native.count('NativeSettings.open')).toBe(2);
  });
});

test('on Android a photo goes to other apps by the sheet of the system, and a sheet that is dismissed is no error', async ({
  page,
  baseURL,
}) => {
  const account = await newAccount(page);
  const medium = await upload(page, account, photo('beach'));
  const state = async () =>
    (await (await page.request.get(`/api/media/${medium}`, { headers: bearer(account) })).json()).data.media.state as string;
  await expect.poll(state, { timeout: 60_000, intervals: [50, 100] }).toBe('ready');
  await share(page, account, { text: 'At the sea', media_ids: [medium], occurred_on: '2024-07-14' });
  const native = await signedIn(page, 'android', baseURL!, account);
  await page.getByRole('article').getByRole('button', { name: 'Photo 1 of 1' }).click();
  for (const answer of [new Error('Share canceled'), {}]) {
    native.answer('Share.share', () => {
      if (answer instanceof Error) throw answer;
      return answer;
    });
    const before = native.count('Share.share');
    await page.getByRole('button', { name: 'What to do with this photo' }).click();
    await page.getByRole('menuitem', { name: 'Share' }).click();
    await expect.poll(() => native.count('Share.share')).toBe(before + 1);
    await expect(page.getByRole('dialog', { name: 'Share' })).toHaveCount(0);
    await expect(badToasts(page)).toHaveCount(0);
  }
  const written = native.asked.findLast(({ call }) => call === 'Filesystem.writeFile')!.options as { path: string; data: string };
  expect(written.path).toMatch(/^shared-out\/0\/2024-07-14.*\.jpg$/);
  expect(Buffer.from(written.data, 'base64').subarray(0, 3).toString('hex'), 'a JPEG').toBe('ffd8ff');
});
