import { createHash, randomInt, randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Post } from '@heartwood/contract/posts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auth, goodPassword } from './people.ts';
import { freePort, ServerProcess } from './process.ts';

/** How often everything is killed. */
const kills = 15;
/** Who writes at the same time. */
const writers = 3;
/** Seconds after which it must be ready again; ten are the goal on a quiet machine, and tests may run on a busy one. */
const readyAgain = 30;

/** One write as it is remembered outside of the system: before it is sent, and after it is acknowledged. */
interface Entry {
  key: string;
  text: string;
  photo: Buffer;
  sha256: string;
  mediaId?: string;
  /** The post's id, once the answer was 201. */
  acknowledged?: string;
}

const ledger: Entry[] = [];
const acknowledged = () => ledger.filter((entry) => entry.acknowledged);
let server: ServerProcess;
let token = '';

beforeAll(async () => {
  server = new ServerProcess(await mkdtemp(join(tmpdir(), 'heartwood-crash-')), await freePort());
  await server.start();
  token = await server.register(goodPassword);
}, 150_000);

afterAll(() => server.remove());

test('every acknowledged post is there with its photo after being killed at random points', { timeout: 600_000 }, async () => {
  let slowest = 0;
  for (let round = 0; round < kills; round += 1) {
    let stopped = false;
    const writing = Promise.all(Array.from({ length: writers }, () => writeUntil(() => stopped)));
    // In every other round something has been acknowledged before, however slow the machine is.
    const before = acknowledged().length;
    if (round % 2 === 0) await expect.poll(() => acknowledged().length, { timeout: 60_000 }).toBeGreaterThan(before + 1);
    // The random moment of the kill is what is tried.
    await new Promise((resolve) => setTimeout(resolve, randomInt(20, 900)));
    const victim = round % 3;
    if (victim === 2) {
      await server.killDatabase();
      stopped = true;
      await writing;
      slowest = Math.max(slowest, await timeUntilReady());
    } else {
      if (victim === 1) await server.killDatabase();
      await server.kill();
      stopped = true;
      await writing;
      slowest = Math.max(slowest, await server.start());
    }
    await assertAllKept(ledger.slice(-3 * writers));
  }
  await assertAllKept(ledger);
  expect(acknowledged().length).toBeGreaterThanOrEqual(kills);
  expect(slowest).toBeLessThan(readyAgain * 1_000);

  const unanswered = ledger.filter((entry) => !entry.acknowledged);
  for (const entry of unanswered) await write(entry);
  await assertAllKept(unanswered);
  const texts = (await everyPost()).map((post) => post.text);
  expect(texts.length).toBe(new Set(texts).size);
  expect(new Set(texts)).toEqual(new Set(ledger.map((entry) => entry.text)));
});

async function writeUntil(stopped: () => boolean): Promise<void> {
  while (!stopped()) {
    const photo = await somePhoto();
    const entry: Entry = { key: randomUUID(), text: `Post ${randomUUID()}`, photo, sha256: sha256(photo) };
    ledger.push(entry);
    await write(entry).catch(() => undefined);
  }
}

/** Uploads the photo, then shares the post with it; both may be sent again with the same keys. */
async function write(entry: Entry): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(entry.photo)], { type: 'image/jpeg' }), 'photo.jpg');
  const mediaKey = entry.key.replace(/^.{8}/, '00000000');
  const { media } = (await send('/api/media', form, mediaKey)) as { media: { id: string } };
  entry.mediaId = media.id;
  const { post } = (await send('/api/posts', { text: entry.text, media_ids: [media.id] }, entry.key)) as { post: Post };
  entry.acknowledged = post.id;
}

/** A few at a time: whoever asks for all at once is refused. */
async function assertAllKept(entries: readonly Entry[]): Promise<void> {
  for (let from = 0; from < entries.length; from += 8) await Promise.all(entries.slice(from, from + 8).map((entry) => assertKept(entry)));
}

async function assertKept(entry: Entry): Promise<void> {
  if (!entry.acknowledged) return;
  const { post } = (await send(`/api/posts/${entry.acknowledged}`)) as { post: Post };
  expect(post.text).toBe(entry.text);
  const original = post.media[0]?.variants['original'];
  const bytes = await fetch(`${server.base}/api/private/${original?.path}`);
  expect(sha256(Buffer.from(await bytes.arrayBuffer()))).toBe(entry.sha256);
}

async function everyPost(): Promise<Post[]> {
  const posts: Post[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = (await send(`/api/posts?limit=100${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`)) as {
      items: Post[];
      next_cursor: string | null;
    };
    posts.push(...page.items);
    cursor = page.next_cursor;
  }
  return posts;
}

async function timeUntilReady(): Promise<number> {
  const begun = performance.now();
  for (;;) {
    const answer = await fetch(`${server.base}/api/posts?limit=1`, { headers: auth(token) }).catch(() => undefined);
    const took = performance.now() - begun;
    if (answer?.status === 200) return took;
    if (took > 60_000) throw new Error(`not healed after a minute: ${server.output}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** GET without a body, else POST. @throws on anything but a success */
async function send(path: string, body?: object, key?: string): Promise<unknown> {
  const json = body !== undefined && !(body instanceof FormData);
  const answer = await fetch(`${server.base}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(token ? auth(token) : {}),
      ...(json ? { 'content-type': 'application/json' } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
    },
    ...(body === undefined ? {} : { body: json ? JSON.stringify(body) : (body as FormData) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
  return (JSON.parse(text) as { data: unknown }).data;
}

/** A small photograph that nothing else equals. */
const somePhoto = () =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: '#7a6', noise: { type: 'gaussian', mean: 120, sigma: 40 } } })
    .jpeg()
    .toBuffer();

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
