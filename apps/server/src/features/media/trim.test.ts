import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Decoder, Demuxer } from 'node-av/api';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Media } from '@heartwood/contract/media';
import { mediaForExport } from '#features/media/erasure.ts';
import { sweepMedia } from '#features/media/jobs.ts';
import { enterFamily } from '#features/family/scope.ts';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { jobsDone } from '#test/jobs.ts';
import { processed, upload, uploadPhoto } from '#test/media.ts';
import { addMember, call } from '#test/members.ts';
import { registerParent } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { fileOf } from '#test/photos.ts';
import { sharePost } from '#test/posts.ts';
import { record } from '#test/recordings.ts';

/** Milliseconds for work that is done after the answer, on a machine that has much else to do. */
const timeoutMs = 120_000;
vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

let at: TestApp;
let nora: TestUser;
let ruth: TestUser;
let stranger: TestUser;

beforeAll(async () => {
  at = await startApp();
  nora = await registerParent(at.app);
  ruth = await addMember(at, nora.familyId, 'relative', 'Ruth');
  stranger = await registerParent(at.app, { lastname: 'Stone' });
});
afterAll(() => at.close());

const bytesOf = async (format: string, what: Parameters<typeof record>[2]) =>
  readFile(await record(join(at.dataDir, randomUUID()), format, what));
const film = async (seconds: number) => upload(at, nora, await bytesOf('webm', { pictures: 'vp8', sound: 'opus', seconds }), 'Film.webm');
const trim = (by: TestUser | null, id: string, body: object, headers: Record<string, string> = {}) =>
  call(at, by, 'POST', `/api/media/${id}/trim`, body, headers);

async function trimmed(id: string, from: number, to: number): Promise<Media> {
  const answer = await trim(nora, id, { from, to });
  if (answer.statusCode !== 201) throw new Error(`not trimmed: ${answer.body}`);
  return processed(at, nora, answer.json().data.media.id, timeoutMs);
}

const fetched = async (medium: Media, name: string): Promise<Buffer> =>
  (await at.app.inject({ url: `/api/private/${medium.variants[name]?.path}` })).rawPayload;

/** What is in a film: for how long there are pictures and sound, and how bright its first picture is (0 to 255). */
async function seen(bytes: Buffer) {
  const input = await Demuxer.open(await fileOf(at.dataDir, bytes));
  const pictures = input.video()!;
  const decoder = await Decoder.create(pictures);
  let [brightness, count] = [-1, 0];
  for await (const frame of decoder.frames(input.packets(pictures.index))) {
    if (!frame) break;
    const pixels = frame.toBuffer().subarray(0, frame.width * frame.height);
    if (count === 0) brightness = pixels.reduce((sum, value) => sum + value, 0) / pixels.length;
    count += 1;
    frame.free();
  }
  const seconds = input.streams.map(({ duration, timeBase }) => (Number(duration) * timeBase.num) / timeBase.den);
  await input.close();
  return { seconds, pictures: count, brightness };
}

async function posterBrightness(medium: Media): Promise<number> {
  const { channels } = await sharp(await fetched(medium, 'poster')).stats();
  return channels.reduce((sum, { mean }) => sum + mean, 0) / channels.length;
}

/** How bright the picture of a second is made: one step lighter each, of 25 a second. */
const brightnessAt = (second: number) => 60 + ((second * 25) % 100);

describe('a film that is trimmed', () => {
  it.each([
    ['as a browser records it', 'webm', { pictures: 'vp8', sound: 'opus' }],
    ['that is kept without being encoded otherwise', 'mp4', { pictures: 'h264', sound: 'aac' }],
    ['without sound', 'webm', { pictures: 'vp8' }],
  ] as const)('%s shows the part that remains, and is as long', async (_kind, format, what) => {
    const original = await bytesOf(format, { ...what, seconds: 6 });
    const whole = await upload(at, nora, original, 'Film.bin');
    const medium = await trimmed(whole.id, 1_400, 3_800);
    expect(medium).toMatchObject({ kind: 'video', state: 'ready', width: 320, height: 240, filename: 'Film.bin', size: original.length });
    expect(medium.id).not.toBe(whole.id);
    expect(medium.duration).toBeCloseTo(2.4, 1);
    const video = await seen(await fetched(medium, 'video'));
    expect(video.seconds).toHaveLength('sound' in what ? 2 : 1);
    for (const seconds of video.seconds) expect(Math.abs(seconds - 2.4)).toBeLessThan(0.1);
    expect(video.pictures).toBe(60);
    expect(Math.abs(video.brightness - brightnessAt(1.4))).toBeLessThan(6);
    // Preview and poster are of the part, too: a quarter into it, where the whole film has its own after a second.
    const preview = await seen(await fetched(medium, 'preview'));
    expect(Math.abs(preview.brightness - brightnessAt(1.4 + 0.6))).toBeLessThan(8);
    expect(preview.seconds[0]).toBeLessThan(2.5);
    const [before, after] = [await processed(at, nora, whole.id, timeoutMs), medium].map(posterBrightness);
    expect((await after!) - (await before!)).toBeGreaterThan(15);
    // The original is whole, and its uploader's alone.
    expect((await fetched(medium, 'original')).equals(original)).toBe(true);
  });

  it('is cut at once, while the whole film is being prepared, and stays what it was', async () => {
    const whole = await film(5);
    const [start, end] = [await trimmed(whole.id, 0, 2_000), await trimmed(whole.id, 3_900, 5_000)];
    expect([start.duration, end.duration].map((seconds) => Math.round((seconds ?? 0) * 10) / 10)).toEqual([2, 1.1]);
    expect((await processed(at, nora, whole.id, timeoutMs)).duration).toBeCloseTo(5, 1);
    // Trimmed once more it is the original that counts.
    expect((await trimmed(end.id, 1_000, 4_000)).duration).toBeCloseTo(3, 1);
  });

  it('is shared like any other; whoever sees it gets the part alone, and its uploader exports the original', async () => {
    const medium = await trimmed((await film(4)).id, 1_000, 3_000);
    const post = await sharePost(at, nora, { media_ids: [medium.id], kind: 'video' });
    const shown: Media = (await call(at, ruth, 'GET', `/api/posts/${post.id}`)).json().data.post.media[0];
    expect(shown.duration).toBeCloseTo(2, 1);
    expect(shown.variants).not.toHaveProperty('original');
    const exported = async ({ userId }: TestUser) => {
      const scope = await enterFamily(at.platform.db, { userId, currentFamilyId: nora.familyId });
      return (await mediaForExport(at.platform, scope, [medium.id])).get(medium.id)?.key;
    };
    expect([await exported(ruth), await exported(nora)]).toEqual([`media/${medium.id}/video.mp4`, `media/${medium.id}/original.webm`]);
  });

  it('is made again from the beginning where that was broken off, and comes out the same', async () => {
    const medium = await trimmed((await film(4)).id, 500, 2_500);
    await sharePost(at, nora, { media_ids: [medium.id] });
    const before = await seen(await fetched(medium, 'video'));
    await jobsDone(at);
    await at.platform.db.$client.query(`update media set state = 'processing', variants = '{}', duration = null where id = $1`, [
      medium.id,
    ]);
    at.clock.advance({ minutes: 61 });
    await sweepMedia(at.platform);
    const again = await processed(at, nora, medium.id, timeoutMs);
    expect([again.state, again.duration]).toEqual(['ready', medium.duration]);
    expect(await seen(await fetched(again, 'video'))).toEqual(before);
  });

  it('is one where it is asked for twice with one key', async () => {
    const whole = await film(2);
    const headers = { 'idempotency-key': randomUUID() };
    const ask = (from: number) => trim(nora, whole.id, { from, to: 2_000 }, headers);
    const [first, second, other] = [await ask(500), await ask(500), await ask(600)];
    expect([first.statusCode, second.statusCode, other.statusCode]).toEqual([201, 201, 409]);
    expect(second.json().data.media.id).toBe(first.json().data.media.id);
    await call(at, nora, 'DELETE', `/api/media/${first.json().data.media.id}`);
    expect((await ask(500)).statusCode).toBe(404);
  });
});

describe('what is refused', () => {
  let whole: Media;
  beforeAll(async () => void (whole = await film(3)));

  it.each([
    ['a beginning before the film', { from: -1, to: 2_000 }, 'from'],
    ['an end before the beginning', { from: 2_000, to: 1_000 }, 'to'],
    ['less than a second', { from: 1_000, to: 1_999 }, 'to'],
    ['an end after the film', { from: 0, to: 3_500 }, 'to'],
    ['a beginning after the film', { from: 5_000, to: 7_000 }, 'to'],
    ['less than a second up to where the film ends', { from: 2_100, to: 3_100 }, 'to'],
    ['half milliseconds', { from: 0.5, to: 2_000 }, 'from'],
    ['no number', { from: 0, to: 'later' }, 'to'],
    ['no end', { from: 0 }, 'to'],
    ['no limit', { from: 0, to: 1e300 }, 'to'],
  ])('%s', async (_what, body, field) => {
    const answer = await trim(nora, whole.id, body);
    expect([answer.statusCode, answer.json().status_code, Object.keys(answer.json().errors)]).toEqual([422, 'validation_failed', [field]]);
  });

  it('an end that a player says a moment too late is the end', async () => {
    const medium = await trimmed(whole.id, 1_000, 3_080);
    expect(medium.duration).toBeCloseTo(2, 1);
  });

  it('a photo, a film that cannot be read, and one that is gone', async () => {
    expect((await trim(nora, await uploadPhoto(at, nora), { from: 0, to: 1_000 })).statusCode).toBe(422);
    const noise = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1'), Buffer.alloc(2_000)]);
    expect((await trim(nora, (await upload(at, nora, noise, 'noise.mp4')).id, { from: 0, to: 1_000 })).statusCode).toBe(422);
    expect((await trim(nora, randomUUID(), { from: 0, to: 1_000 })).statusCode).toBe(404);
  });

  it('whoever is not signed in, of another family, or has only been shown it', async () => {
    await sharePost(at, nora, { media_ids: [whole.id] });
    const status = async (by: TestUser | null) => (await trim(by, whole.id, { from: 0, to: 1_500 })).statusCode;
    expect([await status(null), await status(stranger), await status(ruth), await status(nora)]).toEqual([401, 404, 403, 201]);
  });
});
