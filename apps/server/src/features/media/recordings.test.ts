import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Demuxer } from 'node-av/api';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Media } from '@heartwood/contract/media';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { letter, lockedPdf } from '#test/documents.ts';
import { filesBelow } from '#test/files.ts';
import { startObjectStore } from '#test/object-store.ts';
import type { ObjectStore } from '#test/object-store.ts';
import { auth, registerParent } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { fileOf } from '#test/photos.ts';
import { record, secrets } from '#test/recordings.ts';

/** Milliseconds for work that is done after the answer, on a machine that has much else to do. */
const timeoutMs = 120_000;
vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

const recorded = new Map<string, Promise<Buffer>>();

/** The same on a disk and in an object store. */
describe.each(['disk', 'object store'])('kept on a %s', (where) => {
  let store: ObjectStore | undefined;
  let at: TestApp;
  let nora: TestUser;

  beforeAll(async () => {
    store = where === 'disk' ? undefined : await startObjectStore();
    at = await startApp(store ? { env: store.env } : {});
    nora = await registerParent(at.app);
  });
  afterAll(async () => {
    await at.close();
    await store?.close();
  });

  const temporary = () => filesBelow(join(at.dataDir, 'tmp'));
  const scratch = () => join(at.dataDir, randomUUID());
  /** Each recording is made once for both. */
  const make = (format: string, what: Parameters<typeof record>[2]): Promise<Buffer> => {
    const key = JSON.stringify([format, what]);
    const bytes = recorded.get(key) ?? record(scratch(), format, what).then((path) => readFile(path));
    recorded.set(key, bytes);
    return bytes;
  };
  const fetchBytes = (path: string | undefined, headers: Record<string, string> = {}) =>
    at.app.inject({ url: `/api/private/${path}`, headers });
  const look = async (id: string): Promise<Media> =>
    (await at.app.inject({ url: `/api/media/${id}`, headers: auth(nora.token) })).json().data.media;

  async function upload(bytes: Uint8Array, filename: string): Promise<Media> {
    const payload = new FormData();
    payload.append('file', new File([bytes as Uint8Array<ArrayBuffer>], filename));
    const answer = await at.app.inject({ method: 'POST', url: '/api/media', headers: auth(nora.token), payload });
    if (answer.statusCode !== 201) throw new Error(`not kept: ${answer.body}`);
    return answer.json().data.media;
  }

  async function settled(bytes: Uint8Array, filename: string): Promise<Media> {
    const { id } = await upload(bytes, filename);
    await expect.poll(async () => (await look(id)).state, { timeout: timeoutMs }).not.toBe('processing');
    expect(await temporary()).toEqual([]);
    return look(id);
  }

  /** What FFmpeg finds in an answer's bytes. */
  async function streamsOf(bytes: Buffer) {
    const input = await Demuxer.open(await fileOf(at.dataDir, bytes));
    const found = input.streams.map(({ codecpar }) => ({ codec: codecpar.codecTagString, width: codecpar.width, height: codecpar.height }));
    const { duration } = input;
    await input.close();
    return { found, duration };
  }

  it.each([
    ['MP4', 'mp4', 'video/mp4', { pictures: 'h264', sound: 'aac' }],
    ['MOV', 'mov', 'video/quicktime', { pictures: 'h264', sound: 'aac', upright: true }],
    ['WebM', 'webm', 'video/webm', { pictures: 'vp8', sound: 'opus' }],
    ['MKV', 'matroska', 'video/x-matroska', { pictures: 'h264', sound: 'mp3' }],
  ] as const)('a film in %s becomes one that everybody can play, without a place or a name', async (_kind, format, type, what) => {
    const original = await make(format, what);
    expect(original.includes(secrets.location)).toBe(true);
    const medium = await settled(original, 'clip.bin');
    const upright = 'upright' in what;
    const size = upright ? { width: 240, height: 320 } : { width: 320, height: 240 };
    expect(medium).toMatchObject({ kind: 'video', state: 'ready', ...size, taken_at: '2024-07-14T16:30:05.000Z' });
    expect(medium).not.toHaveProperty('waveform');
    expect(medium.duration).toBeCloseTo(2, 1);
    expect(medium.thumbhash).toEqual(expect.any(String));
    expect(medium.path).toBe(medium.variants['video']?.path);
    expect(medium.variants).toMatchObject({
      original: { type },
      video: { type: 'video/mp4', ...size },
      preview: { type: 'video/mp4', ...size },
      poster: { type: 'image/webp', ...size },
      thumb: { type: 'image/webp' },
      medium: { type: 'image/webp', ...size },
    });
    for (const [name, variant] of Object.entries(medium.variants)) {
      const { rawPayload, headers } = await fetchBytes(variant.path);
      expect(headers['content-type']).toBe(variant.type);
      if (name === 'original') expect(rawPayload.equals(original)).toBe(true);
      else for (const secret of Object.values(secrets)) expect(rawPayload.includes(secret)).toBe(false);
    }
    const video = (await fetchBytes(medium.variants['video']?.path)).rawPayload;
    // The index comes before the pictures, so that it begins to play before it is there.
    expect(video.indexOf('moov')).toBeLessThan(video.indexOf('mdat'));
    // What an encoder or a camera writes between the pictures is gone.
    if (what.pictures === 'h264') expect(video.includes('x264 - core')).toBe(false);
    expect((await streamsOf(video)).found.map(({ codec }) => codec)).toEqual(['avc1', 'mp4a']);
    const preview = await streamsOf((await fetchBytes(medium.variants['preview']?.path)).rawPayload);
    expect(preview.found).toEqual([{ codec: 'avc1', ...size }]);
    const { data } = await sharp((await fetchBytes(medium.variants['poster']?.path)).rawPayload)
      .extract({ left: 2, top: 2, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data[0]).toBeGreaterThan(150);
    expect(data[2]).toBeLessThan(100);
  });

  it('is served in parts, as players ask for it', async () => {
    const medium = await settled(await make('mp4', { pictures: 'h264', sound: 'aac' }), 'clip.mp4');
    const path = medium.variants['video']?.path;
    const whole = await fetchBytes(path);
    const size = whole.rawPayload.length;
    expect(whole.headers).toMatchObject({ 'accept-ranges': 'bytes', 'content-length': String(size) });
    const part = await fetchBytes(path, { range: 'bytes=100-199' });
    expect([part.statusCode, part.headers['content-range'], part.headers['content-length']]).toEqual([206, `bytes 100-199/${size}`, '100']);
    expect(part.rawPayload.equals(whole.rawPayload.subarray(100, 200))).toBe(true);
    const last = await fetchBytes(path, { range: 'bytes=-50' });
    expect(last.rawPayload.equals(whole.rawPayload.subarray(size - 50))).toBe(true);
    const open = await fetchBytes(path, { range: 'bytes=0-' });
    expect([open.statusCode, open.rawPayload.length]).toEqual([206, size]);
    expect((await fetchBytes(path, { range: `bytes=${size}-` })).statusCode).toBe(416);
  });

  it.each([
    ['M4A', 'ipod', 'audio/mp4', 'aac'],
    ['MP3', 'mp3', 'audio/mpeg', 'mp3'],
    ['OGG', 'ogg', 'audio/ogg', 'opus'],
    ['WAV', 'wav', 'audio/wav', 'pcm'],
    ['WebM', 'webm', 'audio/webm', 'opus'],
    ['MP4, as some browsers record', 'mp4', 'audio/mp4', 'aac'],
  ] as const)('a voice in %s becomes AAC with a waveform, without a place or a name', async (_kind, format, type, sound) => {
    const medium = await settled(await make(format, { sound }), 'voice.bin');
    expect(medium).toMatchObject({ kind: 'audio', state: 'ready', width: null, height: null, thumbhash: null });
    expect(medium.variants).toMatchObject({ original: { type }, audio: { type: 'audio/mp4' } });
    expect(Math.abs((medium.duration ?? 0) - 2)).toBeLessThan(0.1);
    const { waveform } = medium;
    expect(waveform).toHaveLength(100);
    expect(Math.min(...(waveform ?? [-1]))).toBeGreaterThanOrEqual(0);
    expect(Math.max(...(waveform ?? [2]))).toBe(1);
    // The tone swells.
    expect(waveform?.[10]).toBeLessThan(0.3);
    expect(waveform?.[90]).toBeGreaterThan(0.6);
    const { rawPayload } = await fetchBytes(medium.variants['audio']?.path);
    for (const secret of Object.values(secrets)) expect(rawPayload.includes(secret)).toBe(false);
    expect((await streamsOf(rawPayload)).found).toEqual([{ codec: 'mp4a', width: 0, height: 0 }]);
  });

  it('a document is there at once, is saved, never shown, and gets a picture of its first page', async () => {
    const bytes = letter();
    const uploaded = await upload(bytes, 'Birth certificate.pdf');
    expect(uploaded).toMatchObject({ kind: 'document', state: 'processing', filename: 'Birth certificate.pdf', size: bytes.length });
    const { rawPayload, headers } = await fetchBytes(uploaded.variants['document']?.path);
    expect(rawPayload.equals(bytes)).toBe(true);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
    });
    await expect.poll(async () => (await look(uploaded.id)).state, { timeout: timeoutMs }).toBe('ready');
    expect(await temporary()).toEqual([]);
    const medium = await look(uploaded.id);
    expect(medium).toMatchObject({
      thumbhash: expect.any(String),
      variants: {
        thumb: { type: 'image/webp', width: 240, height: 320 },
        medium: { type: 'image/webp', width: 810, height: 1_080 },
        large: { type: 'image/webp', width: 1_620, height: 2_160 },
      },
    });
    expect(medium.path?.split('?')[0]).toBe(medium.variants['document']?.path.split('?')[0]);
    const { data } = await sharp((await fetchBytes(medium.variants['thumb']?.path)).rawPayload)
      .extract({ left: 5, top: 5, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([data[0]! > 200, data[2]! < 60]).toEqual([true, true]);
  });

  it('a document that is locked has no picture; one that is damaged says so; both are handed over as they are', async () => {
    const locked = await settled(lockedPdf(), 'Will.pdf');
    expect(locked).toMatchObject({ state: 'ready', thumbhash: null });
    expect(locked).not.toHaveProperty('reason');
    expect(Object.keys(locked.variants).toSorted()).toEqual(['document', 'original']);
    const damaged = await settled(letter().subarray(0, 60), 'Half.pdf');
    expect(damaged).toMatchObject({ state: 'failed', reason: 'document' });
    expect((await fetchBytes(damaged.variants['document']?.path)).rawPayload).toHaveLength(60);
  });

  it.each([
    [
      'a film without anything in it',
      'damaged',
      async () => Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1'), Buffer.alloc(2_000)]),
    ],
    ['a film whose end is missing', 'cut-off', async () => half(await make('webm', { pictures: 'vp8', sound: 'opus', seconds: 8 }))],
    ['a film that lost its index', 'damaged', async () => (await make('mp4', { pictures: 'h264' })).subarray(0, 6_000)],
    [
      'a recording of noise',
      'damaged',
      async () => Buffer.concat([Buffer.from('RIFF\xff\xff\0\0WAVEfmt ', 'latin1'), Buffer.alloc(3_000, 7)]),
    ],
    ['a film of more pixels than an hour of 4K', 'too-much', async () => fourHours(await make('matroska', { pictures: 'h264', ...large }))],
    ['a film that says it is ten hours long', 'too-long', async () => tenHours(await make('mp4', { pictures: 'h264' }))],
  ] as const)('%s fails, and says why', async (_name, reason, bytes) => {
    const medium = await settled(await bytes(), 'clip');
    expect(medium).toMatchObject({ state: 'failed', reason, path: null });
    expect(Object.keys(medium.variants)).toEqual(['original']);
  });
});

const large = { width: 2_560, height: 1_440, seconds: 0.12 };

/** Writes into a film's head that it lasts nearly four hours; how many pictures a second it has stands elsewhere (RFC 9559, 5.1.2.10). */
function fourHours(film: Buffer): Buffer {
  const bytes = Buffer.from(film);
  bytes.writeDoubleBE(3.9 * 3_600_000, bytes.indexOf(Buffer.from([0x44, 0x89, 0x88])) + 3);
  return bytes;
}

/** Writes into a film's tables that its pictures are so far apart that it lasts ten hours (ISO/IEC 14496-12, 8.2.2, 8.6.1.2, 8.6.6). */
function tenHours(film: Buffer): Buffer {
  const bytes = Buffer.from(film);
  const scale = bytes.readUInt32BE(bytes.indexOf('mdhd') + 16);
  const times = bytes.indexOf('stts') + 12;
  bytes.writeUInt32BE(Math.floor((scale * 36_000) / bytes.readUInt32BE(times)), times + 4);
  bytes.writeUInt32BE(bytes.readUInt32BE(bytes.indexOf('mvhd') + 16) * 36_000, bytes.indexOf('mvhd') + 20);
  bytes.writeUInt32BE(bytes.readUInt32BE(bytes.indexOf('mvhd') + 16) * 36_000, bytes.indexOf('elst') + 12);
  return bytes;
}

const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);
