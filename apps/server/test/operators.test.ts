import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { startApp } from './app.ts';

// What is for whoever operates the server, and for nobody else.

async function figures(env: Record<string, string>, headers: Record<string, string>, remoteAddress = '127.0.0.1'): Promise<number> {
  const at = await startApp({ env, jobs: false });
  try {
    return (await at.app.inject({ url: '/metrics', headers, remoteAddress })).statusCode;
  } finally {
    await at.close();
  }
}

const ours = { PUBLIC_URL: 'http://localhost:3000' };
const live = { PUBLIC_URL: 'https://family.example' };
const token = { METRICS_TOKEN: 'figures-for-the-scraper' };
const bearer = { authorization: `Bearer ${token.METRICS_TOKEN}` };

describe('the figures of the process', () => {
  it('stand in the page for operators, every name', async () => {
    const at = await startApp({ jobs: false });
    const { body } = await at.app.inject({ url: '/metrics', headers: { host: 'localhost:3000' } });
    await at.close();
    const page = await readFile(new URL('../../../docs/operating.md', import.meta.url), 'utf8');
    const names = [...body.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  it.each([
    ['on a machine of one’s own', ours, { host: 'localhost:3000' }, '127.0.0.1', 200],
    ['by its number', ours, { host: '127.0.0.1:3000' }, '127.0.0.1', 200],
    ['by a name that leads here from elsewhere', ours, { host: 'rebound.example:3000' }, '127.0.0.1', 404],
    ['from another machine', ours, { host: 'localhost:3000' }, '10.0.0.5', 404],
    ['where the public address is not this machine', live, { host: 'localhost:3000' }, '127.0.0.1', 404],
    ['behind a proxy on this machine', live, { host: 'family.example' }, '127.0.0.1', 404],
    ['with the token', { ...live, ...token }, { host: 'family.example', ...bearer }, '10.0.0.5', 200],
    [
      'with another token',
      { ...live, ...token },
      { host: 'family.example', authorization: 'Bearer figures-for-the-scrapes' },
      '127.0.0.1',
      404,
    ],
  ])('[R2.16] %s', async (_, env, headers, address, status) => {
    expect(await figures(env, headers as Record<string, string>, address)).toBe(status);
  });
});

describe('a process that only works', () => {
  it('answers an unknown address as every other does, and does not repeat it', async () => {
    const [worker, web] = [await startApp({ env: { ROLE: 'worker' }, jobs: false }), await startApp({ jobs: false })];
    try {
      for (const url of ['/api/posts', '/somewhere/else?token=abc']) {
        const [there, elsewhere] = [await worker.app.inject({ url }), await web.app.inject({ url: '/api/nowhere' })];
        expect([there.statusCode, there.json()]).toEqual([404, { ...elsewhere.json(), request_id: expect.any(String) }]);
      }
      expect((await worker.app.inject({ url: '/api/health/live' })).statusCode).toBe(200);
    } finally {
      await worker.close();
      await web.close();
    }
  });
});
