import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount, startSession } from '#features/accounts/actions.ts';
import { startFirstFamily } from '#features/family/actions.ts';
import { testStart } from '#test/app.ts';
import { call } from '#test/members.ts';
import { report, startWithStripe } from '#test/stripe.ts';
import { syncCustomer } from './jobs.ts';
import { insertCustomer } from './store.ts';

// A thousand lives of customers, made up by chance: what they buy, what fails, is given back and disputed. Reports of it come in any order, twice,
// or never. In the end a family is covered to the very second that a model says, which knows nothing of reports.

const histories = 1_000;
const moves = [
  'monthly',
  'yearly',
  'trial',
  'lifetime',
  'renewal',
  'failure',
  'recovery',
  'change on credit',
  'refund',
  'dispute',
  'dispute lost',
  'dispute won',
  'end',
  'unpaid',
  'pause',
] as const;
type Move = (typeof moves)[number];

interface Step {
  move: Move;
  hours: number;
  /** Whether it is never reported; how often it is; and how many of the reports that wait come now. */
  isLost: boolean;
  times: number;
  arriving: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  move: fc.constantFrom(...moves),
  hours: fc.integer({ min: 1, max: 400 }),
  isLost: fc.boolean(),
  times: fc.integer({ min: 1, max: 2 }),
  arriving: fc.integer({ min: 0, max: 2 }),
});

let t: Awaited<ReturnType<typeof startWithStripe>>;
beforeAll(async () => {
  t = await startWithStripe({}, { jobs: false });
});
afterAll(() => t.close());

const hour = 3_600;
const month = 30 * 24 * hour;

/** What somebody has bought, by the rules as they are written down: nothing here reads Stripe. Times are seconds. */
interface Owned {
  id: string;
  status: string;
  length: number;
  end: number;
  failedSince: number | undefined;
  /** What was paid, one after the other, and what became of each payment. */
  payments: { isRefunded: boolean; dispute: 'open' | 'lost' | 'won' | undefined }[];
}

function coveredUntil({ status, end, failedSince, payments }: Owned): number {
  if (payments.at(-1)?.isRefunded || payments.some(({ dispute }) => dispute === 'lost')) return 0;
  if (status === 'lifetime') return Infinity;
  if (status === 'trialing') return end;
  if (status === 'active') return end + 24 * hour;
  return status === 'past_due' ? failedSince! + 7 * 24 * hour : 0;
}

const payment = () => ({ isRefunded: false, dispute: undefined });

class Life {
  readonly customer: string;
  private readonly owned: Owned[] = [];

  constructor(customer: string) {
    this.customer = customer;
  }

  get end(): number {
    return Math.max(0, ...this.owned.map(coveredUntil));
  }

  /** Makes a move at Stripe and in the model. @returns the object it is about, undefined where it cannot be made now */
  make(move: Move): object | undefined {
    const { account } = t.stripe;
    const running = this.owned.find(({ status }) => !['lifetime', 'canceled'].includes(status));
    const last = this.owned.at(-1);
    switch (move) {
      case 'monthly':
      case 'yearly':
      case 'trial':
        return running ? undefined : this.subscribe(move);
      case 'lifetime':
        return this.owned.some(({ status }) => status === 'lifetime') ? undefined : this.buyForGood();
      case 'renewal':
      case 'failure':
        return running && ['active', 'past_due'].includes(running.status) ? this.renew(running, move === 'renewal') : undefined;
      case 'recovery':
        if (running?.status !== 'past_due') return undefined;
        running.payments.push(...account.billsOf(running.id).flatMap(({ status }) => (status === 'open' ? [payment()] : [])));
        Object.assign(running, { status: 'active', failedSince: undefined });
        account.recover(running.id);
        return account.subscriptions.get(running.id);
      case 'change on credit':
        if (running?.status !== 'active') return undefined;
        account.billNothing(running.id);
        return account.subscriptions.get(running.id);
      case 'refund':
        if (!last?.payments.length) return undefined;
        last.payments.at(-1)!.isRefunded = true;
        account.refund(last.id);
        return account.chargesOf(last.id).at(-1);
      case 'dispute':
      case 'dispute lost':
      case 'dispute won': {
        if (!last?.payments.length) return undefined;
        const word = move === 'dispute' ? 'open' : move === 'dispute lost' ? 'lost' : 'won';
        last.payments.at(-1)!.dispute = word;
        return account.dispute(last.id, word === 'open' ? 'under_review' : word);
      }
      default:
        return running ? this.stop(running, move) : undefined;
    }
  }

  private subscribe(move: 'monthly' | 'yearly' | 'trial'): object {
    const { account } = t.stripe;
    const price = account.prices.find(({ lookup_key: key }) => key === (move === 'yearly' ? 'heartwood_yearly' : 'heartwood_monthly'))!;
    const made = account.subscribe(this.customer, price, {});
    const status = move === 'trial' ? 'trialing' : 'active';
    made.status = status;
    const length = move === 'yearly' ? 365 * 24 * hour : month;
    this.owned.push({ id: made.id, status, length, end: account.now() + length, failedSince: undefined, payments: [payment()] });
    return made;
  }

  private buyForGood(): object {
    const { account } = t.stripe;
    const price = account.prices.find(({ lookup_key: key }) => key === 'heartwood_lifetime')!;
    const session = account.addSession({ customer: this.customer, mode: 'payment', metadata: { order: 'lifetime' }, price: price.id });
    account.complete(session.id);
    this.owned.push({ id: session.id, status: 'lifetime', length: 0, end: 0, failedSince: undefined, payments: [payment()] });
    return session;
  }

  private renew(owned: Owned, isPaid: boolean): object | undefined {
    const { account } = t.stripe;
    if (isPaid) owned.payments.push(payment());
    if (isPaid || owned.status === 'active') owned.end = account.now() + owned.length;
    owned.failedSince = isPaid ? undefined : (owned.failedSince ?? account.now());
    owned.status = isPaid ? 'active' : 'past_due';
    account.renew(owned.id, isPaid);
    return account.subscriptions.get(owned.id);
  }

  private stop(owned: Owned, move: Move): object | undefined {
    const subscription = t.stripe.account.subscriptions.get(owned.id)!;
    owned.status = move === 'end' ? 'canceled' : move === 'pause' ? 'paused' : 'unpaid';
    subscription.status = owned.status;
    return subscription;
  }
}

let serial = 0;
/** Somebody with a family whom Stripe knows. */
async function somebody(): Promise<{ life: Life; userId: string; familyId: string }> {
  const { platform } = t;
  const account = { firstname: 'Nora', lastname: 'Whitlock', email: `life-${(serial += 1)}@example.com`, password: '' };
  const made = await platform.db.transaction(async (tx) => {
    const userId = await createAccount(
      platform,
      tx,
      { ...account, locale: 'en', emailVerified: true },
      { passwordHash: 'none', portrait: null, mayMail: false },
    );
    const familyId = await startFirstFamily(platform, tx, { ...account, userId });
    return { userId, familyId };
  });
  await platform.db.$client.query('update families set trial_ends_at = null where id = $1', [made.familyId]);
  const { id } = t.stripe.account.addCustomer({});
  await insertCustomer(platform.db, { id, userId: made.userId, provider: 'stripe', createdAt: t.clock.now() });
  return { ...made, life: new Life(id) };
}

/** Delivers a report; what its job would do follows, unless it had come before. */
async function deliver(life: Life, event: { id: string }, seen: Set<string>): Promise<void> {
  expect((await report(t, event)).statusCode).toBe(200);
  if (!seen.has(event.id)) await syncCustomer(t.platform, life.customer);
  seen.add(event.id);
}

test(`${histories} histories, shuffled, doubled and lost, end as the model says`, { timeout: 900_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 9 }), fc.infiniteStream(fc.nat()), async (steps, chance) => {
      t.clock.set(testStart);
      t.stripe.account.forget();
      const { life, userId, familyId } = await somebody();
      const waiting: { id: string }[] = [];
      const seen = new Set<string>();
      const next = () => waiting.splice((chance.next().value as number) % waiting.length, 1)[0]!;
      let isKnown = true;
      for (const { move, hours, isLost, times, arriving } of steps) {
        t.clock.advance({ hours });
        const object = life.make(move);
        if (!object) continue;
        isKnown = false;
        const event = t.stripe.account.event(`about.${move}`, structuredClone({ ...object, customer: life.customer }));
        if (!isLost) waiting.push(...Array.from({ length: times }, () => event));
        for (let count = Math.min(arriving, waiting.length); count > 0; count -= 1) {
          const report = next();
          isKnown ||= !seen.has(report.id);
          await deliver(life, report, seen);
        }
      }
      while (waiting.length > 0) {
        const report = next();
        isKnown ||= !seen.has(report.id);
        await deliver(life, report, seen);
      }
      // Nothing was reported since the last thing happened: the night finds it.
      if (!isKnown) await syncCustomer(t.platform, life.customer);
      const { rows } = await t.platform.db.$client.query('select paid_until from families where id = $1', [familyId]);
      const end = life.end === 0 ? null : life.end === Infinity ? '9999-12-31T00:00:00.000Z' : new Date(life.end * 1_000).toISOString();
      expect(rows[0].paid_until?.toISOString() ?? null).toBe(end);
      const isCovered = life.end * 1_000 > t.clock.now().getTime();
      const token = await startSession(t.platform, t.platform.db, userId, 'Life');
      const answer = await call(t, { token }, 'GET', '/api/subscription');
      expect(answer.json().data.covered_by !== null).toBe(isCovered);
    }),
    { numRuns: histories },
  );
});
