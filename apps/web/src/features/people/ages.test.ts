import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areSiblings, shortNames, sortPeople, squareOf, whoseBirthdayIsMissing, withinPicture } from './logic.ts';
import { ageHint, ageLine, besideLine, birthdayDate, birthdayName, birthdayTitle, inDaysLine, yearHeading } from './components/ages.ts';

const on = '2026-11-20';

describe('the words of ages', () => {
  it('say an age, a birth and a child who is expected', () => {
    expect(ageLine('2023-09-12', on)).toBe('3 years, 2 months and 1 week');
    expect(ageLine(on, on)).toBe('Born today');
    expect(ageLine('2026-11-25', on)).toBe('Due in 5 days');
    expect(ageLine('2026-12-25', on)).toBe('Due in 5 weeks');
    expect(ageLine(null, on)).toBe('');
    expect(ageLine('2026-02-31', on)).toBe('');
  });
  it('say it below a birthday as it is typed', () => {
    expect(ageHint('2026-10-30', on)).toBe('3 weeks old today');
    expect(ageHint(on, on)).toBe('Born today');
    expect(ageHint('2026-13-01', on)).toBe('');
    expect(ageHint('', on)).toBe('');
  });
  it('say who stands beside the children', () => {
    expect(besideLine('2010-12-14', on)).toBe('15 years and 11 months');
    expect(besideLine('2026-03-12', on)).toBe('8 months and 1 week, born in March');
    expect([besideLine(null, on), besideLine('2026-12-25', on)]).toEqual(['', 'Due in 5 weeks']);
  });
  it('head the years of a timeline', () => {
    expect([0, 1, 3, 12, 13].map(yearHeading)).toEqual([
      'The first year',
      'One year old',
      'Three years old',
      'Twelve years old',
      '13 years old',
    ]);
    expect(birthdayName(3, 'female')).toBe('Her third birthday');
    expect(birthdayName(1, 'male')).toBe('His first birthday');
    expect([13, 21, 22, 23, 111].map((turns) => birthdayName(turns, null))).toEqual([
      'Their 13th birthday',
      'Their 21st birthday',
      'Their 22nd birthday',
      'Their 23rd birthday',
      'Their 111th birthday',
    ]);
  });
  it('announce a birthday', () => {
    expect(birthdayTitle('Arthur', { turns: 71, inDays: 9 })).toBe('Arthur turns 71');
    expect(birthdayTitle('Arthur', { turns: 71, inDays: 0 })).toBe('Arthur is 71 today');
    expect([0, 1, 9].map(inDaysLine)).toEqual(['Today', 'Tomorrow', 'In 9 days']);
    expect(birthdayDate({ day: '2026-11-29', inDays: 9 })).toBe('Sunday, 29 November');
    expect(birthdayDate({ day: '2026-12-14', inDays: 24 })).toBe('14 December');
  });
});

it('calls people by their first name, unless two share it', () => {
  const people = [
    { heartwood_id: '1', name: 'Nora Whitlock' },
    { heartwood_id: '2', name: 'Leo Whitlock' },
    { heartwood_id: '3', name: 'Leo Berg' },
    { heartwood_id: '4', name: '  ' },
  ];
  expect([...shortNames(people).values()]).toEqual(['Nora', 'Leo Whitlock', 'Leo Berg', '']);
});

it('sorts who stands below the children, the oldest first', () => {
  const person = (name: string, relationship_id: number, more: object = {}) => ({
    name,
    relationship_id,
    is_child: false,
    is_user: 0,
    birth_day: null,
    ...more,
  });
  const sorted = [
    person('Mila', 21, { birth_day: '2026-03-12' }),
    person('Leo', 20, { birth_day: '2010-12-14', is_user: 1 }),
    person('Emma', 3, { is_child: true }),
    person('Great-grandmother', 11),
    person('Sam', 6, { is_user: 1 }),
    person('Bo', 27, { birth_day: '2020-01-01' }),
    person('Petra', 27, { birth_day: '1991-05-04' }),
    person('Clara', 27, { birth_day: '1991-05-04', is_user: 1 }),
    person('Ada', 21),
  ];
  const { beside, others } = sortPeople(sorted, on);
  expect(beside.map(({ name }) => name)).toEqual(['Leo', 'Bo', 'Mila']);
  expect(
    others.map(({ name }) => name),
    'grown-ups are no cousins beside the children',
  ).toEqual(['Petra', 'Ada', 'Great-grandmother']);
});

it('calls siblings only the family’s own children', () => {
  const [emma, jonas] = [
    { is_child: true, relationship_id: 3 },
    { is_child: true, relationship_id: 0 },
  ];
  expect(areSiblings(emma, jonas)).toBe(true);
  for (const [is_child, relationship_id] of [
    [false, 27],
    [false, 21],
    [true, 5],
    [true, 23],
  ] as const)
    expect(areSiblings(emma, { is_child, relationship_id })).toBe(false);
});

it('keeps a portrait within its picture, wherever it is moved', () => {
  const share = fc.double({ min: -3, max: 3, noNaN: true });
  const length = fc.integer({ min: 1, max: 9_000 });
  fc.assert(
    fc.property(share, share, fc.double({ min: -2, max: 20, noNaN: true }), length, length, (x, y, zoom, width, height) => {
      const crop = withinPicture({ x, y, zoom }, { width, height });
      const { left, top, side } = squareOf(crop, { width, height });
      expect(side).toBeGreaterThan(0);
      expect(side).toBeLessThanOrEqual(Math.min(width, height) + 1e-6);
      for (const [start, end] of [
        [left, width],
        [top, height],
      ] as const) {
        expect(start).toBeGreaterThanOrEqual(-1e-6);
        expect(start + side).toBeLessThanOrEqual(end + 1e-6);
      }
    }),
  );
});

describe('whose birthday could be written down', () => {
  const person = (name: string, is: { user?: string; child?: boolean; birth?: string }) => ({
    name,
    birth_day: is.birth ?? null,
    related_user_id: is.user ?? null,
    is_user: is.user ? 1 : 0,
    is_child: is.child ?? false,
  });
  const all = [
    person('Arthur', {}),
    person('Emma', { child: true }),
    person('Jonas', { child: true, birth: '2026-08-01' }),
    person('Ruth', { user: 'ruth' }),
    person('Nora', { user: 'nora' }),
  ];
  const names = (isGuardian: boolean, me: string) => whoseBirthdayIsMissing(all, me, isGuardian).map(({ name }) => name);

  it('a guardian’s own, the children’s, and that of others without an account; that of other members is theirs to say', () => {
    expect(names(true, 'nora')).toEqual(['Nora', 'Emma', 'Arthur']);
  });

  it('a relative’s own', () => {
    expect(names(false, 'ruth')).toEqual(['Ruth']);
  });
});
