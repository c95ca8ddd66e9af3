import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startApp } from './app.ts';
import { startObjectStore } from './object-store.ts';
import type { ObjectStore } from './object-store.ts';
import { formWithFile } from './media.ts';
import { auth, registerParent } from './people.ts';
import { phonePhoto } from './photos.ts';

// What an operator is told of an object store that does not serve.

// A store that does not answer is asked three times, and the first test waits for the client to be loaded.
vi.setConfig({ testTimeout: 60_000 });

let store: ObjectStore;
beforeAll(async () => void (store = await startObjectStore()));
afterAll(() => store.close());

it.each([
  ['a wrong key', { S3_ACCESS_KEY_ID: 'another' }, 'refuses (403)', { name: 'InvalidAccessKeyId', status: 403 }],
  ['a wrong bucket', { S3_BUCKET: 'another' }, 'has no such bucket (404)', { name: 'NoSuchBucket', status: 404 }],
  ['a dead host', { S3_ENDPOINT: 'http://127.0.0.1:9' }, 'does not answer (ECONNREFUSED)', { name: 'ECONNREFUSED' }],
])('%s is told by readiness and named in the log, without a secret', async (_, env, detail, cause) => {
  let logged = '';
  const logTo = { write: (line: string) => void (logged += line) };
  const at = await startApp({ env: { ...store.env, LOG_LEVEL: 'error', ...env }, jobs: false, logTo });
  try {
    const ready = await at.app.inject('/api/health/ready');
    expect([ready.statusCode, ready.json().checks.storage]).toEqual([503, { ok: false, detail }]);
    const nora = await registerParent(at.app);
    const payload = formWithFile(await phonePhoto(60, 40), 'photo.jpg');
    const sent = await at.app.inject({ method: 'POST', url: '/api/media', headers: auth(nora.token), payload });
    expect(sent.statusCode).toBe(503);
    const lines = logged.split('\n').filter(Boolean);
    const failed = lines.map((line) => JSON.parse(line) as { msg: string; error: { cause: unknown } });
    expect(failed.find(({ msg }) => msg === 'a request failed')?.error.cause).toEqual(cause);
    expect(logged).not.toContain(store.config.secretAccessKey.toLowerCase());
    expect(logged).not.toContain('another');
  } finally {
    await at.close();
  }
});
