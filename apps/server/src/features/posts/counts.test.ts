import type { FamilyRole } from '@heartwood/contract/family';
import type { Audience, Post } from '@heartwood/contract/posts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { joinFamily } from '#features/family/actions.ts';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { addMember, call, removeMember } from '#test/members.ts';
import type { TestMember } from '#test/members.ts';
import { addChild, registerParent } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';

// Counts say what somebody would count who looks at everything they may see.

const shelves = ['01930000-0000-7000-8000-000000000301', '01930000-0000-7000-8000-000000000302', '01930000-0000-7000-8000-000000000401'];

let at: TestApp;
beforeAll(async () => {
  at = await startApp({ env: { RATE_LIMITS: 'off' } });
});
afterAll(() => at.close());

const get = async (user: TestUser, path: string) => {
  const answer = await call(at, user, 'GET', path);
  expect(answer.statusCode, `${path} ${answer.body}`).toBe(200);
  return answer.json().data;
};

type Counts = Record<string, number>;
const add = (counts: Counts, key: string) => (counts[key] = (counts[key] ?? 0) + 1);

/** What somebody counts who looks through everything they may see. */
async function counted(user: TestUser): Promise<Counts> {
  const counts: Counts = {};
  for (let cursor = ''; ;) {
    const page: { items: Post[]; next_cursor: string | null } = await get(user, `/api/posts?limit=100${cursor}`);
    for (const { people, category_id, subcategory_id, author } of page.items) {
      for (const person of people) add(counts, `about ${person}`);
      if (category_id) add(counts, `in ${category_id}`);
      if (subcategory_id) add(counts, `on ${subcategory_id}`);
      if (category_id) add(counts, `by ${author.user_id} in ${category_id}`);
    }
    if (page.next_cursor === null) return counts;
    cursor = `&cursor=${page.next_cursor}`;
  }
}

/** What they are told. */
async function told(user: TestUser): Promise<Counts> {
  const counts: Counts = {};
  const { people } = await get(user, '/api/memory-counts');
  for (const { heartwood_id, memories } of people) counts[`about ${heartwood_id}`] = memories;
  const { categories } = await get(user, '/api/treasures');
  for (const { id, post_count, subcategories } of categories) {
    if (post_count > 0) counts[`in ${id}`] = post_count;
    for (const one of subcategories) if (one.post_count > 0) counts[`on ${one.id}`] = one.post_count;
    if (post_count === 0) continue;
    const { authors } = await get(user, `/api/posts/summary?category_id=${id}`);
    for (const one of authors) counts[`by ${one.user_id} in ${id}`] = one.post_count;
  }
  return counts;
}

interface House {
  owner: TestUser;
  members: TestMember[];
  people: string[];
}

async function makeHouse(): Promise<House> {
  const owner = await registerParent(at.app);
  const members = [];
  for (const [role, name] of [
    ['guardian', 'Gerda'],
    ['relative', 'Ruth'],
    ['relative', 'Leo'],
  ] as const)
    members.push(await addMember(at, owner.familyId, role, name));
  const people = [];
  for (const name of ['Emma', 'Ida']) people.push((await addChild(at, owner, { name })).heartwood_id);
  return { owner, members, people };
}

const step = fc.record({
  what: fc.constantFrom('share', 'share', 'share', 'edit', 'keep', 'delete', 'restore', 'leave'),
  by: fc.nat(3),
  post: fc.nat(8),
  audience: fc.constantFrom<Audience>('family', 'guardians', 'people', 'me'),
  named: fc.uniqueArray(fc.nat(3), { maxLength: 2 }),
  people: fc.uniqueArray(fc.nat(1)),
  shelf: fc.option(fc.nat(shelves.length - 1), { freq: 3 }),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** Does one thing, by its endpoint; what may not be done is refused. */
async function does({ owner, members, people }: House, ids: string[], one: Step): Promise<number> {
  const users = [owner, ...members] as [TestUser, ...TestUser[]];
  const by = users[one.by] as TestUser;
  const id = ids[one.post % Math.max(1, ids.length)] ?? ids[0];
  const said = {
    audience: one.audience,
    ...(one.audience === 'people' ? { audience_user_ids: one.named.map((index) => users[index]?.userId) } : {}),
    people: one.people.map((index) => people[index]),
    subcategory_id: one.shelf === null ? null : shelves[one.shelf],
  };
  const ask = async (method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', url: string, body?: object, headers?: Record<string, string>) =>
    call(at, by, method, url, body, headers);
  if (one.what === 'share') {
    const answer = await ask('POST', '/api/posts', { text: 'A day', ...said });
    if (answer.statusCode === 201) ids.push(answer.json().data.post.id);
    return answer.statusCode;
  }
  if (one.what === 'leave') {
    const leo = members[2] as TestMember;
    await removeMember(at, owner, leo.userId);
    const again = { familyId: owner.familyId, userId: leo.userId, firstname: 'Leo', lastname: 'Whitlock', role: 'relative' as FamilyRole };
    await at.platform.db.transaction((tx) => joinFamily(at.platform, tx, again));
    return 200;
  }
  if (!id) return 404;
  if (one.what === 'edit') {
    const { headers } = await call(at, by, 'GET', `/api/posts/${id}`);
    return (await ask('PATCH', `/api/posts/${id}`, said, headers.etag ? { 'if-match': String(headers.etag) } : {})).statusCode;
  }
  if (one.what === 'keep') return (await ask('PUT', `/api/posts/${id}/subcategory`, { subcategory_id: said.subcategory_id })).statusCode;
  if (one.what === 'delete') return (await ask('DELETE', `/api/posts/${id}`)).statusCode;
  return (await ask('POST', `/api/posts/${id}/restore`)).statusCode;
}

/** Does things, as many at once as are admitted however slow the machine is ([Note: How many requests are admitted]). */
async function atOnce(things: (() => Promise<number>)[]): Promise<number[]> {
  const waiting = things.values();
  const done = Array.from({ length: 8 }, async () => {
    const statuses: number[] = [];
    for (const thing of waiting) statuses.push(await thing());
    return statuses;
  });
  return (await Promise.all(done)).flat();
}

describe('counts of memories', { timeout: 240_000 }, () => {
  it('are what everybody would count for themselves, whatever was done', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const house = await makeHouse();
        const ids: string[] = [];
        for (const one of steps) expect(await does(house, ids, one)).toBeLessThan(500);
        for (const user of [house.owner, ...house.members]) expect(await told(user)).toEqual(await counted(user));
      }),
      { numRuns: 12 },
    );
  });

  it('stay right where all write at once', async () => {
    const house = await makeHouse();
    const ids: string[] = [];
    const steps = fc.sample(fc.array(step, { minLength: 60, maxLength: 60 }), { numRuns: 1, seed: 22 })[0] as Step[];
    for (const one of steps.slice(0, 8)) await does(house, ids, { ...one, what: 'share' });
    const written = steps.filter(({ what }) => what !== 'leave');
    const statuses = await atOnce(written.map((one) => () => does(house, ids, one)));
    const removes = () =>
      call(at, house.owner, 'DELETE', `/api/family-relationships/${house.people[0]}`).then(({ statusCode }) => statusCode);
    const changed = steps.slice(0, 20).map((one) => ({ ...one, what: one.by % 2 === 0 ? ('edit' as const) : ('delete' as const) }));
    statuses.push(...(await atOnce([removes, ...changed.map((one) => () => does(house, ids, one))])));
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    for (const user of [house.owner, ...house.members]) expect(await told(user)).toEqual(await counted(user));
  });

  it('follow a shelf that is removed: what stood on it is kept beside it', async () => {
    const { owner } = await makeHouse();
    const category = shelves[0]?.replace('301', '300');
    const made = await call(at, owner, 'POST', '/api/treasures/subcategories', { category_id: category, name: 'Pies' });
    expect(made.statusCode, made.body).toBe(201);
    const own = made.json().data.subcategory.id as string;
    await call(at, owner, 'POST', '/api/posts', { text: 'A pie', subcategory_id: own });
    expect((await told(owner))[`on ${own}`]).toBe(1);
    await call(at, owner, 'DELETE', `/api/treasures/subcategories/${own}`);
    expect(await told(owner)).toEqual({ [`in ${category}`]: 1, [`by ${owner.userId} in ${category}`]: 1 });
  });
});
