import { describe, expect, it } from 'vitest';
import { createReels, takePlace, type Reel, type ReelStorage } from './state.ts';

/** A device's storage; with `most` it refuses every file after so many. */
function createStorage(most = Infinity): ReelStorage & { values: Map<string, unknown>; files: Map<string, Blob> } {
  const values = new Map<string, unknown>();
  const files = new Map<string, Blob>();
  return {
    values,
    files,
    value: <Value>(key: string) => Promise.resolve(values.get(key) as Value | undefined),
    setValue: (key: string, value: unknown) => Promise.resolve(value === undefined ? values.delete(key) : void values.set(key, value)),
    file: (key: string) => Promise.resolve(files.get(key)),
    setFile: (key: string, file: Blob) => Promise.resolve(files.size < most && files.set(key, file) === files),
    dropFiles: (keys: readonly string[]) => Promise.resolve(keys.forEach((key) => files.delete(key))),
  };
}

const reelsOn = (storage: ReturnType<typeof createStorage>, signedIn = () => true) => createReels(storage, 'filming nora', signedIn);

describe('a film that is recorded', () => {
  it('lies on the device part by part, none in the page, and is there in a page that comes later', async () => {
    const storage = createStorage();
    const take = reelsOn(storage).begin('video/webm;codecs=vp8,opus');
    for (const [at, part] of ['one ', 'two ', 'three'].entries()) take.add(new Blob([part]), at + 1);
    const film = await take.finish('Film');
    expect([film?.name, film?.type, await film?.text()]).toEqual(['Film.webm', 'video/webm', 'one two three']);
    expect([take.held(), storage.files.size]).toEqual([0, 3]);

    const later = reelsOn(storage);
    const kept = (await later.kept()) as Reel;
    expect([kept.parts, kept.seconds]).toEqual([3, 3]);
    expect(await (await later.film(kept, 'Film'))?.text()).toBe('one two three');
    await later.parts(kept).drop();
    expect([storage.files.size, storage.values.size, await later.kept()]).toEqual([0, 0, undefined]);
  });

  it('is whole where the storage is full: the page holds what was refused', async () => {
    const take = reelsOn(createStorage(1)).begin('video/mp4');
    for (const part of ['one ', 'two ', 'three']) take.add(new Blob([part]), 1);
    expect(await (await take.finish('Film'))?.text()).toBe('one two three');
    expect(take.held()).toBe(2);
  });

  it('ends at a gap, because what comes behind it cannot be played', async () => {
    const storage = createStorage();
    const reels = reelsOn(storage);
    const take = reels.begin('video/webm');
    for (const part of ['one ', 'two ', 'three']) take.add(new Blob([part]), 1);
    await take.finish('Film');
    storage.files.delete([...storage.files.keys()][1] ?? '');
    expect(await (await reels.film((await reels.kept()) as Reel, 'Film'))?.text()).toBe('one ');
  });

  it('leaves nothing behind once its session has ended, and is none where nothing was recorded', async () => {
    const storage = createStorage();
    const take = reelsOn(storage, () => false).begin('video/webm');
    take.add(new Blob(['one']), 1);
    expect(await take.finish('Film')).toBeUndefined();
    expect([storage.files.size, storage.values.size]).toEqual([0, 0]);
  });
});

describe('pages that film at once', () => {
  /** A device with pages that hold names; what is awaited for long is held by a page that stays. */
  function createDevice() {
    const storage = createStorage();
    const held = new Set<string>();
    const waits: boolean[] = [];
    const open = () =>
      takePlace({
        storage,
        lock: async (name, wait) => {
          if (held.has(name)) {
            waits.push(wait !== undefined);
            return undefined;
          }
          held.add(name);
          return () => void held.delete(name);
        },
        whose: () => 'nora',
        mayKeep: () => true,
        newKey: () => 'of nobody else',
      });
    return { storage, held, waits, open };
  }
  const filmed = async ({ reels }: Awaited<ReturnType<typeof takePlace>>, part: string) => {
    const take = reels.begin('video/webm');
    take.add(new Blob([part]), 1);
    return take.finish('Film');
  };

  it('write to films of their own, and are offered none that another one is filming', async () => {
    const { open, waits } = createDevice();
    const [first, second] = [await open(), await open()];
    expect((await filmed(first, 'one'))?.size).toBe(3);
    expect(await second.reels.kept()).toBeUndefined();
    await filmed(second, 'another');
    expect([(await first.reels.kept())?.parts, (await second.reels.kept())?.parts]).toEqual([1, 1]);
    expect(first.draft).not.toBe(second.draft);
    const third = await open();
    expect([await third.reels.kept(), third.draft]).not.toEqual([undefined, second.draft]);
    // For what may be left behind a page waits a moment, for an empty place not at all.
    expect(waits).toEqual([false, true, true]);
  });

  it('find what was left behind once its page has gone, the first one first', async () => {
    const { open, held, storage } = createDevice();
    const [first, second] = [await open(), await open()];
    await filmed(second, 'two');
    first.leave();
    second.leave();
    const next = await open();
    expect((await next.reels.kept())?.parts).toBe(1);
    expect(held.size).toBe(1);
    // A film that is whole is what was left behind, too.
    storage.values.set(first.draft, { text: '' });
    expect((await open()).draft).toBe(first.draft);
  });

  it('are as many as one likes', async () => {
    const { open } = createDevice();
    const pages = [];
    for (let count = 0; count < 10; count += 1) pages.push(await open());
    expect(new Set(pages.slice(0, 9).map(({ draft }) => draft)).size).toBe(9);
  });
});
