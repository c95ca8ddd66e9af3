import { expect, test } from 'vitest';
import { combine } from './feature.ts';
import type { Feature } from './feature.ts';
import type { Platform } from './platform.ts';
import type { Tx } from './db/pool.ts';

const platform = {} as Platform;
const tx = {} as Tx;

function feature(name: string, given: Partial<Feature> = {}): Feature {
  const plain: Feature = {
    name,
    tables: [],
    routes: 'none',
    jobs: 'none',
    erase: 'cascade',
    export: { none: 'a test' },
    media: 'none',
    on: {},
    hears: {},
  };
  return { ...plain, ...given };
}

test('what goes with an account or a family goes from the top of the ladder down', async () => {
  const gone: string[] = [];
  const says = (name: string) => async () => void gone.push(name);
  const features = combine([
    feature('accounts', { erase: { account: says('account'), family: 'cascade', columns: {} } }),
    feature('people'),
    feature('posts', { erase: { account: says('posts of the account'), family: says('posts of the family'), columns: {} } }),
  ]);
  await features.eraseAccount(platform, tx, 'user');
  expect(gone.splice(0)).toEqual(['posts of the account', 'account']);
  await features.eraseFamily(platform, tx, 'family');
  expect(gone).toEqual(['posts of the family']);
});

test('a medium is shown when one of the features shows it', async () => {
  const shows = (id: string): Partial<Feature> => ({ media: { shows: async (_, __, asked) => asked === id, says: 'nothing', holds: [] } });
  const features = combine([
    feature('posts', shows('a')),
    feature('uploads', { media: { shows: 'nothing', says: 'nothing', holds: [] } }),
    feature('moments', shows('b')),
  ]);
  const asked = await Promise.all(['a', 'b', 'c'].map((id) => features.showsMedium(platform, {} as never, id)));
  expect(asked).toEqual([true, true, false]);
});

test('of a medium that several features speak of the lowest has the word', async () => {
  const says = (said: Record<string, string>): Partial<Feature> => ({
    media: {
      shows: 'nothing',
      says: async () => new Map(Object.entries(said).map(([id, text]) => [id, { text, day: '2026-06-01' }])),
      holds: [],
    },
  });
  const features = combine([
    feature('posts', says({ a: 'posts' })),
    feature('search'),
    feature('comments', says({ a: 'no', b: 'comments' })),
  ]);
  const said = await features.saidOf(platform, {} as never, ['a', 'b']);
  expect([...said].map(([id, { text }]) => [id, text]).toSorted()).toEqual([
    ['a', 'posts'],
    ['b', 'comments'],
  ]);
});

test('chapters are read in the order of the ladder', () => {
  const chapter = (name: string) =>
    ({ of: 'family', name, title: 'export.archive.chapters.posts', tables: [], async *entries() {} }) as const;
  const features = combine([
    feature('family', { export: { chapters: [chapter('members')], without: {} } }),
    feature('search'),
    feature('posts', { export: { chapters: [chapter('posts'), chapter('hearts')], without: {} } }),
  ]);
  expect(features.chapters.map(({ name }) => name)).toEqual(['members', 'posts', 'hearts']);
});
