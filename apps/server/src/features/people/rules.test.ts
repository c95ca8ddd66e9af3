import { relationshipKinds } from '@heartwood/contract/relationships';
import { describe, expect, it } from 'vitest';
import { asId, isBirthday, isChildKind, ownedByThemself } from './rules.ts';

const now = new Date('2026-11-21T09:00:00Z');

describe('birthdays', () => {
  it.each([
    ['1890-02-28', true],
    ['1870-01-01', true],
    ['1869-12-31', false],
    ['2024-02-29', true],
    ['2026-11-21', true],
    ['2026-11-22', true],
    ['2027-09-17', true],
    ['2027-09-18', false],
    ['9999-12-31', false],
  ])('%s: %s', (day, possible) => {
    expect(isBirthday(day, now)).toBe(possible);
  });
});

describe('children', () => {
  it('are those who were added as child, son, daughter, stepchild, grandchild or godchild', () => {
    expect(relationshipKinds.filter(({ id }) => isChildKind(id)).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 23]);
    expect(isChildKind(0)).toBe(false);
  });
});

describe('what members say of themselves', () => {
  const profile = { name: 'Ruth Whitlock', birth: '1951-03-02' };

  it('is theirs to change', () => {
    expect(ownedByThemself({ name: 'Granny' }, profile, false)).toBeUndefined();
    expect(ownedByThemself({ birthDay: '1950-01-01' }, profile, false)).toBeUndefined();
    expect(ownedByThemself({ birthDay: null }, profile, false)).toBeUndefined();
    expect(ownedByThemself({}, profile, true)).toBeUndefined();
  });

  it('may be said again', () => {
    expect(ownedByThemself({ name: 'Ruth Whitlock', birthDay: '1951-03-02' }, profile, false)).toEqual({});
  });

  it('is filled in by the family where they leave it out', () => {
    expect(ownedByThemself({ birthDay: '1951-03-02', gender: 'female' }, { ...profile, birth: null }, false)).toEqual({
      birthDay: '1951-03-02',
      gender: 'female',
    });
  });
});

describe('ids', () => {
  it('are read in lower case, words that cannot be one are none', () => {
    expect(asId('01900000-0000-7000-8000-00000000000A')).toBe('01900000-0000-7000-8000-00000000000a');
    for (const word of ['', 'emma', '01900000', "'; drop table people", '01900000-0000-7000-8000-00000000000a '])
      expect(asId(word)).toBeUndefined();
  });
});
