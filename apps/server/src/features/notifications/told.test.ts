import { notificationDays } from '@heartwood/contract/notification-events';
import type { Notification } from '@heartwood/contract/notifications';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { record } from '#features/activity/actions.ts';
import { joinFamily } from '#features/family/actions.ts';
import { actForFamily } from '#features/family/scope.ts';
import { newId } from '#platform/ids.ts';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { EventReader } from '#test/events.ts';
import { jobsDone } from '#test/jobs.ts';
import { addMember, call, makeFamily, removeMember } from '#test/members.ts';
import type { TestFamily } from '#test/members.ts';
import { addChild, goodPassword, registerParent } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { answerQuestion, askQuestion, commentOn, sharePost } from '#test/posts.ts';
import { clearNotifications, tell } from './jobs.ts';

// Who is told of what, and for how long it is shown to them.

let at: TestApp;
let family: TestFamily;
beforeAll(async () => {
  at = await startApp();
});
afterAll(() => at.close());

const freshFamily = async (): Promise<TestFamily> => {
  family = await makeFamily(at);
  await jobsDone(at);
  await readAll();
  // What is told from now on stands in lines of its own: on another day.
  at.clock.advance({ days: 1 });
  return family;
};
const listOf = async (user: TestUser, query = '') => {
  await jobsDone(at);
  const answer = await call(at, user, 'GET', `/api/notifications${query}`);
  expect(answer.statusCode).toBe(200);
  return answer.json().data as { items: Notification[]; next_cursor: string | null; unread_count: number };
};
const unreadOf = async (user: TestUser) => (await listOf(user)).items.filter(({ is_read }) => !is_read);
const eventsOf = async (user: TestUser) => (await unreadOf(user)).map(({ event }) => event);
const everybody = () => [family.nora, family.sam, family.ruth, family.leo];
const readAll = async () => {
  for (const user of everybody()) await call(at, user, 'POST', '/api/notifications/read', {});
};
const heart = (user: TestUser, id: string, method: 'PUT' | 'DELETE' = 'PUT') => call(at, user, method, `/api/posts/${id}/heart`);

describe('who is told', () => {
  it('of a post: whoever sees it, but not its author', async () => {
    const { nora, sam, ruth, leo, stranger } = await freshFamily();
    const post = await sharePost(at, sam, { audience: 'guardians' });
    expect(await Promise.all([nora, sam, ruth, leo, stranger].map(eventsOf))).toEqual([['post.shared'], [], [], [], []]);
    const [line] = await unreadOf(nora);
    expect(line).toMatchObject({
      kind: 'post',
      family_id: nora.familyId,
      count: 1,
      actors: [{ user_id: sam.userId, name: 'Sam Whitlock' }],
      actor_count: 1,
      post: { id: post.id, looks: 'words', text: 'The plum tree', is_mine: false },
      comment: null,
      question: null,
      person: null,
    });
  });

  it('of a heart: the author of the post alone, and once, however often it is given', async () => {
    const { nora, ruth, leo } = await freshFamily();
    const post = await sharePost(at, nora);
    await jobsDone(at);
    await readAll();
    for (const method of ['PUT', 'DELETE', 'PUT', 'DELETE', 'PUT'] as const) {
      await heart(ruth, post.id, method);
      await jobsDone(at);
    }
    await heart(nora, post.id);
    expect(await Promise.all([nora, ruth, leo].map(eventsOf))).toEqual([['heart.given'], [], []]);
    expect(await unreadOf(nora)).toMatchObject([{ count: 1, actor_count: 1, post: { is_mine: true } }]);
    await heart(ruth, post.id, 'DELETE');
    expect(await eventsOf(nora)).toEqual([]);
  });

  it('of a comment: the author of the post, and who has said something about it', async () => {
    const { nora, sam, ruth, leo } = await freshFamily();
    const post = await sharePost(at, nora);
    await commentOn(at, ruth, post.id, { text: 'The first one' });
    await jobsDone(at);
    await readAll();
    const comment = await commentOn(at, leo, post.id, { text: 'can we do this again' });
    expect(await Promise.all([nora, sam, ruth, leo].map(eventsOf))).toEqual([['comment.made'], [], ['comment.made'], []]);
    expect(await unreadOf(ruth)).toMatchObject([{ comment: { id: comment.id, text: 'can we do this again' }, post: { is_mine: false } }]);
  });

  it('of a question: whoever is asked; of an answer: whoever sees it, as an answer and nothing else', async () => {
    const { nora, sam, ruth, leo } = await freshFamily();
    const question = await askQuestion(at, nora, { recipient_ids: [ruth.userId] });
    expect(await Promise.all([nora, sam, ruth, leo].map(eventsOf))).toEqual([[], [], ['question.asked'], []]);
    expect(await unreadOf(ruth)).toMatchObject([{ question: { id: question.id, text: 'Who taught you to swim?', is_mine: false } }]);
    await readAll();
    const answer = await answerQuestion(at, ruth, question.id);
    expect(await Promise.all([nora, sam, ruth, leo].map(eventsOf))).toEqual([['question.answered'], [], [], []]);
    expect(await unreadOf(nora)).toMatchObject([{ kind: 'answer', post: { id: answer.id }, question: { id: question.id, is_mine: true } }]);
  });

  it('of a reminder: who is reminded, each time', async () => {
    const { nora, ruth, leo } = await freshFamily();
    const question = await askQuestion(at, nora, { recipient_ids: [ruth.userId, leo.userId] });
    await jobsDone(at);
    await readAll();
    for (const expected of [1, 2]) {
      const answer = await call(at, nora, 'POST', `/api/questions/${question.id}/remind`, { user_ids: [ruth.userId] });
      expect(answer.json().data.reminded).toEqual([ruth.userId]);
      expect([await eventsOf(ruth), await eventsOf(leo), await eventsOf(nora)]).toEqual([
        Array.from({ length: expected }, () => 'question.reminded'),
        [],
        [],
      ]);
      at.clock.advance({ hours: 25 });
    }
  });

  it('of a member who joins: everybody else', async () => {
    const { nora, sam } = await freshFamily();
    const elsie = await addMember(at, nora.familyId, 'relative', 'Elsie');
    expect(await Promise.all([nora, sam, elsie].map(eventsOf))).toEqual([['member.joined'], ['member.joined'], []]);
    expect(await unreadOf(sam)).toMatchObject([{ kind: 'member', actors: [{ user_id: elsie.userId, name: 'Elsie Whitlock' }] }]);
    await removeMember(at, nora, elsie.userId);
    expect(await eventsOf(sam)).toEqual([]);
  });

  it('of what somebody may do in the family: whom it was changed for, by what they are now', async () => {
    const { nora, sam, ruth } = await freshFamily();
    const url = `/api/families/${nora.familyId}`;
    for (const role of ['guardian', 'relative', 'guardian']) {
      at.clock.advance({ minutes: 1 });
      expect((await call(at, nora, 'PATCH', `${url}/members/${ruth.userId}`, { role })).statusCode).toBe(200);
    }
    expect(await Promise.all([nora, sam].map(eventsOf))).toEqual([[], []]);
    expect(await unreadOf(ruth)).toMatchObject([
      { kind: 'member', event: 'role.changed', role: 'guardian', count: 3, actors: [{ user_id: nora.userId }], person: null },
    ]);
    await call(at, nora, 'POST', '/api/confirm-password', { password: goodPassword });
    expect((await call(at, nora, 'POST', `${url}/owner`, { user_id: sam.userId })).statusCode).toBe(200);
    expect(await Promise.all([nora, sam].map(eventsOf))).toEqual([[], ['role.changed']]);
    expect(await unreadOf(sam)).toMatchObject([{ role: 'owner', actors: [{ user_id: nora.userId }] }]);
  });

  it('of a family that is theirs because its owner is gone: its owner now', async () => {
    const { nora, sam, ruth } = await freshFamily();
    await call(at, nora, 'POST', '/api/confirm-password', { password: goodPassword });
    expect((await call(at, nora, 'DELETE', '/api/delete_account')).statusCode).toBe(200);
    expect(await unreadOf(sam)).toMatchObject([{ event: 'role.changed', role: 'owner', actors: [], actor_count: 0 }]);
    expect(await eventsOf(ruth)).toEqual([]);
  });

  it('of a wish that is asked for: who is asked', async () => {
    const { nora, sam, ruth } = await freshFamily();
    const child = await addChild(at, nora, { birth_day: '2020-12-10' });
    const answer = await call(at, nora, 'POST', `/api/birthdays/${child.heartwood_id}/remind`, { user_ids: [ruth.userId] });
    expect(answer.statusCode).toBe(200);
    expect(await Promise.all([nora, sam, ruth].map(eventsOf))).toEqual([[], [], ['wish.asked']]);
    expect(await unreadOf(ruth)).toMatchObject([
      { kind: 'birthday', actors: [{ user_id: nora.userId }], person: { heartwood_id: child.heartwood_id, name: 'Emma', is_me: false } },
    ]);
  });

  it('of an account that is deleted: nobody', async () => {
    const { nora, sam, ruth, leo } = await freshFamily();
    await commentOn(at, leo, (await sharePost(at, leo)).id, { text: 'Yes' });
    await jobsDone(at);
    await readAll();
    await at.platform.db.transaction((tx) => at.platform.features.eraseAccount(at.platform, tx, leo.userId));
    expect(await Promise.all([nora, sam, ruth].map(eventsOf))).toEqual([[], [], []]);
  });

  it('of what is opened to more people: those who did not see it before, once; who comes later, of nothing old', async () => {
    const { nora, sam, ruth, leo } = await freshFamily();
    const post = await sharePost(at, nora, { audience_user_ids: [ruth.userId] });
    expect(await Promise.all([sam, ruth, leo].map(eventsOf))).toEqual([[], ['post.shared'], []]);
    at.clock.advance({ hours: 1 });
    const elsie = await addMember(at, nora.familyId, 'relative', 'Elsie');
    await jobsDone(at);
    await readAll();
    await call(at, nora, 'PATCH', `/api/posts/${post.id}`, { audience: 'family' });
    expect(await Promise.all([nora, sam, ruth, leo, elsie].map(eventsOf))).toEqual([[], ['post.shared'], [], ['post.shared'], []]);
    await readAll();
    await call(at, nora, 'PATCH', `/api/posts/${post.id}`, { text: 'Another plum tree' });
    expect(await Promise.all([nora, sam, ruth, leo, elsie].map(eventsOf))).toEqual([[], [], [], [], []]);
  });
});

describe('what is told is shown as long as one may see it', () => {
  it('not while the post is deleted; again when it is brought back, as read as it was', async () => {
    const { nora, ruth } = await freshFamily();
    const post = await sharePost(at, nora);
    expect(await eventsOf(ruth)).toEqual(['post.shared']);
    await call(at, nora, 'DELETE', `/api/posts/${post.id}`);
    expect(await listOf(ruth)).toMatchObject({ unread_count: 0 });
    expect(await eventsOf(ruth)).toEqual([]);
    await call(at, nora, 'POST', `/api/posts/${post.id}/restore`);
    expect(await listOf(ruth)).toMatchObject({ unread_count: 1 });
    expect(await eventsOf(ruth)).toEqual(['post.shared']);
  });

  it('not while a comment or a question is deleted', async () => {
    const { nora, ruth, leo } = await freshFamily();
    const post = await sharePost(at, nora, { audience_user_ids: [ruth.userId] });
    const question = await askQuestion(at, leo, { recipient_ids: [nora.userId] });
    const comment = await commentOn(at, ruth, post.id, { text: 'The plums' });
    expect((await eventsOf(nora)).toSorted()).toEqual(['comment.made', 'question.asked']);
    await call(at, ruth, 'DELETE', `/api/comments/${comment.id}`);
    expect(await eventsOf(nora)).toEqual(['question.asked']);
    await call(at, leo, 'DELETE', `/api/questions/${question.id}`);
    expect(await eventsOf(nora)).toEqual([]);
    await call(at, ruth, 'POST', `/api/comments/${comment.id}/restore`);
    await call(at, leo, 'POST', `/api/questions/${question.id}/restore`);
    expect((await eventsOf(nora)).toSorted()).toEqual(['comment.made', 'question.asked']);
  });

  it('not to who is no longer in the audience, nor what was said of it; nor to who is no guardian any more', async () => {
    const { nora, sam, ruth } = await freshFamily();
    const post = await sharePost(at, nora);
    await commentOn(at, ruth, post.id, { text: 'The plums' });
    await commentOn(at, sam, post.id, { text: 'The pears' });
    const guarded = await sharePost(at, nora, { audience: 'guardians' });
    expect((await eventsOf(ruth)).toSorted()).toEqual(['comment.made', 'post.shared']);
    await call(at, nora, 'PATCH', `/api/posts/${post.id}`, { audience_user_ids: [sam.userId] });
    expect(await eventsOf(ruth)).toEqual([]);
    expect((await unreadOf(sam)).filter(({ event }) => event === 'post.shared')).toMatchObject([{ count: 2, post: { id: guarded.id } }]);
    await call(at, nora, 'PATCH', `/api/families/${nora.familyId}/members/${sam.userId}`, { role: 'relative' });
    expect((await unreadOf(sam)).filter(({ event }) => event === 'post.shared')).toMatchObject([{ count: 1, post: { id: post.id } }]);
  });

  it('not to who has left, nor what those did who have deleted their account', async () => {
    const { nora, sam, ruth, leo } = await freshFamily();
    await sharePost(at, leo);
    await sharePost(at, sam);
    expect(await eventsOf(ruth)).toEqual(['post.shared', 'post.shared']);
    await call(at, leo, 'POST', '/api/confirm-password', { password: goodPassword });
    expect((await call(at, leo, 'DELETE', '/api/delete_account')).statusCode).toBe(200);
    expect(await unreadOf(ruth)).toMatchObject([{ actors: [{ user_id: sam.userId }] }]);
    await removeMember(at, nora, ruth.userId);
    expect(await listOf(ruth)).toEqual({ items: [], next_cursor: null, unread_count: 0 });
    expect((await call(at, ruth, 'POST', '/api/notifications/read', {})).json().data).toEqual({ unread_count: 0 });
  });

  it('not of a family that nobody covers, but for what its owner is told of that', async () => {
    const { nora, sam, ruth } = await freshFamily();
    await sharePost(at, sam);
    expect(await Promise.all([nora, ruth].map(eventsOf))).toEqual([['post.shared'], ['post.shared']]);
    await at.platform.db.transaction((tx) =>
      record(at.platform, tx, actForFamily(nora.familyId, 'a test'), { type: 'plan.ended', ids: { family_id: nora.familyId } }),
    );
    expect(await Promise.all([nora, ruth].map(eventsOf))).toEqual([['plan.ended', 'post.shared'], ['post.shared']]);
    at.clock.advance({ days: 20 });
    expect(await Promise.all([nora, ruth].map(eventsOf))).toEqual([['plan.ended'], []]);
    expect([(await listOf(nora)).unread_count, (await listOf(ruth)).unread_count]).toEqual([1, 0]);
  });

  it('for ninety days, and then it is removed', async () => {
    const { nora, ruth } = await freshFamily();
    await at.platform.db.$client.query(`update families set trial_ends_at = '2030-01-01' where id = $1`, [nora.familyId]);
    await sharePost(at, nora);
    expect(await eventsOf(ruth)).toEqual(['post.shared']);
    const rows = async () => (await at.platform.db.$client.query('select 1 from notifications where user_id = $1', [ruth.userId])).rowCount;
    at.clock.advance({ days: notificationDays, minutes: -1 });
    await at.platform.db.$client.query('update sessions set last_used_at = $1', [at.clock.now()]);
    expect(await eventsOf(ruth)).toEqual(['post.shared']);
    at.clock.advance({ minutes: 2 });
    expect(await eventsOf(ruth)).toEqual([]);
    expect(await rows()).toBeGreaterThan(0);
    await clearNotifications(at.platform);
    expect(await rows()).toBe(0);
  });
});

describe('whatever happens to the job', () => {
  const told = async (userIds: string[]) =>
    (
      await at.platform.db.$client.query(
        `select user_id, fact, count(*)::int as times from notifications where user_id = any($1) group by user_id, fact order by 1, 2`,
        [userIds],
      )
    ).rows;

  it('done twice, and twice at once, it tells once; everybody is told, however many they are', async () => {
    const { nora, sam, ruth, leo } = await freshFamily();
    const post = await sharePost(at, nora);
    const recorded = {
      familyId: nora.familyId,
      actorId: nora.userId,
      type: 'post.shared' as const,
      ids: { post_id: post.id },
      at: at.clock.now().toISOString(),
    };
    await Promise.all(Array.from({ length: 4 }, () => tell(at.platform, recorded)));
    await jobsDone(at);
    await tell(at.platform, recorded);
    const ids = [sam, ruth, leo].map(({ userId }) => userId).toSorted();
    const facts = await told([nora.userId, ...ids]);
    expect(facts.filter(({ fact }) => fact.includes(post.id))).toEqual(
      ids.map((user_id) => ({ user_id, fact: `post.shared ${post.id}`, times: 1 })),
    );
  });

  it('what is gone for good by then is told to nobody, and the job ends', async () => {
    const { nora, ruth } = await freshFamily();
    const ids = {
      post_id: newId(at.clock),
      comment_id: newId(at.clock),
      question_id: newId(at.clock),
      heartwood_id: newId(at.clock),
      user_id: '',
    };
    const of = { familyId: nora.familyId, actorId: nora.userId, ids: { ...ids, user_id: ruth.userId }, at: at.clock.now().toISOString() };
    for (const type of [
      'post.shared',
      'post.changed',
      'comment.made',
      'heart.given',
      'question.asked',
      'question.reminded',
      'wish.asked',
    ] as const)
      await tell(at.platform, { ...of, type });
    await tell(at.platform, { ...of, familyId: newId(at.clock), type: 'post.shared' });
    expect(await eventsOf(ruth)).toEqual([]);
  });

  it('a large family is told in batches, each kept as soon as it is done', { timeout: 120_000 }, async () => {
    const { nora, ruth } = await freshFamily();
    const { rows } = await at.platform.db.$client.query(
      `with made as (
         insert into users select (jsonb_populate_record(u, jsonb_build_object('id', gen_random_uuid(), 'email', n || '@many.example.com'))).*
         from users u, generate_series(1, 1200) n where u.id = $2 returning id),
       named as (insert into profiles select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'user_id', made.id))).*
         from profiles p, made where p.user_id = $2),
       known as (insert into people select (jsonb_populate_record(p,
           jsonb_build_object('id', gen_random_uuid(), 'user_id', made.id, 'slug', made.id::text))).*
         from people p, made where p.user_id = $2 and p.family_id = $1 returning id, user_id)
       insert into members (family_id, user_id, person_id, role, joined_at)
       select $1, user_id, id, 'relative', $3 from known returning user_id`,
      [nora.familyId, ruth.userId, at.clock.now()],
    );
    const largest = vi.spyOn(at.platform.features, 'listenersOf');
    const post = await sharePost(at, nora);
    await jobsDone(at);
    const sizes = largest.mock.calls.filter(([, , { fact }]) => fact.type === 'post.shared').map(([, members]) => members.length);
    largest.mockRestore();
    expect(Math.max(...sizes)).toBe(500);
    const { rows: got } = await at.platform.db.$client.query('select user_id from notifications where post_id = $1', [post.id]);
    expect(got).toHaveLength(rows.length + 3);
  });
});

describe('who hears of it', () => {
  it('they alone, in each of their families: when they are told of more, and when they have read it elsewhere', async () => {
    const { nora, ruth, leo } = await freshFamily();
    const base = await at.app.listen({ port: 0, host: '127.0.0.1' });
    const own = await registerParent(at.app, { firstname: 'Ada' });
    await at.platform.db.transaction((tx) =>
      joinFamily(at.platform, tx, { familyId: nora.familyId, userId: own.userId, firstname: 'Ada', lastname: 'Stone', role: 'relative' }),
    );
    const readers = await Promise.all(
      (
        [
          [own, own.familyId],
          [own, nora.familyId],
          [leo, nora.familyId],
        ] as const
      ).map(([user, familyId]) => EventReader.open(base, user.token, {}, `?family_id=${familyId}`)),
    );
    const [inOwn, inHers, leos] = readers as [EventReader, EventReader, EventReader];
    await sharePost(at, nora, { audience_user_ids: [own.userId] });
    const changed = { user_id: own.userId };
    await inOwn.hears('notifications.changed', changed);
    await inHers.hears('notifications.changed', changed);
    const heardBefore = inOwn.told.length;
    await call(at, own, 'POST', '/api/notifications/read');
    await vi.waitFor(() => expect(inOwn.told.length).toBe(heardBefore + 1), { timeout: 10_000 });
    await sharePost(at, ruth, { audience_user_ids: [leo.userId] });
    await leos.hears('notifications.changed', { user_id: leo.userId });
    for (const [reader, id] of [
      [inOwn, own.userId],
      [inHers, own.userId],
      [leos, leo.userId],
    ] as const)
      expect(new Set(reader.told.map(({ data }) => data['user_id']))).toEqual(new Set([id]));
    for (const reader of readers) reader.close();
  });
});
