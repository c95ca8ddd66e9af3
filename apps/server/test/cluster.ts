import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '#platform/db/embedded.ts';

// One PostgreSQL for a whole run of tests (or of a benchmark): each test file gets a database of its own in it.

declare module 'vitest' {
  export interface ProvidedContext {
    /** postgres://... of a role that may create databases; the database in it is empty. */
    clusterUrl: string;
  }
}

/** A throw-away cluster in the system's folder for such things. */
export interface TestCluster {
  url: string;
  /** Stops it and deletes it. */
  stop(): Promise<void>;
}

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: (...words: unknown[]) => console.error(...words) };

export async function startTestCluster(): Promise<TestCluster> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'heartwood-test-'));
  const cluster = await startEmbedded({ dataDir, log: quiet, throwAway: true });
  return {
    url: cluster.url,
    async stop() {
      await cluster.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Vitest's `globalSetup`: HEARTWOOD_TEST_CLUSTER names a cluster that runs already. */
export default async function setup({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.HEARTWOOD_TEST_CLUSTER;
  if (given) {
    provide('clusterUrl', given);
    return undefined;
  }
  const cluster = await startTestCluster();
  provide('clusterUrl', cluster.url);
  return cluster.stop;
}

/**
 * Creates a database.
 * @param template a database to copy; nobody may be connected to it
 * @returns its address
 */
export async function createDatabase(adminUrl: string, name: string, template?: string): Promise<string> {
  const from = template ? ` TEMPLATE ${pg.escapeIdentifier(template)} STRATEGY FILE_COPY` : '';
  await execute(adminUrl, `CREATE DATABASE ${pg.escapeIdentifier(name)}${from}`);
  const url = new URL(adminUrl);
  url.pathname = `/${encodeURIComponent(name)}`;
  return url.href;
}

/**
 * Drops a database, if it is there, and disconnects whoever uses it. Not `WITH (FORCE)`: that wants to end the autovacuum as well, if it is at
 * work there, and refuses because it may not; a plain DROP lets it end by itself.
 */
export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  const disconnect = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND usename = current_user';
  await execute(adminUrl, disconnect, [name]);
  await execute(adminUrl, `DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)}`);
}

async function execute(adminUrl: string, sql: string, values: string[] = []): Promise<void> {
  const client = new pg.Client(adminUrl);
  await client.connect();
  try {
    await client.query(sql, values);
  } finally {
    await client.end();
  }
}
