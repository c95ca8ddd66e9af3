import type { Coverage } from '@heartwood/contract/billing';
import { dayInWords } from '#platform/dates.ts';
import { today } from '#platform/today.ts';
import { words } from './words.ts';

/** The first steps, in their order. */
export const steps = ['you', 'children', 'invite'] as const;
/** One of the first steps. */
export type Step = (typeof steps)[number];

/** The step an address names, or undefined. */
export function stepFrom(given: string | undefined): Step | undefined {
  return steps.find((step) => step === given);
}

/** Where somebody who comes back goes on: at the first step that has left nothing behind. */
export function stepToResume(done: { photo: boolean; children: boolean }): Step {
  if (!done.photo) return 'you';
  return done.children ? 'invite' : 'children';
}

/** What covers somebody, in one line; prices are never in it. */
export function coverageLine({ status, plan, covered_until, covered_by, cancel_at_period_end }: Coverage): string {
  const said = words.coverage;
  if (!covered_by) return said.none;
  if (status === 'lifetime') return covered_by.mine ? said.lifetime : said.byFamily(covered_by.name);
  const day = covered_until ? dayInWords(today(new Date(covered_until))) : '';
  if (status === 'trialing') return said.trial(day);
  if (!covered_by.mine) return said.byFamily(covered_by.name);
  if (status === 'past_due') return said.pastDue(day);
  if (!plan) return said.active(day);
  return cancel_at_period_end || status === 'canceled' ? said.ends(said.plans[plan], day) : said.renews(said.plans[plan], day);
}
