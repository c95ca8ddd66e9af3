import { mkdtemp, rm, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { createDatabase, dropDatabase } from '#test/cluster.ts';
import { ensureTemplate } from '#test/template.ts';
import { readConfig } from './config.ts';
import { verifySecret } from './secret-check.ts';
import { storedSecretPath } from './secrets.ts';
import { StartupError } from './startup-error.ts';

const log = pino({ level: 'silent' });
const [old, next] = ['the old secret of thirty-two letters or more', 'the next secret of thirty-two letters or more'];
let name: string;
let databaseUrl: string;
let dataDir: string;

beforeEach(async () => {
  name = `test_secret_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  databaseUrl = await createDatabase(inject('clusterUrl'), name, await ensureTemplate(inject('clusterUrl')));
  dataDir = await mkdtemp(join(tmpdir(), 'heartwood-secret-'));
});
afterEach(async () => {
  await dropDatabase(inject('clusterUrl'), name);
  await rm(dataDir, { recursive: true, force: true });
});

/** A start with these variables. */
const start = (env: Record<string, string> = {}) => verifySecret(databaseUrl, readConfig({ DATA_DIR: dataDir, ...env }), log);
const refusal = async (env: Record<string, string> = {}) => {
  const error: unknown = await start(env).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(StartupError);
  return (error as StartupError).message;
};

/** Seals something, as far as a start asks. */
async function seal(): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  // Nobody is needed whom it is about.
  await client.query(
    'alter table information_sections drop constraint information_sections_family_id_fkey, drop constraint information_sections_person_id_fkey',
  );
  await client.query(`insert into information_sections (family_id, person_id, slug, version, key_id, sealed, updated_at)
    select gen_random_uuid(), gen_random_uuid(), 'health', 1, key_id, '', now() from sealing_keys`);
  await client.end();
}

it('a new database takes the secret that is made for it, and every later start with it', async () => {
  await start();
  await expect(start()).resolves.toBeUndefined();
});

it('a database whose secret is gone starts with no new one, and none is made', async () => {
  await start();
  await seal();
  const secret = await readFile(storedSecretPath(dataDir), 'utf8');
  await rm(storedSecretPath(dataDir));
  expect(await refusal()).toMatch(/missing: put .*app-secret back from a backup, or set APP_SECRET/);
  await expect(readFile(storedSecretPath(dataDir))).rejects.toMatchObject({ code: 'ENOENT' });
  await start({ APP_SECRET: secret });
});

it('whoever forgets APP_SECRET, or sets another one, is told so', async () => {
  await start({ APP_SECRET: old });
  await seal();
  expect(await refusal()).toContain('set APP_SECRET to what it was');
  const said = await refusal({ APP_SECRET: next });
  expect(said).toContain('APP_SECRET is not the secret');
  expect(said).not.toContain(next);
  await start({ APP_SECRET: old });
});

it('a secret is rolled as the page for operators says, and the old one is not taken afterwards', async () => {
  await start({ APP_SECRET: old });
  await start({ APP_SECRET: `${old},${next}` });
  await start({ APP_SECRET: `${next},${old}` });
  // A process that has not been told yet that the new one comes first.
  await start({ APP_SECRET: `${old},${next}` });
  await start({ APP_SECRET: `${next},${old}` });
  await start({ APP_SECRET: next });
  await seal();
  expect(await refusal({ APP_SECRET: old })).toContain('APP_SECRET is not the secret');
});

it('a secret that is lost for good is given up by a word, and the new one holds from then on', async () => {
  await start();
  await seal();
  await rm(storedSecretPath(dataDir));
  await start({ APP_SECRET_LOST: 'accepted' });
  await start();
  await start({ APP_SECRET: next, APP_SECRET_LOST: 'accepted' });
  await expect(start({ APP_SECRET: next })).resolves.toBeUndefined();
});

it('where nothing is sealed yet, several start with secrets of their own', async () => {
  const others = await Promise.all(Array.from({ length: 3 }, () => mkdtemp(join(dataDir, 'process-'))));
  await expect(Promise.all(others.map((folder) => start({ DATA_DIR: folder })))).resolves.toHaveLength(3);
});
