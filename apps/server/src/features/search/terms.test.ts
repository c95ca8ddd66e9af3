import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { addMember, call } from '#test/members.ts';
import type { TestMember } from '#test/members.ts';
import { addChild, registerParent } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { keepMoment, shareNext } from '#test/posts.ts';
import { phonePhoto } from '#test/photos.ts';

let at: TestApp;
let nora: TestUser;
let ruth: TestMember;
let leo: TestMember;
beforeAll(async () => {
  at = await startApp({ env: { RATE_LIMITS: 'off' } });
  nora = await registerParent(at.app);
  ruth = await addMember(at, nora.familyId, 'relative', 'Ruth');
  leo = await addMember(at, nora.familyId, 'relative', 'Leo');
});
afterAll(() => at.close());

const found = async (user: TestUser, q: string): Promise<string[]> => {
  const answer = await call(at, user, 'GET', `/api/search?${new URLSearchParams({ q }).toString()}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data.posts.map(({ id }: { id: string }) => id);
};
describe('what is nearly right', () => {
  it('is found among many that are newer', async () => {
    const old = await shareNext(at, leo, 'The zither in the attic');
    const { rows } = await at.platform.db.$client.query<{ id: string }>(
      `insert into posts (id, family_id, author_id, kind, text, occurred_on, audience, version, created_at, updated_at)
       select gen_random_uuid(), $1, $2, 'memory', 'hither thither either wither ' || n, date '2026-01-01', 'family', 1,
         $3::timestamptz + n * interval '1 second', $3::timestamptz from generate_series(1, 1500) n returning id`,
      [nora.familyId, leo.userId, at.clock.now()],
    );
    at.clock.advance({ hours: 1 });
    expect(await found(nora, 'zither')).toEqual([old]);
    expect(await found(nora, 'zitehr')).toEqual([old]);
    expect(await found(nora, 'thitherr')).toHaveLength(20);
    expect(await found(nora, 'wither 3')).toHaveLength(20);
    expect(await found(nora, 'wither 777')).toHaveLength(1);
    await at.platform.db.$client.query('delete from posts where id = any($1)', [rows.map(({ id }) => id)]);
  });

  it('is found only in what one may see', async () => {
    const posts = {
      all: await shareNext(at, leo, 'A marionette for all'),
      guardians: await shareNext(at, leo, 'A marionette for guardians', { audience: 'guardians' }),
      ruth: await shareNext(at, leo, 'A marionette for Ruth', { audience_user_ids: [ruth.userId] }),
      own: await shareNext(at, leo, 'A marionette, secretly', { audience: 'me' }),
    };
    const stranger = await registerParent(at.app, { lastname: 'Stone' });
    for (const q of ['marionete', 'marionnette', 'ariont', 'arionett']) {
      const seen = await Promise.all([nora, ruth, leo, stranger].map((user) => found(user, q)));
      const some =
        q === 'ariont'
          ? [[], [], [], []]
          : [[posts.guardians, posts.all], [posts.ruth, posts.all], [posts.own, posts.ruth, posts.guardians, posts.all], []];
      expect([q, seen]).toEqual([q, some]);
    }
    expect(await found(nora, 'secretli marionete')).toEqual([]);
    expect(await found(leo, 'secretli marionete')).toEqual([posts.own]);
  });
});

describe('a word with a slip', () => {
  it('is found while it is there: not before, not in what was changed, deleted or erased', async () => {
    const slip = (wrong: string) => found(nora, wrong);
    const post = await shareNext(at, leo, 'Rutabaga and celeriac');
    const said = (await call(at, nora, 'POST', `/api/posts/${post}/comments`, { text: 'Kohlrabi, too' })).json().data.comment.id as string;
    const comments = async () =>
      (await call(at, nora, 'GET', '/api/search?q=kolrabi')).json().data.comments.map(({ id }: { id: string }) => id);
    expect([await slip('rutebaga'), await slip('celerica'), await comments()]).toEqual([[post], [post], [said]]);
    await call(at, leo, 'PATCH', `/api/posts/${post}`, { text: 'Only celeriac' });
    await call(at, nora, 'PATCH', `/api/comments/${said}`, { text: 'Salsify' });
    expect([await slip('rutebaga'), await slip('celerica'), await comments()]).toEqual([[], [post], []]);
    await call(at, leo, 'DELETE', `/api/posts/${post}`);
    expect(await slip('celerica')).toEqual([]);
    await call(at, leo, 'POST', `/api/posts/${post}/restore`);
    expect(await slip('celerica')).toEqual([post]);
    await at.platform.db.$client.query('delete from posts where id = $1', [post]);
    expect(await slip('celerica')).toEqual([]);
  });
});

describe('a search', () => {
  it('finds what is said of a photo, nearly, too, and shows it', async () => {
    const form = new FormData();
    form.append('images[0]', new File([new Uint8Array(await phonePhoto(64, 48))], 'photo.jpg', { type: 'image/jpeg' }));
    form.append('text', 'At the lake');
    const { post } = (await call(at, leo, 'POST', '/api/posts', form)).json().data as { post: { id: string; media: { id: string }[] } };
    await call(at, leo, 'PATCH', `/api/posts/${post.id}`, { captions: { [post.media[0]!.id]: 'The heron on one leg' } });
    for (const q of ['heron', 'heronn', 'lake heron']) expect([q, await found(nora, q)]).toEqual([q, [post.id]]);
    const answer = await call(at, nora, 'GET', '/api/search?q=heron');
    const [first] = answer.json().data.posts as { excerpt: { text: string; hit: boolean }[] }[];
    expect(first?.excerpt.map(({ text }) => text).join('')).toBe('The heron on one leg');
    await call(at, leo, 'PATCH', `/api/posts/${post.id}`, { captions: { [post.media[0]!.id]: '' } });
    expect(await found(nora, 'heron')).toEqual([]);
  });

  it('finds signs, also among others', async () => {
    const cake = await shareNext(at, leo, 'Seven years 🎂🎈');
    const heart = await shareNext(at, leo, 'For you ❤️');
    expect(await found(nora, '🎂')).toEqual([cake]);
    expect(await found(nora, '🎈🎂')).toEqual([cake]);
    expect(await found(nora, 'years 🎂')).toEqual([cake]);
    for (const q of ['❤', '❤️', 'you ❤️']) expect([q, await found(nora, q)]).toEqual([q, [heart]]);
    expect(await found(nora, '🎄')).toEqual([]);
  });
});

describe('a moment', () => {
  it('is found by its words and by what its milestone is called, also with a slip, by who may see it', async () => {
    const emma = await addChild(at, nora, { name: 'Emmeline' });
    const keep = async (more: object) => (await keepMoment(at, nora, { people: [emma.heartwood_id], ...more })).id;
    const tooth = await keep({ milestone: 'first-tooth', occurred_on: '2026-03-01', text: 'It glittered in the porridge' });
    const swam = await keep({ title: 'Swam across the lagoon', occurred_on: '2026-04-01', text: 'With a glittering wake' });
    const moments = async (user: TestUser, q: string) => {
      const answer = await call(at, user, 'GET', `/api/search?${new URLSearchParams({ q }).toString()}`);
      return answer.json().data.moments.map(({ id }: { id: string }) => id);
    };
    for (const [q, ids] of [
      ['glitter', [swam, tooth]],
      ['tooth', [tooth]],
      ['porridge tooth', [tooth]],
      ['porrigde toooth', [tooth]],
      ['orridge', [tooth]],
      ['lagoon swam', [swam]],
      ['lagon', [swam]],
      ['lagon March 2026', []],
      ['lagoon March 2026', []],
      ['lagon April 2026', [swam]],
      ['tooth lagoon', []],
    ] as const)
      expect([q, await moments(nora, q)]).toEqual([q, ids]);
    for (const q of ['lagoon', 'lagon', 'tooth', 'toooth', 'April 2026']) expect([q, await moments(leo, q)]).toEqual([q, []]);
    await call(at, nora, 'PATCH', `/api/moments/${swam}`, { title: 'Swam across the fjord' });
    expect([await moments(nora, 'lagon'), await moments(nora, 'fjrod')]).toEqual([[], [swam]]);
    await call(at, nora, 'DELETE', `/api/moments/${swam}`);
    expect([await moments(nora, 'fjord'), await moments(nora, 'fjrod')]).toEqual([[], []]);
  });
});
