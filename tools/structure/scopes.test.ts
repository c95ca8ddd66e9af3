import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { checkScopes } from './scopes.ts';
import type { SourceFile } from './sources.ts';

const features = ['accounts', 'family', 'billing', 'media', 'posts'];
const store = 'apps/server/src/features/posts/store.ts';

/** What is refused of one file, as the messages say it. */
function refused(text: string, path = store): string[] {
  const source = { path, text, program: parseSync(path, text).program, lineAt: () => 1 } as unknown as SourceFile;
  const tree = { paths: [path], sheets: [], architecture: '', sources: [source] };
  return checkScopes(tree, { features, stepOf: (name) => features.indexOf(name) }).map(({ message }) => message);
}

test.for([
  'export async function find(db: Db, id: string) {}',
  'export const find = (tx: Tx, id: string) => tx;',
  'export const find = async (db: Queryable, { id, most }: { id: string; most: number }) => db;',
  'type Within = { id: string };\nexport const find = (db: Db, within: Within) => db;',
])('%s is told nothing', (text) => {
  expect(refused(text)).toEqual(["line 1: 'find' takes no FamilyScope, nor who acts or in which family"]);
  expect(refused(text, store.replace('store', 'queries'))).toHaveLength(1);
});

test.for([
  'export async function find(db: Db, scope: FamilyScope, id: string) {}',
  'export const find = (tx: Tx, { familyId }: FamilyErrand) => tx;',
  'export const find = (db: Db, familyId: string) => db;',
  'export const find = (db: Db, userIds: readonly string[]) => db;',
  'type Within = FamilyScope | FamilyErrand;\nexport const find = (db: Db, within: Within) => db;',
  'export const familyOf = (db: Db, id: string) => db;',
  'export const familiesWithDeleted = (db: Db, before: Date) => db;',
  'export const visible = (id: string) => id;',
  'const find = (db: Db, id: string) => db;',
])('%s is fine', (text) => {
  expect(refused(text)).toEqual([]);
});

test('features whose rows are users’, and those below families, are not asked', () => {
  const text = 'export const find = (db: Db, id: string) => db;';
  for (const feature of ['accounts', 'billing']) expect(refused(text, store.replace('posts', feature))).toEqual([]);
});

test('a listed exception is needed', () => {
  const media = store.replace('posts', 'media');
  const rest = 'export const deleteUnclaimed = (db: Db) => db;\nexport const longInPreparation = (db: Db) => db;\n';
  expect(refused(`${rest}export const existing = (db: Db, ids: string[]) => db;`, media)).toEqual([]);
  expect(refused(`${rest}export const existing = (db: Db, scope: FamilyScope) => db;`, media)).toEqual([
    "'existing' needs no exception: take it out of tools/structure/scopes.ts",
  ]);
});
