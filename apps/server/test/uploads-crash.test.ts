import { createHash, randomInt } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auth, goodPassword } from './people.ts';
import { freePort, ServerProcess } from './process.ts';
import { longSound } from './sounds.ts';
import { createSender } from './tus.ts';

/** How often a file is interrupted, and every how many times the server itself is killed. */
const interruptions = 50;
const killedEvery = 5;
const megabyte = 1_048_576;
/** Long enough that a cut may come after several stretches of what is made durable, and that no kill comes after its end. */
const size = 500 * megabyte + 12_344;

let server: ServerProcess;
let token = '';
beforeAll(async () => {
  server = new ServerProcess(await mkdtemp(join(tmpdir(), 'heartwood-uploads-')), await freePort());
  await server.start();
  token = await server.register(goodPassword);
}, 150_000);
afterAll(() => server.remove());

test(`a file of ${size} bytes that is interrupted ${interruptions} times arrives as it was sent`, { timeout: 600_000 }, async () => {
  const sound = longSound(size);
  const sender = createSender(server.base, token);
  const url = await sender.begin(size, `filename ${btoa('lullaby.wav')}`);
  let offset = 0;
  for (let round = 0; round < interruptions; round += 1) {
    // Never to the end, so that every round interrupts something.
    const left = size - offset;
    const cut = randomInt(1, Math.floor(left / 8));
    if (round % killedEvery === 0) {
      const sending = sender.send(url, sound, offset, size, cut + Math.min(64 * megabyte, Math.floor(left / 2)));
      // The random moment of the kill is what is tried.
      await sleep(randomInt(5, 120));
      await server.kill();
      await sending;
      await server.start();
    } else {
      await sender.send(url, sound, offset, size, cut);
    }
    const before = offset;
    offset = await reached(url, offset);
    expect(offset).toBeGreaterThanOrEqual(before);
    expect(offset).toBeLessThan(size);
    // What is said to be there is not asked for again.
    expect(await sender.send(url, sound, offset + 1, offset + 10)).toMatchObject({ status: 409 });
  }
  const last = await sender.send(url, sound, offset, size);
  expect(last?.status).toBe(204);
  expect((await sender.look(url))?.mediaId).toBe(last?.mediaId);
  expect(await hashOfOriginal(last?.mediaId ?? '')).toBe(hashOf(sound));

  /** The offset once whoever wrote has noticed that nothing comes any more. */
  async function reached(at: string, atLeast: number): Promise<number> {
    for (let tries = 0; tries < 200; tries += 1) {
      await sleep(20);
      const found = await sender.look(at);
      // An empty chunk is taken only while nobody else writes.
      if (found && (await sender.send(at, sound, found.offset, found.offset))?.status === 204) return found.offset;
    }
    throw new Error(`still at ${atLeast}: ${server.output}`);
  }
});

function hashOf(sound: ReturnType<typeof longSound>): string {
  const hash = createHash('sha256');
  for (let at = 0; at < sound.size; at += megabyte) hash.update(sound.bytes(at, Math.min(sound.size, at + megabyte)));
  return hash.digest('hex');
}

async function hashOfOriginal(mediumId: string): Promise<string> {
  const answer = await fetch(`${server.base}/api/media/${mediumId}`, { headers: auth(token) });
  const { media } = ((await answer.json()) as { data: { media: { variants: { original: { path: string } } } } }).data;
  const bytes = await fetch(`${server.base}/api/private/${media.variants.original.path}`);
  const hash = createHash('sha256');
  for await (const part of bytes.body ?? []) hash.update(part as Uint8Array);
  return hash.digest('hex');
}
