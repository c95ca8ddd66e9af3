import { t } from '@heartwood/messages/current';
import type { Comment } from '@heartwood/contract/comments';
import type { Post } from '@heartwood/contract/posts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  audienceCount,
  broughtTogether,
  isOfAnotherDay,
  lacks,
  mapItems,
  stepsLeft,
  takenDay,
  timelineOf,
  isTold,
  headed,
  titleOf,
  wordsOf,
  withHeart,
} from './logic.ts';
import { beginningOf } from '#ui/beginning-of.ts';
import { emptyDraft } from '#features/sending/logic.ts';
import { withComment, withoutComment } from '#features/comments/logic.ts';
import { shareLabel, sharedToast, loversLine, metaLine, namesOf } from './components/meta.ts';

const id = (n: number) => `019d0000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const author = { user_id: id(900), heartwood_id: id(1), name: 'Sam Whitlock', image: null };
const post = (over: Partial<Post> = {}): Post => ({
  id: id(1),
  family_id: id(2),
  author,
  kind: 'memory',
  text: 'Emma asked where the sun goes at night.',
  occurred_on: '2026-11-20',
  audience: 'family',
  people: [],
  media: [],
  captions: {},
  category_id: null,
  subcategory_id: null,
  hearts: { count: 2, mine: false },
  comment_count: 0,
  latest_comment: null,
  can: { edit: true, delete: true, keep: true },
  created_at: '2026-11-20T18:00:00.000Z',
  updated_at: '2026-11-20T18:00:00.000Z',
  ...over,
});
const comment = (n: number): Comment => ({
  id: id(n),
  family_id: id(0),
  author,
  text: 'Yes',
  media: null,
  created_at: '2026-11-20T19:00:00.000Z',
  can: { edit: false, delete: false },
});

describe('a heart', () => {
  it('counts once, however often it is given, and reverts exactly', () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.boolean(), fc.array(fc.boolean()), (others, mine, presses) => {
        const ended = presses.reduce(withHeart, { count: others + (mine ? 1 : 0), mine });
        const last = presses.at(-1) ?? mine;
        expect(ended).toEqual({ count: others + (last ? 1 : 0), mine: last });
      }),
    );
  });
});

describe('a list of which some pages are loaded', () => {
  const pages = (next_cursor: string | null) => [
    { items: [post({ id: id(9) }), post({ id: id(7) })], next_cursor: 'more' },
    { items: [post({ id: id(5) })], next_cursor },
  ];
  it('lacks what was shared between its posts, at the end also what was shared before all of them, and nothing newer', () => {
    const lacking = (next: string | null) => [10, 9, 8, 7, 6, 5, 4].filter((n) => lacks(pages(next), id(n)));
    expect([lacking('more'), lacking(null)]).toEqual([
      [8, 6],
      [8, 6, 4],
    ]);
    expect([lacks([], id(1)), lacks([{ items: [], next_cursor: null }], id(1)), lacks(undefined, id(1))]).toEqual([true, true, true]);
  });
});

describe('a list of pages', () => {
  const data = { pages: [{ items: [post(), post({ id: id(3) })] }, { items: [post({ id: id(4) })] }] };
  it('changes one item and leaves the others', () => {
    const next = mapItems(data, id(4), (one) => ({ ...one, text: 'new' }));
    expect(next.pages[1]!.items[0]!.text).toBe('new');
    expect(next.pages[0]!.items[0]).toBe(data.pages[0]!.items[0]);
  });
  it('takes one out', () => expect(mapItems(data, id(1), () => null).pages[0]!.items.map((one) => one.id)).toEqual([id(3)]));
});

it('counts comments, and forgets the latest where it goes', () => {
  const one = withComment(post(), comment(7));
  expect([one.comment_count, one.latest_comment?.id]).toEqual([1, id(7)]);
  expect(withoutComment(one, id(7))).toMatchObject({ comment_count: 0, latest_comment: null });
  expect(withoutComment(one, id(8)).latest_comment?.id).toBe(id(7));
});

describe('with how many something is shared', () => {
  const members = [
    { user_id: 'nora', role: 'owner' },
    { user_id: 'sam', role: 'guardian' },
    { user_id: 'ruth', role: 'relative' },
    { user_id: 'leo', role: 'relative' },
  ] as const;
  it.each([
    ['family', [], 3],
    ['guardians', [], 1],
    ['people', ['ruth', 'leo'], 2],
    ['people', [], 0],
    ['me', [], 0],
  ] as const)('%s %s: %s', (audience, audienceUserIds, reach) =>
    expect(audienceCount({ audience, audienceUserIds: [...audienceUserIds] }, members, 'nora')).toBe(reach),
  );
  it('is unknown before the members are', () => expect(audienceCount(emptyDraft, undefined, 'nora')).toBeUndefined());
  it('is said in words', () => {
    expect(shareLabel(7, 'family')).toBe('Share with 7 people');
    expect(shareLabel(1, 'people')).toBe('Share with 1 person');
    expect(shareLabel(undefined, 'family')).toBe('Share');
    expect(shareLabel(0, 'me')).toBe('Keep it for yourself');
    expect(sharedToast(7, 'family')).toBe('Shared with 7 people');
    expect(sharedToast(0, 'me')).toBe('Kept for yourself');
    expect(sharedToast(2, 'people')).toBe('Shared with 2 people');
    expect(sharedToast(0, 'people')).toBe('Kept for yourself');
    expect(sharedToast(undefined, 'family')).toBe('Shared with your family');
  });
});

it('hints at the day most photos were taken, unless it is today or ahead', () => {
  const taken = (time: string | null) => ({ taken_at: time });
  expect(takenDay([taken('2026-09-12T10:00:00Z'), taken('2026-09-12T11:00:00Z'), taken('2026-09-13T10:00:00Z')], '2026-11-20')).toBe(
    '2026-09-12',
  );
  expect(takenDay([taken('2026-11-20T10:00:00Z')], '2026-11-20')).toBeUndefined();
  expect(takenDay([taken(null), null], '2026-11-20')).toBeUndefined();
});

describe('a timeline', () => {
  const on = (day: string, n: number) => post({ id: id(n), occurred_on: day, created_at: '2026-11-20T18:00:00.000Z' });
  it('stands by age, the latest memory first, whatever order it was shared in', () => {
    const posts = [
      on('2025-08-20', 1),
      on('2026-11-18', 2),
      on('2026-09-12', 3),
      on('2026-11-14', 4),
      on('2023-09-20', 5),
      on('2023-09-10', 6),
    ];
    expect(
      timelineOf(posts, '2023-09-12').map(({ years, entries }) => [
        years,
        entries.map(({ age, birthday, posts: of }) => [age, birthday, of.length]),
      ]),
    ).toEqual([
      [
        3,
        [
          ['3 years and 2 months', undefined, 2],
          ['3 years', 3, 1],
        ],
      ],
      [1, [['1 year and 11 months', undefined, 1]]],
      [0, [['8 days', undefined, 1]]],
      [null, [[undefined, undefined, 1]]],
    ]);
  });
  it('loses no post', () => {
    const day = fc
      .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(fc.array(day), day, (days, birth) => {
        const posts = days.map((one, n) => on(one, n));
        const shown = timelineOf(posts, birth).flatMap(({ entries }) => entries.flatMap((entry) => entry.posts.map((one) => one.id)));
        expect(shown.toSorted()).toEqual(posts.map((one) => one.id).toSorted());
      }),
    );
  });
});

describe('a post on a shelf', () => {
  it('is told where it has a voice and one picture at most', () => {
    const media = (...kinds: string[]) => ({ media: kinds.map((kind) => ({ kind })) as Post['media'] });
    expect([['audio'], ['audio', 'image'], ['audio', 'document'], ['audio', 'audio']].map((kinds) => isTold(media(...kinds)))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect([[], ['image'], ['audio', 'image', 'image'], ['audio', 'video']].map((kinds) => isTold(media(...kinds)))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('the words of a post', () => {
  const names = new Map([
    [id(1), 'Sam'],
    [id(2), 'Emma'],
    [id(3), 'Jonas'],
    [id(4), 'Ruth'],
    [id(5), 'Leo'],
  ]);
  const users = new Map([
    ['ruth', 'Ruth'],
    ['leo', 'Leo'],
  ]);
  const now = Date.parse('2026-11-20T20:00:00Z');
  const line = (over: Partial<Post>) => metaLine(post(over), { names, users, now });
  it.each([
    [{ people: [id(2), id(3)] }, '2 hours ago, with Emma and Jonas'],
    [{ people: [id(1)] }, '2 hours ago, for everyone'],
    [{ audience: 'guardians' }, '2 hours ago, guardians only'],
    [{ audience: 'guardians', people: [id(2)] }, '2 hours ago, with Emma, guardians only'],
    [{ audience: 'me' }, '2 hours ago, only you'],
    [{ audience: 'people', audience_user_ids: ['ruth', 'leo'] }, '2 hours ago, for Ruth and Leo'],
    [{ audience: 'people' }, '2 hours ago, for a few of you'],
    [{ people: [id(2), id(3), id(4), id(5)] }, '2 hours ago, with Emma, Jonas and 2 others'],
    [{ occurred_on: '2025-08-01' }, '1 August 2025, for everyone'],
  ] as [Partial<Post>, string][])('%j: %s', (over, words) => expect(line(over)).toBe(words));

  it('tell a memory of another day from a clock in another zone', () => {
    expect(isOfAnotherDay(post({ occurred_on: '2026-11-21' }))).toBe(false);
    expect(isOfAnotherDay(post({ occurred_on: '2026-11-18' }))).toBe(true);
  });

  it('name who loves it', () => {
    expect(loversLine(['Ruth', 'Leo', 'Nora'], 6)).toBe('Ruth and 5 others');
    expect(loversLine(['Ruth', 'Leo'], 2)).toBe('Ruth and Leo');
    expect(loversLine(['Ruth'], 1)).toBe('Ruth');
    expect(loversLine([], 0)).toBe('');
    expect(namesOf(['nobody'], names)).toBe('');
  });

  it('cut a story between words', () => {
    expect(beginningOf('First snow at the cabin. Sam carried the wood in.')).toBe('First snow at the cabin');
    expect(beginningOf('word '.repeat(40))).toMatch(/^(word ?)+…$/);
    expect(headed('I had not opened it since 1974. Then I did.\nTwice.')).toEqual({
      heading: 'I had not opened it since 1974',
      rest: 'Then I did.\nTwice.',
    });
    expect(headed('Who was it? Nobody knows.')).toEqual({ heading: 'Who was it?', rest: 'Nobody knows.' });
    const { heading, rest } = headed('word '.repeat(40));
    expect(`${heading.replace('…', '')} ${rest}`).toBe('word '.repeat(40).trim());
    expect(headed(' ')).toEqual({ heading: '', rest: '' });
    expect(t('posts.yearsAgo', { years: 4 })).toBe('4 years ago');
  });
});

it('a moment that was shared has a title, and everything else is a story', () => {
  const story = 'Across the kitchen.\n\nTwice.';
  expect(wordsOf({ kind: 'moment', text: `First steps\n\n${story}` })).toEqual({ title: 'First steps', story });
  expect(wordsOf({ kind: 'moment', text: 'First steps' })).toEqual({ title: 'First steps', story: '' });
  expect(wordsOf({ kind: 'memory', text: story })).toEqual({ title: '', story });
  const named = (kind: Post['kind'], text: string) => titleOf({ kind, text });
  expect([named('moment', `First steps\n\n${story}`), named('memory', ` ${story}`), named('memory', ' ')]).toEqual([
    'First steps',
    story,
    '',
  ]);
  // Changed since, it begins with no title any more.
  expect(wordsOf({ kind: 'moment', text: 'x'.repeat(121) })).toEqual({ title: '', story: 'x'.repeat(121) });
});

describe('how a family begins', () => {
  const [me, child, ruth] = [
    { is_child: false, related_user_id: 'me' },
    { is_child: true, related_user_id: null },
    { is_child: false, related_user_id: 'ruth' },
  ];
  it('offers what has not been done: a child, and somebody to see it', () => {
    expect(stepsLeft([me], [], 'me')).toEqual({ child: true, invite: true });
    expect(stepsLeft([me, child], [], 'me')).toEqual({ child: false, invite: true });
    expect(stepsLeft([me, child, ruth], [], 'me')).toEqual({ child: false, invite: false });
    for (const status of ['waiting', 'open'] as const)
      expect(stepsLeft([me, child], [{ status }], 'me'), status).toEqual({ child: false, invite: false });
    for (const status of ['expired', 'revoked'] as const) expect(stepsLeft([me], [{ status }], 'me').invite, status).toBe(true);
  });
});

describe('a post that somebody else has changed while it was written', () => {
  const shown = (key: string, caption = '') => ({ key, name: `${key}.jpg`, media: null, at: 0, caption });
  const first = { ...emptyDraft, text: 'Snow', occurredOn: '2026-01-01', photos: [shown('a'), shown('b')] };

  it('keeps what was written here, and takes all else', () => {
    const now = { ...first, text: 'Snow!', occurredOn: '2026-01-02', audience: 'guardians' as const };
    expect(broughtTogether(first, { ...first, text: 'The first snow' }, now)).toEqual({ ...now, text: 'The first snow' });
  });

  it('knows who sees it as one thing', () => {
    const mine = { ...first, audience: 'people' as const, audienceUserIds: ['ruth'] };
    const now = { ...first, audience: 'people' as const, audienceUserIds: ['leo'] };
    expect(broughtTogether(first, mine, now)).toEqual(mine);
    expect(broughtTogether(first, first, now)).toEqual(now);
  });

  it('tells captions apart by their photos', () => {
    const mine = { ...first, photos: [shown('a', 'Boots'), shown('b')] };
    const now = { ...first, photos: [shown('a', 'Two boots'), shown('b', 'The garden'), shown('c')] };
    expect(broughtTogether(first, mine, now).photos).toEqual([shown('a', 'Boots'), shown('b', 'The garden'), shown('c')]);
    const fewer = { ...first, photos: [shown('b')] };
    expect(broughtTogether(first, fewer, now).photos).toEqual([shown('b', 'The garden')]);
  });
});
