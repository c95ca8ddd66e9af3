import { readFileSync } from 'node:fs';
import { expect, fillLogin, newAccount, photo, test } from './fixture.ts';
import { asApp } from './native-bridge.ts';

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
      .filter({ has: page.getByRole('button', { name: /^Remove/ }) });
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
      native.share('second', { text: 'On the way home.', files: [picture('duck'), { ...picture('boots'), gone: true }], gone: 1 });
      await native.tell(platform === 'ios' ? 'App.resume' : 'ShareTarget.received');
      await page.waitForURL('**/treasures/share-something');
      await expect(toast('2 files are not there any more and were left out.')).toBeVisible();
      await expect(tiles).toHaveCount(3);
      await expect(story).toHaveValue('At the pond.\n\nOn the way home.');
      await expect.poll(() => native.shares).toEqual([]);
    });
    await test.step('the composer is open, and more comes than a post holds', async () => {
      // Where they arrive is said in the journeys of uploads.
      await page.route('**/api/media', () => undefined);
      const small = (place: number) => ({ name: `${place}.png`, content: Buffer.from(`a picture, ${place}`) });
      native.share('third', { files: Array.from({ length: 61 }, (_, place) => small(place)) });
      await native.tell(platform === 'ios' ? 'App.resume' : 'ShareTarget.received');
      await expect(toast('A post holds 60 photos and recordings.')).toBeVisible();
      await expect(page.getByRole('list', { name: 'Photos' }).getByRole('listitem')).toHaveCount(61);
      expect(native.count('ShareTarget.remove')).toBe(3);
    });
  });
