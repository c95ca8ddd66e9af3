import type { Relationship } from '@heartwood/contract/people';
import type { Moment, PersonMilestone } from '@heartwood/contract/moments';
import { t } from '@heartwood/messages/current';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { medium } from '../../../test/media.ts';
import {
  ageThen,
  momentBodyOf,
  broughtTogether,
  byYear,
  momentDraftOf,
  groupsOf,
  keptBefore,
  missingIn,
  personBy,
  suggestionsFor,
  unbornOn,
  whoElseSees,
  writtenIn,
} from './logic.ts';
import { oftenLine, wasBefore, whoSeesThese, whoSeesThis } from './components/sentences.ts';

const moment = (occurred_on: string): Moment => ({ id: occurred_on, occurred_on }) as Moment;
const milestone = (slug: string, over: Partial<PersonMilestone> = {}): PersonMilestone => ({
  slug,
  title: slug,
  past: slug,
  hint: '',
  category: 'movement',
  from_months: 0,
  to_months: 12,
  when: 'now',
  moment_id: null,
  ...over,
});
const person = (id: string, birth_day: string | null, slug = id): Relationship =>
  ({ heartwood_id: id, slug, birth_day, name: id }) as Relationship;

describe('moments by year', () => {
  it('stand under the year of life they fell into, also before the birth', () => {
    const days = ['2026-11-19', '2026-09-12', '2026-09-11', '2023-09-12', '2023-09-11'];
    expect(byYear(days.map(moment), '2023-09-12').map(({ years, moments }) => [years, moments.map(({ id }) => id)])).toEqual([
      [3, ['2026-11-19', '2026-09-12']],
      [2, ['2026-09-11']],
      [0, ['2023-09-12']],
      [null, ['2023-09-11']],
    ]);
    expect(byYear(days.map(moment), null)).toEqual([{ years: undefined, moments: days.map(moment) }]);
  });

  it('lose none and keep their order', () => {
    const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(fc.array(day), day, (days, birth) => {
        const sorted = days
          .map((one) => one.toISOString().slice(0, 10))
          .toSorted()
          .toReversed();
        const years = byYear(sorted.map(moment), birth.toISOString().slice(0, 10));
        expect(years.flatMap(({ moments }) => moments.map(({ id }) => id))).toEqual(sorted);
        expect(new Set(years.map((one) => one.years)).size).toBe(years.length);
      }),
    );
  });
});

describe('milestones', () => {
  it('that are reached are offered no more; of those passed the latest comes first', () => {
    const all = [
      milestone('a', { when: 'passed' }),
      milestone('b', { when: 'passed' }),
      milestone('c', { moment_id: 'x' }),
      milestone('d'),
      milestone('e', { when: 'ahead' }),
      milestone('f', { when: null }),
    ];
    const slugs = (found: PersonMilestone[]) => found.map(({ slug }) => slug);
    const { now, ahead, passed, anyAge } = groupsOf(all);
    expect(ageThen('2026-11-21', '2026-11-21')).toBe('The very first day');
    expect(ageThen('2026-11-21', '2026-11-21', true)).toBe('the very first day');
    expect([now, ahead, passed, anyAge].map(slugs)).toEqual([['d'], ['e'], ['b', 'a'], ['f']]);
  });

  it('are suggested for everybody chosen, two each, the one asked for first', () => {
    const emma = [
      milestone('nursery', { to_months: 5 }),
      milestone('joke', { from_months: 36, to_months: 54 }),
      milestone('draw', { from_months: 36, to_months: 48 }),
      milestone('hop', { from_months: 36, to_months: 60 }),
    ];
    const jonas = [milestone('laugh', { to_months: 5 }), milestone('joke', { when: 'ahead' })];
    const found = suggestionsFor(
      new Map([
        ['emma', emma],
        ['jonas', jonas],
      ]),
    );
    expect(found.map((one) => [one.milestone.slug, one.people])).toEqual([
      ['draw', ['emma']],
      ['joke', ['emma']],
      ['laugh', ['jonas']],
    ]);
    expect(suggestionsFor(new Map([['emma', emma]]), 'hop').map((one) => one.milestone.slug)).toEqual(['hop', 'draw', 'joke']);
  });

  it('are kept once: who has one already, and where', () => {
    const chosen = new Map([
      ['emma', [milestone('first-steps', { moment_id: null }), milestone('joke', { moment_id: 'm1' })]],
      ['jonas', [milestone('first-steps', { moment_id: 'm2' })]],
    ]);
    expect(keptBefore(chosen, 'first-steps')).toEqual({ person: 'jonas', title: expect.any(String), moment: 'm2' });
    expect(keptBefore(chosen, 'joke')).toMatchObject({ person: 'emma', moment: 'm1' });
    expect([keptBefore(chosen, 'joke', 'm1'), keptBefore(chosen, null), keptBefore(chosen, 'draw')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it.each([
    [3, 5, 'Often between 3 and 5 months'],
    [0, 1, 'In the first weeks'],
    [0, 3, 'Often in the first 3 months'],
    [36, 48, 'Often between 3 and 4'],
    [36, 54, 'Often between 3 and 4½'],
    [46, 50, 'Often around 4'],
    [20, 36, 'Often between 20 months and 3 years'],
    [12, 24, 'Often between 1 and 2 years'],
    [192, 222, 'Often between 16 and 18½'],
  ])('from %i to %i months are said as people say it', (from, to, words) => {
    expect(oftenLine(from, to)).toBe(words);
  });
});

describe('what is written', () => {
  const said = { today: '2026-11-21', early: false };
  const people = [person('emma', '2023-09-12'), person('jonas', '2026-08-08'), person('uno', null)];
  const draft = { text: ' x ', people: ['emma'], occurredOn: '' };

  it('is missing somebody, words, or a day that can have been', () => {
    const look = (title: string, over: Partial<typeof draft> = {}, early = false) =>
      missingIn({ title }, { ...draft, ...over }, people, { ...said, early });
    expect(look('a')).toBeUndefined();
    expect(look('a', { people: [] })).toBe('people');
    expect(look('  ')).toBe('title');
    expect(missingIn({ title: 'a' }, draft, people, { ...said, kept: true })).toBe('kept');
    expect(look('a', { occurredOn: '2026-02-31' })).toBe('day');
    expect(look('a', { occurredOn: '2026-11-22' })).toBe('future');
    expect(look('a', { occurredOn: '2026-08-07', people: ['emma', 'jonas', 'uno'] })).toBe('early');
    expect(look('a', { occurredOn: '2026-08-07', people: ['emma', 'jonas', 'uno'] }, true)).toBeUndefined();
    expect(unbornOn(people, '2026-08-07').map(({ heartwood_id }) => heartwood_id)).toEqual(['jonas']);
  });

  it('is sent with the day of the writer where it has none', () => {
    expect(momentBodyOf({ title: ' First steps ', milestone: 'first-steps' }, draft, ['m'], '2026-11-22')).toEqual({
      title: 'First steps',
      milestone: 'first-steps',
      text: 'x',
      people: ['emma'],
      occurred_on: '2026-11-22',
      media_ids: ['m'],
    });
  });
});

describe('who sees it', () => {
  const member = (user_id: string, role: 'owner' | 'guardian' | 'relative', name: string) => ({
    user_id,
    role,
    name,
    heartwood_id: `p-${user_id}`,
  });
  const members = [member('n', 'owner', 'Nora Whitlock'), member('s', 'guardian', 'Sam Whitlock'), member('l', 'relative', 'Leo Whitlock')];

  it('is said by name: the other guardians, and whom it is about', () => {
    expect(whoElseSees(members, 'n', [])).toEqual(['Sam']);
    expect(whoElseSees(members, 'n', ['p-l'])).toEqual(['Sam', 'Leo']);
    expect(whoElseSees(members, 'l', ['p-l'])).toEqual(['Nora', 'Sam']);
    expect([whoSeesThese([]), whoSeesThese(['Sam'])]).toEqual(['Only you see these.', 'Only you and Sam see these.']);
    expect(whoSeesThis(['Sam', 'Leo'])).toBe('Only you, Sam and Leo see this. It stays so until you share it.');
    expect([t('moments.soFar', { count: 0 }), t('moments.soFar', { count: 26 }), wasBefore(['Emma', 'Jonas'])]).toEqual([
      'Nothing so far.',
      '26 so far.',
      'Yes, it was before Emma and Jonas were born',
    ]);
  });
});

it('a person is found by slug or id, an id first', () => {
  const people = [
    person('0198f7a2-0000-7000-8000-000000000001', null, 'emma'),
    person('0198f7a2-0000-7000-8000-000000000002', null, 'emma-2'),
  ];
  expect(personBy(people, 'emma-2')).toBe(people[1]);
  expect(personBy(people, '0198F7A2-0000-7000-8000-000000000001')).toBe(people[0]);
  expect(personBy(people, 'nobody')).toBeUndefined();
});

describe('a moment that two change at once', () => {
  const first = momentDraftOf({ text: 'About a cow.', people: ['emma'], occurred_on: '2026-05-01', media: [medium()] });
  const words = { title: 'A joke', milestone: null };

  it('keeps what was written here, and has all else as it stands now', () => {
    const now = { ...first, text: 'About two cows.', people: ['emma', 'jonas'], photos: [] };
    expect(broughtTogether(first, { ...first, occurredOn: '2026-05-02' }, now)).toEqual({ ...now, occurredOn: '2026-05-02' });
    expect(broughtTogether(first, { ...first, text: '' }, now), 'also where the story was taken away').toEqual({ ...now, text: '' });
  });

  it('is another one as soon as something else would be sent of it', () => {
    const before = writtenIn(words, first);
    expect(writtenIn({ ...words, title: 'A joke ' }, { ...first, text: ' About a cow.' })).toBe(before);
    for (const draft of [{ text: '' }, { people: ['jonas'] }, { occurredOn: '2026-05-02' }, { photos: [] }])
      expect(writtenIn(words, { ...first, ...draft })).not.toBe(before);
    expect(writtenIn({ ...words, title: 'The joke' }, first)).not.toBe(before);
    expect(writtenIn({ ...words, milestone: 'makes-a-joke' }, first)).not.toBe(before);
  });
});
