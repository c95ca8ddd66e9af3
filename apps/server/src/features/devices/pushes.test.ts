import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { presentForDevices } from '#features/notifications/present.ts';
import { newId } from '#platform/ids.ts';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { onOneConnection } from '#test/held.ts';
import { jobsDone } from '#test/jobs.ts';
import { call, makeFamily, removeMember } from '#test/members.ts';
import type { TestFamily } from '#test/members.ts';
import { goodPassword, signInAgain } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { answerQuestion, askQuestion, commentOn, sharePost } from '#test/posts.ts';
import { googleError, PushServer } from '#test/push.ts';
import type { PushMood } from '#test/push.ts';
import { pushDue } from './jobs.ts';

// What is told on devices, seen from the push services.

vi.setConfig({ testTimeout: 60_000 });

let at: TestApp;
let server: PushServer;
let family: TestFamily;
let serial = 0;
const lines: string[] = [];

beforeAll(async () => {
  server = new PushServer();
  await server.listen();
  at = await startApp({ env: { ...server.env, LOG_LEVEL: 'info' }, logTo: { write: (line) => void lines.push(line) } });
  // A time that the database has not reached: nothing that is planned happens by itself.
  at.clock.set('2031-03-14T10:00:00.000Z');
  family = await makeFamily(at);
  await at.platform.db.$client.query(`update families set trial_ends_at = '2040-01-01'`);
  for (const user of [family.nora, family.sam, family.ruth, family.leo])
    await prefer(user, { quiet_hours: null, ...kinds({ post: true }) });
});
beforeEach(async () => {
  server.mood = 'well';
  server.answers.clear();
  for (const user of [family.nora, family.sam, family.ruth, family.leo]) await call(at, user, 'POST', '/api/notifications/read', {});
  await told();
  await at.platform.db.$client.query(`delete from pgboss.job where name = 'devices-send'`);
  await at.platform.db.$client.query('delete from devices');
  at.clock.advance({ days: 2 });
  await at.platform.db.$client.query('update sessions set last_used_at = $1', [at.clock.now()]);
  for (const list of [server.apps, server.browsers, server.asked, lines]) list.length = 0;
});
afterAll(async () => {
  await at.close();
  await server.close();
});

const kinds = (push: Record<string, boolean>) => ({
  kinds: Object.fromEntries(Object.entries(push).map(([kind, on]) => [kind, { push: on }])),
});
const prefer = async (user: TestUser, change: object) =>
  expect((await call(at, user, 'PUT', '/api/notification-preferences', change)).statusCode).toBe(200);

/** Registers a phone. @returns its token */
async function phoneOf(user: TestUser): Promise<string> {
  const token = `phone-${(serial += 1)}`;
  expect((await call(at, user, 'POST', '/api/device/register', { token, platform: 'android' })).statusCode).toBe(200);
  return token;
}

/** Registers a browser. @returns its endpoint */
async function browserOf(user: TestUser): Promise<string> {
  const subscription = server.subscribe();
  const { endpoint: token } = subscription;
  expect((await call(at, user, 'POST', '/api/device/register', { token, platform: 'web', subscription })).statusCode).toBe(200);
  return token;
}

/** Lets everything reach the devices that is to. */
async function told(): Promise<void> {
  await jobsDone(at);
  at.clock.advance({ seconds: 20 });
  await pushDue(at.platform, presentForDevices);
  await jobsDone(at);
}

/** Tries again what is to be tried again. A job of no user wakes the queue. */
async function triedAgain(): Promise<void> {
  const { db, jobs } = at.platform;
  await db.$client.query(`update pgboss.job set start_after = now() where name = 'devices-send' and state in ('created', 'retry')`);
  const kind = { name: 'devices-send', concurrency: 1, timeout: 1, retries: 0 };
  await jobs.enqueue(db, kind, { id: '', deviceId: '', userId: newId(at.clock), of: [] });
  const open = `select 1 from pgboss.job where name = 'devices-send' and (state = 'active' or (state in ('created', 'retry') and start_after <= now()))`;
  await expect.poll(async () => (await rows(open)).length, { timeout: 20_000, interval: 20 }).toBe(0);
}

const said = () => server.apps.map(({ token, data }) => `${token}: ${data['body']}`).toSorted();
const rows = async (sql: string) => (await at.platform.db.$client.query(sql)).rows;
const devicesLeft = async () => (await rows('select token from devices order by token')).map(({ token }) => token as string);

describe('what is told', () => {
  it('[R8.14] of a post, on every device of whoever wants it, in their language and not on its author’s', async () => {
    const { nora, ruth, leo, stranger } = family;
    const [phone, browser, other] = [await phoneOf(ruth), await browserOf(ruth), await phoneOf(leo)];
    for (const user of [nora, stranger]) await phoneOf(user);
    await call(at, leo, 'POST', '/api/profile/update', { locale: 'de' });
    const post = await sharePost(at, nora, { text: 'The plum tree is in bloom, come soon.' });
    await told();
    expect(said()).toEqual([`${other}: Nora Whitlock hat etwas geteilt`, `${phone}: Nora Whitlock shared something`].toSorted());
    const [{ endpoint, data } = { endpoint: '', data: {} }] = server.browsers;
    expect([endpoint, data]).toEqual([
      browser,
      {
        id: expect.any(String),
        tag: `post.shared ${nora.userId}`,
        title: 'Heartwood',
        body: 'Nora Whitlock shared something',
        language: 'en',
        kind: 'post.shared',
        family_id: nora.familyId,
        post_id: post.id,
        path: `/post/${post.id}`,
        importance: 3,
        visibility: 0,
      },
    ]);
    expect(JSON.stringify([server.apps, server.browsers])).not.toContain('plum');
    await call(at, leo, 'POST', '/api/profile/update', { locale: 'en' });
  });

  it('of questions, answers and comments, each with the page it is on', async () => {
    const { nora, ruth } = family;
    const phone = await phoneOf(nora);
    const post = await sharePost(at, nora);
    await commentOn(at, ruth, post.id, { text: 'How they have grown' });
    const question = await askQuestion(at, nora, { text: 'Who taught you to swim?' });
    await answerQuestion(at, ruth, question.id);
    const back = await askQuestion(at, ruth, { text: 'And you?' });
    await told();
    expect(said()).toEqual(
      ['Ruth Whitlock wrote a comment', 'Ruth Whitlock answered your question', 'Ruth Whitlock asks you something']
        .map((words) => `${phone}: ${words}`)
        .toSorted(),
    );
    expect(server.apps.map(({ data }) => data['path']).toSorted()).toEqual(
      [`/post/${post.id}`, `/treasures/ask-family?question=${question.id}`, `/treasures/ask-family?question=${back.id}`].toSorted(),
    );
    expect(JSON.stringify(server.apps)).not.toMatch(/grown|swim|uncle|And you/);
    expect(server.apps.every(({ apns }) => String(apns.headers['apns-collapse-id']).length <= 64)).toBe(true);
  });

  it('[R8.12] a burst is one message; who shares all afternoon is told of every two minutes, in the place of the message before', async () => {
    const { nora, ruth } = family;
    const phone = await phoneOf(ruth);
    for (let n = 0; n < 12; n += 1) {
      await sharePost(at, nora, { text: `Plum ${n}` });
      await jobsDone(at);
      at.clock.advance({ seconds: 5 });
      await pushDue(at.platform, presentForDevices);
    }
    await jobsDone(at);
    expect(said()).toEqual([]);
    await told();
    expect(said()).toEqual([`${phone}: Nora Whitlock shared 12 posts`]);
    server.apps.length = 0;
    for (let n = 0; n < 8; n += 1) {
      await sharePost(at, nora, { text: `Pear ${n}` });
      await jobsDone(at);
      at.clock.advance({ seconds: 16 });
      await pushDue(at.platform, presentForDevices);
      await jobsDone(at);
    }
    expect(said()).toEqual([`${phone}: Nora Whitlock shared 20 posts`]);
    expect(server.apps[0]?.android.notification.tag).toBe(`post.shared ${nora.userId}`);
  });

  it('many different things are one message that says how many', async () => {
    const { nora, sam, ruth, leo } = family;
    const phone = await phoneOf(nora);
    for (const by of [sam, ruth, leo]) await sharePost(at, by);
    for (const by of [ruth, leo]) await askQuestion(at, by);
    await told();
    expect(said()).toEqual([`${phone}: 5 new things in your family`]);
    expect(server.apps[0]?.data['path']).toBe('/private/notifications');
  });

  it('[S9.8] as loud and as visible as they want; hidden, it says that there is something and nothing else', async () => {
    const { nora, ruth } = family;
    const phone = await phoneOf(ruth);
    await prefer(ruth, { importance: 5, visibility: -1 });
    await sharePost(at, nora);
    await told();
    expect(said()).toEqual([`${phone}: There is news from your family`]);
    expect(server.apps[0]?.android).toMatchObject({ priority: 'HIGH', notification: { channel_id: 'heartwood-5', visibility: 'SECRET' } });
    expect(JSON.stringify(server.apps)).not.toContain('Nora');
    await prefer(ruth, { importance: 3, visibility: 0 });
  });
});

describe('nothing is told', () => {
  const silence = async () => {
    await told();
    return [said(), server.browsers, await rows('select * from pushes')];
  };

  it('[R8.11] of what they have read, or may not see any more', async () => {
    const { nora, ruth, leo } = family;
    for (const user of [ruth, leo]) await phoneOf(user);
    const post = await sharePost(at, nora);
    await jobsDone(at);
    await call(at, ruth, 'POST', '/api/notifications/read', {});
    await call(at, nora, 'PATCH', `/api/posts/${post.id}`, { audience_user_ids: [ruth.userId] });
    expect(await silence()).toEqual([[], [], []]);
  });

  it('[R8.11] of kinds that they do not want, and to who has left', async () => {
    const { nora, sam, ruth } = family;
    for (const user of [sam, ruth]) await phoneOf(user);
    await prefer(sam, kinds({ post: false }));
    await sharePost(at, nora);
    await jobsDone(at);
    await removeMember(at, nora, ruth.userId);
    expect(await silence()).toEqual([[], [], []]);
    await prefer(sam, kinds({ post: true }));
    family = await makeFamily(at);
    await at.platform.db.$client.query(`update families set trial_ends_at = '2040-01-01'`);
    for (const user of [family.nora, family.sam, family.ruth, family.leo])
      await prefer(user, { quiet_hours: null, ...kinds({ post: true }) });
  });

  it('[R8.11] on a device whose session has ended: by log-out, by a new password, by time', async () => {
    const { nora, ruth } = family;
    const here = await phoneOf(ruth);
    const other = await signInAgain(at, ruth);
    await phoneOf(other);
    await sharePost(at, nora);
    await jobsDone(at);
    await call(at, other, 'POST', '/api/logout');
    await told();
    expect(said()).toEqual([`${here}: Nora Whitlock shared something`]);

    const third = await signInAgain(at, ruth);
    await phoneOf(third);
    server.apps.length = 0;
    await sharePost(at, nora);
    await jobsDone(at);
    const password = 'Birnbaum-Garten-8';
    const changed = await call(at, ruth, 'POST', '/api/update-password', {
      current_password: goodPassword,
      password,
      password_confirmation: password,
    });
    expect(changed.statusCode).toBe(200);
    await told();
    expect(said()).toEqual([`${here}: Nora Whitlock shared 2 posts`]);

    server.apps.length = 0;
    await sharePost(at, nora);
    await jobsDone(at);
    await at.platform.db.$client.query(`update sessions set last_used_at = $1 where user_id = $2`, ['2030-01-01', ruth.userId]);
    expect(await silence()).toEqual([[], [], []]);
  });

  it('[R8.11] on a device that somebody else has by now, also when the message is on its way already', async () => {
    const { nora, leo, stranger } = family;
    const token = await phoneOf(leo);
    server.mood = 'down';
    await sharePost(at, nora);
    await told();
    expect(server.asked.length).toBeGreaterThan(0);
    await call(at, stranger, 'POST', '/api/device/register', { token });
    server.mood = 'well';
    await triedAgain();
    expect([said(), await devicesLeft()]).toEqual([[], [token]]);
  });
});

describe('quiet hours', () => {
  it('[R8.12] nothing rings; in the morning there is one message', async () => {
    const { nora, sam, ruth, leo } = family;
    const phone = await phoneOf(nora);
    await prefer(nora, { quiet_hours: { from: '21:00', until: '07:30' }, time_zone: 'Africa/Lagos' });
    at.clock.set(`${at.clock.now().toISOString().slice(0, 10)}T20:05:00.000Z`);
    for (const by of [sam, ruth, leo]) await sharePost(at, by);
    await askQuestion(at, ruth);
    await told();
    at.clock.advance({ hours: 10, minutes: 20 });
    await told();
    expect(said()).toEqual([]);
    at.clock.advance({ minutes: 5 });
    await told();
    expect(said()).toEqual([`${phone}: 4 new things in your family`]);
    await prefer(nora, { quiet_hours: null });
  });

  it('[R8.12] a message that could not be sent before them waits, too', async () => {
    const { nora, leo } = family;
    const phone = await phoneOf(leo);
    server.mood = 'down';
    await sharePost(at, nora);
    await told();
    const hour = (hours: number) => new Date(at.clock.now().getTime() + hours * 3_600_000).toISOString().slice(11, 13);
    await prefer(leo, { quiet_hours: { from: `${hour(0)}:00`, until: `${hour(2)}:00` }, time_zone: 'UTC' });
    server.mood = 'well';
    await triedAgain();
    expect(said()).toEqual([]);
    at.clock.advance({ hours: 2 });
    await triedAgain();
    expect(said()).toEqual([`${phone}: Nora Whitlock shared something`]);
    await prefer(leo, { quiet_hours: null });
  });
});

describe('a push service in trouble', () => {
  it.each<PushMood>(['down', 'busy', 'garbage', 'resetting'])('[R8.13] %s: the message comes later, as the same one', async (mood) => {
    const { nora, leo } = family;
    const [phone, browser] = [await phoneOf(leo), await browserOf(leo)];
    await sharePost(at, nora);
    await told();
    const [{ data } = { data: {} as Record<string, string> }] = server.apps;
    expect([said().length, server.browsers.length]).toEqual([1, 1]);
    server.mood = mood;
    await sharePost(at, nora);
    await told();
    server.mood = 'well';
    await triedAgain();
    expect(said()).toEqual([`${phone}: Nora Whitlock shared 2 posts`, `${phone}: Nora Whitlock shared something`]);
    const taken = server.browsers.filter(({ endpoint }) => endpoint === browser);
    // What answers 200 to everything has taken the browser’s message, as far as anybody can know.
    expect(taken).toHaveLength(mood === 'garbage' ? 1 : 2);
    expect([server.apps[1]?.data['tag'], server.apps[1]?.data['id'] !== data['id']]).toEqual([data['tag'], true]);
  });

  it('[R8.13] that says when to come again is left alone until then', async () => {
    const { nora, leo } = family;
    await phoneOf(leo);
    await sharePost(at, nora);
    await told();
    server.mood = 'busy';
    await sharePost(at, nora);
    await told();
    const [{ wait } = { wait: 0 }] = await rows(
      `select extract(epoch from start_after - '${at.clock.now().toISOString()}')::float8 as wait from pgboss.job where name = 'devices-send' and state = 'created'`,
    );
    expect(wait).toBe(7);
  });

  it('[R8.13] that knows a device no more: it is forgotten, and the others are told', async () => {
    const { nora, leo } = family;
    const [gone, kept, lost] = [await phoneOf(leo), await phoneOf(leo), await browserOf(leo)];
    server.answers.set(gone, { status: 404, body: googleError('NOT_FOUND', 'UNREGISTERED') });
    server.answers.set(lost, { status: 410 });
    await sharePost(at, nora);
    await told();
    expect([said(), await devicesLeft()]).toEqual([[`${kept}: Nora Whitlock shared something`], [kept]]);
  });

  it('that knew a device no more stays where it is registered again meanwhile', async () => {
    const { nora, leo } = family;
    const token = await phoneOf(leo);
    const refusing = vi.spyOn(at.platform.push, 'send').mockImplementationOnce(async () => {
      at.clock.advance({ seconds: 1 });
      expect((await call(at, leo, 'POST', '/api/device/register', { token, platform: 'android' })).statusCode).toBe(200);
      return 'gone';
    });
    await sharePost(at, nora);
    await told();
    expect([refusing.mock.calls.length, await devicesLeft()]).toEqual([1, [token]]);
    refusing.mockRestore();
  });

  it('is handed what is due on the one connection that is left', async () => {
    const { nora, leo } = family;
    const phone = await phoneOf(leo);
    await sharePost(at, nora);
    await jobsDone(at);
    at.clock.advance({ seconds: 20 });
    await onOneConnection(at, () => pushDue(at.platform, presentForDevices));
    await jobsDone(at);
    expect(said()).toEqual([`${phone}: Nora Whitlock shared something`]);
  });

  it('[R8.13] that refuses a message for good is not asked again, and the log says so without a token', async () => {
    const { nora, leo } = family;
    const phone = await phoneOf(leo);
    server.answers.set(phone, { status: 403, body: googleError('PERMISSION_DENIED', 'SENDER_ID_MISMATCH') });
    await sharePost(at, nora);
    await told();
    expect(await rows(`select 1 from pgboss.job where name = 'devices-send' and state <> 'completed'`)).toEqual([]);
    expect(await devicesLeft()).toEqual([phone]);
    expect(lines.filter((line) => line.includes('refused for good'))).toHaveLength(1);
    expect(lines.join('\n')).not.toContain(phone);
  });

  it('for a day: what nobody needs to be told any more is not told', async () => {
    const { nora, leo } = family;
    await phoneOf(leo);
    server.mood = 'down';
    await sharePost(at, nora);
    await told();
    at.clock.advance({ hours: 24 });
    server.mood = 'well';
    await triedAgain();
    expect(said()).toEqual([]);
  });
});

describe('handing over', () => {
  it('[R8.14] happens once, however many look at once, and nobody waits for a service', async () => {
    const { nora, leo } = family;
    const phone = await phoneOf(leo);
    await sharePost(at, nora);
    await jobsDone(at);
    at.clock.advance({ seconds: 20 });
    server.mood = 'hanging';
    const began = performance.now();
    await Promise.all(Array.from({ length: 5 }, () => pushDue(at.platform, presentForDevices)));
    expect(performance.now() - began).toBeLessThan(5_000);
    expect((await rows(`select 1 from pgboss.job where name = 'devices-send' and state in ('created', 'active')`)).length).toBe(1);
    await expect.poll(() => server.asked.length, { timeout: 10_000 }).toBeGreaterThan(0);
    server.mood = 'well';
    server.releaseHanging();
    await expect
      .poll(async () => (await rows(`select 1 from pgboss.job where name = 'devices-send' and state = 'retry'`)).length, {
        timeout: 20_000,
      })
      .toBe(1);
    await triedAgain();
    expect(said()).toEqual([`${phone}: Nora Whitlock shared something`]);
  });

  it('[R8.14] leaves neither words nor names nor tokens in the queue', async () => {
    const { nora, leo } = family;
    const phone = await phoneOf(leo);
    await sharePost(at, nora, { text: 'A secret plum' });
    await told();
    const jobs = JSON.stringify(await rows(`select data, output from pgboss.job where name like 'devices-%'`));
    expect(jobs.length).toBeGreaterThan(10);
    for (const word of ['Nora', 'plum', phone]) expect(jobs).not.toContain(word);
  });

  it('without a device costs no row', async () => {
    await sharePost(at, family.nora);
    await jobsDone(at);
    expect(await rows('select 1 from pushes')).toEqual([]);
  });
});
