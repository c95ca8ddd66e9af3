import { readLanguage } from '@heartwood/messages/catalogues';
import { compile } from '@heartwood/messages/compile';
import { currentLanguage } from '@heartwood/messages/current';
import type { Coverage, Plan } from '@heartwood/contract/billing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ownText, ownTitle } from './components/own-words.ts';
import {
  coverageLine,
  coveredLine,
  hasArrived,
  invitedTo,
  isCovered,
  mayAskForPrices,
  mayPayOnce,
  orderedPlans,
  perMonth,
  priceInWords,
  savedByYear,
  standingOf,
} from './logic.ts';

const plans: Plan[] = [
  { plan: 'monthly', amount: 599, currency: 'usd', interval: 'month' },
  { plan: 'yearly', amount: 4999, currency: 'usd', interval: 'year' },
  { plan: 'lifetime', amount: 19_900, currency: 'usd', interval: null },
];

test('prices carry their currency, whole ones without decimals', () => {
  expect(priceInWords(599, 'usd')).toBe('$5.99');
  expect(priceInWords(19_900, 'usd')).toBe('$199');
  expect(priceInWords(4999, 'eur')).toBe('€49.99');
  expect(priceInWords(800, 'jpy')).toBe('¥800');
  expect(priceInWords(4990, 'chf', 'de-CH')).toMatch(/49\.90/);
});

test('no amount is lost in words', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), (amount) => {
      expect(Math.round(Number(priceInWords(amount, 'usd').replaceAll(/[^0-9.]/g, '')) * 100)).toBe(amount);
    }),
  );
});

test('what a year saves, never more than it does', () => {
  expect(savedByYear(plans)).toBe(30);
  expect(perMonth(plans[1]!)).toBe(417);
  expect(savedByYear(plans.slice(1))).toBe(0);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: 2_000_000 }), (month, year) => {
      const saved = savedByYear([
        { ...plans[0]!, amount: month },
        { ...plans[1]!, amount: year },
      ]);
      expect(saved).toBeGreaterThanOrEqual(0);
      expect(saved / 100).toBeLessThanOrEqual(Math.max(0, 1 - year / (month * 12)) + 1e-9);
    }),
  );
});

test('the yearly plan is offered first', () => {
  expect(orderedPlans(plans).map(({ plan }) => plan)).toEqual(['yearly', 'monthly', 'lifetime']);
});

const coverage: Coverage = {
  status: 'trialing',
  plan: null,
  covered_until: '2026-12-05T12:00:00Z',
  trial_ends_at: '2026-12-05T12:00:00Z',
  cancel_at_period_end: false,
  provider: null,
  covered_by: { family_id: 'f', name: 'The Whitlocks', mine: true },
};

test('only an owner in the free time may ask for prices', () => {
  expect(isCovered(coverage)).toBe(true);
  expect(mayAskForPrices(coverage)).toBe(true);
  expect(mayAskForPrices({ ...coverage, covered_by: { ...coverage.covered_by!, mine: false } })).toBe(false);
  expect(mayAskForPrices({ ...coverage, status: 'active' })).toBe(false);
  expect(isCovered({ status: 'inactive', covered_by: null })).toBe(false);
});

test('what covers somebody is said without a price', () => {
  expect(coveredLine(coverage)).toBe('Free for everyone in the family until 5 December 2026. There is nothing to do until then.');
  expect(coveredLine({ ...coverage, covered_by: { ...coverage.covered_by!, mine: false } })).toBe(
    'The Whitlocks is covered, and you with it. You never pay.',
  );
  expect(coveredLine({ ...coverage, status: 'lifetime', covered_until: null })).toBe('Your family is covered for good.');
  expect(coveredLine({ ...coverage, status: 'active', plan: 'yearly' })).toBe(
    'It is paid for everyone in the family until 5 December 2026.',
  );
  expect(coveredLine({ ...coverage, status: 'active', plan: 'yearly', provider: 'stripe' })).toBe(
    'Your plan covers everyone in the family until 5 December 2026.',
  );
});

test('whoever owns no family was invited, and is not asked to pay', () => {
  const family = { id: 'a', name: 'A', role: 'relative' as const, covered: false, current: false };
  expect(invitedTo([])).toBeUndefined();
  expect(invitedTo([family, { ...family, id: 'b', current: true }])?.id).toBe('b');
  expect(invitedTo([family, { ...family, id: 'c', role: 'owner' }])).toBeUndefined();
});

test('what covers somebody, in one line', () => {
  const covered_by = { family_id: 'f', name: 'The Whitlocks', mine: true };
  const coverage: Coverage = {
    status: 'active',
    plan: 'yearly',
    covered_until: '2027-05-03T12:00:00Z',
    trial_ends_at: null,
    cancel_at_period_end: false,
    provider: 'sandbox',
    covered_by,
  };
  expect(coverageLine(coverage)).toBe('Yearly, renews on 3 May 2027');
  expect(coverageLine({ ...coverage, cancel_at_period_end: true })).toBe('Yearly, ends on 3 May 2027');
  expect(coverageLine({ ...coverage, status: 'trialing', plan: null })).toBe('Free until 3 May 2027');
  expect(coverageLine({ ...coverage, status: 'past_due' })).toBe('A payment did not go through. Covered until 3 May 2027.');
  expect(coverageLine({ ...coverage, status: 'lifetime', plan: 'lifetime', covered_until: null })).toBe('Covered for good');
  for (const status of ['active', 'trialing', 'past_due', 'lifetime'] as const)
    expect(coverageLine({ ...coverage, status, covered_by: { ...covered_by, mine: false } }), status).toBe('Covered by the Whitlocks');
  expect(coverageLine({ ...coverage, status: 'inactive', covered_by: null })).toBe('Nobody covers the family at the moment');
});

test('a payment has arrived once the server knows of a plan, a lifetime once it is one', () => {
  expect(hasArrived(coverage, 'yearly')).toBe(false);
  const paid: Coverage = { ...coverage, status: 'active', plan: 'monthly' };
  expect(hasArrived(paid, 'monthly')).toBe(true);
  expect(hasArrived(paid, 'plan')).toBe(true);
  expect(hasArrived(paid, 'lifetime')).toBe(false);
  expect(hasArrived({ ...paid, status: 'lifetime', plan: 'lifetime' }, 'lifetime')).toBe(true);
  expect(hasArrived({ ...paid, status: 'canceled', covered_by: null }, 'monthly')).toBe(false);
});

test('how an owner’s coverage stands says what can be done about it', () => {
  const paid: Coverage = { ...coverage, status: 'active', plan: 'yearly', provider: 'sandbox' };
  expect(standingOf({ ...coverage, provider: null })).toBe('trial');
  expect(standingOf(paid)).toBe('renews');
  expect(standingOf({ ...paid, cancel_at_period_end: true })).toBe('ends');
  expect(standingOf({ ...paid, cancel_at_period_end: true, provider: null })).toBe('given');
  expect(standingOf({ ...paid, status: 'past_due' })).toBe('overdue');
  expect(standingOf({ ...paid, status: 'lifetime', plan: 'lifetime' })).toBe('lifetime');
});

test('only who pays again and again may pay once instead', () => {
  const paid: Coverage = { ...coverage, status: 'active', plan: 'yearly' };
  expect(mayPayOnce(paid)).toBe(true);
  expect(mayPayOnce({ ...paid, covered_by: { ...coverage.covered_by!, mine: false } })).toBe(false);
  expect(mayPayOnce({ ...paid, status: 'lifetime', plan: 'lifetime' })).toBe(false);
  expect(mayPayOnce(coverage)).toBe(false);
});

const forGood: Coverage = { ...coverage, status: 'active', plan: 'lifetime', covered_until: null, cancel_at_period_end: true };

test('a lifetime that somebody else has paid is one: it is said that it does not end, and nobody is asked to pay again', () => {
  expect(standingOf(forGood)).toBe('givenForGood');
  expect(coveredLine(forGood)).toBe('Somebody has paid for good: your family stays covered, and nobody has to pay.');
  expect(coverageLine(forGood)).toBe('Covered for good');
  expect(ownTitle(forGood)).toBe('Lifetime');
  expect(ownText(forGood)).toBe('Somebody has paid for your family, for good. It does not end, and nothing is due.');
  expect(mayPayOnce(forGood)).toBe(false);
});

test('of who is in no family it is not said that their family rests', () => {
  const nothing: Coverage = { ...coverage, status: 'inactive', covered_until: null, trial_ends_at: null, covered_by: null };
  expect(coverageLine(nothing, false)).toBe('You are in no family right now');
  expect(coverageLine(nothing)).toBe('Nobody covers the family at the moment');
});

// Every state that the type of the contract has, whether the server tells it or not.
const everyState: fc.Arbitrary<Coverage> = fc.record({
  status: fc.constantFrom('trialing', 'active', 'past_due', 'canceled', 'lifetime', 'inactive'),
  plan: fc.constantFrom('monthly', 'yearly', 'lifetime', null),
  covered_until: fc.constantFrom('2027-05-03T12:00:00Z', null),
  trial_ends_at: fc.constantFrom('2026-12-05T12:00:00Z', null),
  cancel_at_period_end: fc.boolean(),
  provider: fc.constantFrom('stripe', 'sandbox', null),
  covered_by: fc.option(fc.record({ family_id: fc.constant('f'), name: fc.constant('Whitlock'), mine: fc.boolean() })),
});

test('no state of coverage leaves a gap where a day should stand, in any language', () => {
  for (const language of ['de', 'en'] as const) {
    const messages = Object.entries(readLanguage(language)).map(([key, text]) => [key, compile(text)]);
    currentLanguage.use(language, Object.fromEntries(messages));
    fc.assert(
      fc.property(everyState, (state) => {
        for (const text of [coveredLine(state), coverageLine(state), ownTitle(state), ownText(state) ?? 'overdue'])
          expect(text).toMatch(/^(?!.*(\s[.,]|\{|undefined|  )).*\S$/);
      }),
      { numRuns: 1_000 },
    );
  }
});
