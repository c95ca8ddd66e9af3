import { describe, expect, it } from 'vitest';
import { anniversariesOn, chooseAudience, mayDeletePost, mayEditPost, mayRestore, maySeePost, saysSomething } from './rules.ts';

const owner = { userId: 'owner', role: 'owner' } as const;
const guardian = { userId: 'guardian', role: 'guardian' } as const;
const relative = { userId: 'relative', role: 'relative' } as const;

describe('who sees a post', () => {
  const by = (audience: 'family' | 'guardians' | 'people' | 'me', audienceUserIds: string[] = []) => ({
    authorId: 'author',
    audience,
    audienceUserIds,
  });
  const seenBy = (post: ReturnType<typeof by>) =>
    [owner, guardian, relative].filter((viewer) => maySeePost(viewer, post)).map((one) => one.userId);

  it('is the audience', () => {
    expect(seenBy(by('family'))).toEqual(['owner', 'guardian', 'relative']);
    expect(seenBy(by('guardians'))).toEqual(['owner', 'guardian']);
    expect(seenBy(by('people', ['relative']))).toEqual(['relative']);
    expect(seenBy(by('people'))).toEqual([]);
    expect(seenBy(by('me'))).toEqual([]);
  });

  it('is always the author, and names count for `people` alone', () => {
    for (const audience of ['family', 'guardians', 'people', 'me'] as const)
      expect(maySeePost({ userId: 'author', role: 'relative' }, by(audience))).toBe(true);
    expect(seenBy(by('me', ['relative']))).toEqual([]);
  });
});

describe('who may do what', () => {
  it('lets authors change, and authors and guardians delete', () => {
    const post = { authorId: 'relative' };
    expect([owner, guardian, relative].map((one) => mayEditPost(one, post))).toEqual([false, false, true]);
    expect([owner, guardian, relative].map((one) => mayDeletePost(one, post))).toEqual([true, true, true]);
    expect(mayDeletePost(relative, { authorId: 'owner' })).toBe(false);
  });
});

it('a post or comment is brought back by its author and by the guardian who deleted it', () => {
  const by = (userId: string, role: 'owner' | 'guardian' | 'relative' = 'guardian') => ({ userId, role });
  const deleted = { authorId: 'ruth', deletedBy: 'sam' };
  expect([by('ruth', 'relative'), by('sam'), by('nora', 'owner'), by('sam', 'relative')].map((one) => mayRestore(one, deleted))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(mayRestore(by('sam'), { authorId: 'ruth', deletedBy: null })).toBe(false);
});

describe('the audience that is asked for', () => {
  it('is the family when nothing is said', () => {
    expect(chooseAudience({})).toEqual({ audience: 'family', audienceUserIds: [] });
  });
  it('is the people who are named, and nobody else when nobody is named', () => {
    expect(chooseAudience({ audience_user_ids: ['a', 'b', 'a'] })).toEqual({ audience: 'people', audienceUserIds: ['a', 'b'] });
    expect(chooseAudience({ audience_user_ids: [] })).toEqual({ audience: 'people', audienceUserIds: [] });
    expect(chooseAudience({ audience: 'people' })).toEqual({ audience: 'people', audienceUserIds: [] });
  });
  it('is refused where names and audience contradict each other', () => {
    for (const audience of ['family', 'guardians', 'me'] as const) {
      expect(chooseAudience({ audience, audience_user_ids: ['a'] })).toBeNull();
      expect(chooseAudience({ audience, audience_user_ids: [] })).toEqual({ audience, audienceUserIds: [] });
    }
  });
  it('stays what it was in a change that does not speak of it', () => {
    const before = { audience: 'people' as const, audienceUserIds: ['a'] };
    expect(chooseAudience({}, before)).toEqual(before);
    expect(chooseAudience({ audience: 'people' }, before)).toEqual(before);
    expect(chooseAudience({ audience_user_ids: [] }, before)).toEqual({ audience: 'people', audienceUserIds: [] });
    expect(chooseAudience({ audience: 'me' }, before)).toEqual({ audience: 'me', audienceUserIds: [] });
    expect(chooseAudience({ audience: 'people' }, { audience: 'family', audienceUserIds: [] })).toEqual({
      audience: 'people',
      audienceUserIds: [],
    });
  });
});

describe('anniversaries', () => {
  it('are the same day and month', () => {
    expect(anniversariesOn('2026-11-21')).toEqual([1121]);
    expect(anniversariesOn('2026-03-01')).toEqual([301]);
  });
  it('of 29 February fall on the 28th in years without one', () => {
    expect(anniversariesOn('2027-02-28')).toEqual([228, 229]);
    expect(anniversariesOn('2028-02-28')).toEqual([228]);
    expect(anniversariesOn('2028-02-29')).toEqual([229]);
    expect(anniversariesOn('2100-02-28')).toEqual([228, 229]);
    expect(anniversariesOn('2000-02-28')).toEqual([228]);
  });
});

it('words or a medium say something', () => {
  expect([saysSomething('', 0), saysSomething('x', 0), saysSomething('', 1)]).toEqual([false, true, true]);
});
