import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { chooseAudience } from '#features/posts/rules.ts';
import { audienceOfAnswer, chooseRecipients, dueFrom, isWithin, mayManageQuestion, maySeeQuestion } from './rules.ts';
import type { Circle } from './rules.ts';

test('nobody but oneself is nobody; oneself among others is left out', () => {
  expect(chooseRecipients('me', undefined)).toEqual({ everyone: true, recipientIds: [] });
  expect(chooseRecipients('me', [])).toBeNull();
  expect(chooseRecipients('me', ['me', 'me'])).toBeNull();
  expect(chooseRecipients('me', ['ruth', 'me', 'ruth', 'leo'])).toEqual({ everyone: false, recipientIds: ['ruth', 'leo'] });
});

test('a question of some is seen by them and its asker, guardian or not', () => {
  const asked = { askerId: 'nora', everyone: false, recipientIds: ['ruth'] };
  const seen = (['nora', 'ruth', 'sam', 'leo'] as const).filter((userId) => maySeeQuestion({ userId, role: 'guardian' }, asked));
  expect(seen).toEqual(['nora', 'ruth']);
  expect(maySeeQuestion({ userId: 'leo', role: 'relative' }, { ...asked, everyone: true })).toBe(true);
  expect(mayManageQuestion({ userId: 'leo', role: 'relative' }, asked)).toBe(false);
  expect(mayManageQuestion({ userId: 'sam', role: 'guardian' }, asked)).toBe(true);
});

test('no choice of audience shows an answer to somebody who does not see the question', () => {
  const people = ['nora', 'ruth', 'leo', 'sam'];
  const some = fc.subarray(people);
  const choices = fc.record(
    { audience: fc.constantFrom('family' as const, 'guardians' as const, 'people' as const, 'me' as const), audience_user_ids: some },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.boolean(), some, choices, (everyone, userIds, asked) => {
      const circle: Circle = { id: 'q', everyone, userIds };
      const choice = chooseAudience(asked, audienceOfAnswer(circle, 'ruth'));
      if (!choice || !isWithin(circle, choice) || everyone || choice.audience === 'me') return;
      expect(choice.audience).toBe('people');
      expect(choice.audienceUserIds.filter((id) => !userIds.includes(id))).toEqual([]);
    }),
  );
});

test.each([
  ['2026-11-21T08:00:00Z', 'UTC', '2026-11-21T08:00:00Z'],
  ['2026-11-21T20:59:59Z', 'UTC', '2026-11-21T20:59:59Z'],
  ['2026-11-21T21:00:00Z', 'UTC', '2026-11-22T08:00:00Z'],
  ['2026-12-31T23:30:00Z', 'UTC', '2027-01-01T08:00:00Z'],
  ['2026-11-21T00:00:00Z', 'UTC', '2026-11-21T08:00:00Z'],
  ['2026-11-21T07:59:59Z', 'UTC', '2026-11-21T08:00:00Z'],
  ['2026-11-21T20:30:00Z', 'Europe/Berlin', '2026-11-22T07:00:00Z'],
  ['2026-11-21T20:30:00Z', 'America/New_York', '2026-11-21T20:30:00Z'],
  ['2026-11-21T09:00:00Z', 'America/New_York', '2026-11-21T13:00:00Z'],
  ['2026-03-28T22:00:00Z', 'Europe/Berlin', '2026-03-29T06:00:00Z'],
  ['2026-10-24T22:00:00Z', 'Europe/Berlin', '2026-10-25T07:00:00Z'],
])('a reminder of %s to %s is sent at %s', (asked, zone, sent) => {
  expect(dueFrom(new Date(asked), zone)).toEqual(new Date(sent));
});

test('wherever somebody is, also in a night in which clocks are moved, a reminder waits until the next eight o’clock, and no longer', () => {
  const zones = [
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
    'Europe/Berlin',
    'America/New_York',
    'America/St_Johns',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Africa/Cairo',
    'Antarctica/Troll',
  ];
  const changes = ['2026-03-08', '2026-03-29', '2026-04-04', '2026-04-23', '2026-10-03', '2026-10-25', '2026-10-29', '2026-11-01'];
  const minutes = { min: 0, max: 3 * 1_440 };
  const around = fc
    .tuple(fc.constantFrom(...changes), fc.integer(minutes))
    .map(([day, later]) => Date.parse(day) + (later - 1_440) * 60_000);
  const whenever = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2029-01-01') });
  fc.assert(
    fc.property(fc.oneof(around, whenever), fc.constantFrom(...zones), (instant, zone) => {
      const there = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
      const morning = there
        .toPlainDate()
        .add({ days: there.hour >= 21 ? 1 : 0 })
        .toZonedDateTime({ timeZone: zone, plainTime: '08:00' });
      const isNight = there.hour < 8 || there.hour >= 21;
      expect(dueFrom(new Date(instant), zone)).toEqual(new Date(isNight ? morning.epochMilliseconds : instant));
    }),
  );
});
