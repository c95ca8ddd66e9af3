import { describe, expect, it } from 'vitest';
import { changesIn } from '#platform/form-changes.ts';
import { medium } from '../../../../test/media.ts';
import { attached, emptyDraft, type Draft } from '../logic.ts';
import { keptOf, plainOf, restoredOf } from './use-edited-draft.ts';

const [beach, boots] = [medium({ id: 'beach' }), medium({ id: 'boots' })];
const chosen = { key: 'chosen', name: 'cake.jpg', media: null, at: 5 };
const saved: Draft = { ...emptyDraft, text: 'First words.', occurredOn: '2024-05-01', photos: attached([beach, boots]) };
const how = {
  bring: (first: Draft, mine: Draft, now: Draft): Draft => ({ ...now, ...changesIn(mine, first) }),
  writtenIn: ({ text, occurredOn, photos }: Draft) => JSON.stringify([text, occurredOn, photos.map(({ key }) => key)]),
};
const keptWith = (written: Partial<Draft>, isUndecided = false) => ({
  first: plainOf(saved),
  written: plainOf({ ...saved, ...written }),
  isUndecided,
});

describe('an edit that was kept', () => {
  it('has the words and the photos that were there before, but no file that was chosen and no address', () => {
    const kept = keptOf({ ...saved, text: 'My words.', photos: [chosen, ...saved.photos] }, saved);
    expect(kept).toMatchObject({ text: 'My words.' });
    expect(kept.photos.map(({ key, media }) => [key, media])).toEqual([
      ['beach', null],
      ['boots', null],
    ]);
  });

  it('leaves a photo in its place for which a file was chosen instead: that one is not kept', () => {
    const [first, second] = saved.photos as [Draft['photos'][0], Draft['photos'][0]];
    const keysOf = (photos: Draft['photos']) => keptOf({ ...saved, photos }, saved).photos.map(({ key }) => key);
    expect(keysOf([chosen, second])).toEqual(['beach', 'boots']);
    expect(keysOf([second])).toEqual(['boots']);
    expect(keysOf([second, first])).toEqual(['boots', 'beach']);
  });

  it('goes on as it was written, with the photos as they stand now', () => {
    const { draft, isRestored, theirs } = restoredOf(keptWith({ text: 'My words.', photos: saved.photos.toReversed() }), saved, how);
    expect({ isRestored, theirs }).toEqual({ isRestored: true, theirs: undefined });
    expect(draft.text).toBe('My words.');
    expect(draft.photos.map(({ media }) => media)).toEqual([boots, beach]);
  });

  it('is nothing where none was kept, or where it stands there already', () => {
    const none = { draft: saved, isRestored: false, theirs: undefined };
    expect(restoredOf(undefined, saved, how)).toEqual(none);
    const now = { ...saved, text: 'My words.' };
    expect(restoredOf(keptWith({ text: 'My words.' }), now, how)).toEqual({ ...none, draft: now });
  });

  it('says what somebody else has changed since, and undoes nothing of it', () => {
    const now = { ...saved, text: 'Words from elsewhere.', occurredOn: '2023-07-09', photos: attached([beach]) };
    const { draft, theirs } = restoredOf(keptWith({ text: 'My words.', photos: saved.photos.toReversed() }), now, how);
    expect(theirs).toBe(now);
    expect(draft).toMatchObject({ text: 'My words.', occurredOn: '2023-07-09' });
    expect(draft.photos.map(({ media }) => media)).toEqual([beach]);
  });

  it('says it again until somebody has chosen', () => {
    expect(restoredOf(keptWith({ text: 'My words.' }, true), saved, how).theirs).toBe(saved);
  });
});
