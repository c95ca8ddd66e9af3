import { trialDays } from '@heartwood/contract/limits';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { better, bestOf, compareEntitlements, entitlementOf } from './rules.ts';
import type { Entitlement } from './rules.ts';

const moment = fc.date({ noInvalidDate: true, min: new Date('2020-01-01'), max: new Date('2040-01-01') });
const standing = fc.record({ trialEndsAt: fc.option(moment) });
const status = fc.constantFrom(
  'trialing' as const,
  'active' as const,
  'past_due' as const,
  'canceled' as const,
  'lifetime' as const,
  'inactive' as const,
);
const entitlement: fc.Arbitrary<Entitlement> = fc.record({
  covered: fc.boolean(),
  status,
  coveredUntil: fc.option(moment),
  trialEndsAt: fc.option(moment),
});

test('a trial covers to the moment: the last millisecond, and not the end itself', () => {
  const end = new Date('2026-12-05T09:00:00.000Z');
  const at = (offset: number) => entitlementOf({ trialEndsAt: end }, new Date(end.getTime() + offset));
  expect(at(-1)).toEqual({ covered: true, status: 'trialing', coveredUntil: end, trialEndsAt: end });
  expect(at(0)).toEqual({ covered: false, status: 'inactive', coveredUntil: null, trialEndsAt: end });
  expect(at(1).covered).toBe(false);
  expect(entitlementOf({ trialEndsAt: null }, end)).toEqual({ covered: false, status: 'inactive', coveredUntil: null, trialEndsAt: null });
  expect(trialDays).toBe(14);
});

test('with nothing stored anew, time only ever takes coverage away', () => {
  fc.assert(
    fc.property(standing, moment, moment, (stored, a, b) => {
      const [earlier, later] = a <= b ? [a, b] : [b, a];
      expect(entitlementOf(stored, earlier).covered || !entitlementOf(stored, later).covered).toBe(true);
    }),
  );
});

test('what is covered says until when, and that lies ahead; what is not says nothing', () => {
  fc.assert(
    fc.property(standing, moment, (stored, now) => {
      const { covered, coveredUntil } = entitlementOf(stored, now);
      if (covered) expect(coveredUntil!.getTime()).toBeGreaterThan(now.getTime());
      else expect(coveredUntil).toBeNull();
    }),
  );
});

test('a longer trial never covers less', () => {
  fc.assert(
    fc.property(moment, fc.nat(), moment, (end, more, now) => {
      const longer = new Date(end.getTime() + more);
      expect(entitlementOf({ trialEndsAt: longer }, now).covered || !entitlementOf({ trialEndsAt: end }, now).covered).toBe(true);
    }),
  );
});

test('entitlements are in one order: total, the same both ways, without circles', () => {
  fc.assert(
    fc.property(entitlement, entitlement, entitlement, (a, b, c) => {
      expect(Math.sign(compareEntitlements(a, b))).toBe(-Math.sign(compareEntitlements(b, a)) + 0);
      expect(compareEntitlements(a, a)).toBe(0);
      if (compareEntitlements(a, b) <= 0 && compareEntitlements(b, c) <= 0) expect(compareEntitlements(a, c)).toBeLessThanOrEqual(0);
      if (compareEntitlements(a, b) === 0) expect([a.covered, a.status]).toEqual([b.covered, b.status]);
    }),
  );
});

test('the better of two covers if one of them does, whichever stands first', () => {
  fc.assert(
    fc.property(entitlement, entitlement, (a, b) => {
      expect(better(a, b).covered).toBe(a.covered || b.covered);
      expect(compareEntitlements(better(a, b), better(b, a))).toBe(0);
      expect([a, b]).toContain(better(a, b));
    }),
  );
});

test('the best of a user’s families does not depend on their order', () => {
  fc.assert(
    fc.property(fc.array(entitlement, { minLength: 1 }), fc.infiniteStream(fc.nat()), (all, random) => {
      const families = all.map((one) => ({ entitlement: one }));
      const shuffled = families
        .map((family) => ({ family, at: random.next().value as number }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ family }) => family);
      const [first, second] = [bestOf(families), bestOf(shuffled)];
      expect(compareEntitlements(first!.entitlement, second!.entitlement)).toBe(0);
      for (const one of all) expect(compareEntitlements(first!.entitlement, one)).toBeLessThanOrEqual(0);
    }),
  );
  expect(bestOf([])).toBeUndefined();
});

test('what will be renewed stands before what will end, and lifetime before all', () => {
  const make = (one: Partial<Entitlement>): Entitlement => ({
    covered: true,
    status: 'trialing',
    coveredUntil: null,
    trialEndsAt: null,
    ...one,
  });
  const soon = new Date('2026-12-01');
  const late = new Date('2027-12-01');
  const ordered = [
    make({ status: 'lifetime' }),
    make({ status: 'active', coveredUntil: late }),
    make({ status: 'active', coveredUntil: soon }),
    make({ status: 'trialing', coveredUntil: late }),
    make({ status: 'past_due', coveredUntil: late }),
    make({ covered: false, status: 'canceled' }),
    make({ covered: false, status: 'inactive' }),
  ];
  expect(ordered.toReversed().toSorted(compareEntitlements)).toEqual(ordered);
});
