import type { AddressInfo } from 'node:net';
import { eventStream } from '@heartwood/contract/activity';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { joinFamily } from '#features/family/actions.ts';
import { actForFamily } from '#features/family/scope.ts';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { EventReader } from '#test/events.ts';
import { uploadPhoto } from '#test/media.ts';
import { addMember, call, removeMember } from '#test/members.ts';
import type { TestMember } from '#test/members.ts';
import { addChild, goodPassword, registerParent } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { record } from './actions.ts';
import { sweepActivity } from './jobs.ts';

let at: TestApp;
let base: string;
let owner: TestUser;
let ruth: TestMember;
let stranger: TestUser;
const readers: EventReader[] = [];

beforeAll(async () => {
  at = await startApp({ jobs: false, env: { RATE_LIMITS: 'off' } });
  await at.app.listen({ port: 0, host: '127.0.0.1' });
  base = `http://127.0.0.1:${(at.app.server.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  owner = await registerParent(at.app);
  ruth = await addMember(at, owner.familyId, 'relative', 'Ruth');
  stranger = await registerParent(at.app);
});
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});
afterAll(() => at.close());

async function listen(user: { token: string } | undefined, more: Record<string, string> = {}, query = ''): Promise<EventReader> {
  const reader = await EventReader.open(base, user?.token, more, query);
  readers.push(reader);
  return reader;
}

const share = async (by: TestUser, more: object = {}): Promise<string> => {
  const answer = await call(at, by, 'POST', '/api/posts', { text: 'Pancakes', ...more });
  expect(answer.statusCode).toBe(201);
  return answer.json().data.post.id as string;
};

/** Something that guardians hear. */
const grow = (by: TestUser, person: string) => call(at, by, 'POST', '/api/growth', { person, measured_on: '2026-01-01', height_cm: 95 });

/** Something that everybody in the family hears; what came before it has been told by then. */
async function last(by: TestUser, ...heard: EventReader[]): Promise<void> {
  const { heartwood_id } = await addChild(at, by);
  for (const reader of heard) await reader.hears('person.added', { heartwood_id });
}

describe('who may listen', () => {
  test('a member hears what happens, as ids alone', async () => {
    const reader = await listen(ruth);
    expect([reader.status, reader.headers.get('content-type'), reader.headers.get('cache-control')]).toEqual([
      200,
      'text/event-stream',
      'no-store',
    ]);
    expect([reader.headers.get('x-accel-buffering'), reader.headers.get('content-encoding')]).toEqual(['no', null]);
    const { heartwood_id } = await addChild(at, owner, { name: 'Emma' });
    const { id, data } = await reader.hears('person.added');
    expect(data).toEqual({ heartwood_id });
    expect(id).toMatch(/^[\w.-]+$/);
  });

  test('nobody without a session, of another family, or whose family is not covered', async () => {
    for (const [user, query, status] of [
      [undefined, '', 401],
      [{ token: 'x'.repeat(43) }, '', 401],
      [stranger, `?family_id=${owner.familyId}`, 404],
      [ruth, `?family_id=${stranger.familyId}`, 404],
      [ruth, '?family_id=none', 404],
      [ruth, '?recent=x', 422],
      [ruth, '?recent=-1', 422],
      [ruth, '?recent=99999', 422],
    ] as const)
      expect([query, (await listen(user, {}, query)).status]).toEqual([query, status]);
    await at.platform.db.$client.query('update families set trial_ends_at = $1 where id = $2', [at.clock.now(), owner.familyId]);
    expect((await listen(ruth)).status).toBe(402);
  });

  test('what happened before it was opened is not told, also while an older transaction runs elsewhere', async () => {
    const slow = await at.platform.db.$client.connect();
    await slow.query('begin');
    await slow.query('select pg_current_xact_id()');
    try {
      await addChild(at, owner);
      const first = await listen(ruth);
      const { heartwood_id } = await addChild(at, owner);
      await first.hears('person.added', { heartwood_id });
      expect(first.types).toEqual(['person.added']);
    } finally {
      await slow.query('rollback');
      slow.release();
    }
  });

  test('another family hears nothing', async () => {
    const [here, there] = [await listen(ruth), await listen(stranger)];
    await addChild(at, owner);
    await here.hears('person.added');
    const { heartwood_id } = await addChild(at, stranger);
    await there.hears('person.added', { heartwood_id });
    expect(there.types).toEqual(['person.added']);
  });

  test('a session has five streams, and room again when one ends', async () => {
    const open = [];
    for (let n = 0; n < eventStream.perSession; n += 1) open.push(await listen(ruth));
    expect(open.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const sixth = await listen(ruth);
    expect([sixth.status, sixth.headers.get('retry-after')]).toEqual([429, '25']);
    expect((await listen(owner)).status).toBe(200);
    open[0]?.close();
    await expect.poll(async () => (await listen(ruth)).status).toBe(200);
  });
});

describe('who hears of what', () => {
  test('whoever no longer sees a post is told that it is hidden; whoever never saw it, and whoever still does, is not', async () => {
    const [carl, leo] = [await addMember(at, owner.familyId, 'relative', 'Carl'), await addMember(at, owner.familyId, 'guardian', 'Leo')];
    const post_id = await share(owner, { audience_user_ids: [ruth.userId, leo.userId] });
    const [losing, never, still, self] = [await listen(ruth), await listen(carl), await listen(leo), await listen(owner)];
    await call(at, owner, 'PATCH', `/api/posts/${post_id}`, { audience: 'guardians' });
    expect((await losing.hears('post.hidden')).data).toEqual({ post_id, user_id: ruth.userId });
    await last(owner, losing, never, still, self);
    expect([losing.types, never.types, still.types, self.types]).toEqual([
      ['post.hidden', 'person.added'],
      ['person.added'],
      ['post.changed', 'person.added'],
      ['post.changed', 'person.added'],
    ]);
    await call(at, owner, 'PATCH', `/api/posts/${post_id}`, { audience: 'me' });
    expect((await still.hears('post.hidden')).data).toEqual({ post_id, user_id: leo.userId });
  });

  test('an edit and a medium that is ready are told apart, because an edit may put a post into other lists', async () => {
    const carl = await addMember(at, owner.familyId, 'relative', 'Carl');
    const medium = await uploadPhoto(at, owner);
    const post_id = await share(owner, { media_ids: [medium], audience_user_ids: [ruth.userId] });
    const [hearing, deaf] = [await listen(ruth), await listen(carl)];
    await at.platform.db.transaction((tx) =>
      record(at.platform, tx, actForFamily(owner.familyId, 'a test'), { type: 'media.ready', ids: { media_id: medium } }),
    );
    await call(at, owner, 'PATCH', `/api/posts/${post_id}`, { audience: 'family' });
    await deaf.hears('post.changed', { post_id });
    await last(owner, hearing, deaf);
    expect([hearing.types, deaf.types]).toEqual([
      ['post.prepared', 'post.changed', 'person.added'],
      ['post.changed', 'person.added'],
    ]);
  });

  test('whoever no longer sees a moment is told that it is hidden; whoever never saw it, and whoever still does, is not', async () => {
    const carl = await addMember(at, owner.familyId, 'relative', 'Carl');
    const { heartwood_id } = await addChild(at, owner);
    const moment = { people: [ruth.personId, heartwood_id], title: 'First snow' };
    const moment_id = (await call(at, owner, 'POST', '/api/moments', moment)).json().data.moment.id as string;
    const [losing, never, self] = [await listen(ruth), await listen(carl), await listen(owner)];
    await call(at, owner, 'PATCH', `/api/moments/${moment_id}`, { people: [heartwood_id] });
    expect((await losing.hears('moment.hidden')).data).toEqual({ moment_id, user_id: ruth.userId });
    await call(at, owner, 'PATCH', `/api/moments/${moment_id}`, { people: [heartwood_id], text: 'Up to the knees' });
    await last(owner, losing, never, self);
    expect([losing.types, never.types, self.types]).toEqual([
      ['moment.hidden', 'person.added'],
      ['person.added'],
      ['moment.changed', 'moment.changed', 'person.added'],
    ]);
  });

  test('whoever leaves something in a family and deletes their account is told of once, also where they had left the family before', async () => {
    const leo = await addMember(at, owner.familyId, 'relative', 'Leo');
    const carl = await addMember(at, stranger.familyId, 'relative', 'Carl');
    const names = { firstname: 'Carl', lastname: 'Whitlock' };
    const { familyId } = owner;
    await at.platform.db.transaction((tx) => joinFamily(at.platform, tx, { familyId, userId: carl.userId, ...names, role: 'relative' }));
    const post_id = await share(owner);
    await share(carl, { family_id: familyId });
    await call(at, carl, 'POST', `/api/posts/${post_id}/comments`, { text: 'Yes' });
    await call(at, carl, 'PUT', `/api/posts/${post_id}/heart`);
    await removeMember(at, owner, carl.userId);
    const [here, there, elsewhere] = [await listen(owner), await listen(leo), await listen(stranger)];
    const erase = () => at.platform.db.transaction((tx) => at.platform.features.eraseAccount(at.platform, tx, carl.userId));
    await erase();
    await erase();
    await last(owner, here, there);
    await last(stranger, elsewhere);
    const all = ['author.erased', 'person.removed', 'person.added'];
    expect([here.types, there.types, elsewhere.types]).toEqual([all, all, ['member.left', 'person.removed', 'person.added']]);
    expect(here.heard[0]?.data).toEqual({ user_id: carl.userId });
  });

  test('whoever is taken out of a family that they do not look at is told so where they are, and nobody else', async () => {
    const carl = await addMember(at, owner.familyId, 'relative', 'Carl');
    const names = { firstname: 'Carl', lastname: 'Whitlock' };
    await at.platform.db.transaction((tx) =>
      joinFamily(at.platform, tx, { familyId: stranger.familyId, userId: carl.userId, ...names, role: 'relative' }),
    );
    const [his, others] = [await listen(carl, {}, `?family_id=${owner.familyId}`), await listen(ruth)];
    await removeMember(at, stranger, carl.userId);
    expect((await his.hears('family.left')).data).toEqual({ user_id: carl.userId });
    await last(owner, his, others);
    expect([his.types, others.types, his.hasEnded]).toEqual([['family.left', 'person.added'], ['person.added'], false]);
  });

  test('a post for some, its hearts and comments, are heard by them alone, wherever it goes', async () => {
    const carl = await addMember(at, owner.familyId, 'relative', 'Carl');
    const [hearing, deaf, self] = [await listen(ruth), await listen(carl), await listen(owner)];
    const post_id = await share(owner, { audience_user_ids: [ruth.userId] });
    await call(at, ruth, 'POST', `/api/posts/${post_id}/comments`, { text: 'Yes' });
    await call(at, ruth, 'PUT', `/api/posts/${post_id}/heart`);
    await call(at, owner, 'PATCH', `/api/posts/${post_id}`, { text: 'Waffles' });
    await call(at, owner, 'DELETE', `/api/posts/${post_id}`);
    await call(at, owner, 'POST', `/api/posts/${post_id}/restore`);
    await last(owner, hearing, deaf, self);
    const all = ['post.shared', 'comment.made', 'heart.given', 'post.changed', 'post.deleted', 'post.restored', 'person.added'];
    expect([hearing.types, self.types, deaf.types]).toEqual([all, all, ['person.added']]);
    const mine = await share(ruth, { audience: 'me' });
    await last(owner, hearing, self);
    expect(hearing.heard.filter(({ data }) => data['post_id'] === mine).length).toBe(1);
    expect(self.heard.filter(({ data }) => data['post_id'] === mine).length).toBe(0);
  });

  test('moments, growth and information are heard by guardians and the person', async () => {
    const [guardian, relative] = [await listen(owner), await listen(ruth)];
    const child = await addChild(at, owner);
    const moment = { people: [child.heartwood_id], title: 'First steps' };
    expect((await call(at, owner, 'POST', '/api/moments', moment)).statusCode).toBe(201);
    await call(at, owner, 'POST', '/api/growth', { person: child.heartwood_id, measured_on: '2026-01-01', height_cm: 95 });
    await call(at, owner, 'PUT', `/api/additional-information/${child.heartwood_id}/health`, { fields: [{ label: 'a', value: 'b' }] });
    await call(at, owner, 'POST', '/api/growth', { person: ruth.personId, measured_on: '2026-01-01', height_cm: 165 });
    await last(owner, guardian, relative);
    expect(guardian.types.slice(1)).toEqual(['moment.kept', 'growth.changed', 'information.changed', 'growth.changed', 'person.added']);
    expect(relative.heard.slice(1, -1)).toMatchObject([{ event: 'growth.changed', data: { heartwood_id: ruth.personId } }]);
  });

  test('a new role counts for the next fact', async () => {
    const { heartwood_id } = await addChild(at, owner);
    const reader = await listen(ruth);
    await grow(owner, heartwood_id);
    const url = `/api/families/${owner.familyId}/members/${ruth.userId}`;
    expect((await call(at, owner, 'PATCH', url, { role: 'guardian' })).statusCode).toBe(200);
    await grow(owner, heartwood_id);
    await reader.hears('growth.changed');
    await last(owner, reader);
    expect(reader.types).toEqual(['role.changed', 'growth.changed', 'person.added']);
  });

  test('what somebody changes about themself is heard in their family', async () => {
    const reader = await listen(owner);
    await call(at, ruth, 'POST', '/api/profile/update', { description: 'I knit' });
    expect((await reader.hears('person.changed')).data).toEqual({ heartwood_id: ruth.personId });
  });
});

/** Does something while a stream is being opened: when it has been counted, and has not yet been judged again. @returns what is answered */
async function whileOpening(by: TestUser, act: () => Promise<unknown>): Promise<number> {
  const pool = at.platform.db.$client;
  const other = await pool.connect();
  try {
    await other.query('begin; lock table activity');
    const opening = listen(by);
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await vi.waitUntil(async () => (await pool.query(waiting)).rows.length > 0, { timeout: 10_000, interval: 5 });
    await act();
    await other.query('commit');
    return (await opening).status;
  } finally {
    other.release();
  }
}

describe('a stream is not opened', () => {
  test('for a session that ends meanwhile: whoever asks is signed in no more', async () => {
    const act = () => at.platform.db.$client.query('delete from sessions where user_id = $1', [ruth.userId]);
    expect(await whileOpening(ruth, act)).toBe(401);
  });

  test('for a membership that ends meanwhile: whoever asks again is told', async () => {
    const act = () => at.platform.db.$client.query('delete from members where user_id = $1', [ruth.userId]);
    expect(await whileOpening(ruth, act)).toBe(503);
    expect((await listen(ruth)).status).toBe(404);
  });
});

describe('a stream ends', () => {
  test.each([
    ['when its session is logged out', () => call(at, ruth, 'POST', '/api/logout')],
    [
      'when the membership ends, and hears no more',
      async () => {
        await removeMember(at, owner, ruth.userId);
        await addChild(at, owner);
      },
    ],
    [
      'when the password is changed elsewhere',
      async () => {
        const elsewhere = { email: ruth.email, password: goodPassword };
        const { token } = (await call(at, null, 'POST', '/api/login', elsewhere)).json().data;
        const password = { current_password: goodPassword, password: 'Neuer-Baum-8', password_confirmation: 'Neuer-Baum-8' };
        expect((await call(at, { token }, 'POST', '/api/update-password', password)).statusCode).toBe(200);
      },
    ],
    [
      'when the account is deleted',
      () => at.platform.db.transaction((tx) => at.platform.features.eraseAccount(at.platform, tx, ruth.userId)),
    ],
  ])('%s', async (_, act) => {
    const [reader, other] = [await listen(ruth), await listen(owner)];
    await act();
    await reader.ends();
    expect(reader.types.filter((type) => type === 'person.added')).toEqual([]);
    expect(other.hasEnded).toBe(false);
  });

  test('when another family is looked at, wherever that was chosen; one of a family that was named goes on', async () => {
    const [reader, named, other] = [await listen(ruth), await listen(ruth, {}, `?family_id=${owner.familyId}`), await listen(owner)];
    expect((await call(at, ruth, 'POST', '/api/families', { name: 'The Bergs' })).statusCode).toBe(201);
    await reader.ends();
    expect((await call(at, ruth, 'POST', `/api/families/${owner.familyId}/current`)).statusCode).toBe(200);
    const again = await listen(ruth);
    await last(owner, named, other, again);
    expect(reader.types).not.toContain('person.added');
    expect([named.hasEnded, other.hasEnded, again.hasEnded]).toEqual([false, false, false]);
  });

  test('when nothing covers the family any more: before the next fact is told', async () => {
    const reader = await listen(ruth);
    await at.platform.db.$client.query('update families set trial_ends_at = $1 where id = $2', [at.clock.now(), owner.familyId]);
    await at.platform.db.$client.query(`select pg_notify('heartwood_sessions', $1)`, [ruth.userId]);
    await reader.ends();
    expect((await listen(ruth)).status).toBe(402);
  });

  test('when its reader does not read', async () => {
    const stopped = await fetch(`${base}/api/events`, { headers: { authorization: `Bearer ${ruth.token}` } });
    const reader = await listen(ruth);
    const data = { post_id: 'x'.repeat(15_000) };
    const streams = () => at.app.metrics.getSingleMetric('heartwood_event_streams')!.get();
    expect((await streams()).values).toMatchObject([{ value: 2 }]);
    for (let n = 1; n <= 800; n += 1) {
      await at.platform.db.$client.query(
        `insert into activity (family_id, type, ids, created_at) values ($1, 'person.changed', $2, $3) returning pg_notify('heartwood_activity', $4)`,
        [owner.familyId, JSON.stringify(data), at.clock.now(), owner.familyId],
      );
      if (n % 10 === 0) await expect.poll(() => reader.heard.length, { interval: 2, timeout: 10_000 }).toBe(n);
    }
    await expect.poll(async () => (await streams()).values[0]?.value, { timeout: 10_000 }).toBe(1);
    await last(owner, reader);
    await stopped.body?.cancel();
  });
});

describe('what was missed', () => {
  test('comes with Last-Event-ID, and nothing from before it', async () => {
    const first = await listen(ruth);
    await addChild(at, owner, { name: 'Emma' });
    const { id } = await first.hears('person.added');
    first.close();
    const missed = await addChild(at, owner, { name: 'Leo' });
    await grow(owner, missed.heartwood_id);
    const again = await listen(ruth, { 'last-event-id': id });
    await again.hears('person.added', { heartwood_id: missed.heartwood_id });
    await last(owner, again);
    expect(again.types).toEqual(['person.added', 'person.added']);
  });

  test('also from the id a stream begins with', async () => {
    const first = await listen(ruth);
    await expect.poll(() => first.lastId).not.toBe('');
    first.close();
    await addChild(at, owner);
    await (await listen(ruth, { 'last-event-id': first.lastId })).hears('person.added');
  });

  test('of a transaction that ended later than the one that was heard', async () => {
    const reader = await listen(ruth);
    const slow = await at.platform.db.$client.connect();
    const fact = `insert into activity (family_id, type, ids, created_at) values ($1, 'person.removed', $2, $3)`;
    await slow.query('begin');
    await slow.query(fact, [owner.familyId, JSON.stringify({ heartwood_id: ruth.personId }), at.clock.now()]);
    await call(at, ruth, 'POST', '/api/profile/update', { description: 'I knit' });
    const { id } = await reader.hears('person.changed');
    reader.close();
    await slow.query('commit');
    slow.release();
    const again = await listen(ruth, { 'last-event-id': id });
    expect((await again.hears('person.removed')).data).toEqual({ heartwood_id: ruth.personId });
  });

  test('cannot be told to an id that is forged, of another family, or older than a day: then everything may be stale', async () => {
    const foreign = await listen(stranger);
    await addChild(at, stranger);
    const { id } = await foreign.hears('person.added');
    const own = await listen(ruth);
    await addChild(at, owner);
    const mine = (await own.hears('person.added')).id;
    const forged = ['x', '.', 'bnVsbA.AAAA', `${mine}x`, mine.slice(0, -1), mine.replace('.', ''), '0'.repeat(4_000), id];
    for (const one of forged) {
      const reader = await listen(ruth, { 'last-event-id': one });
      await reader.hears('reset');
      expect([one.slice(0, 20), reader.status, reader.types]).toEqual([one.slice(0, 20), 200, ['reset']]);
      reader.close();
    }
    at.clock.advance({ hours: eventStream.keptHours, seconds: 1 });
    await (await listen(ruth, { 'last-event-id': mine })).hears('reset');
  });

  test('is not told one by one where it is very much', async () => {
    const first = await listen(ruth);
    await expect.poll(() => first.lastId).not.toBe('');
    const rows = `insert into activity (family_id, type, ids, created_at) select $1, 'person.changed', '{}', $2 from generate_series(1, $3)`;
    await at.platform.db.$client.query(rows, [owner.familyId, at.clock.now(), eventStream.mostMissed + 1]);
    const again = await listen(ruth, { 'last-event-id': first.lastId });
    await again.hears('reset');
    expect(again.types).toEqual(['reset']);
  });

  test('before the stream was open is told where it is asked for', async () => {
    await addChild(at, owner);
    const [asked, plain] = [await listen(ruth, {}, '?recent=60'), await listen(ruth)];
    await asked.hears('person.added');
    await call(at, ruth, 'POST', '/api/profile/update', { description: 'I knit' });
    await plain.hears('person.changed');
    expect(plain.types).toEqual(['person.changed']);
  });

  test('is caught up with when the connection that listens to the database was lost', async () => {
    const reader = await listen(ruth);
    await at.platform.db.$client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'heartwood-listen' and datname = current_database()`);
    const { heartwood_id } = await addChild(at, owner);
    await reader.hears('person.added', { heartwood_id });
    expect(reader.hasEnded).toBe(false);
  });

  test('is kept for a day', async () => {
    await addChild(at, owner);
    const count = async () =>
      (await at.platform.db.$client.query('select 1 from activity where family_id = $1', [owner.familyId])).rowCount;
    await sweepActivity(at.platform);
    expect(await count()).toBeGreaterThan(0);
    at.clock.advance({ hours: 26 });
    await sweepActivity(at.platform);
    expect(await count()).toBe(0);
  });
});

test('gives a sign of life every 25 seconds, and ends what may not go on', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const own = await startApp({ jobs: false });
  try {
    await own.app.listen({ port: 0, host: '127.0.0.1' });
    const there = `http://127.0.0.1:${(own.app.server.address() as AddressInfo).port}`;
    const user = await registerParent(own.app);
    const reader = await EventReader.open(there, user.token);
    vi.advanceTimersByTime(24_999);
    expect(reader.beats).toBe(0);
    vi.advanceTimersByTime(1);
    await expect.poll(() => reader.beats).toBe(1);
    own.clock.advance({ days: 400 });
    vi.advanceTimersByTime(25_000);
    await reader.ends();
  } finally {
    vi.useRealTimers();
    await own.close();
  }
});

test('streams end when the server closes, without keeping it waiting', async () => {
  const own = await startApp({ jobs: false });
  await own.app.listen({ port: 0, host: '127.0.0.1' });
  const user = await registerParent(own.app);
  const reader = await EventReader.open(`http://127.0.0.1:${(own.app.server.address() as AddressInfo).port}`, user.token);
  const begun = performance.now();
  // What goes with a test besides, its database above all, takes its own time.
  const closed = new Promise<number>((resolve) => own.app.server.once('close', () => resolve(performance.now() - begun)));
  await own.close();
  await reader.ends();
  expect(await closed).toBeLessThan(5_000);
});
