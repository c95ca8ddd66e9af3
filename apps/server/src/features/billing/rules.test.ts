import { trialDays } from '@heartwood/contract/limits';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  beginOfGift,
  lossOfGift,
  bestOf,
  compareEntitlements,
  coveredBy,
  entitlementBy,
  entitlementByTrial,
  forever,
  isCovered,
  keptOf,
  mayBuy,
  paidUntil,
  renewalsOf,
  surplusOf,
} from './rules.ts';
import type { Entitlement, PurchaseState } from './rules.ts';

const time = fc.date({ noInvalidDate: true, min: new Date('2020-01-01'), max: new Date('2040-01-01') });
const word = fc.constantFrom(
  'trialing',
  'active',
  'past_due',
  'incomplete',
  'incomplete_expired',
  'unpaid',
  'paused',
  'canceled',
  'lifetime',
  'given',
);
const purchase: fc.Arbitrary<PurchaseState & { cancelAtPeriodEnd: boolean; createdAt: Date }> = fc.record({
  status: word,
  periodEnd: fc.option(time),
  failedSince: fc.option(time),
  isRefunded: fc.boolean(),
  dispute: fc.constantFrom(null, 'open' as const, 'lost' as const),
  cancelAtPeriodEnd: fc.boolean(),
  createdAt: time,
});
const status = fc.constantFrom(...(['trialing', 'active', 'past_due', 'canceled', 'lifetime', 'inactive'] as const));
const entitlement: fc.Arbitrary<Entitlement> = fc.record({
  covered: fc.boolean(),
  status,
  coveredUntil: fc.option(time),
  trialEndsAt: fc.option(time),
});

const end = new Date('2026-12-05T09:00:00.000Z');
const at = (hours: number, milliseconds = 0) => new Date(end.getTime() + hours * 3_600_000 + milliseconds);
const make = (given: Partial<PurchaseState> = {}) => ({
  status: 'active',
  periodEnd: end,
  failedSince: null,
  isRefunded: false,
  dispute: null,
  cancelAtPeriodEnd: false,
  createdAt: end,
  ...given,
});

describe('until when a purchase covers', () => {
  test.for([
    ['trialing: to its end', make({ status: 'trialing' }), at(0)],
    ['active: 24 hours more than the period', make(), at(24)],
    ['past due: 7 days from the first failure', make({ status: 'past_due', failedSince: at(2) }), at(2 + 7 * 24)],
    ['incomplete: no', make({ status: 'incomplete' }), null],
    ['incomplete_expired: no', make({ status: 'incomplete_expired' }), null],
    ['unpaid: no', make({ status: 'unpaid' }), null],
    ['paused: no', make({ status: 'paused' }), null],
    ['canceled: no', make({ status: 'canceled' }), null],
    ['lifetime: for good', make({ status: 'lifetime', periodEnd: null }), forever],
    ['a year that was given: to its end', make({ status: 'given' }), at(0)],
    ['given back in full: no', make({ isRefunded: true }), null],
    ['a lifetime that was given back: no', make({ status: 'lifetime', isRefunded: true }), null],
    ['a dispute that is open: as before', make({ dispute: 'open' }), at(24)],
    ['a dispute that was lost: no', make({ dispute: 'lost' }), null],
  ] as const)('%s', ([, state, until]) => {
    expect(coveredBy(state)).toEqual(until);
    if (!until) return expect(entitlementBy(state, at(-1_000)).covered).toBe(false);
    expect(entitlementBy(state, new Date(until.getTime() - 1)).covered).toBe(true);
    if (until < forever) expect(entitlementBy(state, until).covered).toBe(false);
  });

  test('what is shown leaves out the tolerance, has the end of grace, and no end for a lifetime', () => {
    expect(entitlementBy(make(), at(23))).toMatchObject({ status: 'active', coveredUntil: end });
    expect(entitlementBy(make({ status: 'past_due', failedSince: at(0) }), at(1))).toMatchObject({
      status: 'past_due',
      coveredUntil: at(7 * 24),
    });
    expect(entitlementBy(make({ status: 'lifetime' }), at(1))).toMatchObject({ status: 'lifetime', coveredUntil: null });
    expect(entitlementBy(make({ status: 'canceled' }), at(-1))).toMatchObject({ covered: false, status: 'canceled', coveredUntil: null });
  });

  test('who goes leaves the running period, without the tolerance', () => {
    expect(keptOf(make())).toEqual(end);
    expect(keptOf(make({ status: 'past_due', failedSince: end }))).toEqual(at(7 * 24));
    expect(keptOf(make({ isRefunded: true }))).toBeNull();
  });
});

test('a trial covers until its end: the last millisecond, and not the end itself', () => {
  expect(entitlementByTrial(end, at(0, -1))).toEqual({ covered: true, status: 'trialing', coveredUntil: end, trialEndsAt: end });
  expect(entitlementByTrial(end, end)).toEqual({ covered: false, status: 'inactive', coveredUntil: null, trialEndsAt: end });
  expect(trialDays).toBe(14);
});

test('the end that is stored decides at every time as the purchases do, and what was left by others as long as it was not given back', () => {
  const kept = fc.record({ until: time, purchase });
  fc.assert(
    fc.property(fc.array(purchase), fc.array(kept), fc.option(time), time, (purchases, left, trialEndsAt, now) => {
      const byPurchase = purchases.some((one) => entitlementBy(one, now).covered);
      const byOthers = left.some(({ until, purchase: one }) => !one.isRefunded && one.dispute !== 'lost' && now < until);
      const byTrial = entitlementByTrial(trialEndsAt, now).covered;
      expect(isCovered({ trialEndsAt, paidUntil: paidUntil(purchases, left) }, now)).toBe(byPurchase || byOthers || byTrial);
    }),
  );
});

test('with nothing stored anew, time only ever takes coverage away', () => {
  fc.assert(
    fc.property(fc.array(purchase), fc.option(time), time, time, (purchases, trialEndsAt, a, b) => {
      const [earlier, later] = a <= b ? [a, b] : [b, a];
      const standing = { trialEndsAt, paidUntil: paidUntil(purchases) };
      expect(isCovered(standing, earlier) || !isCovered(standing, later)).toBe(true);
    }),
  );
});

describe('what may be bought and taken', () => {
  const lifetime = make({ status: 'lifetime', periodEnd: null });
  test.for([
    ['nothing runs', [], true, true],
    ['one runs', [make()], false, true],
    ['one is past due, even after its grace', [make({ status: 'past_due', failedSince: at(-9_999) })], false, true],
    ['one is over', [make({ status: 'canceled' })], true, true],
    ['one was given back', [make({ isRefunded: true })], true, true],
    ['a lifetime', [lifetime], false, false],
    ['a lifetime that was given back', [make({ status: 'lifetime', isRefunded: true })], true, true],
  ] as const)('%s', ([, purchases, yearly, forGood]) => {
    expect([mayBuy(purchases, 'yearly', at(-1)), mayBuy(purchases, 'lifetime', at(-1))]).toEqual([yearly, forGood]);
  });

  test('a year that is given is not lost: not beside what goes on by itself, and it begins when all else is over', () => {
    const free = [{ trialEndsAt: null, paidUntil: null }];
    expect(lossOfGift([make()], free, at(-1))).toBe('goes on');
    expect(lossOfGift([make({ status: 'past_due', failedSince: at(-9_999) })], free, at(-1))).toBe('goes on');
    expect(lossOfGift([{ ...make(), cancelAtPeriodEnd: true }], free, at(-1))).toBeUndefined();
    expect(lossOfGift([lifetime], free, at(-1))).toBe('for good');
    expect(beginOfGift([null, end, at(-5)], at(-9))).toEqual(end);
    expect(beginOfGift([null, at(-5)], end)).toEqual(end);
  });

  test('what a former owner has left for good needs no year; beside another family the year begins when what ends is over', () => {
    const left = { trialEndsAt: null, paidUntil: forever };
    const paid = { trialEndsAt: null, paidUntil: end };
    expect(lossOfGift([], [left], at(-1))).toBe('for good');
    expect(lossOfGift([], [left, paid], at(-1))).toBeUndefined();
    expect(beginOfGift([left.paidUntil, paid.paidUntil], at(-9))).toEqual(end);
  });

  test('one that must not ask for money again: beside a lifetime, given back, beside an older one, not paid and for nobody', () => {
    const [older, newer] = [make(), { ...make(), createdAt: at(1) }];
    expect(surplusOf([newer, older], true)).toEqual([newer]);
    expect(surplusOf([older, lifetime], true)).toEqual([older]);
    expect(surplusOf([make({ isRefunded: true })], true)).toHaveLength(1);
    expect(surplusOf([make({ status: 'past_due' }), newer], true)).toHaveLength(1);
    expect(surplusOf([older, make({ status: 'lifetime', isRefunded: true })], true)).toEqual([]);
    const unpaid = (['past_due', 'unpaid', 'paused'] as const).map((status) => make({ status }));
    expect(unpaid.flatMap((one) => surplusOf([one], true))).toEqual([]);
    expect(unpaid.flatMap((one) => surplusOf([one], false))).toEqual(unpaid);
    expect(surplusOf([older, lifetime], false)).toEqual([older]);
    expect(surplusOf([older], false)).toEqual([]);
  });

  test('a plan is renewed while it pays for somebody, as long as its buyer has not ended it', () => {
    const changed = (cancelAtPeriodEnd: boolean, unusedSince: Date | null, ownsFamily: boolean) =>
      renewalsOf([{ ...make(), cancelAtPeriodEnd, unusedSince }], ownsFamily).length > 0;
    expect([changed(false, null, true), changed(false, null, false)]).toEqual([false, true]);
    expect([changed(true, null, true), changed(true, null, false)]).toEqual([false, false]);
    expect([changed(true, end, true), changed(true, end, false)]).toEqual([true, false]);
    for (const status of ['canceled', 'past_due', 'lifetime', 'given'])
      expect(renewalsOf([{ ...make({ status }), unusedSince: null }], false)).toEqual([]);
  });
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

test('the best of some does not depend on their order', () => {
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
  const shown = (one: Partial<Entitlement>): Entitlement => ({
    covered: true,
    status: 'trialing',
    coveredUntil: null,
    trialEndsAt: null,
    ...one,
  });
  const [soon, late] = [new Date('2026-12-01'), new Date('2027-12-01')];
  const ordered = [
    shown({ status: 'lifetime' }),
    shown({ status: 'active', coveredUntil: late }),
    shown({ status: 'active', coveredUntil: soon }),
    shown({ status: 'trialing', coveredUntil: late }),
    shown({ status: 'past_due', coveredUntil: late }),
    shown({ covered: false, status: 'canceled' }),
    shown({ covered: false, status: 'inactive' }),
  ];
  expect(ordered.toReversed().toSorted(compareEntitlements)).toEqual(ordered);
});
