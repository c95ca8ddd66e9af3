import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { filesBelow } from '#test/files.ts';
import { openPlatform } from '#platform/platform.ts';

let at: TestApp;
const key = 'media/01936b0f-5a00-7000-8000-000000000001/large.webp';
const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, n) => n % 251));

beforeAll(async () => {
  at = await startApp({ jobs: false });
  await at.platform.storage.putBytes(key, bytes);
});
afterAll(() => at.close());

const address = (of = key) => `/api/private/${at.platform.storage.address(of)}`;
const fetch = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  at.app.inject({ method, url, headers });

describe('a private address', () => {
  it('gives the bytes, kept by the browser and by nobody else', async () => {
    const answer = await fetch(address());
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.equals(bytes)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': '100000',
      'content-disposition': 'inline',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': expect.stringContaining('sandbox'),
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
    });
    const age = /^private, max-age=(\d+), immutable$/.exec(String(answer.headers['cache-control']))?.[1];
    expect(Number(age)).toBeGreaterThan(1_800);
    expect(Number(age)).toBeLessThanOrEqual(3_600);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('answers HEAD and a known ETag without bytes', async () => {
    const head = await fetch(address(), {}, 'HEAD');
    expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([200, '100000', 0]);
    const known = await fetch(address(), { 'if-none-match': String(head.headers.etag) });
    expect([known.statusCode, known.rawPayload.length]).toEqual([304, 0]);
  });

  it('is never compressed, whatever is asked', async () => {
    expect((await fetch(address(), { 'accept-encoding': 'br, gzip' })).headers['content-encoding']).toBeUndefined();
  });

  it.each([
    ['bytes=0-99', 0, 99],
    ['bytes=99990-', 99_990, 99_999],
    ['bytes=-10', 99_990, 99_999],
    ['bytes=99999-', 99_999, 99_999],
    ['bytes=5-200000', 5, 99_999],
    ['bytes=-200000', 0, 99_999],
  ])('gives a part: %s', async (range, start, end) => {
    const answer = await fetch(address(), { range });
    expect([answer.statusCode, answer.headers['content-range'], answer.headers['content-length']]).toEqual([
      206,
      `bytes ${start}-${end}/100000`,
      String(end - start + 1),
    ]);
    expect(answer.rawPayload.equals(bytes.subarray(start, end + 1))).toBe(true);
  });

  it.each(['bytes=100000-', 'bytes=200000-300000', 'bytes=5-3', 'bytes=-0'])('has no such part: %s', async (range) => {
    const answer = await fetch(address(), { range });
    expect([answer.statusCode, answer.headers['content-range'], answer.json().status_code]).toEqual([
      416,
      'bytes */100000',
      'range_not_satisfiable',
    ]);
  });

  it.each(['bytes=0-1,5-9', 'items=0-1', 'bytes', 'bytes=a-b', `bytes=${'0-1,'.repeat(500)}0-1`])(
    'gives the whole for what is no single part (%#)',
    async (range) => {
      const answer = await fetch(address(), { range });
      expect([answer.statusCode, answer.rawPayload.length]).toEqual([200, 100_000]);
    },
  );

  it('gives the whole where If-Range knows another version', async () => {
    expect((await fetch(address(), { range: 'bytes=0-9', 'if-range': '"other"' })).statusCode).toBe(200);
  });

  it('is refused when one byte of it is another, when it has ended, and without its signature', async () => {
    const right = address();
    const from = '/api/private/'.length;
    const changed = Array.from({ length: right.length - from }, (_, place) => {
      const end = from + place + 1;
      return right.slice(0, end - 1) + (right[end - 1] === 'a' ? 'b' : 'a') + right.slice(end);
    });
    const answers = await Promise.all(changed.map(async (url) => [url, (await fetch(url)).json().status_code]));
    expect(answers.filter(([, code]) => code !== 'forbidden')).toEqual([]);
    const others = [
      `/api/private/${key}`,
      '/api/private/',
      '/api/private/../../etc/passwd',
      '/api/private/%2e%2e%2fsecrets%2fapp-secret',
      '/api/private/media/%00.webp',
      `${right}&e=1`,
    ];
    const statuses = await Promise.all(others.map(async (url) => [url, (await fetch(url)).statusCode]));
    expect(statuses.filter(([, status]) => status !== 403 && status !== 404)).toEqual([]);
    at.clock.advance({ hours: 1 });
    const late = await fetch(right);
    expect([late.statusCode, late.json()]).toEqual([403, expect.objectContaining({ success: false, status_code: 'forbidden' })]);
    expect(late.headers['cache-control']).toBe('no-store');
    expect((await fetch(address())).statusCode).toBe(200);
  });

  it('of something that is gone is not found', async () => {
    expect((await fetch(address('media/01936b0f-5a00-7000-8000-0000000000ff/thumb.webp'))).statusCode).toBe(404);
  });

  it('lets go of the file when the reader hangs up', async () => {
    const large = 'media/01936b0f-5a00-7000-8000-000000000002/large.webp';
    await at.platform.storage.putBytes(large, Buffer.alloc(30_000_000));
    await at.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = at.app.server.address() as AddressInfo;
    const open = async () => (await filesBelow('/proc/self/fd').catch(() => [])).length;
    const before = await open();
    const sockets = Array.from({ length: 20 }, () => {
      const socket = connect(port, '127.0.0.1', () => socket.write(`GET ${address(large)} HTTP/1.1\r\nhost: x\r\n\r\n`));
      return socket.on('error', () => undefined);
    });
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('readable', resolve))));
    for (const socket of sockets) socket.destroy();
    await expect.poll(open, { timeout: 5_000 }).toBeLessThanOrEqual(before);
  });
});

describe('starting', () => {
  it('removes what a killed server left unfinished', async () => {
    const again = await startApp({ jobs: false });
    const tmp = join(again.dataDir, 'tmp');
    await mkdir(tmp, { recursive: true });
    expect(await filesBelow(tmp)).toEqual([]);
    await writeFile(join(tmp, 'upload'), 'half');
    await writeFile(join(again.dataDir, 'media', '.incoming', 'part'), 'half');
    const { config, db, features, log } = again.platform;
    const restarted = await openPlatform({ config, features, databaseUrl: String(db.$client.options.connectionString), log });
    expect([await filesBelow(tmp), await filesBelow(join(again.dataDir, 'media'))]).toEqual([[], []]);
    await restarted.db.$client.end();
    await again.close();
  });

  it('takes nothing away from what runs before it listens', async () => {
    const again = await startApp({ jobs: false });
    const inWork = join(again.dataDir, 'tmp', 'poster.png');
    await writeFile(inWork, 'in work');
    const { buildApp } = await import('#app');
    const app = await buildApp(again.platform);
    await app.ready();
    expect(await filesBelow(join(again.dataDir, 'tmp'))).toEqual(['poster.png']);
    await app.close();
    await again.close();
  });
});
