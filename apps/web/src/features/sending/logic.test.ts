import type { Media } from '@heartwood/contract/media';
import { describe, expect, it } from 'vitest';
import { attached, postBodyOf, emptyDraft, hasSomething, isEmptyDraft, mediaIdsOf, resumed, together, type Draft } from './logic.ts';

const id = (n: number) => `019d0000-0000-7000-8000-${String(n).padStart(12, '0')}`;

describe('a draft', () => {
  it('sends the day where the writer is, and names only for the audience that has them', () => {
    const draft = { ...emptyDraft, text: ' Snow. ', people: [id(5)], audienceUserIds: [id(6)] };
    expect(postBodyOf(draft, [id(7)], '2026-11-20')).toEqual({
      text: 'Snow.',
      media_ids: [id(7)],
      captions: {},
      people: [id(5)],
      occurred_on: '2026-11-20',
      audience: 'family',
    });
    expect(postBodyOf({ ...draft, audience: 'people', occurredOn: '2026-01-02' }, [], '2026-11-20')).toMatchObject({
      audience_user_ids: [id(6)],
      occurred_on: '2026-01-02',
    });
  });

  it('is worth sharing with words or a photo, worth keeping with anything', () => {
    expect(hasSomething({ text: ' \n', photos: [] })).toBe(false);
    expect(hasSomething({ text: 'a', photos: [] })).toBe(true);
    expect(isEmptyDraft(emptyDraft)).toBe(true);
    expect(isEmptyDraft({ ...emptyDraft, people: [id(1)] })).toBe(false);
  });

  it('is worth keeping with who sees it, where it is kept or what it is called alone; not with the shelf it was opened for', () => {
    expect(isEmptyDraft({ ...emptyDraft, audience: 'guardians' })).toBe(false);
    expect(isEmptyDraft({ ...emptyDraft, subcategoryId: id(1) })).toBe(false);
    expect(isEmptyDraft({ ...emptyDraft, moment: { title: '', milestone: null, among: [id(2)] } })).toBe(false);
    expect(isEmptyDraft({ ...emptyDraft, subcategoryId: id(1) }, id(1))).toBe(true);
    expect(isEmptyDraft({ ...emptyDraft, subcategoryId: id(2) }, id(1))).toBe(false);
  });

  it('holds what was kept and what has been written since', () => {
    const photo = (key: string) => ({ key, name: '', media: null, at: 0 });
    const kept: Draft = {
      ...emptyDraft,
      text: 'Half a sentence\n',
      photos: [photo('a')],
      people: [id(1)],
      audience: 'people',
      audienceUserIds: [id(2)],
      subcategoryId: id(3),
      occurredOn: '2026-11-01',
    };
    expect(together(kept, emptyDraft)).toEqual(kept);
    const since: Draft = { ...emptyDraft, text: 'Typed', photos: [photo('b')], people: [id(1), id(4)], subcategoryId: id(5) };
    expect(together(kept, since)).toEqual({
      ...kept,
      text: 'Half a sentence\n\nTyped',
      photos: [photo('a'), photo('b')],
      people: [id(1), id(4)],
      subcategoryId: id(5),
    });
    expect(together(kept, { ...emptyDraft, audience: 'me' })).toMatchObject({ audience: 'me', audienceUserIds: [] });
  });

  it('takes its photos in their order, once all have arrived', () => {
    const media = { id: id(9) } as Media;
    const draft = {
      ...emptyDraft,
      photos: [
        { key: 'b', name: '', media: null, at: 0 },
        { key: 'a', name: '', media, at: 0 },
      ],
    };
    expect(mediaIdsOf(draft.photos, () => undefined)).toBeUndefined();
    expect(mediaIdsOf(draft.photos, (key) => ({ id: key }) as Media)).toEqual(['b', id(9)]);
  });

  it('uploads anew what the server has cleared away meanwhile', () => {
    const media = { id: id(9) } as Media;
    const hours = 3_600_000;
    const draft = {
      ...emptyDraft,
      photos: [
        { key: 'old', name: '', media, at: 0, trim: { from: 0, to: 2_000, key: 'once' } },
        { key: 'fresh', name: '', media, at: 20 * hours },
        { key: 'waiting', name: '', media: null, at: 0 },
      ],
    };
    const { draft: next, rekeyed } = resumed(draft, 21 * hours, () => 'new');
    expect(next.photos.map(({ key, media: one }) => [key, one?.id])).toEqual([
      ['new', undefined],
      ['fresh', id(9)],
      ['waiting', undefined],
    ]);
    expect([...rekeyed]).toEqual([['old', 'new']]);
    // Another medium, so another one is made of it.
    expect(next.photos[0]?.trim).toEqual({ from: 0, to: 2_000, key: 'new' });
  });

  it('keeps, however late it is taken up, what was attached before it was begun', () => {
    const draft = { ...emptyDraft, photos: attached([{ id: id(8), filename: 'sea.jpg' } as Media]) };
    expect(resumed(draft, Date.now(), () => 'new').draft.photos).toEqual(draft.photos);
  });
});
