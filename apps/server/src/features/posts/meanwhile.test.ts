import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { whileChanging } from '#test/held.ts';
import { call, makeFamily } from '#test/members.ts';
import type { TestFamily } from '#test/members.ts';
import { sharePost } from '#test/posts.ts';
import { query } from '#test/rows.ts';

// A post that was there for one when the call came and is not any more when it is carried out.

let at: TestApp;
let family: TestFamily;
beforeAll(async () => {
  at = await startApp({ env: { RATE_LIMITS: 'off' } });
  family = await makeFamily(at);
});
afterAll(() => at.close());

const shelf = '01930000-0000-7000-8000-000000000301';
const kept = async (id: string) => (await query(at, 'select subcategory_id from posts where id = $1', [id]))[0].subcategory_id;
const lovers = (id: string) => query(at, 'select user_id from hearts where post_id = $1', [id]);
const told = async (id: string) =>
  (await query(at, `select type from activity where ids ->> 'post_id' = $1`, [id])).map(({ type }) => type);

/** What the author does to a post, and what that changes in its row. */
const changes = [
  ['becomes the author’s own', `audience = 'me'`],
  ['is deleted', 'deleted_at = now(), deleted_by = author_id'],
] as const;

describe.each(changes)('a post that %s meanwhile', (_, change) => {
  it('is not put on a shelf', async () => {
    const { id } = await sharePost(at, family.leo);
    const keep = () => call(at, family.sam, 'PUT', `/api/posts/${id}/subcategory`, { subcategory_id: shelf });
    const answer = await whileChanging(at, { text: `update posts set ${change} where id = $1`, values: [id] }, keep);
    expect([answer.statusCode, await kept(id), await told(id)]).toEqual([404, null, ['post.shared']]);
  });

  it('keeps the heart that is being taken back', async () => {
    const { id } = await sharePost(at, family.leo);
    expect((await call(at, family.ruth, 'PUT', `/api/posts/${id}/heart`)).statusCode).toBe(200);
    // The heart is held, too: it is taken back after the change, or not at all.
    const held = `update posts set ${change} from (select post_id from hearts where post_id = $1 for update) loved where id = loved.post_id`;
    const answer = await whileChanging(at, { text: held, values: [id] }, () => call(at, family.ruth, 'DELETE', `/api/posts/${id}/heart`));
    expect([answer.statusCode, (await lovers(id)).length, await told(id)]).toEqual([404, 1, ['post.shared', 'heart.given']]);
  });
});

/** What one of the people does whom a post names from now on, and what comes of it. */
const answered = [
  ['heart', 'PUT', '/heart', undefined, [200, 1, 0]],
  ['comment', 'POST', '/comments', { text: 'Lovely' }, [201, 0, 1]],
] as const;

it.each(answered)('a post that is for some people meanwhile gets the %s of one of them', async (_, method, path, body, expected) => {
  const { leo, ruth } = family;
  const { id } = await sharePost(at, leo);
  const change = `with held as (select id, family_id from posts where id = $1 for update),
    named as (insert into post_audience (post_id, user_id, family_id) select id, $2, family_id from held)
    update posts set audience = 'people' from held where posts.id = held.id`;
  const act = () => call(at, ruth, method, `/api/posts/${id}${path}`, body);
  const answer = await whileChanging(at, { text: change, values: [id, ruth.userId] }, act);
  const comments = await query(at, 'select id from comments where post_id = $1', [id]);
  expect([answer.statusCode, (await lovers(id)).length, comments.length]).toEqual(expected);
});

/** What a guardian asks for whom a post names. */
const asked = [
  ['put on a shelf', 'PUT', '/subcategory', { subcategory_id: shelf }],
  ['changed', 'PATCH', '', { text: 'Not mine' }],
  ['deleted', 'DELETE', '', undefined],
] as const;

it.each(asked)('a post is not %s by a guardian whom it names no longer, who is told of none', async (_, method, path, body) => {
  const { leo, sam, ruth } = family;
  const { id } = await sharePost(at, leo, { audience: 'people', audience_user_ids: [sam.userId, ruth.userId] });
  const rowOf = () => query(at, 'select text, subcategory_id, deleted_at from posts where id = $1', [id]);
  const before = await rowOf();
  const values = [id, sam.userId];
  const text = `with gone as (delete from post_audience where post_id = $1 and user_id = $2) update posts set version = version + 1 where id = $1`;
  const answer = await whileChanging(at, { text, values }, () => call(at, sam, method, `/api/posts/${id}${path}`, body));
  expect([answer.statusCode, await rowOf(), await told(id)]).toEqual([404, before, ['post.shared']]);
});
