import type { Media } from '@heartwood/contract/media';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createUploads, gridItem, lookAgainAfter, moved, refusedFile, type Failure, type Send } from './logic.ts';

const medium = (over: Partial<Media> = {}): Media => ({
  id: '019d0000-0000-7000-8000-000000000001',
  kind: 'image',
  state: 'ready',
  reason: null,
  path: null,
  variants: {},
  width: 400,
  height: 300,
  duration: null,
  waveform: null,
  thumbhash: null,
  taken_at: null,
  filename: 'beach.jpg',
  size: 1,
  ...over,
});
const variant = (name: string, width: number) => ({ path: `media/1/${name}.webp?e=1&s=x`, type: 'image/webp', width, height: width });

describe('a medium in a grid', () => {
  it('has its sizes, smallest first, under the private folder; never the original', () => {
    const item = gridItem(
      medium({
        variants: {
          original: variant('original', 4000),
          large: variant('large', 2160),
          thumb: variant('thumb', 320),
          medium: variant('medium', 1080),
        },
      }),
      'The beach',
    );
    expect(item.sources.map(({ width }) => width)).toEqual([320, 1080, 2160]);
    expect(item.sources[0]?.src).toBe('/api/private/media/1/thumb.webp?e=1&s=x');
    expect(item).toMatchObject({ alt: 'The beach', width: 400, height: 300 });
    expect(item.waiting).toBeUndefined();
  });

  it('shows its likeness while it is being prepared, words where there is none, and says when it failed', () => {
    expect(gridItem(medium({ state: 'processing', thumbhash: 'abc' }), '')).toMatchObject({ thumbhash: 'abc', sources: [] });
    expect(gridItem(medium({ state: 'processing', thumbhash: 'abc' }), '').waiting).toBeUndefined();
    expect(gridItem(medium({ state: 'processing' }), '').waiting).toBe('Being prepared');
    expect(gridItem(medium({ state: 'failed', thumbhash: 'abc' }), '').waiting).toMatch(/could not be read/);
  });
});

it('looks again after growing times, 15 seconds at most', () => {
  const times = Array.from({ length: 20 }, (_, looks) => lookAgainAfter(looks));
  expect(times[0]).toBe(1_000);
  expect(times.toSorted((a, b) => a - b)).toEqual(times);
  expect(times.at(-1)).toBe(15_000);
});

it('refuses what is empty or too large before it is sent', () => {
  expect(refusedFile({ size: 0 })).toBe('Empty file');
  expect(refusedFile({ size: 25 * 1024 * 1024 })).toBeUndefined();
  expect(refusedFile({ size: 25 * 1024 * 1024 + 1 })).toBe('Over 25 MB');
});

it('moves an item and loses none', () => {
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(moved(['a', 'b', 'c'], 0, 9)).toEqual(['b', 'c', 'a']);
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer(), { minLength: 1 }), fc.nat(), fc.nat(), (items, from, to) => {
      const at = from % items.length;
      const place = to % items.length;
      const next = moved(items, at, place);
      expect(next.toSorted()).toEqual(items.toSorted());
      expect(next[place]).toBe(items[at]);
    }),
  );
});

describe('the queue of uploads', () => {
  const file = (name: string) => new File(['x'], name, { type: 'image/jpeg' });
  const lost: Failure = { reason: 'No connection', again: true, network: true };
  /** A sender whose answers the test gives. */
  function stage() {
    const sent: {
      key: string;
      name: string;
      signal: AbortSignal;
      progress: (share: number) => void;
      answer: (media: Media) => void;
      fail: (error: unknown) => void;
    }[] = [];
    const send: Send = (one, { key, onProgress, signal }) =>
      new Promise((answer, fail) => {
        signal.addEventListener('abort', () => fail(new DOMException('stopped', 'AbortError')));
        sent.push({ key, name: one.name, signal, progress: onProgress, answer, fail });
      });
    const explain = (error: unknown): Failure =>
      error instanceof TypeError ? { reason: 'No photo we can read', again: false, network: false } : lost;
    return { sent, uploads: createUploads(send, explain) };
  }
  const states = (uploads: ReturnType<typeof createUploads>) => uploads.list().map(({ state }) => state.state);
  const settle = () => new Promise((resolve) => setTimeout(resolve));

  it('sends one file after another, in order, and says how far it is', async () => {
    const { sent, uploads } = stage();
    uploads.add([
      { key: '1', file: file('a.jpg') },
      { key: '2', file: file('b.jpg') },
    ]);
    expect(sent.map(({ name }) => name)).toEqual(['a.jpg']);
    sent[0]!.progress(0.64);
    expect(uploads.one('1')?.state).toEqual({ state: 'uploading', share: 0.64 });
    expect(states(uploads)).toEqual(['uploading', 'waiting']);
    sent[0]!.answer(medium());
    await settle();
    expect(sent.map(({ name }) => name)).toEqual(['a.jpg', 'b.jpg']);
    expect(uploads.one('1')?.media?.id).toBe(medium().id);
    expect(states(uploads)).toEqual(['done', 'uploading']);
  });

  it('goes on after a failure, and tries again under the same key', async () => {
    const { sent, uploads } = stage();
    uploads.add([
      { key: '1', file: file('a.jpg') },
      { key: '2', file: file('b.jpg') },
    ]);
    sent[0]!.fail(new Error('lost'));
    await settle();
    expect(states(uploads)).toEqual(['failed', 'uploading']);
    expect(uploads.one('1')).toMatchObject({ again: true, state: { reason: 'No connection' } });
    uploads.retry('1');
    sent[1]!.answer(medium());
    await settle();
    expect(sent.map(({ key }) => key)).toEqual(['1', '2', '1']);
  });

  it('tries again by itself only what the network lost', async () => {
    const { sent, uploads } = stage();
    uploads.add([
      { key: '1', file: file('a.jpg') },
      { key: '2', file: file('b.jpg') },
    ]);
    sent[0]!.fail(new Error('lost'));
    await settle();
    sent[1]!.fail(new TypeError('refused'));
    await settle();
    uploads.retryLost();
    expect(states(uploads)).toEqual(['uploading', 'failed']);
    expect(uploads.one('2')?.again).toBe(false);
  });

  it('never sends what may not be sent, and takes a known key only once', () => {
    const { sent, uploads } = stage();
    const empty = new File([], 'empty.jpg');
    uploads.add([{ key: '1', file: empty }]);
    uploads.add([{ key: '1', file: file('a.jpg') }]);
    expect(sent).toEqual([]);
    expect(uploads.one('1')?.state).toEqual({ state: 'failed', reason: 'Empty file' });
  });

  it('stops what is taken out, and waits until the others have ended', async () => {
    const { sent, uploads } = stage();
    uploads.add([
      { key: '1', file: file('a.jpg') },
      { key: '2', file: file('b.jpg') },
    ]);
    let settled = false;
    const wait = uploads.settled(['1', '2']).then(() => (settled = true));
    uploads.remove('1');
    expect(sent[0]!.signal.aborted).toBe(true);
    await settle();
    expect([states(uploads), settled]).toEqual([['uploading'], false]);
    sent[1]!.fail(new Error('lost'));
    await wait;
    expect(states(uploads)).toEqual(['failed']);
    await uploads.settled(['1', '2']);
  });

  it('takes up a file that has arrived before', () => {
    const { sent, uploads } = stage();
    uploads.add([{ key: '1', file: file('a.jpg'), media: medium() }]);
    expect([states(uploads), sent]).toEqual([['done'], []]);
  });
});
