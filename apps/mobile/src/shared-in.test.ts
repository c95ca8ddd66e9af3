import type { AppPlugin } from '@capacitor/app';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSharedIn, type ShareTargetPlugin } from './shared-in.ts';

let shares: { id: string; folder: string; content: string }[];
let listeners: Map<string, () => void>;
/** What the device has, by address, and the ranges that were asked for. */
const files = new Map<string, string>();
const ranges: (string | null)[] = [];

beforeEach(() => {
  shares = [];
  listeners = new Map();
  files.clear();
  ranges.length = 0;
  vi.stubGlobal('fetch', async (address: string, { headers }: RequestInit) => {
    const range = new Headers(headers).get('range');
    ranges.push(range);
    const content = files.get(address);
    if (content === undefined) return new Response('', { status: 404 });
    const [from = 0, to = Infinity] = (/^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []).slice(1).map(Number);
    return new Response(content.slice(from, to + 1), { status: range ? 206 : 200 });
  });
});

afterEach(() => vi.unstubAllGlobals());

function sharedIn(chunkSize = Infinity) {
  const addListener = async (event: string, listener: () => void) => void listeners.set(event, listener);
  const plugin = {
    list: async () => ({ shares }),
    remove: async ({ id }: { id: string }) => void (shares = shares.filter((one) => one.id !== id)),
    addListener,
  } as unknown as ShareTargetPlugin;
  return createSharedIn(plugin, { addListener } as unknown as AppPlugin, { addressOf: (path) => `file:${path}`, chunkSize });
}

const share = (id: string, content: unknown) => shares.push({ id, folder: `/shared/${id}`, content: JSON.stringify(content) });
const settled = () => new Promise((resolve) => setTimeout(resolve));

test('each share is told of once: before the start, when it comes, and at the return', async () => {
  const told: string[] = [];
  share('one', { text: 'words' });
  const { onArrived, onMore } = sharedIn();
  onArrived(() => told.push('arrived'));
  await settled();
  expect(told).toEqual(['arrived']);
  listeners.get('resume')!();
  await settled();
  expect(told, 'nothing new').toEqual(['arrived']);
  const end = onMore(() => told.push('more'));
  share('two', { text: 'words' });
  listeners.get('received')!();
  await settled();
  expect(told).toEqual(['arrived', 'arrived', 'more']);
  end();
  share('three', { text: 'words' });
  listeners.get('resume')!();
  await settled();
  expect(told).toEqual(['arrived', 'arrived', 'more', 'arrived']);
});

test.each([
  ['at once', Infinity, [null]],
  ['in chunks', 4, ['bytes=0-3', 'bytes=4-7', 'bytes=8-8']],
])('files are read %s, under the names that they had', async (_, chunkSize, asked) => {
  share('one', { text: ' The pond. ', files: [{ name: '../pond.jpg', type: 'image/jpeg', size: 9 }], gone: 2 });
  files.set('file:/shared/one/0', 'the ponds');
  const [thing] = await sharedIn(chunkSize).waiting();
  expect(thing).toMatchObject({ id: 'one', text: 'The pond.', gone: 2 });
  const file = await thing!.files[0]!();
  expect([file.name, file.type, await file.text()]).toEqual(['../pond.jpg', 'image/jpeg', 'the ponds']);
  expect(ranges).toEqual(asked);
});

test('a file that is gone, or not whole, is refused', async () => {
  share('one', {
    files: [
      { name: 'gone.jpg', type: 'image/jpeg', size: 9 },
      { name: 'half.jpg', type: 'image/jpeg', size: 9 },
      { name: 'no-size.jpg', type: 'image/jpeg' },
    ],
  });
  files.set('file:/shared/one/1', 'the');
  const [thing] = await sharedIn().waiting();
  await expect(thing!.files[0]!()).rejects.toThrow('gone.jpg is gone');
  await expect(thing!.files[1]!()).rejects.toThrow('half.jpg is not whole');
  await expect(thing!.files[2]!()).rejects.toThrow('no-size.jpg is not whole');
});

test('a description that cannot be read is something that is gone; what is removed waits no more', async () => {
  shares.push({ id: 'broken', folder: '/shared/broken', content: '{' });
  share('odd', { text: 7, files: 'none', gone: 'some' });
  const { waiting, remove } = sharedIn();
  expect(await waiting()).toEqual([
    { id: 'broken', text: '', files: [], gone: 1 },
    { id: 'odd', text: '', files: [], gone: 0 },
  ]);
  await remove('broken');
  expect((await waiting()).map(({ id }) => id)).toEqual(['odd']);
});
