import { describe, expect, it } from 'vitest';
import { postLimits } from '@heartwood/contract/limits';
import {
  anniversariesOn,
  chooseAudience,
  faultOfChange,
  faultOfNew,
  kindOf,
  mayDeletePost,
  mayEditPost,
  mayRestore,
  maySeePost,
  recipeToKeep,
  saysSomething,
} from './rules.ts';

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

const soup = {
  title: 'Soup',
  from: null,
  portions: null,
  prepare_minutes: null,
  cook_minutes: null,
  ingredients: [],
  steps: [],
};

describe('what is shared', () => {
  const plain = { text: 'Hello', recipe: null };
  const recipe = { text: '', recipe: soup };

  it('is an answer, what was asked for, or what it holds', () => {
    expect(kindOf(plain, true)).toBe('answer');
    expect(kindOf(plain, false)).toBe('memory');
    expect(kindOf(recipe, false)).toBe('recipe');
    expect(kindOf({ ...plain, kind: 'video' }, false)).toBe('video');
  });

  it('says something, and is what it holds', () => {
    expect([faultOfNew(plain, 0, false), faultOfNew({ ...plain, text: '' }, 1, true), faultOfNew(recipe, 0, false)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(faultOfNew({ ...plain, text: '' }, 0, false)).toEqual({ field: 'text', rule: 'required' });
    expect(faultOfNew({ ...plain, kind: 'recipe' }, 0, false)).toEqual({ field: 'recipe', rule: 'required' });
    expect(faultOfNew({ ...recipe, kind: 'memory' }, 0, false)).toEqual({ field: 'kind', rule: 'default' });
  });

  it('has no more media than one looks at, and an answer holds no recipe', () => {
    expect(faultOfNew(plain, postLimits.media, false)).toBeUndefined();
    expect(faultOfNew(plain, postLimits.media + 1, false)).toEqual({ field: 'images', rule: 'default' });
    expect(faultOfNew(recipe, 0, true)).toEqual({ field: 'recipe', rule: 'default' });
  });

  it('says something after a change, too, and becomes no recipe', () => {
    expect(faultOfChange(plain, { text: '' }, 1)).toBeUndefined();
    expect(faultOfChange(plain, { text: '' }, 0)).toEqual({ field: 'text', rule: 'required' });
    expect(faultOfChange({ ...plain, text: '' }, {}, 0)).toEqual({ field: 'text', rule: 'required' });
    expect(faultOfChange(plain, { recipe: soup }, 0)).toEqual({ field: 'recipe', rule: 'default' });
    expect(faultOfChange(recipe, { text: '', recipe: soup }, 0)).toBeUndefined();
  });
});

it('a recipe is kept as from a person, from a name, or from nobody', () => {
  const keptFrom = (from: { heartwood_id: string | null; name: string | null } | null) => recipeToKeep({ ...soup, from }).from;
  expect(keptFrom(null)).toBeNull();
  expect(keptFrom({ heartwood_id: null, name: '' })).toBeNull();
  expect(keptFrom({ heartwood_id: 'ruth', name: '' })).toEqual({ heartwood_id: 'ruth', name: null });
  expect(keptFrom({ heartwood_id: null, name: 'Grandma' })).toEqual({ heartwood_id: null, name: 'Grandma' });
});
