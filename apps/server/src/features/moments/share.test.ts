import { randomUUID } from 'node:crypto';
import type { Media } from '@heartwood/contract/media';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { mediaFolders } from '#test/files.ts';
import { oneAfterTheOther, whileChanging } from '#test/held.ts';
import { call, makeFamily } from '#test/members.ts';
import type { TestMember } from '#test/members.ts';
import { addChild, registerParent } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { purgePosts } from '#features/posts/jobs.ts';
import { purgeMoments } from './jobs.ts';
import { uploadPhoto } from '#test/media.ts';
import { keepMoment } from '#test/posts.ts';

let at: TestApp;
let nora: TestUser;
let sam: TestMember;
let ruth: TestMember;
let emma: string;

beforeEach(async () => {
  await at?.close();
  at = await startApp();
  ({ nora, sam, ruth } = await makeFamily(at));
  emma = (await addChild(at, nora, { name: 'Emma', birth_day: '2023-09-12' })).heartwood_id;
  await at.platform.db.$client.query('update families set trial_ends_at = $1', [new Date('2030-01-01')]);
});
afterAll(() => at.close());

const keep = (by: TestUser, input: object) =>
  keepMoment(at, by, { people: [emma], title: 'First steps', occurred_on: '2024-10-12', ...input });
const share = (by: TestUser, id: string, audience: object = {}) => call(at, by, 'POST', `/api/moments/${id}/share`, audience);
const status = async (by: TestUser, url: string) => (await call(at, by, 'GET', url)).statusCode;
const ids = async (table: string) =>
  (await at.platform.db.$client.query<{ id: string }>(`select id from ${table} order by id`)).rows.map((row) => row.id);
const personOf = async ({ userId, familyId }: TestUser) =>
  (await at.platform.db.$client.query<{ id: string }>('select id from people where user_id = $1 and family_id = $2', [userId, familyId]))
    .rows[0]?.id;
const later = (days: number) => at.clock.advance({ days, seconds: 1 });

describe('sharing a moment', () => {
  it.each(['sharing', 'deleting'] as const)(
    '%s is refused to who sees it no longer, because it has become another’s meanwhile',
    async (verb) => {
      const { id } = await keep(ruth, { people: [await personOf(ruth)], text: 'Mine.' });
      const change = `with held as (select id from families where id = $2 for no key update),
      other as (update moment_people set person_id = $3 where moment_id = $1)
      update moments set text = 'No longer hers.' from held where moments.id = $1`;
      const act = () => (verb === 'sharing' ? share(ruth, id) : call(at, ruth, 'DELETE', `/api/moments/${id}`));
      const answer = await whileChanging(at, { text: change, values: [id, nora.familyId, emma] }, act);
      expect([answer.statusCode, await ids('posts'), await status(nora, `/api/moments/${id}`)]).toEqual([404, [], 200]);
    },
  );

  it('makes a post with its words, day, people and photos; the moment itself stays where it was', async () => {
    const medium = await uploadPhoto(at, nora);
    const { id } = await keep(nora, { text: 'Three of them.', media_ids: [medium] });
    const answer = await share(sam, id);
    expect(answer.statusCode, answer.body).toBe(201);
    const { post, moment } = answer.json().data;
    expect(post).toMatchObject({
      kind: 'moment',
      text: 'First steps\n\nThree of them.',
      occurred_on: '2024-10-12',
      people: [emma],
      audience: 'family',
      author: { user_id: sam.userId },
    });
    expect(post.media.map((one: Media) => one.id)).toEqual([medium]);
    expect([moment.id, moment.post_id]).toEqual([id, post.id]);
    expect(await status(ruth, `/api/posts/${post.id}`)).toBe(200);
    expect(await status(ruth, `/api/media/${medium}`)).toBe(200);
    expect(await status(ruth, `/api/moments/${id}`)).toBe(404);
  });

  it('twice, or by two at once, makes one post', async () => {
    const { id } = await keep(nora, {});
    const answers = await Promise.all([share(nora, id), share(sam, id), share(nora, id)]);
    expect(new Set(answers.map((answer) => answer.json().data.post.id)).size).toBe(1);
    expect(await ids('posts')).toHaveLength(1);
  });

  it('again with its key is the same post, also where that is deleted meanwhile; with another audience it is refused', async () => {
    const { id } = await keep(nora, {});
    const headers = { 'idempotency-key': randomUUID() };
    const send = (audience: object) => call(at, nora, 'POST', `/api/moments/${id}/share`, audience, headers);
    const { post } = (await send({})).json().data;
    expect((await send({})).json().data.post.id).toBe(post.id);
    expect((await send({ audience: 'me' })).statusCode).toBe(409);
    await call(at, nora, 'DELETE', `/api/posts/${post.id}`);
    expect((await send({})).statusCode).toBe(404);
  });

  it('goes to whom it is shared with and nobody else; who cannot see that post may share it anew', async () => {
    const { id } = await keep(nora, { media_ids: [await uploadPhoto(at, nora)] });
    const hers = (await share(nora, id, { audience: 'me' })).json().data.post;
    expect((await call(at, sam, 'GET', `/api/moments/${id}`)).json().data.moment.post_id).toBeNull();
    expect(await status(sam, `/api/posts/${hers.id}`)).toBe(404);
    const his = (await share(sam, id, { audience_user_ids: [ruth.userId] })).json().data.post;
    expect(his.id).not.toBe(hers.id);
    expect(await status(ruth, `/api/posts/${his.id}`)).toBe(200);
    const stranger = await registerParent(at.app, { lastname: 'Stone' });
    expect((await share(nora, (await keep(nora, {})).id, { audience_user_ids: [stranger.userId] })).statusCode).toBe(422);
    expect(await ids('posts')).toHaveLength(2);
  });

  it('whose post was deleted can be shared again', async () => {
    const { id } = await keep(nora, {});
    const first = (await share(nora, id)).json().data.post;
    await call(at, nora, 'DELETE', `/api/posts/${first.id}`);
    expect((await call(at, nora, 'GET', `/api/moments/${id}`)).json().data.moment.post_id).toBeNull();
    expect((await share(nora, id)).json().data.post.id).not.toBe(first.id);
  });
});

describe('a moment that is shared as it is kept', () => {
  const both = (by: TestUser, input: object, headers = {}) =>
    call(at, by, 'POST', '/api/moments', { people: [emma], title: 'First steps', occurred_on: '2024-10-12', ...input }, headers);

  it('is there with its post, in which others may be; tried again it is the same two', async () => {
    const medium = await uploadPhoto(at, nora);
    const input = {
      text: 'Three of them.',
      media_ids: [medium],
      share: { audience: 'guardians', people: [emma, ruth.personId], captions: { [medium]: 'By the door' } },
    };
    const headers = { 'idempotency-key': randomUUID() };
    const [first, again] = [await both(nora, input, headers), await both(nora, input, headers)];
    expect(first.statusCode, first.body).toBe(201);
    const { moment, post } = first.json().data;
    expect(moment).toMatchObject({ title: 'First steps', people: [emma], post_id: post.id });
    expect(post).toMatchObject({
      kind: 'moment',
      text: 'First steps\n\nThree of them.',
      people: [emma, ruth.personId],
      audience: 'guardians',
      captions: { [medium]: 'By the door' },
    });
    expect(again.json().data.post.id).toBe(post.id);
    expect([await ids('posts'), await ids('moments')]).toEqual([[post.id], [moment.id]]);
    expect(await status(sam, `/api/posts/${post.id}`)).toBe(200);
    expect(await status(ruth, `/api/posts/${post.id}`)).toBe(404);
  });

  it('is neither kept nor shared where either is refused', async () => {
    const stranger = await registerParent(at.app, { lastname: 'Stone' });
    const audience = await both(nora, { share: { audience_user_ids: [stranger.userId] } });
    const inIt = await both(nora, { share: { people: [stranger.userId] } });
    const shelf = await both(nora, { share: { subcategory_id: stranger.userId } });
    expect([audience, inIt, shelf].map((answer) => Object.keys(answer.json().errors)[0])).toEqual([
      'audience_user_ids',
      'share.people',
      'subcategory_id',
    ]);
    expect((await both(ruth, { share: {} })).statusCode).toBe(404);
    expect((await both(nora, { milestone: 'first-steps', share: {} })).statusCode).toBe(201);
    expect((await both(sam, { milestone: 'first-steps', share: {} })).statusCode).toBe(422);
    expect([(await ids('posts')).length, (await ids('moments')).length]).toEqual([1, 1]);
  });
});

describe('photos that a moment and its post show', () => {
  it('stay with the moment when the post is gone for good, and go with the last of them', async () => {
    const medium = await uploadPhoto(at, nora);
    const { id } = await keep(nora, { media_ids: [medium] });
    const { post } = (await share(sam, id)).json().data;
    await call(at, sam, 'DELETE', `/api/posts/${post.id}`);
    later(30);
    await purgePosts(at.platform);
    expect([await ids('posts'), await ids('media')]).toEqual([[], [medium]]);
    expect((await call(at, nora, 'GET', `/api/moments/${id}`)).json().data.moment.media).toHaveLength(1);
    await call(at, nora, 'DELETE', `/api/moments/${id}`);
    await purgeMoments(at.platform);
    expect(await ids('moments')).toEqual([id]);
    later(30);
    await purgeMoments(at.platform);
    expect([await ids('moments'), await ids('media')]).toEqual([[], []]);
    await expect.poll(() => mediaFolders(at), { timeout: 10_000 }).toEqual([]);
  });

  it('stay with the post when the moment is gone for good, and when the moment lets them go', async () => {
    const [a, b] = [await uploadPhoto(at, nora), await uploadPhoto(at, nora)];
    const { id } = await keep(nora, { media_ids: [a, b] });
    const { post } = (await share(nora, id)).json().data;
    await call(at, nora, 'PATCH', `/api/moments/${id}`, { media_ids: [a] });
    await call(at, nora, 'DELETE', `/api/moments/${id}`);
    later(31);
    await purgeMoments(at.platform);
    expect((await call(at, ruth, 'GET', `/api/posts/${post.id}`)).json().data.post.media.map((one: Media) => one.id)).toEqual([a, b]);
    expect(await ids('media')).toEqual([a, b].toSorted());
  });

  it('go with the last of several posts that are gone at once', async () => {
    const { id } = await keep(nora, { media_ids: [await uploadPhoto(at, nora)] });
    for (let n = 0; n < 2; n += 1) {
      const { post } = (await share(nora, id)).json().data;
      expect(post.media).toHaveLength(1);
      await call(at, nora, 'DELETE', `/api/posts/${post.id}`);
    }
    await call(at, nora, 'DELETE', `/api/moments/${id}`);
    later(31);
    await purgePosts(at.platform);
    expect(await ids('media')).toHaveLength(1);
    await purgeMoments(at.platform);
    expect(await ids('media')).toEqual([]);
  });

  it('a photo taken out of the post alone stays in the moment', async () => {
    const medium = await uploadPhoto(at, nora);
    const { id } = await keep(nora, { media_ids: [medium] });
    const { post } = (await share(nora, id)).json().data;
    await call(at, nora, 'PATCH', `/api/posts/${post.id}`, { media_ids: [] });
    const held = await at.platform.db.$client.query('select unclaimed_since, more_holders from media');
    expect(held.rows).toEqual([{ unclaimed_since: null, more_holders: 0 }]);
    expect(await status(sam, `/api/media/${medium}`)).toBe(200);
    expect(await status(ruth, `/api/media/${medium}`)).toBe(404);
  });
});

describe('a photo that is put back', () => {
  const edit = (by: TestUser, url: string, media_ids: string[]) => call(at, by, 'PATCH', url, { media_ids });
  const held = async () =>
    (await at.platform.db.$client.query('select unclaimed_since is null as held, more_holders from media order by id')).rows;
  const mediaIn = (answer: Awaited<ReturnType<typeof call>>, what: 'post' | 'moment') => {
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().data[what].media.map((one: Media) => one.id);
  };

  it('into the post is one of its moment again, also for who shared another’s', async () => {
    const medium = await uploadPhoto(at, nora);
    const { id } = await keep(nora, { media_ids: [medium] });
    const { post } = (await share(sam, id)).json().data;
    for (const media of [[], [medium], [], [medium]])
      expect(mediaIn(await edit(sam, `/api/posts/${post.id}`, media), 'post')).toEqual(media);
    expect(await held()).toEqual([{ held: true, more_holders: 1 }]);
    await call(at, nora, 'DELETE', `/api/moments/${id}`);
    later(31);
    await purgeMoments(at.platform);
    expect(await held()).toEqual([{ held: true, more_holders: 0 }]);
    expect(await status(ruth, `/api/media/${medium}`)).toBe(200);
  });

  it('into the moment is one of its post, for who has uploaded it', async () => {
    const medium = await uploadPhoto(at, nora);
    const { id } = await keep(nora, { media_ids: [medium] });
    const { post } = (await share(sam, id)).json().data;
    expect(mediaIn(await edit(nora, `/api/moments/${id}`, []), 'moment')).toEqual([]);
    expect((await edit(sam, `/api/moments/${id}`, [medium])).statusCode).toBe(422);
    expect(mediaIn(await edit(nora, `/api/moments/${id}`, [medium]), 'moment')).toEqual([medium]);
    expect(await held()).toEqual([{ held: true, more_holders: 1 }]);
    await call(at, sam, 'DELETE', `/api/posts/${post.id}`);
    later(31);
    await purgePosts(at.platform);
    expect(await held()).toEqual([{ held: true, more_holders: 0 }]);
  });

  it.each(['taken out after it', 'taken out before it'])(
    'while it is taken out of the moment is held by what shows it: %s',
    async (order) => {
      const medium = await uploadPhoto(at, nora);
      const { id } = await keep(nora, { media_ids: [medium] });
      const { post } = (await share(nora, id)).json().data;
      await edit(nora, `/api/posts/${post.id}`, []);
      const putBack = () => edit(nora, `/api/posts/${post.id}`, [medium]);
      const takeOut = () => edit(nora, `/api/moments/${id}`, []);
      const row = { text: 'select from media where id = $1 for no key update', values: [medium] };
      const [first, second] = order === 'taken out after it' ? [putBack, takeOut] : [takeOut, putBack];
      const answers = await oneAfterTheOther(at, row, first, second);
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(order === 'taken out after it' ? [200, 200] : [200, 422]);
      expect(await held()).toEqual([{ held: order === 'taken out after it', more_holders: 0 }]);
    },
  );

  it('is never of another moment, of one that is deleted, or of one that its author sees no longer', async () => {
    const [medium, other] = [await uploadPhoto(at, nora), await uploadPhoto(at, nora)];
    const { id } = await keep(nora, { media_ids: [medium] });
    await keep(nora, { title: 'First words', media_ids: [other] });
    const { post } = (await share(sam, id)).json().data;
    await edit(sam, `/api/posts/${post.id}`, []);
    const plain = (await call(at, sam, 'POST', '/api/posts', { text: 'The plum tree' })).json().data.post;
    const attempts = async () => [
      (await edit(sam, `/api/posts/${post.id}`, [other])).statusCode,
      (await edit(sam, `/api/posts/${plain.id}`, [medium])).statusCode,
      (await edit(sam, `/api/posts/${post.id}`, [medium])).statusCode,
    ];
    await call(at, nora, 'PATCH', `/api/families/${nora.familyId}/members/${sam.userId}`, { role: 'relative' });
    expect(await attempts()).toEqual([422, 422, 422]);
    await call(at, nora, 'PATCH', `/api/families/${nora.familyId}/members/${sam.userId}`, { role: 'guardian' });
    await call(at, nora, 'DELETE', `/api/moments/${id}`);
    expect(await attempts()).toEqual([422, 422, 422]);
    await call(at, nora, 'POST', `/api/moments/${id}/restore`);
    expect(await attempts()).toEqual([422, 422, 200]);
    expect(await held()).toEqual([
      { held: true, more_holders: 1 },
      { held: true, more_holders: 0 },
    ]);
  });
});

describe('what is stored of moments', () => {
  it('goes with the account of whoever kept it, in left families too, and nothing of others', async () => {
    const hers = await keep(nora, { title: 'Nora’s' });
    const gone = await keep(sam, { title: 'Sam’s', media_ids: [await uploadPhoto(at, sam)] });
    await share(nora, gone.id);
    await call(at, nora, 'DELETE', `/api/families/${nora.familyId}/members/${sam.userId}`);
    expect((await call(at, sam, 'DELETE', '/api/delete_account')).statusCode).toBe(200);
    expect(await ids('moments')).toEqual([hers.id]);
    expect(await ids('media')).toEqual([]);
    expect(await status(nora, `/api/moments/${hers.id}`)).toBe(200);
    await expect.poll(() => mediaFolders(at), { timeout: 10_000 }).toEqual([]);
  });

  it('of others stays when whose it is deletes their account: it is then of who has kept it, milestone in words', async () => {
    const medium = await uploadPhoto(at, nora);
    const hers = { people: [ruth.personId], milestone: 'first-steps', occurred_on: '2024-10-12', media_ids: [medium] };
    const kept = await keepMoment(at, nora, hers);
    const deleted = await keep(sam, { people: [ruth.personId], title: 'Deleted' });
    await call(at, nora, 'DELETE', `/api/moments/${deleted.id}`);
    const both = await keep(nora, { people: [emma, ruth.personId], title: 'Both' });
    expect((await call(at, ruth, 'DELETE', '/api/delete_account')).statusCode).toBe(200);
    await purgeMoments(at.platform);
    expect([await ids('moments'), await ids('media')]).toEqual([[kept.id, deleted.id, both.id].toSorted(), [medium]]);
    const found = async (id: string) => (await call(at, sam, 'GET', `/api/moments/${id}`)).json().data.moment;
    expect(await found(kept.id)).toMatchObject({ people: [await personOf(nora)], title: kept.title, milestone: null });
    expect(await found(both.id)).toMatchObject({ people: [emma], title: 'Both' });
    expect((await call(at, sam, 'POST', `/api/moments/${deleted.id}/restore`)).statusCode).toBe(200);
    expect(await found(deleted.id)).toMatchObject({ people: [sam.personId], title: 'Deleted' });
  });

  it('of others who have left stays, too, the owner’s: also when the family remembers them no longer after that', async () => {
    const { id } = await keep(sam, { people: [ruth.personId], title: 'Sam’s' });
    await call(at, nora, 'DELETE', `/api/families/${nora.familyId}/members/${sam.userId}`);
    expect((await call(at, ruth, 'DELETE', '/api/delete_account')).statusCode).toBe(200);
    expect((await call(at, nora, 'DELETE', `/api/family-relationships/${sam.personId}`)).statusCode).toBe(200);
    await purgeMoments(at.platform);
    expect((await call(at, nora, 'GET', `/api/moments/${id}`)).json().data.moment.people).toEqual([await personOf(nora)]);
  });

  it('of others who are guardians no longer stays, too, and they do not see it again', async () => {
    const { id } = await keep(sam, { people: [ruth.personId], title: 'Sam’s' });
    await call(at, nora, 'PATCH', `/api/families/${nora.familyId}/members/${sam.userId}`, { role: 'relative' });
    expect(await status(sam, `/api/moments/${id}`)).toBe(404);
    expect((await call(at, ruth, 'DELETE', '/api/delete_account')).statusCode).toBe(200);
    expect(await status(sam, `/api/moments/${id}`)).toBe(404);
    expect((await call(at, nora, 'GET', `/api/moments/${id}`)).json().data.moment.people).toEqual([await personOf(nora)]);
  });

  it('of others says before its text which milestone it was, where it has a title of its own', async () => {
    const hers = { people: [ruth.personId], milestone: 'first-steps', title: 'Across the kitchen' };
    const [told, plain] = [await keep(nora, { ...hers, text: 'Four of them.' }), await keep(nora, { ...hers, milestone: 'first-bath' })];
    expect((await call(at, ruth, 'DELETE', '/api/delete_account')).statusCode).toBe(200);
    const found = async (id: string) => (await call(at, nora, 'GET', `/api/moments/${id}`)).json().data.moment;
    const title = 'Across the kitchen';
    expect(await found(told.id)).toMatchObject({ title, text: 'First steps\n\nFour of them.', milestone: null });
    expect(await found(plain.id)).toMatchObject({ title, text: 'First bath', milestone: null });
  });

  it('goes with the person: at once from every screen, within the hour from the database', async () => {
    const both = await keep(nora, { people: [emma, ruth.personId] });
    const { id } = await keep(nora, { media_ids: [await uploadPhoto(at, nora)] });
    expect((await call(at, nora, 'DELETE', `/api/family-relationships/${emma}`)).statusCode).toBe(200);
    expect(await status(nora, `/api/moments/${id}`)).toBe(404);
    expect((await call(at, nora, 'GET', '/api/moments')).json().data.total).toBe(1);
    await purgeMoments(at.platform);
    expect([await ids('moments'), await ids('media')]).toEqual([[both.id], []]);
  });

  it('goes with the family', async () => {
    await keep(nora, { media_ids: [await uploadPhoto(at, nora)] });
    for (const who of [sam, ruth, nora]) await call(at, who, 'DELETE', '/api/delete_account');
    expect([await ids('moments'), await ids('media')]).toEqual([[], []]);
    await expect.poll(() => mediaFolders(at), { timeout: 10_000 }).toEqual([]);
  });
});
