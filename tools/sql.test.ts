import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { goodPassword } from '../apps/server/test/people.ts';
import { freePort, ServerProcess } from '../apps/server/test/process.ts';
import { inRoot } from './paths.ts';
import { run } from './run.ts';

// Whole servers.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let server: ServerProcess;
beforeAll(async () => {
  server = new ServerProcess(await mkdtemp(path.join(tmpdir(), 'heartwood-sql-')), await freePort());
  await server.start();
  await server.register(goodPassword);
});
afterAll(() => server.remove());

const sql = (args: string[], more: Record<string, string> = {}) =>
  run(process.execPath, [inRoot('tools/sql.ts'), ...args], { env: { DATA_DIR: server.dataDir, DATABASE_URL: '', ...more } });

test('asks the database of the running server, and gives its address', async () => {
  const { code, output: rows } = await sql(['select email from users; select 1 as one']);
  expect(code, rows).toBe(0);
  for (const row of ['{"email":"nora@example.com"}', '{"one":1}']) expect(rows).toContain(`${row}\n`);
  const { output } = await sql(['--url']);
  const client = new pg.Client(output.trim());
  await client.connect();
  expect((await client.query('select email from users')).rows).toEqual([{ email: 'nora@example.com' }]);
  await client.end();
});

test('says what the database says, and keeps several statements as a whole or not at all', async () => {
  const { code, output } = await sql(["update users set email = 'ruth@example.com'; select nothing"]);
  expect({ code, output }).toEqual({ code: 1, output: 'column "nothing" does not exist\n' });
  expect((await sql(['select email from users'])).output).toContain('nora@example.com');
});

test('starts the database for as long as it takes where no server runs, also after a kill', async () => {
  await server.kill();
  expect((await sql(['select count(*)::int as users from users'])).output).toContain('{"users":1}\n');
  expect(await sql(['--url'])).toMatchObject({ code: 1, output: expect.stringContaining('No server runs') });
  await server.start();
  expect(await server.stop()).toBe(0);
  expect((await sql(['select 1 as one'])).code).toBe(0);
});

test('makes no database where there is none', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'heartwood-sql-none-'));
  const { code, output } = await sql(['select 1'], { DATA_DIR: folder });
  expect([code, output]).toEqual([1, `There is no database in ${folder}: set DATA_DIR to the server's folder, or DATABASE_URL.\n`]);
  await rm(folder, { recursive: true });
});
