import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { buildApp, features } from '../apps/server/src/app.ts';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { openPlatform } from '../apps/server/src/platform/platform.ts';
import type { Problem } from './structure/sources.ts';

const publicUrl = 'https://heartwood.family';
/** Nothing listens there: a description needs the routes, not what they read. */
const databaseUrl = 'postgres://nobody@127.0.0.1:1/none';

/** @returns the OpenAPI description of everything that is served, as JSON; without a database */
async function describeApi(): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'heartwood-openapi-'));
  try {
    const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, PUBLIC_URL: publicUrl, LOG_LEVEL: 'silent' });
    const platform = await openPlatform({ config, features, databaseUrl, log: createLog({ logLevel: 'silent' }) });
    const app = await buildApp(platform);
    await app.ready();
    const description = JSON.stringify(app.swagger());
    await app.close();
    return description;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** What the recommended rules of Redocly's linter say against the description: errors and warnings alike. */
export async function checkApiDescription(): Promise<Problem[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const found = await lintFromString({ source: await describeApi(), absoluteRef: '/openapi.json', config });
  return found.map(({ message, ruleId, location }) => ({
    file: `openapi.json${location[0]?.pointer ?? ''}`,
    rule: ruleId,
    message,
  }));
}
