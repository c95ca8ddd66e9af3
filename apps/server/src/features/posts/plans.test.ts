import pg from 'pg';
import type { QueryConfig } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { enterFamily } from '#features/family/scope.ts';
import type { FamilyScope } from '#features/family/scope.ts';
import { presentFound } from '#features/search/present.ts';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { addFamilies, fill } from '#test/many.ts';
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

/** The plans of the statements that a read asks the database, as text. */
async function plansOf(read: () => Promise<unknown>): Promise<string> {
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
    const { rows } = await at.platform.db.$client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
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
  'the years among treasures': () => presentYears(at.platform, scope, { kept: '1' }),
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
