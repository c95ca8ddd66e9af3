import { writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { googleError, invalidToken, PushServer, someBrowser } from '#test/push.ts';
import type { PushMood } from '#test/push.ts';
import { readConfig } from '../config.ts';
import type { PushMessage } from './message.ts';
import { createPush } from './push.ts';

const at = new Date('2026-11-21T09:00:00.000Z');
const message: PushMessage = {
  id: '0193-1',
  tag: 'posts of Ida',
  title: 'The Whitlocks',
  body: 'Ida shared 12 posts',
  language: 'en',
  kind: 'post.shared',
  ids: { post_id: '0193-2' },
  path: '/post/0193-2',
  until: new Date('2026-11-22T09:00:00.000Z'),
  importance: 3,
  visibility: 0,
};

let server: PushServer;
beforeAll(async () => {
  server = new PushServer();
  await server.listen();
});
beforeEach(() => {
  server.mood = 'well';
  server.answers.clear();
  for (const list of [server.apps, server.browsers, server.asked]) list.length = 0;
});
afterAll(() => server.close());

/** Milliseconds after which a service in trouble is given up, where a test waits for that. */
const impatient = 1_000;
const pushWith = async (env: Record<string, string>, timeoutMs = 10_000) =>
  createPush({ config: readConfig(env), clock: { now: () => at }, timeoutMs });
const pushNow = (timeoutMs?: number) => pushWith(server.env, timeoutMs);
const phone = { token: 'phone:APA91b-_', subscription: null };
const browser = (host?: string) => ({ token: 'x', subscription: server.subscribe(host) });

test('an app gets its message with the access of the service account, which is asked for once', async () => {
  const push = await pushNow();
  expect([push.isOn, push.reaches(phone), push.reaches(browser())]).toEqual([true, true, true]);
  expect(await push.send(phone, message)).toBe('sent');
  expect(await push.send(phone, message)).toBe('sent');
  expect(server.asked).toEqual(['/token', '/v1/projects/heartwood-test/messages:send', '/v1/projects/heartwood-test/messages:send']);
  expect(server.apps[0]).toEqual({
    token: 'phone:APA91b-_',
    data: {
      id: '0193-1',
      tag: 'posts of Ida',
      title: 'The Whitlocks',
      body: 'Ida shared 12 posts',
      language: 'en',
      kind: 'post.shared',
      post_id: '0193-2',
      path: '/post/0193-2',
      importance: '3',
      visibility: '0',
    },
    android: {
      collapse_key: 'posts of Ida',
      priority: 'NORMAL',
      ttl: '86400s',
      notification: {
        title: 'The Whitlocks',
        body: 'Ida shared 12 posts',
        tag: 'posts of Ida',
        channel_id: 'heartwood-3',
        notification_priority: 'PRIORITY_DEFAULT',
        visibility: 'PRIVATE',
      },
    },
    apns: {
      headers: {
        'apns-push-type': 'alert',
        'apns-priority': '10',
        'apns-collapse-id': 'posts of Ida',
        'apns-expiration': String(message.until.getTime() / 1_000),
      },
      payload: {
        aps: {
          alert: { title: 'The Whitlocks', body: 'Ida shared 12 posts' },
          'thread-id': 'posts of Ida',
          'interruption-level': 'active',
          sound: 'default',
        },
      },
    },
    webpush: { headers: { TTL: '86400', Urgency: 'normal' } },
  });
});

test.each(['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com', 'db5p.notify.windows.com'])(
  'a browser at %s reads the message, and nobody on the way',
  async (host) => {
    const device = browser(host);
    expect(await (await pushNow()).send(device, message)).toBe('sent');
    const [got] = server.browsers;
    expect(got?.endpoint).toBe(device.subscription.endpoint);
    const { until: _, ids, ...shown } = message;
    expect(got?.data).toEqual({ ...shown, ...ids });
    expect(got?.headers).toMatchObject({ ttl: '86400', urgency: 'normal', topic: expect.stringMatching(/^[\w-]{1,32}$/) });
  },
);

test('an address of a browser leads to nothing else of a gateway', async () => {
  const device = browser();
  const endpoint = 'https://fcm.googleapis.com/../../internal';
  await (await pushNow()).send({ ...device, subscription: { ...device.subscription, endpoint } }, message).catch(() => undefined);
  expect(server.asked).toEqual(['/fcm.googleapis.com/internal']);
});

test('[S9.8] importance 1 to 5 and visibility -1, 0, 1 are told to each service in its own words', async () => {
  const push = await pushNow();
  const device = browser();
  const manners = [
    { importance: 1, visibility: -1 },
    { importance: 2, visibility: 0 },
    { importance: 3, visibility: 1 },
    { importance: 4, visibility: 1 },
    { importance: 5, visibility: 1 },
  ] as const;
  for (const manner of manners) for (const to of [phone, device]) await push.send(to, { ...message, ...manner });
  expect(
    server.apps.map(({ android: { priority, notification: n }, apns: { headers, payload } }) =>
      [priority, n.notification_priority, n.channel_id, n.visibility, headers['apns-priority'], payload.aps['interruption-level']].join(
        ' ',
      ),
    ),
  ).toEqual([
    'NORMAL PRIORITY_MIN heartwood-1 SECRET 5 passive',
    'NORMAL PRIORITY_LOW heartwood-2 PRIVATE 5 passive',
    'NORMAL PRIORITY_DEFAULT heartwood-3 PUBLIC 10 active',
    'HIGH PRIORITY_HIGH heartwood-4 PUBLIC 10 active',
    'HIGH PRIORITY_MAX heartwood-5 PUBLIC 10 time-sensitive',
  ]);
  expect(server.browsers.map(({ headers }) => headers['urgency'])).toEqual(['very-low', 'low', 'normal', 'high', 'high']);
  expect(server.browsers.map(({ data }) => data['visibility'])).toEqual([-1, 0, 1, 1, 1]);
});

test('a message tells how long it is worth anything, and never less than not at all', async () => {
  const push = await pushNow();
  for (const until of ['2026-11-21T09:00:01.500Z', '2026-11-21T08:00:00.000Z'])
    for (const to of [phone, browser()]) await push.send(to, { ...message, until: new Date(until) });
  expect(server.apps.map(({ android }) => android.ttl)).toEqual(['2s', '0s']);
  expect(server.browsers.map(({ headers }) => headers['ttl'])).toEqual(['2', '0']);
});

test('access that was taken back is asked for anew, once', async () => {
  const push = await pushNow();
  await push.send(phone, message);
  server.revoke();
  expect(await push.send(phone, message)).toBe('sent');
  expect(server.asked.filter((path) => path === '/token')).toHaveLength(2);
  server.answers.set(phone.token, { status: 401, body: googleError('UNAUTHENTICATED', 'THIRD_PARTY_AUTH_ERROR') });
  await expect(push.send(phone, message)).rejects.toThrow(/does not know the service account/);
  expect(server.asked.filter((path) => path === '/token')).toHaveLength(3);
});

test('a device is gone where its service says so of this device, and for no other reason', async () => {
  const push = await pushNow();
  const outcome = async (body: object, status: number) => {
    server.answers.set(phone.token, { status, body });
    return push.send(phone, message).catch((error: Error) => error.name);
  };
  expect(await outcome(googleError('NOT_FOUND', 'UNREGISTERED'), 404)).toBe('gone');
  expect(await outcome(invalidToken, 400)).toBe('gone');
  // A wrong project, a wrong account, a message that is none: our fault, and no reason to forget anybody.
  expect(await outcome(googleError('NOT_FOUND'), 404)).toBe('PushRefused');
  expect(await outcome(googleError('PERMISSION_DENIED', 'SENDER_ID_MISMATCH'), 403)).toBe('PushRefused');
  expect(await outcome(googleError('INVALID_ARGUMENT', 'INVALID_ARGUMENT'), 400)).toBe('PushRefused');
  const device = browser();
  for (const [status, expected] of [
    [404, 'gone'],
    [410, 'gone'],
    [400, 'PushRefused'],
    [403, 'PushRefused'],
    [413, 'PushRefused'],
  ] as const) {
    server.answers.set(device.subscription.endpoint, { status });
    expect(await push.send(device, message).catch((error: Error) => error.name)).toBe(expected);
  }
});

test('a service that is busy says when to come again, at most an hour later', async () => {
  const push = await pushNow();
  const device = browser();
  server.mood = 'busy';
  for (const to of [phone, device]) await expect(push.send(to, message)).rejects.toMatchObject({ name: 'PushDelayed', retryAfter: 7 });
  server.mood = 'well';
  const waitOf = async (headers: Record<string, string>, status = 503) => {
    server.answers.set(device.subscription.endpoint, { status, headers });
    return push.send(device, message).catch((error: Error & { retryAfter?: number }) => error.retryAfter ?? error.name);
  };
  const date = 'Sat, 21 Nov 2026 09:00:00 GMT';
  expect(await waitOf({ date, 'retry-after': 'Sat, 21 Nov 2026 09:01:30 GMT' })).toBe(90);
  expect(await waitOf({ date, 'retry-after': 'Sat, 21 Nov 2026 08:00:00 GMT' })).toBe(1);
  expect(await waitOf({ 'retry-after': '86400' }, 429)).toBe(3_600);
  expect(await waitOf({ 'retry-after': 'soon' })).toBe('Error');
});

test.each<PushMood>(['down', 'garbage', 'hanging', 'dripping', 'resetting'])(
  'a service that is %s has promised nothing: the message is sent again later',
  async (mood) => {
    const push = await pushNow(impatient);
    await push.send(phone, message);
    server.mood = mood;
    const refused = push.send(phone, message);
    await expect(refused).rejects.toThrow();
    await expect(refused).rejects.not.toMatchObject({ name: 'PushRefused' });
    server.mood = 'well';
    expect(await push.send(phone, message)).toBe('sent');
  },
);

test('a token endpoint in trouble is no reason to give up a message', async () => {
  for (const mood of ['hanging', 'resetting'] as const) {
    server.mood = mood;
    const push = await pushNow(impatient);
    await expect(push.send(phone, message)).rejects.not.toMatchObject({ name: 'PushRefused' });
    server.mood = 'well';
    expect(await push.send(phone, message)).toBe('sent');
  }
});

test('[R5.5] a push service leads nowhere else', async () => {
  const device = browser();
  server.answers.set(device.subscription.endpoint, { status: 307, headers: { location: `${server.url}/elsewhere` } });
  await expect((await pushNow()).send(device, message)).rejects.toThrow(/307/);
  expect(server.asked).not.toContain('/elsewhere');
});

test('[R5.5] nothing is sent to an address that is no push service of a browser, however it came here', async () => {
  const { subscription } = someBrowser('127.0.0.1');
  await expect((await pushNow()).send({ token: 'x', subscription }, message)).rejects.toMatchObject({ name: 'PushRefused' });
  expect(server.asked).toEqual([]);
});

test('keys of a browser that are none are its own trouble', async () => {
  const device = browser();
  const broken = { ...device, subscription: { ...device.subscription, keys: { p256dh: 'AAAA', auth: 'AAAA' } } };
  await expect((await pushNow()).send(broken, message)).rejects.toMatchObject({ name: 'PushRefused' });
});

test('without keys it is off, and half of them is said at once', async () => {
  expect((await pushWith({})).isOn).toBe(false);
  const { FCM_SERVICE_ACCOUNT, FCM_ENDPOINT, VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY } = server.env;
  const apps = await pushWith({ FCM_SERVICE_ACCOUNT, FCM_ENDPOINT });
  expect([apps.reaches(phone), apps.reaches(browser())]).toEqual([true, false]);
  const browsers = await pushWith({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY });
  expect([browsers.reaches(phone), browsers.reaches(browser())]).toEqual([false, true]);
  // Who only answers needs the public key alone.
  expect((await pushWith({ VAPID_PUBLIC_KEY })).isOn).toBe(false);
  await expect(pushWith({ VAPID_PRIVATE_KEY })).rejects.toThrow(/VAPID_PUBLIC_KEY/);
  await expect(pushWith({ VAPID_PUBLIC_KEY: someBrowser().subscription.keys.p256dh, VAPID_PRIVATE_KEY })).rejects.toThrow(/no pair/);
  for (const none of ['{}', '{', '/nowhere/key.json', JSON.stringify({ ...JSON.parse(FCM_SERVICE_ACCOUNT), private_key: 'geheim' })])
    await expect(pushWith({ FCM_SERVICE_ACCOUNT: none })).rejects.toThrow(/^FCM_SERVICE_ACCOUNT (?!.*geheim)/);
});

test('the service account may be a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'heartwood-test-'));
  const file = join(folder, 'account.json');
  await writeFile(file, server.env.FCM_SERVICE_ACCOUNT);
  expect(await (await pushWith({ ...server.env, FCM_SERVICE_ACCOUNT: file })).send(phone, message)).toBe('sent');
  await rm(folder, { recursive: true });
});
