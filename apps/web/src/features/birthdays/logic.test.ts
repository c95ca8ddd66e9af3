import type { Gathered } from '@heartwood/contract/birthdays';
import { describe, expect, it } from 'vitest';
import { upcomingBirthdays } from '#features/people/logic.ts';
import { cardToday, counted, othersAhead, voicesOf } from './logic.ts';

describe('the next ones', () => {
  const ahead = ['arthur', 'nora', 'leo', 'mila', 'emma'].map((heartwood_id, at) => ({
    heartwood_id,
    name: heartwood_id,
    date: `2026-12-0${at + 1}`,
    turns: 1,
  }));
  const ids = (me: string | undefined, shown: string | undefined, most: number) =>
    othersAhead(ahead, me, shown, most).map(({ heartwood_id }) => heartwood_id);

  it('are in their order, without one’s own and the one that is shown, and no more than there is room for', () => {
    expect(ids('nora', 'arthur', 3)).toEqual(['leo', 'mila', 'emma']);
    expect(ids('nora', undefined, 2)).toEqual(['arthur', 'leo']);
    expect(ids(undefined, 'nobody', 9)).toHaveLength(5);
  });
});

it('who has wished is counted among all who could', () => {
  const people = (...names: string[]) => names.map((name) => ({ name })) as unknown as Gathered['wished'] & Gathered['waiting'];
  expect(counted({ wished: people('ruth'), waiting: people('sam', 'leo') })).toEqual({ wished: 1, all: 3 });
  expect(counted({ wished: [], waiting: [] })).toEqual({ wished: 0, all: 0 });
});

it('voices are heard in the order of the wishes, as soon as they can be', () => {
  const voice = (id: string, ready = true) => ({ id, kind: 'audio', variants: ready ? { audio: {} } : {} });
  const wishes = [{ media: [voice('ruth')] }, { media: [] }, { media: [{ id: 'photo', kind: 'image', variants: {} }, voice('leo')] }];
  const late = [...wishes, { media: [voice('sam', false)] }];
  expect(voicesOf(late as unknown as Gathered['wishes']).map(({ id }) => id)).toEqual(['ruth', 'leo']);
});

describe('a card that may be waiting', () => {
  const arthur = { name: 'Arthur', birth_day: '1956-02-29', related_user_id: 'u-arthur', is_user: 1 };
  const mila = { name: 'Mila', birth_day: '2024-02-29', related_user_id: null, is_user: 0 };
  const born = { name: 'Theo', birth_day: '2026-12-31', related_user_id: null, is_user: 0 };
  const cards = (on: string, me: string, isGuardian: boolean) =>
    cardToday(upcomingBirthdays([arthur, mila, born], on), me, isGuardian).map(({ name }) => name);

  it('is one’s own on the day, which is 28 February in common years', () => {
    expect(cards('2027-02-28', 'u-arthur', false)).toEqual(['Arthur']);
    expect(cards('2027-03-01', 'u-arthur', false)).toEqual([]);
    expect(cards('2028-02-28', 'u-arthur', false)).toEqual([]);
    expect(cards('2028-02-29', 'u-arthur', false)).toEqual(['Arthur']);
  });

  it('is for guardians that of somebody without an account as well, and never another member’s', () => {
    expect(cards('2027-02-28', 'u-nora', true)).toEqual(['Mila']);
    expect(cards('2027-02-28', 'u-nora', false)).toEqual([]);
    expect(cards('2027-02-28', 'u-arthur', true)).toEqual(['Arthur', 'Mila']);
  });

  it('is none on the day somebody is born, and one a year later, over the end of a year', () => {
    expect(cards('2026-12-31', 'u-nora', true)).toEqual([]);
    expect(cards('2027-12-30', 'u-nora', true)).toEqual([]);
    expect(cards('2027-12-31', 'u-nora', true)).toEqual(['Theo']);
    expect(cards('2028-01-01', 'u-nora', true)).toEqual([]);
  });
});
