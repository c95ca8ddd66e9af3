import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Media } from '@heartwood/contract/media';
import { sweepMedia } from '#features/media/jobs.ts';
import { plus } from '#platform/clock.ts';
import { newId } from '#platform/ids.ts';
import { filesBelow } from '#test/files.ts';
import { startAppOnStore } from '#test/object-store.ts';
import { auth, registerParent } from '#test/people.ts';
import { phonePhoto } from '#test/photos.ts';

/** Milliseconds for work that is done after the answer, on a machine that has much else to do. */
const timeoutMs = 60_000;
vi.setConfig({ testTimeout: 90_000 });

const { at, store, close } = await startAppOnStore();
afterAll(close);
// The store's own clock cannot be moved.
beforeAll(() => at.clock.set(new Date()));

it('photos live in an object store from the first byte to the last', async () => {
  const nora = await registerParent(at.app);
  const headers = auth(nora.token);
  const photo = await phonePhoto();
  const payload = new FormData();
  payload.append('file', new File([new Uint8Array(photo)], 'photo.jpg'));
  const sent = await at.app.inject({ method: 'POST', url: '/api/media', headers, payload });
  expect(sent.statusCode).toBe(201);
  const url = `/api/media/${sent.json().data.media.id}`;
  const look = async (): Promise<Media> => (await at.app.inject({ url, headers })).json().data.media;
  await expect.poll(look, { timeout: timeoutMs }).toMatchObject({ state: 'ready' });
  const { id, variants } = await look();
  const fetch = (name: string, more = {}) => at.app.inject({ url: `/api/private/${variants[name]?.path}`, headers: more });
  expect((await fetch('original')).rawPayload.equals(photo)).toBe(true);
  expect((await fetch('original', { range: 'bytes=10-19' })).rawPayload.equals(photo.subarray(10, 20))).toBe(true);
  expect(await sharp((await fetch('thumb')).rawPayload).metadata()).toMatchObject({ width: 240, height: 320, format: 'webp' });
  expect(await filesBelow(join(at.dataDir, 'media'))).toEqual([]);

  await at.platform.storage.putBytes(`media/${newId(at.clock)}/original.jpg`, photo);
  at.clock.advance({ hours: 2 });
  await sweepMedia(at.platform);
  expect((await filesBelow(store.folder)).filter((path) => path.includes('media') && !path.includes(id))).toEqual([]);

  const again = await at.app.inject({ method: 'DELETE', url, headers });
  expect(again.statusCode).toBe(200);
  await expect.poll(async () => (await filesBelow(store.folder)).filter((path) => path.includes(id)), { timeout: timeoutMs }).toEqual([]);
  expect(await filesBelow(join(at.dataDir, 'tmp'))).toEqual([]);
});

it('what was on its way to the store for hours is no orphan when it arrives, before its row is written', async () => {
  const arrived = new Date();
  at.clock.set(plus(arrived, { hours: -3 }));
  const id = newId(at.clock);
  at.clock.set(arrived);
  await at.platform.storage.putBytes(`media/${id}/original.mp4`, Buffer.from('a film'));
  const kept = async () => (await filesBelow(store.folder)).filter((path) => path.includes(id)).length > 0;
  await sweepMedia(at.platform);
  expect(await kept()).toBe(true);
  at.clock.advance({ minutes: 61 });
  await sweepMedia(at.platform);
  expect(await kept()).toBe(false);
});
