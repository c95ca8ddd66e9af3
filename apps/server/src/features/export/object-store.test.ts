import { afterAll, expect, it } from 'vitest';
import { sha256 } from '#test/archives.ts';
import { exported } from '#test/exports.ts';
import { filesBelow } from '#test/files.ts';
import { call } from '#test/members.ts';
import { startAppOnStore } from '#test/object-store.ts';
import { registerParent } from '#test/people.ts';
import { phonePhoto } from '#test/photos.ts';

const { at, close } = await startAppOnStore();
afterAll(close);

it('an export from and to an S3-compatible store is whole, and leaves nothing on this machine', async () => {
  const nora = await registerParent(at.app);
  const photo = await phonePhoto(300, 200);
  const form = new FormData();
  form.append('images[0]', new File([new Uint8Array(photo)], 'a.jpg'));
  expect((await call(at, nora, 'POST', '/api/posts', form)).statusCode).toBe(201);
  const files = await exported(at, nora);
  expect([...files.values()].some((bytes) => sha256(bytes) === sha256(photo))).toBe(true);
  expect(await filesBelow(`${at.dataDir}/tmp`)).toEqual([]);
}, 60_000);
