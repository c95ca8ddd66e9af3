import type { Ledger, Shop } from './sandbox-ledger.ts';
import { writeBill } from './sandbox-ledger.ts';

// What time, a bank or the provider's staff decide, for trying out what follows. A move changes the ledger of the sandbox and nothing else: its
// consequences are read by fetching the account, as always.

type Subscription = Ledger['subscriptions'][number];
type Bill = Ledger['bills'][number];

/** @returns whether it could happen */
type Act = (ledger: Ledger, shop: Shop, now: Date) => boolean;

const running = ({ subscriptions }: Ledger): Subscription | undefined => subscriptions.findLast(({ status }) => status !== 'canceled');
const openBillOf = ({ bills }: Ledger, { id }: Subscription): Bill | undefined =>
  bills.find(({ boughtId, status }) => boughtId === id && status === 'open');
const lastPaid = ({ bills }: Ledger): Bill | undefined => bills.findLast(({ status, amount }) => status === 'paid' && amount > 0);

const acts = {
  /** The running plan is renewed before its time; its card is declined where it was to fail. */
  renew(ledger, shop, now) {
    const plan = running(ledger);
    if (plan?.status !== 'active' || plan.cancelAtPeriodEnd) return false;
    if (writeBill(ledger, shop, plan, now, shop.amounts[plan.plan]).status === 'paid') plan.periods += 1;
    else plan.status = 'past_due';
    return true;
  },
  /** Its card is declined from now on. */
  'let it fail'(ledger) {
    const plan = running(ledger);
    if (!plan || plan.isFailing) return false;
    plan.isFailing = true;
    return true;
  },
  /** Its card works again, and what is owed is paid: a period begins. */
  recover(ledger, _shop, now) {
    const plan = running(ledger);
    if (!plan?.isFailing) return false;
    plan.isFailing = false;
    const owed = openBillOf(ledger, plan);
    if (!owed) return true;
    owed.status = 'paid';
    Object.assign(plan, { status: 'active', anchor: now.toISOString(), periods: 1 });
    return true;
  },
  /** What was paid last is given back in full. */
  refund(ledger) {
    const bill = lastPaid(ledger);
    if (!bill || bill.refunded === bill.amount) return false;
    bill.refunded = bill.amount;
    return true;
  },
  /** What was paid last is disputed at the bank. */
  dispute: (ledger) => disputed(ledger, undefined, 'open'),
  'lose the dispute': (ledger) => disputed(ledger, 'open', 'lost'),
  'win the dispute': (ledger) => disputed(ledger, 'open', 'won'),
  /** The plan ends at once. */
  end(ledger) {
    const plan = running(ledger);
    if (!plan) return false;
    plan.status = 'canceled';
    return true;
  },
} satisfies Record<string, Act>;

function disputed(ledger: Ledger, from: Bill['dispute'], to: Bill['dispute']): boolean {
  const bill = lastPaid(ledger);
  if (!bill || bill.dispute !== from) return false;
  bill.dispute = to;
  return true;
}

/** What can be made to happen. */
export type Move = keyof typeof acts;
/** All of them. */
export const moves = Object.keys(acts) as Move[];

/** Makes a move for a customer. @returns whether it was possible */
export const move = (ledger: Ledger, shop: Shop, name: Move, now: Date): boolean => acts[name](ledger, shop, now);

/** The moves that are possible for a customer now. */
export const movesOf = (ledger: Ledger, shop: Shop, now: Date): Move[] =>
  moves.filter((name) => move(structuredClone(ledger), shop, name, now));
