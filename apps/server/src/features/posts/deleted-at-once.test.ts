import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { call, makeFamily } from '#test/members.ts';
import type { TestFamily } from '#test/members.ts';
import { addChild } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { askQuestion, commentOn, keepMoment, sharePost } from '#test/posts.ts';
import { query } from '#test/rows.ts';

// Two delete the same at once, or one brings back what another deletes: somebody holds the row until all of them wait for it.

let at: TestApp;
let holder: pg.Client;
let family: TestFamily;
beforeAll(async () => {
  at = await startApp({ env: { RATE_LIMITS: 'off' } });
  holder = new pg.Client({ connectionString: String(at.platform.db.$client.options.connectionString) });
  await holder.connect();
  family = await makeFamily(at);
});
afterAll(async () => {
  await holder.end();
  await at.close();
});

type Kind = 'posts' | 'comments' | 'questions' | 'moments';

/** Something that Leo has written, a relative. @returns its id */
const made = {
  posts: async () => (await sharePost(at, family.leo)).id,
  comments: async () => (await commentOn(at, family.leo, (await sharePost(at, family.ruth)).id, { text: 'In spring' })).id,
  questions: async () => (await askQuestion(at, family.leo)).id,
  moments: async () => (await keepMoment(at, family.leo, { people: [family.leo.personId], title: 'A first pancake' })).id,
} satisfies Record<Kind, () => Promise<string>>;

const remove = (by: TestUser, kind: Kind, id: string) => call(at, by, 'DELETE', `/api/${kind}/${id}`);
const restore = (by: TestUser, kind: Kind, id: string) => call(at, by, 'POST', `/api/${kind}/${id}/restore`);
const deletion = async (kind: Kind, id: string) => (await query(at, `select deleted_by from ${kind} where id = $1`, [id]))[0].deleted_by;
const told = async (fact: string, id: string) =>
  (await query(at, 'select type from activity where ids ->> $1 = $2 order by id', [`${fact}_id`, id])).map(({ type }) => type);

/**
 * Lets requests come to a row in this order, which wait for one another as soon as they want to change it.
 * @param meanwhile a statement that changes the row before they come
 * @param atLast what happens once all of them wait
 * @returns their statuses
 */
async function inTurn(
  kind: Kind,
  id: string,
  requests: readonly (() => ReturnType<typeof remove>)[],
  { meanwhile, atLast }: { meanwhile?: string; atLast?: () => void } = {},
): Promise<number[]> {
  await holder.query('begin');
  await holder.query(`select from ${kind} where id = $1 for no key update`, [id]);
  if (meanwhile) await holder.query(meanwhile, [id]);
  const answers: ReturnType<typeof remove>[] = [];
  const blocked = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query not like '%pgboss%'`;
  try {
    for (const [index, ask] of requests.entries()) {
      answers.push(ask());
      await expect.poll(async () => (await query(at, blocked)).length, { interval: 10 }).toBe(index + 1);
    }
    atLast?.();
  } finally {
    await holder.query('commit');
  }
  return (await Promise.all(answers)).map(({ statusCode }) => statusCode);
}

describe.each(['posts', 'comments', 'questions'] as const)('%s that two delete at once', (kind) => {
  it('are their author’s to bring back and nobody else’s, whoever was first', async () => {
    const { leo, sam } = family;
    const [late, early] = [await made[kind](), await made[kind]()];
    expect(await inTurn(kind, late, [() => remove(sam, kind, late), () => remove(leo, kind, late)])).toEqual([200, 200]);
    expect(await inTurn(kind, early, [() => remove(leo, kind, early), () => remove(sam, kind, early)])).toEqual([200, 404]);
    for (const id of [late, early]) {
      expect(await deletion(kind, id)).toBe(leo.userId);
      expect((await restore(sam, kind, id)).statusCode).toBe(404);
      expect((await restore(leo, kind, id)).statusCode).toBe(200);
    }
  });

  it('are, of two guardians, the first one’s', async () => {
    const { nora, sam } = family;
    const id = await made[kind]();
    expect(await inTurn(kind, id, [() => remove(sam, kind, id), () => remove(nora, kind, id)])).toEqual([200, 404]);
    expect([(await restore(nora, kind, id)).statusCode, (await restore(sam, kind, id)).statusCode]).toEqual([404, 200]);
  });

  it('stay away where the author deletes what a guardian is bringing back', async () => {
    const { leo, sam } = family;
    const id = await made[kind]();
    await remove(sam, kind, id);
    const meanwhile = `update ${kind} set deleted_by = '${leo.userId}' where id = $1`;
    expect(await inTurn(kind, id, [() => restore(sam, kind, id)], { meanwhile })).toEqual([404]);
    expect(await deletion(kind, id)).toBe(leo.userId);
  });
});

describe.each([
  ['posts', 'post'],
  ['comments', 'comment'],
  ['questions', 'question'],
  ['moments', 'moment'],
] as const)('%s', (kind, fact) => {
  it('are deleted once, and come back once, for one who asks twice at the same time', async () => {
    const { leo } = family;
    const id = await made[kind]();
    expect(await inTurn(kind, id, [() => remove(leo, kind, id), () => remove(leo, kind, id)])).toEqual([200, 404]);
    expect(await inTurn(kind, id, [() => restore(leo, kind, id), () => restore(leo, kind, id)])).toEqual([200, 200]);
    const deletions = (await told(fact, id)).filter((type) => /deleted|restored/.test(type));
    expect(deletions).toEqual([`${fact}.deleted`, `${fact}.restored`]);
  });

  it('stay away where the thirty days end while who brings them back waits', async () => {
    const { leo } = family;
    const id = await made[kind]();
    await remove(leo, kind, id);
    await query(at, 'update families set trial_ends_at = $1', [new Date('2030-01-01')]);
    const deletedAt = at.clock.now();
    at.clock.advance({ days: 30 });
    const answers = await inTurn(kind, id, [() => restore(leo, kind, id)], { atLast: () => at.clock.advance({ seconds: 1 }) });
    at.clock.set(deletedAt);
    expect(answers).toEqual([404]);
    expect(await deletion(kind, id)).toBe(leo.userId);
  });
});

it('a moment that comes back twice at once keeps what was changed in between', async () => {
  const { nora } = family;
  const { heartwood_id } = await addChild(at, nora);
  const { id } = await keepMoment(at, nora, { people: [heartwood_id], milestone: 'first-steps' });
  await remove(nora, 'moments', id);
  const meanwhile = `update moments set deleted_at = null, deleted_by = null, title = 'By the door', milestone = null where id = $1`;
  await keepMoment(at, nora, { people: [heartwood_id], milestone: 'first-steps' });
  expect(await inTurn('moments', id, [() => restore(nora, 'moments', id)], { meanwhile })).toEqual([200]);
  expect((await call(at, nora, 'GET', `/api/moments/${id}`)).json().data.moment.title).toBe('By the door');
});
