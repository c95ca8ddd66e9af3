import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApp } from './app.ts';
import type { TestApp } from './app.ts';
import { auth, goodPassword, registerParent } from './people.ts';
import type { TestUser } from './people.ts';

// More is asked than can be answered: a lock on a table holds the requests.

vi.setConfig({ testTimeout: 60_000 });

let at: TestApp;
let nora: TestUser;
let fritz: TestUser;
let base: string;
let holder: pg.Client;
beforeAll(async () => {
  at = await startApp();
  nora = await registerParent(at.app);
  fritz = await registerParent(at.app, { language: 'de' });
  base = await at.app.listen({ port: 0, host: '127.0.0.1' });
  holder = new pg.Client({ connectionString: String(at.platform.db.$client.options.connectionString) });
  await holder.connect();
  // Put together when it is asked for first.
  await ask('/api/openapi.json');
});
afterAll(async () => {
  await holder.end();
  await at.close();
});

async function ask(path: string, init: RequestInit = {}) {
  const began = performance.now();
  const answer = await fetch(`${base}${path}`, { ...init, headers: { ...auth(nora.token), ...(init.headers as Record<string, string>) } });
  const body = (await answer.json().catch(() => undefined)) as { status_code?: string; message?: string } | undefined;
  return { status: answer.status, headers: answer.headers, body, after: performance.now() - began };
}

const many = <T>(count: number, what: () => Promise<T>) => Array.from({ length: count }, what);

test('[R6.15] what is too much is refused at once, in the form of the contract; the rest is answered, and soon everything again', async () => {
  // Those that wait as long as the others are refused are answered; within ten seconds there is room as before.
  await holder.query('begin; lock table posts in access exclusive mode');
  const crowd = many(150, () => ask('/api/posts'));
  await Promise.race(crowd);
  await holder.query('rollback');
  expect(new Set((await Promise.all(crowd)).map(({ status }) => status))).toEqual(new Set([200, 503]));
  const asked = async () => new Set((await Promise.all(many(15, () => ask('/api/posts')))).map(({ status }) => status));
  await expect.poll(asked, { timeout: 10_000 }).toEqual(new Set([200]));

  const refusals = async () => Number(/heartwood_refused_total (\d+)/.exec(await (await fetch(`${base}/metrics`)).text())?.[1]);
  const before = await refusals();
  await holder.query('begin; lock table posts in access exclusive mode');
  const waiting = many(150, () => ask('/api/posts'));
  const refused = await Promise.race(waiting);
  expect(refused).toMatchObject({ status: 503, body: { success: false, status_code: 'unavailable', request_id: expect.any(String) } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  for (const [name, value] of Object.entries({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }))
    expect(refused.headers.get(name)).toBe(value);
  // In the language of who asks, also where they are refused only after they were let in and recognised.
  const fromShell = await ask('/api/posts', {
    headers: { ...auth(fritz.token), origin: 'capacitor://localhost', 'accept-language': 'de' },
  });
  expect([fromShell.status, fromShell.headers.get('access-control-allow-origin')]).toEqual([503, 'capacitor://localhost']);
  expect(fromShell.body?.message).not.toBe(refused.body?.message);

  // Other route groups have places, and connections to the database; health checks always have.
  for (const path of ['/api/user', '/api/families']) expect([path, (await ask(path)).status]).toEqual([path, 200]);
  expect((await ask('/api/openapi.json')).status).toBe(200);
  expect([(await ask('/api/health/live')).status, (await ask('/metrics')).status]).toEqual([200, 200]);
  expect((await refusals()) - before).toBeGreaterThan(20);

  await holder.query('rollback');
  // Those that held on to the lock for too long are refused by now, too.
  for (const { status } of await Promise.all(waiting)) expect([200, 503]).toContain(status);
  await expect.poll(asked, { timeout: 10_000 }).toEqual(new Set([200]));
});

test('[R6.15] bodies that arrive at the same time are let in as few as others', async () => {
  await holder.query('begin; lock table posts in access exclusive mode');
  const body = JSON.stringify({ text: 'The plum tree' });
  const waiting = many(150, () => ask('/api/posts', { method: 'POST', body, headers: { 'content-type': 'application/json' } }));
  expect(await Promise.race(waiting)).toMatchObject({ status: 503, body: { status_code: 'unavailable' } });
  await holder.query('rollback');
  expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([201, 503]));
});

test('[R6.15] slow senders and open streams take nobody’s place', async () => {
  const halves = many(200, () => {
    const half = new AbortController();
    const stream = new ReadableStream({ start: (out) => out.enqueue(new TextEncoder().encode('{"text":')) });
    const headers = { ...auth(nora.token), 'content-type': 'application/json' };
    void fetch(`${base}/api/posts`, { method: 'POST', body: stream, duplex: 'half', headers, signal: half.signal } as RequestInit).catch(
      () => undefined,
    );
    return Promise.resolve(half);
  });
  const open = await Promise.all(halves);
  expect((await ask('/api/posts')).status).toBe(200);
  const logIn = {
    method: 'POST',
    body: JSON.stringify({ email: nora.email, password: goodPassword }),
    headers: { 'content-type': 'application/json' },
  };
  expect((await ask('/api/login', logIn)).status).toBe(200);
  for (const half of open) half.abort();
});
