import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { checkStructure } from '../check-structure.ts';

const posts = 'apps/server/src/features/posts';
const store = `${posts}/store.ts`;
const queries = `${posts}/queries.ts`;

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

/** How often a file reads in another way than the one there is. */
async function misread(file: string, text: string): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'heartwood-reads-'));
  folders.push(folder);
  await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
  await writeFile(path.join(folder, file), text);
  return (await checkStructure(folder)).filter((problem) => problem.rule === 'reads' && problem.file === file).length;
}

const reading =
  "import { readRows } from '#platform/db/read.ts';\nexport const all = (db, sql) => readRows(db, sql`select id from posts`);\n";
const run = (statement: string) => `export const act = (tx, sql, query, id) => tx.execute(${statement});\n`;

test.for([
  ['readRows in a store', store, reading],
  ['readRows in an action', `${posts}/actions.ts`, reading],
  ['readRows in a part of the platform that is not named', 'apps/server/src/platform/service/health.ts', reading],
  ['a read by execute in a store', store, run('sql`select id from posts where id = ${id}`')],
  ['a read by execute in queries', queries, run('sql`with some as (select id from posts) select id from some`')],
  ['a read of what changed, by execute', store, run('sql`select updated_at from posts`')],
  ['a statement that stands elsewhere', store, run('query')],
  ['a statement past both', store, 'export const all = (db) => db.$client.query("select id from posts");\n'],
  ['one in the platform', 'apps/server/src/platform/http/limits.ts', 'export const all = (db) => db.$client.query("select 1");\n'],
  ['a read by execute in the platform', 'apps/server/src/platform/service/health.ts', run('sql`select count(*) from posts`')],
] as const)('%s', async ([, file, text]) => {
  expect(await misread(file, text)).toBe(1);
});

test.for([
  ['readRows in queries', queries, reading],
  ['a part of the platform that is named', 'apps/server/src/platform/jobs/job-rows.ts', reading],
  ['what they read by', 'apps/server/src/platform/db/migrate.ts', run('sql`select name from schema_migrations`')],
  ['the driver beneath them', 'apps/server/src/platform/db/pool.ts', 'export const end = (db) => db.$client.end();\n'],
  ['the time of a row', store, "import { inUtc } from '#platform/db/read.ts';\nexport const time = inUtc;\n"],
  ['a write that gives rows back', store, run('sql`with gone as (delete from posts where id = ${id} returning id) select id from gone`')],
  ['a lock', store, run('sql`select from families where id = ${id} for key share`')],
  ['a lock by a name', store, run('sql`select pg_advisory_xact_lock(${id})`')],
  ['a setting', queries, run("sql`select set_config('a', ${id}, true)`")],
  ['a statement that the builder has prepared', store, run('{ id }')],
  ['whether the database answers', 'apps/server/src/platform/service/health.ts', run('sql`select 1`')],
  ['a test', `${posts}/routes.test.ts`, run('sql`select id from posts`')],
] as const)('%s is fine', async ([, file, text]) => {
  expect(await misread(file, text)).toBe(0);
});
