import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildApp, features, registerJobs } from '../apps/server/src/app.ts';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { closePlatform, openPlatform } from '../apps/server/src/platform/platform.ts';
import type { Platform } from '../apps/server/src/platform/platform.ts';
import type { TestApp } from '../apps/server/test/app.ts';
import { startTestCluster } from '../apps/server/test/cluster.ts';
import type { TestCluster } from '../apps/server/test/cluster.ts';
import { subscribe } from '../apps/server/test/payments.ts';
import { auth, registerParent } from '../apps/server/test/people.ts';
import type { TestUser } from '../apps/server/test/people.ts';
import { devRoutes } from './dev-routes.ts';

// What a developer lets happen, on a real server and database: it is seen where everybody sees it, by the answer about what covers.

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let cluster: TestCluster;
let dataDir: string;
let platform: Platform;
let app: FastifyInstance;
beforeAll(async () => {
  cluster = await startTestCluster();
  dataDir = await mkdtemp(path.join(tmpdir(), 'heartwood-dev-payments-'));
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: cluster.url, LOG_LEVEL: 'silent' });
  const log = createLog(config);
  await migrate(cluster.url, log);
  platform = await openPlatform({ config, features, databaseUrl: cluster.url, log });
  app = await buildApp(platform, { extend: devRoutes });
  registerJobs(platform);
  await platform.jobs.start({ work: true });
});
afterAll(async () => {
  await app.close();
  await closePlatform(platform);
  await cluster.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const look = async () => (await app.inject({ url: '/dev/payments' })).body;
const coverageOf = async ({ token }: TestUser) => (await app.inject({ url: '/api/subscription', headers: auth(token) })).json().data;
/** The addresses of the buttons on the page, by what is written on them. */
const buttons = (body: string): Map<string, string> =>
  new Map(
    [...body.matchAll(/<form method="post" action="([^"]+)">\s*<button>([^<]+)<\/button>/g)].map(([, action = '', name = '']) => [
      name,
      action,
    ]),
  );
const press = async (name: string) => {
  const action = buttons(await look()).get(name);
  expect(action, `the button “${name}”`).toBeDefined();
  const answer = await app.inject({ method: 'POST', url: action!, headers: { 'content-type': 'application/x-www-form-urlencoded' } });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, expect.stringContaining('/dev/payments#sandbox_')]);
};

test('as long as nobody has begun to pay it says how one does', async () => {
  expect(await look()).toContain('Nobody has begun to pay.');
  expect((await app.inject({ url: '/dev' })).body).toContain('href="/dev/payments"');
});

test('a plan is renewed, fails, recovers, is disputed, given back and ended by a click, and what covers follows', async () => {
  const nora = await registerParent(app, { lastname: '<b>Whitlock</b>' });
  await subscribe({ app } as TestApp, nora, 'monthly');
  const first = await coverageOf(nora);
  const body = await look();
  expect(body).toContain('Nora &#60;b&#62;Whitlock');
  expect(body).toMatch(/monthly · active · period to \d{4}-/);
  expect(body).toContain('$5.99');
  expect([...buttons(body).keys()]).toEqual(['renew', 'let it fail', 'refund', 'dispute', 'end']);

  await press('renew');
  const renewed = await coverageOf(nora);
  expect(new Date(renewed.covered_until).getTime()).toBeGreaterThan(new Date(first.covered_until).getTime());
  await press('let it fail');
  expect(await coverageOf(nora)).toEqual(renewed);
  await press('renew');
  expect(await coverageOf(nora)).toMatchObject({ status: 'past_due', plan: 'monthly' });
  expect([...buttons(await look()).keys()]).toEqual(['recover', 'refund', 'dispute', 'end']);
  await press('recover');
  expect(await coverageOf(nora)).toMatchObject({ status: 'active', plan: 'monthly' });
  await press('dispute');
  expect(await look()).toContain('dispute open');
  expect(await coverageOf(nora)).toMatchObject({ status: 'active' });
  await press('win the dispute');
  expect(await coverageOf(nora)).toMatchObject({ status: 'active' });
  await press('end');
  expect(await look()).toContain('monthly · canceled');
  expect((await coverageOf(nora)).provider).toBeNull();
  await press('refund');
  expect(await look()).toContain('given back');
  expect([...buttons(await look()).keys()]).toEqual([]);
});

test('what cannot happen, and who is not there, is refused', async () => {
  const sam = await registerParent(app, { firstname: 'Sam' });
  await subscribe({ app } as TestApp, sam, 'lifetime');
  const customer = /action="\/dev\/payments\/(sandbox_[^/]+)\//.exec(await look())?.[1];
  const post = async (url: string) => (await app.inject({ method: 'POST', url })).statusCode;
  expect(await post(`/dev/payments/${customer}/renew`)).toBe(409);
  expect(await post(`/dev/payments/${customer}/constructor`)).toBe(404);
  expect(await post('/dev/payments/sandbox_nobody/refund')).toBe(404);
  expect(await coverageOf(sam)).toMatchObject({ status: 'lifetime' });
  await press('dispute');
  await press('lose the dispute');
  expect(await coverageOf(sam)).toMatchObject({ status: 'trialing', provider: null });
});
