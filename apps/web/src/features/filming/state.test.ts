import { describe, expect, it } from 'vitest';
import { createReels, type Reel } from './state.ts';

/** A device's storage; with `most` it refuses every file after so many. */
function createStorage(most = Infinity) {
  const values = new Map<string, unknown>();
  const files = new Map<string, Blob>();
  return {
    values,
    files,
    value: <Value>(key: string) => Promise.resolve(values.get(key) as Value | undefined),
    setValue: (key: string, value: unknown) => Promise.resolve(value === undefined ? values.delete(key) : void values.set(key, value)),
    file: (key: string) => Promise.resolve(files.get(key)),
    setFile: (key: string, file: Blob) => Promise.resolve(files.size < most ? (files.set(key, file), key) : undefined),
    dropFiles: (keys: readonly string[]) => Promise.resolve(keys.forEach((key) => files.delete(key))),
  };
}

const reelsOn = (storage: ReturnType<typeof createStorage>, signedIn = () => true) => createReels(storage, () => 'filming nora', signedIn);

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
    await later.drop(kept);
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
