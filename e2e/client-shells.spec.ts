import { expect, feed, fillLogin, joinFamily, newAccount, test } from './fixture.ts';
import { share } from './makers.ts';
import { asApp, signedIn } from './native-bridge.ts';

test.describe.configure({ timeout: 120_000 });

for (const platform of ['ios', 'android'] as const)
  test(`[S2.9] the app on ${platform}: starts from its own files, comes back where it was, opens links and the quick action`, async ({
    page,
    baseURL,
  }) => {
    const native = await signedIn(page, platform, baseURL!, await newAccount(page));
    await expect.poll(() => native.count('SplashScreen.hide'), { message: 'the picture of the start goes' }).toBe(1);
    await expect(page.locator('meta[name=viewport]')).toHaveAttribute(
      'content',
      platform === 'ios' ? /user-scalable=no/ : /initial-scale=1, viewport-fit/,
    );
    await native.tell('App.appUrlOpen', { url: `${baseURL}/children?sort=age` });
    await expect(page.getByRole('heading', { level: 1, name: 'Children' })).toBeVisible();

    await test.step('the system has ended it: it opens where it was', async () => {
      await native.start();
      await page.waitForURL('**/children?sort=age');
    });
    await test.step('it comes to the front again: it goes where it was, without being loaded', async () => {
      await expect(page.getByRole('heading', { level: 1, name: 'Children' })).toBeVisible();
      expect(await page.evaluate(() => localStorage.getItem('lastRoute')), 'kept on each guarded navigation').toBe('/children?sort=age');
      await page.evaluate(() => Object.assign(window, { stays: true }));
      await page.evaluate(() => history.pushState(null, '', '/subscribe'));
      await expect(page.getByRole('heading', { level: 1, name: 'Children' })).toHaveCount(0);
      await native.tell('App.pause');
      await native.tell('App.resume');
      await page.waitForURL('**/children?sort=age');
      expect(await page.evaluate(() => 'stays' in window), 'inside the running app').toBe(true);
    });
    await test.step('a link opens its page, also where it starts the app; links of others do nothing', async () => {
      await native.tell('App.appUrlOpen', { url: 'https://evil.example/treasures' });
      await native.tell('App.appUrlOpen', { url: `${baseURL}/treasures/subcategory?category=letters-and-notes` });
      await page.waitForURL('**/treasures/subcategory?category=letters-and-notes');
      for (const bad of ['javascript:alert(1)', '//evil.example/faq', `${baseURL}.evil.example/faq`, ''])
        await native.tell('App.appUrlOpen', { url: bad });
      await native.tell('App.appUrlOpen', { url: `${baseURL}/faq#safe` });
      await page.waitForURL('**/faq#safe');
    });
    await test.step('a page that is not there says so, encoded twice or not, and the app goes on', async () => {
      for (const path of ['/nowhere', '/post/%252e%252e%252fadmin']) {
        await native.tell('App.appUrlOpen', { url: baseURL + path });
        await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
        await native.tell('App.appUrlOpen', { url: `${baseURL}/faq` });
        await page.waitForURL('**/faq');
      }
    });
    await test.step('a link that brings it to the front is not left for where it was', async () => {
      await native.tell('App.pause');
      await native.tell('App.appUrlOpen', { url: `${baseURL}/invite` });
      await native.tell('App.resume');
      await page.waitForURL('**/invite');
      await expect(page.getByLabel(/code/i).first()).toBeVisible();
    });
    await test.step('the quick action leads to the picker, in the app and from a cold start', async () => {
      await native.tell('AppShortcuts.click', { shortcutId: 'SomethingElse' });
      await native.tell('AppShortcuts.click', { shortcutId: 'UploadPhotoAction' });
      await page.waitForURL('**/mobile/iosQuickAction');
      await native.tell('App.appUrlOpen', { url: `${baseURL}/dashboard` });
      const starting = native.start();
      await native.tell('AppShortcuts.click', { shortcutId: 'UploadPhotoAction' });
      await starting;
      await page.waitForURL('**/mobile/iosQuickAction');
    });
  });

test('[S3.16] face or finger: the token leaves local storage, is asked for at the start and after five minutes away, and the password always works', async ({
  page,
  baseURL,
}) => {
  await page.clock.install();
  const account = await newAccount(page);
  const native = await signedIn(page, 'ios', baseURL!, account);
  const kept = () => page.evaluate(() => ({ token: localStorage.getItem('token'), flag: localStorage.getItem('mobileBioAuth') }));
  await native.tell('App.appUrlOpen', { url: `${baseURL}/private/profile#devices` });
  await page.getByText('Sign in with face or finger').click();
  await expect.poll(kept).toEqual({ token: null, flag: 'true' });
  expect(native.secret).toMatch(/\S{20}/);

  await test.step('the app starts anew: asked at once', async () => {
    await native.start();
    await page.waitForURL('**/private/profile**');
    expect((await kept()).token).toBeNull();
  });
  await test.step('four minutes away are nothing, five are', async () => {
    const before = native.count('NativeBiometric.getSecureData');
    for (const minutes of [4, 5]) {
      await native.tell('App.pause');
      await page.clock.fastForward(minutes * 60_000);
      await native.tell('App.resume');
    }
    await expect.poll(() => native.count('NativeBiometric.getSecureData')).toBe(before + 1);
    await page.waitForURL('**/private/profile**');
  });
  await test.step('refused: nobody is signed in, and a tap asks again', async () => {
    const { secret } = native;
    native.answer('NativeBiometric.getSecureData', () => {
      throw Object.assign(new Error('cancelled'), { code: '16' });
    });
    const before = native.count('NativeBiometric.getSecureData');
    await native.start();
    await page.waitForURL('**/login?redirect=%2Fprivate%2Fprofile**');
    await expect(page.getByLabel('E-mail')).toBeVisible();
    await expect.poll(() => native.count('NativeBiometric.getSecureData')).toBe(before + 1);
    native.answer('NativeBiometric.getSecureData', () => ({ value: secret }));
    await page.getByRole('button', { name: 'Unlock with face or finger' }).click();
    await page.waitForURL('**/private/profile**');
  });
  await test.step('another face was added: it says so, and the password signs in', async () => {
    native.answer('NativeBiometric.getSecureData', () => {
      throw Object.assign(new Error('gone'), { code: '21' });
    });
    await native.start();
    await expect(page.getByText('Faces or fingers on this device have changed.')).toBeVisible();
    await fillLogin(page, account);
    await page.waitForURL('**/private/profile**');
    await expect.poll(kept).toEqual({ token: expect.any(String), flag: null });
  });
});

test('a token that ended while the app slept leads to the password, is kept nowhere, and leads back', async ({
  page,
  baseURL,
  expectRefusal,
}) => {
  expectRefusal(401);
  const account = await newAccount(page);
  const native = await signedIn(page, 'android', baseURL!, account);
  await native.tell('App.appUrlOpen', { url: `${baseURL}/private/profile#devices` });
  await page.getByText('Sign in with face or finger').click();
  await expect.poll(() => native.secret).toBeDefined();
  // Asleep it hears of nothing.
  await page.goto('about:blank');
  await page.request.post(`${baseURL}/api/logout`, { headers: { authorization: `Bearer ${native.secret}` } });
  await native.start();
  await expect(page.getByLabel('E-mail')).toBeVisible();
  await expect.poll(() => native.secret).toBeUndefined();
  expect(await page.evaluate(() => localStorage.getItem('mobileBioAuth'))).toBeNull();
  await fillLogin(page, account);
  await page.waitForURL('**/private/profile**');

  await test.step('the same without face or finger: to the log-in page, also where it ends before the first page is there', async () => {
    const token = await page.evaluate(() => localStorage.getItem('token'));
    await page.goto('about:blank');
    await page.request.post(`${baseURL}/api/logout`, { headers: { authorization: `Bearer ${token}` } });
    await native.start();
    await expect(page.getByLabel('E-mail')).toBeVisible();
    await fillLogin(page, account);
    await page.waitForURL(/dashboard|private/);
  });
});

test('[S4.9] messages to the app: asked after the first share, its token goes to the server, a tap opens the page, a log-out ends it', async ({
  page,
  baseURL,
}) => {
  const native = await signedIn(page, 'android', baseURL!, await newAccount(page));
  await expect(
    page
      .getByRole('button', { name: /What happened today/ })
      .or(page.getByRole('link', { name: /What happened today/ }))
      .first(),
  ).toBeVisible();
  expect(native.count('FirebaseMessaging.requestPermissions'), 'nobody is asked at the start').toBe(0);
  const registered = page.waitForRequest((request) => request.url().endsWith('/api/device/register'));
  await native.tell('App.appUrlOpen', { url: `${baseURL}/treasures/share-something` });
  await page.getByRole('textbox').first().fill('Our first evening.');
  await page
    .getByRole('button', { name: /^Share/ })
    .last()
    .click();
  expect((await registered).postDataJSON()).toEqual({ token: 'token-of-this-device', platform: 'android' });
  await expect.poll(() => native.count('FirebaseMessaging.createChannel')).toBe(5);
  await native.tell('FirebaseMessaging.notificationActionPerformed', { notification: { data: { path: '/faq' } } });
  await page.waitForURL('**/faq');
  for (const path of ['https://evil.example/', '/nowhere']) {
    await native.tell('FirebaseMessaging.notificationActionPerformed', { notification: { data: { path } } });
    await page.waitForURL('**/private/notifications');
    await native.tell('App.appUrlOpen', { url: `${baseURL}/faq` });
    await page.waitForURL('**/faq');
  }
  await native.tell('App.appUrlOpen', { url: `${baseURL}/private` });
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL('**/login');
  await expect.poll(() => native.count('FirebaseMessaging.deleteToken')).toBe(1);
});

test('the way back of Android leads through the app, and leaves it at home; without a network it says so', async ({
  page,
  baseURL,
  troubles,
}) => {
  const native = await signedIn(page, 'android', baseURL!, await newAccount(page));
  await page.getByRole('link', { name: 'Children' }).first().click();
  await page.waitForURL('**/children');
  await native.tell('App.backButton', { canGoBack: true });
  await page.waitForURL('**/dashboard');
  const sheet = page.getByRole('dialog', { name: 'Record your voice' });
  await page.getByRole('main').getByRole('button', { name: 'Record your voice' }).click();
  await expect(sheet).toBeVisible();
  await native.tell('App.backButton', { canGoBack: true });
  await expect(sheet, 'what lies over the page closes first').toHaveCount(0);
  await native.tell('App.backButton', { canGoBack: true });
  await expect.poll(() => native.count('App.minimizeApp')).toBe(1);
  await test.step('without a network it says so, also where it is started without one', async () => {
    const banner = page.getByText('You’re offline. New posts and comments are kept and sent later.');
    await page.context().setOffline(true);
    await expect(banner).toBeVisible();
    await native.start();
    await expect(banner).toBeVisible();
    await page.context().setOffline(false);
    await expect(banner).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // What is asked for while there is no network fails, as it must.
    troubles.splice(0, Infinity, ...troubles.filter((one) => !one.includes('ERR_INTERNET_DISCONNECTED')));
  });
});

test('a heart is felt, and what is not read is a number on the icon, which goes with the log-out', async ({ page, baseURL }) => {
  const nora = await newAccount(page);
  const ruth = await joinFamily(page, nora, 'Ruth Whitlock', 'relative');
  const native = await signedIn(page, 'android', baseURL!, nora);
  const badges = () => native.asked.filter(({ call }) => call === 'Badge.set').map(({ options }) => options['count']);
  await share(page, ruth, { text: 'The first snowdrops.' });
  await expect.poll(() => Number(badges().at(-1)), { timeout: 30_000 }).toBeGreaterThan(0);
  await feed(page).first().getByRole('button', { name: /heart/i }).first().click();
  await expect.poll(() => native.asked.find(({ call }) => call === 'Haptics.impact')?.options).toEqual({ style: 'LIGHT' });
  await native.tell('App.appUrlOpen', { url: `${baseURL}/private` });
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL('**/login');
  await expect.poll(() => badges().at(-1)).toBe(0);
});

test('a newer app is offered once and calmly; one that the server no longer understands gives way to the store', async ({
  page,
  baseURL,
  accessible,
}) => {
  const native = await asApp(page, 'android', baseURL!);
  const opened: string[] = [];
  await page.exposeFunction('openedOutside', (url: string) => void opened.push(url));
  await page.addInitScript(() => {
    window.open = (url) => (void (window as unknown as { openedOutside: (given: string) => void }).openedOutside(String(url)), null);
  });
  let apps = { newest: '1.10.0', least: '1.2.0', ios: null, android: 'https://play.google.com/store/apps/details?id=one' };
  await page.route('**/config.json', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), apps } });
  });
  await native.start();
  const hint = page.getByRole('region', { name: 'Messages' });
  await expect(hint.getByText('The store has a newer Heartwood')).toBeVisible();
  await hint.getByRole('button', { name: 'Get it' }).click();
  await expect.poll(() => opened).toEqual(['https://play.google.com/store/apps/details?id=one']);
  await native.tell('App.resume');
  await expect(hint.getByText('The store has a newer Heartwood')).toHaveCount(0);

  apps = { ...apps, least: '1.3.0' };
  await native.start();
  await expect(page.getByRole('heading', { level: 1, name: 'This Heartwood is too old' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Log in/ })).toHaveCount(0);
  await accessible(page, { dark: true });
  await page.getByRole('button', { name: 'Get it' }).click();
  await expect.poll(() => opened).toHaveLength(2);
});
