import type { Book, Shop } from './sandbox-book.ts';
import { writeBill } from './sandbox-book.ts';

// What else time, a bank or the provider's people decide, for whoever tries out what happens then. A move changes what the sandbox knows, and
// nothing else: that it follows from it is seen by fetching the account, as always.

type Subscription = Book['subscriptions'][number];
type Bill = Book['bills'][number];

/** @returns whether it could happen */
type Act = (book: Book, shop: Shop, now: Date) => boolean;

const running = ({ subscriptions }: Book): Subscription | undefined => subscriptions.findLast(({ status }) => status !== 'canceled');
const openBillOf = ({ bills }: Book, { id }: Subscription): Bill | undefined =>
  bills.find(({ boughtId, status }) => boughtId === id && status === 'open');
const lastPaid = ({ bills }: Book): Bill | undefined => bills.findLast(({ status, amount }) => status === 'paid' && amount > 0);

const acts = {
  /** The running plan is renewed before its time; its card is declined where it was to fail. */
  renew(book, shop, now) {
    const plan = running(book);
    if (plan?.status !== 'active' || plan.cancelAtPeriodEnd) return false;
    if (writeBill(book, shop, plan, now, shop.amounts[plan.plan]).status === 'paid') plan.periods += 1;
    else plan.status = 'past_due';
    return true;
  },
  /** Its card is declined from now on. */
  'let it fail'(book) {
    const plan = running(book);
    if (!plan || plan.isFailing) return false;
    plan.isFailing = true;
    return true;
  },
  /** Its card works again, and what is owed is paid: a period begins. */
  recover(book, _shop, now) {
    const plan = running(book);
    if (!plan?.isFailing) return false;
    plan.isFailing = false;
    const owed = openBillOf(book, plan);
    if (!owed) return true;
    owed.status = 'paid';
    Object.assign(plan, { status: 'active', anchor: now.toISOString(), periods: 1 });
    return true;
  },
  /** What was paid last is given back in full. */
  refund(book) {
    const bill = lastPaid(book);
    if (!bill || bill.refunded === bill.amount) return false;
    bill.refunded = bill.amount;
    return true;
  },
  /** What was paid last is disputed at the bank. */
  dispute: (book) => disputed(book, undefined, 'open'),
  'lose the dispute': (book) => disputed(book, 'open', 'lost'),
  'win the dispute': (book) => disputed(book, 'open', 'won'),
  /** The plan ends at once. */
  end(book) {
    const plan = running(book);
    if (!plan) return false;
    plan.status = 'canceled';
    return true;
  },
} satisfies Record<string, Act>;

function disputed(book: Book, from: Bill['dispute'], to: Bill['dispute']): boolean {
  const bill = lastPaid(book);
  if (!bill || bill.dispute !== from) return false;
  bill.dispute = to;
  return true;
}

/** One of the things that can be let happen. */
export type Move = keyof typeof acts;
/** All of them. */
export const moves = Object.keys(acts) as Move[];

/** Lets something happen to a customer. @returns whether it could */
export const move = (book: Book, shop: Shop, name: Move, now: Date): boolean => acts[name](book, shop, now);

/** What could happen to a customer now. */
export const movesOf = (book: Book, shop: Shop, now: Date): Move[] => moves.filter((name) => move(structuredClone(book), shop, name, now));
