import { globSync } from 'node:fs';
import { factTypes } from '@heartwood/contract/activity';
import type { Endpoint } from '@heartwood/contract/endpoint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { features } from '#app';
import type { Feature } from '#platform/feature.ts';
import { startApp } from './app.ts';
import type { TestApp } from './app.ts';
import { problemsOf, readCatalogue } from './catalogue.ts';

let at: TestApp;

beforeAll(async () => {
  at = await startApp({ jobs: false });
});
afterAll(() => at.close());

const problems = async (list: readonly Feature[] = features.list): Promise<string[]> =>
  problemsOf(await readCatalogue(at.platform.db.$client), list);

/** The problems while a statement has been run. */
async function problemsAfter(statement: string, undo: string): Promise<string[]> {
  await at.platform.db.$client.query(statement);
  const found = await problems();
  await at.platform.db.$client.query(undo);
  return found;
}

test('every table has an owner, goes with its people, is exported or says why not, and names its media', async () => {
  expect(await problems()).toEqual([]);
});

describe('what is forgotten fails', () => {
  test('a table', async () => {
    const found = await problemsAfter(
      `create table ballots (id uuid primary key, family_id uuid not null references families, author_id uuid, question text not null)`,
      `drop table ballots`,
    );
    expect(found).toEqual([
      'ballots belongs to no feature',
      'ballots.family_id does not cascade, and no erase says what becomes of it',
      'ballots.author_id does not cascade, and no erase says what becomes of it',
    ]);
  });

  test.for([
    [
      'moments add keeper_id uuid references users on delete set null',
      'moments drop keeper_id',
      'moments.keeper_id does not cascade, and no erase says what becomes of it',
    ],
    ['moments add seen_by uuid[]', 'moments drop seen_by', 'moments.seen_by does not cascade, and no erase says what becomes of it'],
    ['moments add person_id uuid', 'moments drop person_id', 'moments.person_id does not cascade, and no erase says what becomes of it'],
    ['moments add keepers uuid[]', 'moments drop keepers', 'moments.keepers does not cascade, and no erase says what becomes of it'],
    [
      'moments add cover uuid references media on delete set null',
      'moments drop cover',
      'moments.cover holds media, and moments does not say so',
    ],
  ] as const)('a column: %s', async ([add, drop, problem]) => {
    expect(await problemsAfter(`alter table ${add}`, `alter table ${drop}`)).toEqual([problem]);
  });

  test('a column that cascades is fine', async () => {
    expect(
      await problemsAfter(
        `alter table moments add keeper_id uuid references users on delete cascade`,
        `alter table moments drop keeper_id`,
      ),
    ).toEqual([]);
  });

  test('a chapter, an owner, a reason', async () => {
    const change = (name: string, part: Partial<Feature>) => features.list.map((one) => (one.name === name ? { ...one, ...part } : one));
    const silent = change('growth', { export: { chapters: [], without: {} } });
    expect(await problems(silent)).toEqual([
      'growth_entries is in no chapter and gives no reason',
      'growth_settings is in no chapter and gives no reason',
    ]);
    const inspiration = features.list.find(({ name }) => name === 'inspiration')!.export as { without: Record<string, string> };
    expect(await problems(change('inspiration', { export: { chapters: [], without: inspiration.without } }))).toEqual([
      'inspiration_marks is in no chapter and gives no reason',
    ]);
    expect(await problems(change('growth', { tables: [] }))).toContain('growth_entries belongs to no feature');
    const first = features.list.find(({ name }) => name === 'moments');
    expect(await problems(change('growth', { tables: first?.tables ?? [] }))).toContain('moments belongs to two features');
    const stale = change('billing', { erase: { account: 'cascade', family: 'cascade', columns: { 'plans.user_id': 'is emptied' } } });
    expect(await problems(stale)).toContain('plans.user_id is in an erase, and does not point at anybody without a cascade');
  });
});

test('every endpoint of the contract is served', async () => {
  const folder = new URL('../../../packages/contract/src/', import.meta.url);
  const names = globSync('*.ts', { cwd: folder }).filter((name) => !name.endsWith('.test.ts'));
  const modules = await Promise.all(names.map((name) => import(new URL(name, folder).href) as Promise<Record<string, unknown>>));
  const apis = modules.flatMap((module) => Object.entries(module).filter(([name]) => name.endsWith('Api')));
  const promised = apis.flatMap(([, api]) => Object.values(api as Record<string, Endpoint>)).map(({ method, url }) => `${method} ${url}`);
  const served = new Set(at.app.routeTable.map(({ method, url }) => `${method} ${url}`));
  expect(promised.length).toBeGreaterThan(80);
  expect(promised.filter((endpoint) => !served.has(endpoint))).toEqual([]);
});

test('every fact of a family is heard by those whom one feature names', () => {
  // In no family: the family feature records what the first means for each, and the others are told to nobody.
  const ofFamilies = Object.keys(factTypes).filter((type) => !['profile.changed', 'place.left', 'address.left'].includes(type));
  const heard = ofFamilies.map((type) => [type, features.list.filter(({ hears }) => type in hears).map(({ name }) => name)] as const);
  expect(heard.filter(([, names]) => names.length !== 1)).toEqual([]);
});
