import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { sha256, unzip } from '#test/archives.ts';
import { filesBelow } from '#test/files.ts';
import { call } from '#test/members.ts';
import { startObjectStore } from '#test/object-store.ts';
import type { ObjectStore } from '#test/object-store.ts';
import { registerParent } from '#test/people.ts';
import { phonePhoto } from '#test/photos.ts';

let store: ObjectStore;
let at: TestApp;
beforeAll(async () => {
  store = await startObjectStore();
  at = await startApp({ env: store.env });
});
afterAll(async () => {
  await at.close();
  await store.close();
});

it('an export from and to an S3-compatible store is whole, and leaves nothing on this machine', async () => {
  const nora = await registerParent(at.app);
  const photo = await phonePhoto(300, 200);
  const form = new FormData();
  form.append('images[0]', new File([new Uint8Array(photo)], 'a.jpg'));
  expect((await call(at, nora, 'POST', '/api/posts', form)).statusCode).toBe(201);
  expect((await call(at, nora, 'POST', '/api/export')).statusCode).toBe(201);
  let path: string | null = null;
  for (const deadline = performance.now() + 30_000; !path && performance.now() < deadline;) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    ({ path } = (await call(at, nora, 'GET', '/api/export')).json().data);
  }
  const files = await unzip((await at.app.inject({ url: `/api/private/${path}` })).rawPayload);
  expect([...files.values()].some((bytes) => sha256(bytes) === sha256(photo))).toBe(true);
  expect(await filesBelow(`${at.dataDir}/tmp`)).toEqual([]);
}, 60_000);
