import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { medium } from '../../../test/media.ts';
import { firstPicture, gridItem, gridItems, isLookedAt, kindShown, pollDelay, moved } from './logic.ts';

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

describe('media of several kinds', () => {
  const film = medium({
    kind: 'video',
    duration: 42.4,
    variants: {
      thumb: variant('thumb', 320),
      medium: variant('medium', 1080),
      poster: variant('poster', 1920),
      video: variant('video', 1920),
    },
  });

  it('shows a video by its pictures, with its length and where it is played from', () => {
    const item = gridItem(film, '');
    expect(item).toMatchObject({ video: true, length: '0:42', film: '/api/private/media/1/video.webp?e=1&s=x' });
    expect(item.sources.map(({ width }) => width)).toEqual([320, 1080, 1920]);
  });

  it('says of a video how it is', () => {
    const waiting = gridItem(medium({ kind: 'video', state: 'processing' }), '');
    expect([waiting.waiting, waiting.film]).toEqual([expect.stringContaining('being prepared'), undefined]);
    expect(gridItem(medium({ kind: 'video', state: 'failed', reason: 'no-sound' }), '').waiting).toBe(
      'There is no sound in this recording.',
    );
  });

  it('looks at photos and videos, counted by themselves', () => {
    const items = gridItems([medium({ kind: 'audio' }), medium(), medium({ kind: 'document' }), film]);
    expect(items.map(({ alt }) => alt)).toEqual(['Photo 1 of 2', 'Video 2 of 2']);
  });

  it('lets one picture stand for all: a photo or video, else the first page of a document', () => {
    const [voice, paper, locked] = [
      medium({ kind: 'audio' }),
      medium({ kind: 'document', variants: { thumb: variant('thumb', 240) } }),
      medium({ kind: 'document' }),
    ];
    expect(firstPicture([voice, paper, film])).toBe(film);
    expect(firstPicture([voice, locked, paper])).toBe(paper);
    expect(firstPicture([voice, locked])).toBeUndefined();
  });

  it('is known by its kind where it has no words: a voice is no photo', () => {
    const [voice, photo, film] = (['audio', 'image', 'video'] as const).map((kind) => medium({ kind, variants: {} }));
    expect(kindShown([voice!])).toBe('audio');
    expect(kindShown([voice!, film!])).toBe('video');
    expect([kindShown([photo!]), kindShown([])]).toEqual(['image', 'image']);
  });

  it('has a caption only where it is looked at, also where it was there before', () => {
    const of = (kind: 'audio' | 'document' | 'image' | 'video') => isLookedAt({ file: null, media: medium({ kind }) });
    expect([of('audio'), of('document'), of('image'), of('video')]).toEqual([false, false, true, true]);
    const chosen = (type: string) => isLookedAt({ file: { type } });
    expect([chosen('audio/webm'), chosen('application/pdf'), chosen('image/jpeg'), chosen('')]).toEqual([false, false, true, true]);
  });
});

it('looks again after growing times, 15 seconds at most', () => {
  const times = Array.from({ length: 20 }, (_, looks) => pollDelay(looks));
  expect(times[0]).toBe(1_000);
  expect(times.toSorted((a, b) => a - b)).toEqual(times);
  expect(times.at(-1)).toBe(15_000);
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
