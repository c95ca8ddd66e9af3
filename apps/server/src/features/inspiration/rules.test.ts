import { mondayOf, plusDays } from '@heartwood/contract/days';
import fc from 'fast-check';
import { ideaActions, ideas } from '@heartwood/contract/ideas';
import type { Idea, IdeaSlug } from '@heartwood/contract/ideas';
import { describe, expect, it } from 'vitest';
import { bySeason, circumstancesOf, misfit, nextIdea, nextToCelebrate, openIdea, repeatsAfter } from './rules.ts';
import type { Circumstances, KnownPerson } from './rules.ts';

const familyId = '01930000-0000-7000-8000-000000000001';
const idea = (slug: string, more: Partial<Idea> = {}): Idea => ({
  slug: slug as IdeaSlug,
  action: 'ask-family',
  minutes: 5,
  illustration: 'soup',
  ages: null,
  months: null,
  nearBirthday: false,
  turns: null,
  ...more,
});
const plain: Circumstances = { familyId, week: '2026-11-16', ages: [], birthdayAhead: false, turning: [], shown: [] };

const anIdea = fc.record({
  action: fc.constantFrom(...ideaActions),
  ages: fc.option(
    fc.tuple(fc.nat(10), fc.nat(8)).map(([from, more]) => ({ from, to: from + more })),
    { freq: 1 },
  ),
  months: fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 4 }), { freq: 1 }),
  nearBirthday: fc.boolean(),
  turns: fc.option(fc.nat(18)),
});
const manyIdeas = (least: number) =>
  fc.array(anIdea, { minLength: least, maxLength: least + 20 }).map((list) => list.map((one, at) => idea(`idea-${at}`, one)));
const aDay = fc.integer({ min: 0, max: 20_000 }).map((days) => plusDays('1990-01-01', days));
const aFamily = fc.array(fc.record({ isChild: fc.boolean(), birth: fc.option(aDay) }), { maxLength: 8 });

/** What a family is shown in some weeks; `swaps` says how often somebody asks for another idea in each. */
function throughTheWeeks(list: readonly Idea[], people: readonly KnownPerson[], first: string, swaps: readonly number[]) {
  const shown: { week: string; place: number; slug: string }[] = [];
  const circumstances: Circumstances[] = [];
  for (const [at, more] of swaps.entries()) {
    const week = plusDays(first, at * 7);
    for (let place = 0; place <= more; place += 1) {
      const now = circumstancesOf(familyId, week, people, [...shown]);
      circumstances.push(now);
      shown.push({ week, place, slug: nextIdea(list, now).slug });
    }
  }
  return { shown, circumstances };
}

describe('the idea of a week', () => {
  it('is none of the last year, as long as there are enough', () => {
    fc.assert(
      fc.property(manyIdeas(53), aFamily, aDay.map(mondayOf), (list, people, first) => {
        const { shown } = throughTheWeeks(list, people, first, Array<number>(70).fill(0));
        const repeats = shown.filter(({ slug, week }, at) =>
          shown.slice(0, at).some((before) => before.slug === slug && before.week > plusDays(week, -365)),
        );
        expect(repeats).toEqual([]);
      }),
      { numRuns: 10 },
    );
  });

  it('fits whenever one that fits has not been shown for a year, however often others are asked for', () => {
    const swaps = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 20, maxLength: 40 });
    fc.assert(
      fc.property(manyIdeas(12), aFamily, aDay.map(mondayOf), swaps, (list, people, first, more) => {
        const { shown, circumstances } = throughTheWeeks(list, people, first, more);
        for (const [at, now] of circumstances.entries()) {
          const since = plusDays(now.week, -repeatsAfter);
          const fresh = list.filter(({ slug }) => !now.shown.some((one) => one.slug === slug && one.week > since));
          const taken = list.find(({ slug }) => slug === shown[at]?.slug)!;
          expect(fresh.length === 0 || fresh.includes(taken)).toBe(true);
          if (fresh.some((one) => misfit(one, now) === 0)) expect(misfit(taken, now)).toBe(0);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('is the same for the same family and week, in whatever order things are known', () => {
    fc.assert(
      fc.property(manyIdeas(10), aFamily, aDay.map(mondayOf), (list, people, first) => {
        const { circumstances } = throughTheWeeks(list, people, first, [0, 1, 0, 2, 0]);
        const now = circumstances.at(-1)!;
        const other = { ...now, ages: now.ages.toReversed(), shown: now.shown.toReversed() };
        expect(nextIdea(list.toReversed(), other)).toEqual(nextIdea(list, now));
      }),
      { numRuns: 40 },
    );
  });

  it('differs between families', () => {
    const list = Array.from({ length: 20 }, (_, at) => idea(`idea-${at}`));
    const taken = Array.from({ length: 40 }, (_, at) => nextIdea(list, { ...plain, familyId: `family ${at}` }).slug);
    expect(new Set(taken).size).toBeGreaterThan(10);
  });

  it('is about a birthday when one is ahead, and not every week', () => {
    const list = [
      idea('cake', { nearBirthday: true }),
      idea('card', { nearBirthday: true }),
      ...['a', 'b', 'c', 'd', 'e'].map((one) => idea(one)),
    ];
    expect(nextIdea(list, plain).nearBirthday).toBe(false);
    const people = [{ isChild: false, birth: '1955-11-29' }];
    const { shown } = throughTheWeeks(list, people, '2026-11-09', [0, 0, 0]);
    expect(shown.map(({ slug }) => slug === 'cake' || slug === 'card')).toEqual([true, false, false]);
  });

  it('is of the season first, and of another kind than last week’s', () => {
    const list = [idea('any', { action: 'read' }), idea('november', { months: [11] }), idea('july', { months: [7] }), idea('again')];
    const { shown } = throughTheWeeks(list, [], '2026-11-02', [0, 0, 0, 0]);
    expect(shown.map(({ slug }) => slug)).toEqual(['november', 'any', 'again', 'july']);
  });

  it('where everything has been shown, is what was asked for beside another one, then what is longest ago', () => {
    const list = ['a', 'b', 'c'].map((one) => idea(one));
    const shown = [
      { week: '2026-10-05', place: 0, slug: 'a' },
      { week: '2026-10-12', place: 0, slug: 'b' },
      { week: '2026-10-12', place: 1, slug: 'c' },
    ];
    expect(nextIdea(list, { ...plain, shown }).slug).toBe('c');
    expect(nextIdea(list, { ...plain, shown: [...shown, { week: '2026-10-19', place: 0, slug: 'c' }] }).slug).toBe('a');
  });
});

describe('what decides', () => {
  it('ages are those of children who are born, birthdays those of everybody within three weeks', () => {
    const people = [
      { isChild: true, birth: '2023-11-17' },
      { isChild: true, birth: '2027-02-01' },
      { isChild: true, birth: null },
      { isChild: false, birth: '1955-12-07' },
    ];
    expect(circumstancesOf(familyId, '2026-11-16', people, [])).toMatchObject({ ages: [2], birthdayAhead: true });
    expect(circumstancesOf(familyId, '2026-11-23', people.slice(0, 3), [])).toMatchObject({ ages: [3], birthdayAhead: false });
    const ahead = (week: string, birth: string) => circumstancesOf(familyId, week, [{ isChild: false, birth }], []).birthdayAhead;
    expect([ahead('2026-11-16', '1955-12-06'), ahead('2026-11-16', '1955-12-07'), ahead('2026-11-16', '1955-11-15')]).toEqual([
      true,
      false,
      false,
    ]);
    expect([ahead('2026-12-28', '1990-01-02'), ahead('2026-02-09', '2000-02-29'), ahead('2028-02-07', '2000-02-29')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('who is born on 29 February is a year older on the 28th of other years, and who is born in these weeks has no birthday yet', () => {
    const circumstances = (week: string, birth: string) => circumstancesOf(familyId, week, [{ isChild: true, birth }], []);
    expect(circumstances('2022-02-28', '2020-02-29').ages).toEqual([2]);
    expect(circumstances('2022-02-21', '2020-02-29').ages).toEqual([1]);
    expect(circumstances('2026-11-16', '2026-11-16')).toMatchObject({ ages: [0], birthdayAhead: false });
    expect(circumstances('2026-11-16', '2026-11-20')).toMatchObject({ ages: [], birthdayAhead: false });
  });

  it('an idea for one birthday fits where a child turns that age soon, not where somebody else has a birthday', () => {
    const grandpa = { isChild: false, birth: '1955-11-29' };
    const shipped = (slug: string) => ideas.find((one) => one.slug === slug)!;
    const fits = (slug: string, people: KnownPerson[]) => misfit(shipped(slug), circumstancesOf(familyId, '2026-11-16', people, [])) === 0;
    const child = (birth: string) => ({ isChild: true, birth });
    expect(fits('first-candle', [grandpa, child('2026-09-12')]), 'two months old').toBe(false);
    expect(fits('first-candle', [child('2025-12-06')]), 'turns 1').toBe(true);
    expect(fits('first-candle', [child('2025-12-07')]), 'turns 1 later than that').toBe(false);
    expect(fits('eighteen', [grandpa, child('2009-03-02')]), 'turned 17 in spring').toBe(false);
    expect(fits('eighteen', [child('2008-11-20')]), 'turns 18').toBe(true);
    expect(fits('eighteen', [child('2008-11-16')]), 'turns 18 on the Monday').toBe(true);
    expect(fits('eighteen', [{ isChild: false, birth: '2008-11-20' }]), 'no child').toBe(false);
    expect(circumstancesOf(familyId, '2026-11-16', [grandpa, child('2025-11-20'), child('2019-04-02')], []).turning).toEqual([1]);
  });

  it('a week belongs to the month of its Thursday', () => {
    const list = [idea('december', { months: [12] }), idea('any'), idea('january', { months: [1] })];
    expect(bySeason(list, '2026-11-30').map(({ slug }) => slug)).toEqual(['december', 'any', 'january']);
    expect(bySeason(list, '2026-12-28').map(({ slug }) => slug)).toEqual(['december', 'any', 'january']);
    expect(bySeason(list, '2026-12-29').map(({ slug }) => slug)).toEqual(['january', 'any', 'december']);
  });

  it('who wants another one is shown the next that was brought out', () => {
    const shown = [
      { place: 2, slug: 'c' },
      { place: 0, slug: 'a' },
      { place: 1, slug: 'b' },
    ];
    expect(openIdea(shown, new Set())?.slug).toBe('a');
    expect(openIdea(shown, new Set(['a', 'c']))?.slug).toBe('b');
    expect(openIdea(shown, new Set(['a', 'b', 'c']))).toBeUndefined();
  });
});

describe('the ideas that ship', () => {
  const families: Record<string, KnownPerson[]> = {
    'without children or birthdays': [],
    'with a baby': [{ isChild: true, birth: '2026-08-10' }],
    'with children and grandparents': ['2023-09-12', '2019-04-02', '1955-11-29', '1957-03-14', '1988-06-01'].map((birth, at) => ({
      isChild: at < 2,
      birth,
    })),
    'with a teenager': [{ isChild: true, birth: '2011-12-14' }],
  };
  it.each(Object.entries(families))('fit a family %s all through a year, each at most once', (_, people) => {
    const { shown, circumstances } = throughTheWeeks(ideas, people, '2026-11-16', Array<number>(53).fill(0));
    expect(new Set(shown.map(({ slug }) => slug)).size).toBe(53);
    const misfits = shown.filter(
      ({ slug }, at) =>
        misfit(
          ideas.find((one) => one.slug === slug)!,
          circumstances[at]!,
        ) > 0,
    );
    expect(misfits).toEqual([]);
  });
});

describe('whose birthday is next', () => {
  const leapling = { birth: '2020-02-29' };
  const arthur = { birth: '1955-03-02' };
  it('is whoever has it first, today included, also on the day before 1 March', () => {
    expect(nextToCelebrate([arthur, leapling], '2026-02-20')).toBe(leapling);
    expect(nextToCelebrate([leapling, arthur], '2026-03-02')).toBe(arthur);
  });
  it('is nobody where none is within two months, known or born', () => {
    expect(nextToCelebrate([arthur], '2026-06-01')).toBeUndefined();
    expect(nextToCelebrate([{ birth: null }, { birth: '2026-06-20' }], '2026-06-01')).toBeUndefined();
  });
});
