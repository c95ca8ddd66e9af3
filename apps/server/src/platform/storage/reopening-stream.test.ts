import { randomBytes } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reopeningStream } from './reopening-stream.ts';

const bytes = randomBytes(400_000);
const size = 10_000;
let opened: { from: number; source: Readable }[] = [];

beforeEach(() => {
  opened = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => void vi.useRealTimers());

/** A source that remembers from where it was opened, in chunks of 10,000 bytes. */
const open = async (from: number): Promise<Readable> => {
  let at = from;
  const source = new Readable({
    read() {
      const chunk = bytes.subarray(at, (at += size));
      this.push(chunk.length > 0 ? chunk : null);
    },
  });
  opened.push({ from, source });
  return source;
};

const reader = async (from = 0) => reopeningStream(await open(from), open, from);

/** The next bytes of a stream that is not flowing. */
async function next(stream: Readable, length: number): Promise<Buffer> {
  for (;;) {
    const chunk = stream.read(length) as Buffer | null;
    if (chunk) return chunk;
    await turn();
  }
}

test('all bytes come in their order, from one source, where the reader keeps up', async () => {
  for (const from of [0, 123_456]) {
    const read = (await (await reader(from)).toArray()) as Buffer[];
    expect(Buffer.concat(read).equals(bytes.subarray(from))).toBe(true);
  }
  expect(opened.map(({ from }) => from)).toEqual([0, 123_456]);
});

test('a source is closed after a second without reading, and opened again where the reader is', async () => {
  const stream = await reader();
  const read = [await next(stream, size)];
  for (let turns = 0; turns < 50; turns += 1) await turn();
  vi.advanceTimersByTime(999);
  expect(opened.map(({ source }) => source.destroyed)).toEqual([false]);
  vi.advanceTimersByTime(1);
  expect(opened.map(({ source }) => source.destroyed)).toEqual([true]);
  read.push(...((await stream.toArray()) as Buffer[]));
  expect(Buffer.concat(read).equals(bytes)).toBe(true);
  expect(opened).toHaveLength(2);
  expect(opened[1]!.from % size).toBe(0);
});

test('a reader that goes away leaves no source and no timer behind', async () => {
  const stream = await reader();
  await next(stream, size);
  for (let turns = 0; turns < 50; turns += 1) await turn();
  stream.destroy();
  await vi.waitFor(() => expect(opened.map(({ source }) => source.destroyed)).toEqual([true]));
  expect(vi.getTimerCount()).toBe(0);
});

test('one that is closed before it was read from closes its source', async () => {
  const stream = await reader();
  stream.destroy();
  await vi.waitFor(() => expect(opened.map(({ source }) => source.destroyed)).toEqual([true]));
});

test('a source that is cut off, or cannot be opened again, says so', async () => {
  const broken = Readable.from([Buffer.from('a')]).map(() => Promise.reject(new Error('cut off')));
  await expect(reopeningStream(broken, open).toArray()).rejects.toThrow('cut off');
  const stream = reopeningStream(await open(0), () => Promise.reject(new Error('gone')));
  await next(stream, size);
  for (let turns = 0; turns < 50; turns += 1) await turn();
  vi.advanceTimersByTime(1_000);
  await expect(stream.toArray()).rejects.toThrow('gone');
});
