import { sql } from 'drizzle-orm';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/db/pool.ts';
import { readRows } from '#platform/db/read.ts';
import { newId } from '#platform/ids.ts';
import type { RenewedPlan } from '@heartwood/contract/billing';
import type { Account, Order, Payments, ProviderCheckout, Quote } from './payments.ts';
import * as ledgers from './sandbox-ledger.ts';
import type { Ledger, Shop } from './sandbox-ledger.ts';
import * as moves from './sandbox-moves.ts';
import type { Move } from './sandbox-moves.ts';

/** What becomes of a try to pay. */
type Paid = 'paid' | 'declined' | 'asks the bank' | 'not found' | 'over';

/** A provider of payments that takes no money and needs no key: it lives in the database, and time passes in it by the application's clock. */
export interface Sandbox extends Payments {
  readonly name: 'sandbox';
  /** What is to be paid on a page. @returns undefined where it is not the customer's */
  checkoutOf(
    customer: string,
    id: string,
  ): Promise<{ order: Order; amount: number; currency: string; state: ProviderCheckout['state'] } | undefined>;
  /** Pays with a test card. @param card.expiry `12/34` */
  pay(customer: string, id: string, card: { number: string; expiry: string; confirmed: boolean }): Promise<Paid>;
  /** Makes a move, for trying out what follows. @returns whether it was possible */
  move(customer: string, name: Move): Promise<boolean>;
  /** What could be let happen now. */
  movesOf(customer: string): Promise<Move[]>;
}

/** Stripe's own test numbers. Any other one is no test card, and declined. */
const cards: Record<string, { needsConfirming?: boolean; failsLater?: boolean }> = {
  '4242424242424242': {},
  '4000002500003155': { needsConfirming: true },
  '4000000000000341': { failsLater: true },
};

type Checkout = Ledger['checkouts'][number];
type Subscription = Ledger['subscriptions'][number];

/** What a sandbox stands on. */
interface Ground {
  db: Db;
  clock: Clock;
  config: Pick<Config, 'plans' | 'publicUrl'>;
}

/** The sandbox on the application's database. */
export const createSandbox = (ground: Ground): Sandbox => new DatabaseSandbox(ground);

class DatabaseSandbox implements Sandbox {
  readonly name = 'sandbox';
  private readonly ground: Ground;
  private readonly shop: Shop;

  constructor(ground: Ground) {
    this.ground = ground;
    this.shop = { ...ground.config.plans, newId: () => newId(ground.clock) };
  }

  async createCustomer(): Promise<string> {
    const id = `sandbox_${newId(this.ground.clock)}`;
    const data = JSON.stringify(ledgers.emptyLedger());
    await this.ground.db.execute(sql`insert into sandbox_customers (id, data) values (${id}, ${data}::jsonb)`);
    return id;
  }

  async createCheckout({ id, customer, order }: Parameters<Payments['createCheckout']>[0]): Promise<ProviderCheckout> {
    const { amounts, currency } = this.shop;
    const made = await this.open(customer, (ledger) => {
      const known = ledger.checkouts.find((one) => one.id === id);
      if (known) return known;
      const amount = amounts[order.kind === 'gift' ? 'yearly' : order.plan];
      const checkout: Checkout = { id, order, amount, currency, state: 'open' };
      ledger.checkouts.push(checkout);
      return checkout;
    });
    if (!made) throw new Error('the sandbox knows no such customer');
    return this.shown(made);
  }

  findCheckout(id: string): Promise<ProviderCheckout | undefined> {
    return this.withCheckout(id, (checkout) => this.shown(checkout));
  }

  async endCheckout(id: string): Promise<'expired' | 'complete'> {
    const state = await this.withCheckout(id, (checkout) => {
      if (checkout.state === 'open') checkout.state = 'expired';
      return checkout.state;
    });
    return state === 'complete' ? 'complete' : 'expired';
  }

  async portal(_customer: string, returnTo: string): Promise<string> {
    return returnTo;
  }

  accountOf(customer: string): Promise<Account | undefined> {
    return this.open(customer, ledgers.accountIn);
  }

  async customerOfPayment(): Promise<undefined> {
    return undefined;
  }

  async previewChange(bought: string, to: RenewedPlan, at: Date): Promise<Quote> {
    return this.quote(bought, to, at, () => undefined);
  }

  async change(bought: string, to: RenewedPlan, at: Date): Promise<Quote> {
    return this.quote(bought, to, at, (subscription, ledger) => ledgers.changePlan(ledger, this.shop, subscription, to, at));
  }

  async setRenewal(bought: string, renews: boolean): Promise<void> {
    await this.withSubscription(bought, (subscription, ledger, now) => {
      Object.assign(subscription, { cancelAtPeriodEnd: !renews, unusedSince: null });
      ledgers.advance(ledger, this.shop, now);
    });
  }

  async setUse(bought: string, since: Date | null): Promise<void> {
    await this.withSubscription(bought, (subscription) => {
      const isOurs = since ? !subscription.cancelAtPeriodEnd : Boolean(subscription.unusedSince);
      if (isOurs) Object.assign(subscription, { cancelAtPeriodEnd: since !== null, unusedSince: since?.toISOString() ?? null });
    });
  }

  async cancelNow(bought: string): Promise<void> {
    await this.withSubscription(bought, (subscription) => {
      subscription.status = 'canceled';
    });
  }

  checkoutOf(customer: string, id: string): Promise<Checkout | undefined> {
    return this.open(customer, (ledger) => ledger.checkouts.find((one) => one.id === id));
  }

  async pay(customer: string, id: string, given: { number: string; expiry: string; confirmed: boolean }): Promise<Paid> {
    const outcome = await this.open(customer, (ledger, now): Paid => {
      const checkout = ledger.checkouts.find((one) => one.id === id);
      if (!checkout) return 'not found';
      if (checkout.state !== 'open') return 'over';
      const card = cards[given.number];
      if (!card || ledgers.hasExpired(given.expiry, now)) return 'declined';
      if (card.needsConfirming && !given.confirmed) return 'asks the bank';
      ledgers.complete(ledger, this.shop, id, now, card.failsLater ?? false);
      return 'paid';
    });
    return outcome ?? 'not found';
  }

  async move(customer: string, name: Move): Promise<boolean> {
    return (await this.open(customer, (ledger, now) => moves.move(ledger, this.shop, name, now))) ?? false;
  }

  async movesOf(customer: string): Promise<Move[]> {
    return (await this.open(customer, (ledger, now) => moves.movesOf(ledger, this.shop, now))) ?? [];
  }

  private async quote(
    bought: string,
    to: RenewedPlan,
    at: Date,
    act: (subscription: Subscription, ledger: Ledger) => void,
  ): Promise<Quote> {
    const quote = await this.withSubscription(bought, (subscription, ledger): Quote => {
      const { due } = ledgers.quote(subscription, this.shop, to, at);
      const from = subscription.plan;
      act(subscription, ledger);
      return { amountDue: due, currency: this.shop.currency, from, at };
    });
    if (!quote) throw new Error('the sandbox knows no such subscription');
    return quote;
  }

  private shown({ id, state }: Checkout): ProviderCheckout {
    const url = state === 'open' ? `${this.ground.config.publicUrl}/sandbox/checkout/${id}` : null;
    return { id, state, clientSecret: null, url };
  }

  /** Reads a customer's ledger, one at a time, and writes it where it has changed. @returns undefined where there is none */
  private open<T>(customer: string, act: (ledger: Ledger, now: Date) => T): Promise<T | undefined> {
    return this.ground.db.transaction(async (tx) => {
      const [held] = await readRows<{ data: Ledger }>(tx, sql`select data from sandbox_customers where id = ${customer} for update`);
      const ledger = held?.data;
      if (!ledger) return undefined;
      const before = JSON.stringify(ledger);
      const now = this.ground.clock.now();
      ledgers.advance(ledger, this.shop, now);
      const done = act(ledger, now);
      const after = JSON.stringify(ledger);
      if (after !== before) await tx.execute(sql`update sandbox_customers set data = ${after}::jsonb where id = ${customer}`);
      return done;
    });
  }

  /** The customer in whose ledger something of an id stands; empty where there is none. */
  private async holderOf(list: 'checkouts' | 'subscriptions', id: string): Promise<string> {
    const wanted = JSON.stringify({ [list]: [{ id }] });
    const found = sql`select id from sandbox_customers where data @> ${wanted}::jsonb`;
    return (await readRows<{ id: string }>(this.ground.db, found))[0]?.id ?? '';
  }

  private async withCheckout<T>(id: string, act: (checkout: Checkout) => T): Promise<T | undefined> {
    return this.open(await this.holderOf('checkouts', id), (ledger) => {
      const checkout = ledger.checkouts.find((one) => one.id === id);
      return checkout && act(checkout);
    });
  }

  private async withSubscription<T>(id: string, act: (found: Subscription, ledger: Ledger, now: Date) => T): Promise<T | undefined> {
    return this.open(await this.holderOf('subscriptions', id), (ledger, now) => {
      const subscription = ledger.subscriptions.find((one) => one.id === id);
      return subscription && act(subscription, ledger, now);
    });
  }
}
