import { notificationEvents } from '@heartwood/contract/notification-events';
import type { NotificationEvent } from '@heartwood/contract/notification-events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOf } from '#platform/clock.ts';
import { concerns, kindOf, linesOf, mostRows, newsOf, pageOf } from './rules.ts';
import type { Line, Onward } from './rules.ts';
import type { NotificationRow } from './tables.ts';

const at = new Date('2026-11-21T09:00:00.000Z');
let serial = 0;
const row = (event: NotificationEvent, more: Partial<NotificationRow> = {}): NotificationRow => ({
  id: `n${(serial += 1)}`,
  family_id: 'whitlocks',
  event,
  actor_id: 'nora',
  post_id: null,
  comment_id: null,
  question_id: null,
  person_id: null,
  day: null,
  created_at: '2026-11-21 09:00:00+00',
  is_read: false,
  ...more,
});
const countsOf = (rows: NotificationRow[], timeZone = 'UTC') => linesOf(rows, timeZone).map((line) => line.length);

describe('lines', () => {
  it('hold the hearts of one post, and what is said of it, each by itself', () => {
    const [of, another] = [{ post_id: 'plum' }, { post_id: 'pear' }];
    const rows = [
      row('heart.given', { ...of, actor_id: 'mia' }),
      row('heart.given', { ...another, actor_id: 'mia' }),
      row('comment.made', { ...of, comment_id: 'a' }),
      row('heart.given', { ...of, actor_id: 'ida' }),
      row('comment.made', { ...of, comment_id: 'b' }),
    ];
    expect(linesOf(rows, 'UTC')).toEqual([[rows[0], rows[3]], [rows[1]], [rows[2], rows[4]]]);
  });

  it('hold what one person has shared, answers to one question, everybody who joined, and the memories of a day', () => {
    expect(
      countsOf([row('post.shared', { post_id: 'a' }), row('post.shared', { post_id: 'b' }), row('post.shared', { actor_id: 'sam' })]),
    ).toEqual([2, 1]);
    expect(
      countsOf(['swim', 'swim', 'cook'].map((question_id) => row('question.answered', { question_id, post_id: question_id }))),
    ).toEqual([2, 1]);
    expect(countsOf(['sam', 'leo'].map((actor_id) => row('member.joined', { actor_id })))).toEqual([2]);
    expect(countsOf(['a', 'b', 'c'].map((post_id) => row('memory.come', { post_id, actor_id: null })))).toEqual([3]);
    expect(countsOf(['emma', 'leo'].map((person_id) => row('birthday.near', { person_id, actor_id: null })))).toEqual([1, 1]);
  });

  it('hold nothing of another family, another event or another day', () => {
    expect(countsOf([row('post.shared'), row('post.shared', { family_id: 'stones' })])).toEqual([1, 1]);
    expect(countsOf([row('birthday.come', { person_id: 'emma' }), row('birthday.near', { person_id: 'emma' })])).toEqual([1, 1]);
    const around = ['2026-11-21 00:30:00+01', '2026-11-20 23:30:00+01'].map((created_at) => row('post.shared', { created_at }));
    expect([countsOf(around, 'Europe/Berlin'), countsOf(around, 'UTC')]).toEqual([[1, 1], [2]]);
  });

  const someRow = fc.record({
    event: fc.constantFrom(...(Object.keys(notificationEvents) as NotificationEvent[])),
    subject: fc.constantFrom('a', 'b'),
    minute: fc.integer({ min: 0, max: 4_000 }),
  });
  const someRows = fc
    .array(someRow, { maxLength: 40 })
    .map((given) =>
      given
        .map(({ event, subject, minute }) =>
          row(event, { post_id: subject, person_id: subject, created_at: new Date(at.getTime() + minute * 60_000).toISOString() }),
        )
        .toSorted((a, b) => (a.created_at === b.created_at ? (a.id < b.id ? 1 : -1) : a.created_at < b.created_at ? 1 : -1)),
    );
  const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/Los_Angeles');

  it('hold each notification once, in its order', () => {
    fc.assert(
      fc.property(someRows, zones, (rows, timeZone) => {
        const lines = linesOf(rows, timeZone);
        expect(lines.flat()).toHaveLength(rows.length);
        expect(new Set(lines.flat())).toEqual(new Set(rows));
        const isInOrder = (some: NotificationRow[]) =>
          expect(some.map((one) => rows.indexOf(one))).toEqual(some.map((one) => rows.indexOf(one)).toSorted((a, b) => a - b));
        isInOrder(lines.map(([latest]) => latest));
        for (const line of lines) {
          expect(new Set(line.map(({ created_at }) => dayOf(new Date(created_at), timeZone))).size).toBe(1);
          isInOrder(line);
        }
      }),
    );
  });

  /** All pages, asked for as the endpoint does: from a place on, 501 rows. */
  function pagesOf(rows: readonly NotificationRow[], timeZone: string, most: number): Line[][] {
    const pages: Line[][] = [];
    let onward: Onward | undefined;
    do {
      const from = onward ? rows.findIndex(({ id }) => id === onward?.from.id) : 0;
      const { lines, next } = pageOf(rows.slice(from, from + mostRows + 1), timeZone, most, onward);
      pages.push(lines);
      onward = next;
    } while (onward);
    return pages;
  }

  it('are on one page each, and pages are full but for the last', () => {
    fc.assert(
      fc.property(someRows, zones, fc.integer({ min: 1, max: 6 }), (rows, timeZone, most) => {
        const pages = pagesOf(rows, timeZone, most);
        expect(pages.flat()).toEqual(linesOf(rows, timeZone));
        for (const page of pages.slice(0, -1)) expect(page).toHaveLength(most);
      }),
    );
  });

  it('of a day with more than is read at once end all the same, and hold each notification once', () => {
    const rows = Array.from({ length: 2 * mostRows + 7 }, (_, n) =>
      row(n % 2 ? 'post.shared' : 'comment.made', { post_id: `p${n % 80}`, created_at: new Date(at.getTime() - n * 1_000).toISOString() }),
    );
    const shown = pagesOf(rows, 'UTC', 30).flat(2);
    expect(shown).toHaveLength(rows.length);
    expect(new Set(shown)).toEqual(new Set(rows));
  });
});

describe('whom something concerns', () => {
  const member = (userId: string, more: object = {}) => ({ userId, personId: `${userId} as a person`, role: 'relative' as const, ...more });
  const news = (event: NotificationEvent, more: object = {}) => newsOf(event, ['x'], at, more, 'nora');

  it('is never whoever did it', () => {
    for (const event of Object.keys(notificationEvents) as NotificationEvent[])
      expect(concerns(member('nora', { role: 'owner' }), news(event), { authorId: 'nora', speakerIds: ['nora'], namedId: 'nora' })).toBe(
        false,
      );
  });

  it('of a heart is the author, of a comment also who has said something, of what is asked of one who is named', () => {
    const known = { authorId: 'sam', speakerIds: ['ruth'], namedId: 'leo' };
    const told = (event: NotificationEvent) =>
      ['sam', 'ruth', 'leo', 'ida'].filter((userId) => concerns(member(userId), news(event), known));
    expect(told('heart.given')).toEqual(['sam']);
    expect(told('comment.made')).toEqual(['sam', 'ruth']);
    expect(told('question.reminded')).toEqual(['leo']);
    expect(told('wish.asked')).toEqual(['leo']);
    expect(told('post.shared')).toEqual(['sam', 'ruth', 'leo', 'ida']);
  });

  it('of a birthday is everybody but whose it is, of money the owner', () => {
    const about = { personId: 'emma' };
    expect(concerns(member('emma', { personId: 'emma' }), news('birthday.come', about), {})).toBe(false);
    expect(concerns(member('sam'), news('birthday.come', about), {})).toBe(true);
    expect([
      concerns(member('sam', { role: 'guardian' }), news('plan.ended'), {}),
      concerns(member('sam', { role: 'owner' }), news('plan.ended'), {}),
    ]).toEqual([false, true]);
  });
});

it('each event is of one kind', () => {
  expect([kindOf('question.reminded'), kindOf('wishes.delivered'), kindOf('plan.given')]).toEqual(['question', 'birthday', 'subscription']);
});
