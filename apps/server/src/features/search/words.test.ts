import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { addMember, call } from '#test/members.ts';
import type { TestMember } from '#test/members.ts';
import { registerParent } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { phonePhoto } from '#test/photos.ts';
import { nearly, slips } from './rules.ts';
import { loseWords } from './store.ts';

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

const share = async (user: TestUser, text: string, more: object = {}): Promise<string> => {
  at.clock.advance({ seconds: 1 });
  const answer = await call(at, user, 'POST', '/api/posts', { text, ...more });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().data.post.id;
};
const found = async (user: TestUser, q: string): Promise<string[]> => {
  const answer = await call(at, user, 'GET', `/api/search?${new URLSearchParams({ q }).toString()}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data.posts.map(({ id }: { id: string }) => id);
};
/** The words of a family once the hourly job has been there. */
const words = async (familyId = nora.familyId): Promise<string[]> => {
  await loseWords(at.platform.db);
  const { rows } = await at.platform.db.$client.query('select word from family_words where family_id = $1 order by 1', [familyId]);
  return rows.map(({ word }) => word as string);
};
/** What the words of a family are by their posts and comments. */
const used = async (familyId = nora.familyId): Promise<string[]> => {
  const { rows } = await at.platform.db.$client.query(
    `select distinct unnest(tsvector_to_array(search)) as word from (
      select search from posts where family_id = $1 and deleted_at is null union all
      select search from comments where family_id = $1 and deleted_at is null) s order by 1`,
    [familyId],
  );
  return rows.map(({ word }) => word as string);
};

describe('what is nearly right', () => {
  it('is judged among all words of a family, whatever is newer and alike', async () => {
    const old = await share(leo, 'The zither in the attic');
    const { rows } = await at.platform.db.$client.query<{ id: string }>(
      `insert into posts (id, family_id, author_id, kind, text, occurred_on, audience, version, created_at, updated_at)
       select gen_random_uuid(), $1, $2, 'memory', 'zit hither thither either wither ' || n, date '2026-01-01', 'family', 1,
         $3::timestamptz + n * interval '1 second', $3::timestamptz from generate_series(1, 1500) n returning id`,
      [nora.familyId, leo.userId, at.clock.now()],
    );
    at.clock.advance({ hours: 1 });
    expect(await found(nora, 'zither')).toEqual([old]);
    expect(await found(nora, 'zitehr')).toEqual([old]);
    expect(await found(nora, 'zither')).toEqual([old]);
    expect(await found(nora, 'thitherr')).toHaveLength(20);
    expect(await found(nora, 'wither 3')).toHaveLength(20);
    expect(await found(nora, 'wither 777')).toHaveLength(1);
    await at.platform.db.$client.query('delete from posts where id = any($1)', [rows.map(({ id }) => id)]);
    expect(await words()).toEqual(await used());
  });

  it('finds every word with the slips that are forgiven, and each only where it is', async () => {
    const word = fc.string({ unit: fc.constantFrom(...'abcdefgh'), minLength: 3, maxLength: 14 });
    const edited = fc
      .tuple(
        word,
        fc.array(fc.tuple(fc.nat(), fc.constantFrom('left out', 'put in', 'changed', 'exchanged'), fc.constantFrom(...'abcxyz')), {
          minLength: 1,
          maxLength: 2,
        }),
      )
      .map(([right, edits]) => {
        let wrong = right;
        for (const [place, slip, letter] of edits) {
          const n = place % wrong.length;
          const [before, one, after] = [wrong.slice(0, n), wrong[n] ?? '', wrong.slice(n + 1)];
          wrong =
            slip === 'left out'
              ? before + after
              : slip === 'put in'
                ? before + letter + one + after
                : slip === 'changed'
                  ? before + letter + after
                  : before + after.slice(0, 1) + one + after.slice(1);
          if (wrong === '') return [right, right] as const;
        }
        return [right, wrong] as const;
      });
    const pairs = fc.sample(edited, 3_000).filter(([right, wrong]) => nearly(right, wrong));
    expect(pairs.length).toBeGreaterThan(500);
    const { rows } = await at.platform.db.$client.query<{ met: boolean }>(
      `select search_pieces(known, case when length(known) < 6 then 1 else 2 end) && search_pieces(asked, slips) as met
       from unnest($1::text[], $2::text[], $3::int[]) t (known, asked, slips)`,
      [pairs.map(([right]) => right), pairs.map(([, wrong]) => wrong), pairs.map(([, wrong]) => slips(wrong.length))],
    );
    expect(pairs.filter((_, n) => !rows[n]?.met)).toEqual([]);
  });

  it('is found only in what one may see', async () => {
    const posts = {
      all: await share(leo, 'A marionette for all'),
      guardians: await share(leo, 'A marionette for guardians', { audience: 'guardians' }),
      ruth: await share(leo, 'A marionette for Ruth', { audience_user_ids: [ruth.userId] }),
      own: await share(leo, 'A marionette, secretly', { audience: 'me' }),
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

describe('the words of a family', () => {
  it('are those of what is there: what is changed, deleted, brought back or erased takes its words along', async () => {
    const post = await share(leo, 'Rutabaga and celeriac');
    const comment = (await call(at, nora, 'POST', `/api/posts/${post}/comments`, { text: 'Kohlrabi, too' })).json().data.comment
      .id as string;
    expect(await words()).toEqual(expect.arrayContaining(['rutabaga', 'celeriac', 'kohlrabi']));
    await call(at, leo, 'PATCH', `/api/posts/${post}`, { text: 'Only celeriac' });
    expect(await words()).toEqual(await used());
    expect(await words()).not.toContain('rutabaga');
    await call(at, nora, 'PATCH', `/api/comments/${comment}`, { text: 'Salsify' });
    expect(await words()).not.toContain('kohlrabi');
    await call(at, leo, 'DELETE', `/api/posts/${post}`);
    expect(await words()).not.toContain('celeriac');
    await call(at, leo, 'POST', `/api/posts/${post}/restore`);
    expect(await words()).toContain('celeriac');
    await at.platform.db.$client.query('delete from posts where id = $1', [post]);
    expect(await words()).not.toContain('celeriac');
    expect(await words()).not.toContain('salsify');
    expect(await words()).toEqual(await used());
  });

  it('stay right while many share, change and delete at once', async () => {
    const each = Array.from({ length: 24 }, async (_, n) => {
      const post = (await call(at, leo, 'POST', '/api/posts', { text: `turnip parsnip word${n % 3} word${n}` })).json().data.post
        .id as string;
      await call(at, nora, 'POST', `/api/posts/${post}/comments`, { text: `parsnip word${n % 5}` });
      if (n % 2) await call(at, leo, 'DELETE', `/api/posts/${post}`);
      else await call(at, leo, 'PATCH', `/api/posts/${post}`, { text: `turnip word${n % 4}` });
    });
    // Among them the job, and searches that bring the list up to date: nothing of it waits for the others without end.
    const upkeep = Array.from({ length: 6 }, () => loseWords(at.platform.db));
    const searches = Array.from({ length: 12 }, () => found(leo, 'turnipp'));
    await Promise.all([...each, ...upkeep, ...searches]);
    expect(await words()).toEqual(await used());
    const { rows } = await at.platform.db.$client.query('select 1 from family_word_changes where family_id = $1', [nora.familyId]);
    expect(rows).toEqual([]);
  });

  it('go with the family', async () => {
    const other = await registerParent(at.app, { lastname: 'Stone' });
    await share(other, 'Cabbage');
    expect(await words(other.familyId)).toEqual(['cabbage']);
    await at.platform.db.$client.query('delete from families where id = $1', [other.familyId]);
    expect(await words(other.familyId)).toEqual([]);
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
    expect(await words()).toEqual(await used());
  });

  it('finds signs, also among others', async () => {
    const cake = await share(leo, 'Seven years 🎂🎈');
    const heart = await share(leo, 'For you ❤️');
    expect(await found(nora, '🎂')).toEqual([cake]);
    expect(await found(nora, '🎈🎂')).toEqual([cake]);
    expect(await found(nora, 'years 🎂')).toEqual([cake]);
    for (const q of ['❤', '❤️', 'you ❤️']) expect([q, await found(nora, q)]).toEqual([q, [heart]]);
    expect(await found(nora, '🎄')).toEqual([]);
  });
});
