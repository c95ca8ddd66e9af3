import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { createDatabase, dropDatabase } from './cluster.ts';

async function rows(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test('a database made from a template has its content, and dropping it disconnects whoever uses it', async () => {
  const admin = inject('clusterUrl');
  const template = await createDatabase(admin, 'cluster test "template"');
  await rows(template, 'CREATE TABLE kept (what text)');
  await rows(template, "INSERT INTO kept VALUES ('täglich')");
  const copy = await createDatabase(admin, 'cluster_copy', 'cluster test "template"');
  expect(await rows(copy, 'SELECT what FROM kept')).toEqual([{ what: 'täglich' }]);

  const user = new pg.Client(copy);
  await user.connect();
  const disconnected = new Promise((resolve) => user.on('error', resolve));
  await dropDatabase(admin, 'cluster_copy');
  await disconnected;
  await dropDatabase(admin, 'cluster test "template"');
  expect(await rows(admin, "SELECT datname FROM pg_database WHERE datname LIKE 'cluster%'")).toEqual([]);
  await dropDatabase(admin, 'cluster_copy');
});

test('the server works without the rights of a superuser, on Unicode that is the same on every system', async () => {
  const [row] = await rows(
    inject('clusterUrl'),
    `SELECT rolsuper, datlocprovider, datlocale, pg_encoding_to_char(encoding) AS encoding, current_setting('data_checksums') AS checksums
     FROM pg_roles, pg_database WHERE rolname = current_user AND datname = current_database()`,
  );
  expect(row).toEqual({ rolsuper: false, datlocprovider: 'b', datlocale: 'C.UTF-8', encoding: 'UTF8', checksums: 'on' });
});
