import pg from 'pg';
import type { QueryConfig } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { enterFamily } from '#features/family/scope.ts';
import type { FamilyScope } from '#features/family/scope.ts';
import { presentFound } from '#features/search/present.ts';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { addFamilies, fill } from '#test/many.ts';
import { addMember } from '#test/members.ts';
import { registerParent } from '#test/people.ts';
import { keptFor, presentAnniversaries, presentCounts, presentPosts, presentSummary, presentYears } from './present.ts';

const shelf = { category_id: '01930000-0000-7000-8000-000000000300', subcategory_id: '01930000-0000-7000-8000-000000000301' };

let at: TestApp;
let scope: FamilyScope;
let author: string;
beforeAll(async () => {
  at = await startApp();
  const nora = await registerParent(at.app);
  author = nora.userId;
  scope = await enterFamily(at.platform.db, { userId: nora.userId, currentFamilyId: nora.familyId });
  const pool = at.platform.db.$client;
  const own = { familyId: nora.familyId, userId: nora.userId, personId: scope.personId };
  await fill(pool, [own, ...(await addFamilies(pool, own, 29))], 700);
  await pool.query('vacuum analyze');
}, 120_000);
afterAll(() => at.close());

/** The plans of the statements that a read asks the database, as text. @param options of EXPLAIN */
async function plansOf(read: () => Promise<unknown>, options = ''): Promise<string> {
  const asked: QueryConfig[] = [];
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function note(this: pg.Client, ...given: unknown[]) {
    const [query, values] = given as [string | QueryConfig, unknown];
    const own = typeof query === 'string' ? [] : (query.values ?? []);
    asked.push({ text: typeof query === 'string' ? query : query.text, values: Array.isArray(values) ? values : own });
    return Reflect.apply(plain, this, given);
  } as never);
  await read().finally(() => spy.mockRestore());
  const plans: string[] = [];
  for (const { text, values } of asked.filter((one) => /^\s*(select|with)/i.test(one.text))) {
    const { rows } = await at.platform.db.$client.query<{ 'QUERY PLAN': string }>(`explain ${options} ${text}`, values);
    plans.push(...rows.map((row) => row['QUERY PLAN']));
  }
  return plans.join('\n');
}
const plain = pg.Client.prototype.query as (...given: unknown[]) => unknown;

const reads: Record<string, () => Promise<unknown>> = {
  'the feed': () => presentPosts(at.platform, scope, { limit: 20 }),
  'of a person': () => presentPosts(at.platform, scope, { limit: 20, person: scope.personId }),
  'of a person, with a word': () => presentPosts(at.platform, scope, { limit: 20, person: scope.personId, q: 'medlar' }),
  'of an author': () => presentPosts(at.platform, scope, { limit: 20, author }),
  'of a kind': () => presentPosts(at.platform, scope, { limit: 20, kind: 'video' }),
  'of a year': () => presentPosts(at.platform, scope, { limit: 20, from: '2017-01-01', to: '2017-12-31' }),
  'of a category': () => presentPosts(at.platform, scope, { limit: 20, category_id: shelf.category_id }),
  'of a shelf': () => presentPosts(at.platform, scope, { limit: 20, subcategory_id: shelf.subcategory_id }),
  'of a shelf, with voices': () => presentPosts(at.platform, scope, { limit: 20, subcategory_id: shelf.subcategory_id, media: 'audio' }),
  'a shelf in short': () => presentSummary(at.platform, scope, { subcategory_id: shelf.subcategory_id }),
  'with a word': () => presentPosts(at.platform, scope, { limit: 20, q: 'medlar' }),
  'on this day': () => presentAnniversaries(at.platform, scope, '2026-11-21', { limit: 5 }),
  'the years': () => presentYears(at.platform, scope),
  'what is kept': () => keptFor(at.platform, scope),
  'who is in how many': () => presentCounts(at.platform, scope),
  'a search': () => presentFound(at.platform, scope, { q: 'quince', year: null }),
  'a search within a person': () => presentFound(at.platform, scope, { q: 'medlar', year: null, person: scope.personId }),
  'a search within a year': () => presentFound(at.platform, scope, { q: 'medlar', year: 2017 }),
  'a search for what is nearly right': () => presentFound(at.platform, scope, { q: 'medlarr', year: null }),
};

describe('among thirty families, the database reads no table of the house from end to end for', () => {
  it.each(Object.keys(reads))('%s', { timeout: 60_000 }, async (name) => {
    const plans = await plansOf(reads[name] as () => Promise<unknown>);
    expect(plans).toMatch(/Index|Bitmap/);
    expect(plans.match(/Seq Scan on (posts|comments|post_people)\b.*/g) ?? []).toEqual([]);
  });
});

// In one family, too: what is looked at to answer stays the same, however much it has shared.
describe('in a family of 20,000 posts', { timeout: 240_000 }, () => {
  let large: FamilyScope;
  let named: FamilyScope;
  beforeAll(async () => {
    const owner = await registerParent(at.app);
    const ruth = await addMember(at, owner.familyId, 'relative', 'Ruth');
    large = await enterFamily(at.platform.db, { userId: owner.userId, currentFamilyId: owner.familyId });
    named = await enterFamily(at.platform.db, { userId: ruth.userId, currentFamilyId: owner.familyId });
    const own = { familyId: owner.familyId, userId: owner.userId, personId: large.personId, named: ruth.userId };
    await fill(at.platform.db.$client, [own], 20_000);
    await at.platform.db.$client.query('vacuum analyze');
  }, 240_000);

  const page = { limit: 20 };
  const flat: Record<string, (of: FamilyScope) => Promise<unknown>> = {
    'the feed': (of) => presentPosts(at.platform, of, page),
    'the feed by the day': (of) => presentPosts(at.platform, of, { ...page, sort: 'occurred' }),
    'of a person': (of) => presentPosts(at.platform, of, { ...page, person: large.personId }),
    'the timeline of a person': (of) => presentPosts(at.platform, of, { ...page, person: large.personId, sort: 'occurred' }),
    'of a person, of a kind nobody has': (of) => presentPosts(at.platform, of, { ...page, person: large.personId, kind: 'recipe' }),
    'of a person, of an author': (of) => presentPosts(at.platform, of, { ...page, person: large.personId, author: named.userId }),
    'of a kind': (of) => presentPosts(at.platform, of, { ...page, kind: 'video' }),
    'of a shelf': (of) => presentPosts(at.platform, of, { ...page, subcategory_id: shelf.subcategory_id }),
    'with a word': (of) => presentPosts(at.platform, of, { ...page, q: 'soup' }),
    'on this day': (of) => presentAnniversaries(at.platform, of, '2026-11-21', page),
    'the years': (of) => presentYears(at.platform, of),
    'who is in how many': (of) => presentCounts(at.platform, of),
    'what is kept': (of) => keptFor(at.platform, of),
  };

  /** How many rows a read takes from tables and indexes. */
  const rowsOf = async (read: () => Promise<unknown>): Promise<number> => {
    const plans = await plansOf(read, '(analyze, costs off, timing off)');
    const scans = plans.matchAll(/(?:Scan|Scan Backward|Only Scan) (?:using|on) .*\(actual rows=([\d.]+) loops=(\d+)\)(?:\n(?! *->).*)*/g);
    return [...scans].reduce((sum, [scan, found, loops]) => {
      const removed = /Rows Removed by Filter: (\d+)/.exec(scan)?.[1] ?? 0;
      return sum + (Number(found) + Number(removed)) * Number(loops);
    }, 0);
  };

  it.each(Object.keys(flat))('few rows are read for %s', async (name) => {
    const read = flat[name] as (of: FamilyScope) => Promise<unknown>;
    expect(await rowsOf(() => read(large))).toBeLessThan(3_000);
    // 400 posts are for Ruth alone, and counted one by one.
    expect(await rowsOf(() => read(named))).toBeLessThan(4_000);
  });
});
