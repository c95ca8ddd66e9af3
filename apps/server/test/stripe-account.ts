import { readFileSync } from 'node:fs';
import type Stripe from 'stripe';

// What a Stripe for tests knows: its objects begin as the examples that Stripe publishes (stripe/openapi, MIT licence), and change by the same
// moves as at Stripe: somebody pays, a bill comes, a card is declined, a payment is given back.

const fixtures = JSON.parse(readFileSync(new URL('fixtures/stripe.json', import.meta.url), 'utf8')) as Record<string, object>;

/** A published example with fields of one's own. */
function like<T>(name: string, fields: object): T {
  return { ...structuredClone(fixtures[name]), ...fields } as T;
}

const intervals = { month: 30 * 86_400, year: 365 * 86_400 } as const;

/** The objects of one account at Stripe, and what happens to them. Times are seconds since 1970. */
export class StripeAccount {
  readonly customers = new Map<string, Stripe.Customer>();
  readonly sessions = new Map<string, Stripe.Checkout.Session>();
  readonly subscriptions = new Map<string, Stripe.Subscription>();
  /** The oldest first. */
  readonly invoices: Stripe.Invoice[] = [];
  readonly charges: Stripe.Charge[] = [];
  readonly disputes: Stripe.Dispute[] = [];
  /** Of payments by a slow bank: any other one is known by its charge. */
  readonly intents = new Map<string, Stripe.PaymentIntent>();
  readonly prices: Stripe.Price[] = [];
  readonly products: Stripe.Product[] = [];
  readonly webhookEndpoints: Stripe.WebhookEndpoint[] = [];
  readonly now: () => number;
  private serial = 0;

  constructor(now: () => number) {
    this.now = now;
  }

  id(prefix: string): string {
    this.serial += 1;
    return `${prefix}_${String(this.serial).padStart(6, '0')}`;
  }

  /** Forgets everybody; the prices stay. */
  forget(): void {
    for (const known of [this.customers, this.sessions, this.subscriptions, this.intents]) known.clear();
    for (const list of [this.invoices, this.charges, this.disputes]) list.length = 0;
  }

  addCustomer(fields: object): Stripe.Customer {
    const made = like<Stripe.Customer>('customer', { id: this.id('cus'), created: this.now(), ...fields });
    this.customers.set(made.id, made);
    return made;
  }

  addProduct(fields: object): Stripe.Product {
    const made = like<Stripe.Product>('product', { id: this.id('prod'), active: true, ...fields });
    this.products.push(made);
    return made;
  }

  addPrice(fields: Partial<Stripe.Price>): Stripe.Price {
    const made = like<Stripe.Price>('price', { id: this.id('price'), active: true, recurring: null, lookup_key: null, ...fields });
    this.prices.push(made);
    return made;
  }

  addSession(fields: Partial<Stripe.Checkout.Session> & { line_items?: never; price: string }): Stripe.Checkout.Session {
    const id = this.id('cs_test');
    const isEmbedded = fields.ui_mode === 'embedded_page';
    const page = { client_secret: isEmbedded ? `${id}_secret` : null, url: isEmbedded ? null : `https://checkout.stripe.example/${id}` };
    const open = { status: 'open', payment_status: 'unpaid', payment_intent: null, subscription: null, invoice: null };
    const made = like<Stripe.Checkout.Session>('checkout.session', { id, created: this.now(), ...open, ...page, ...fields });
    this.sessions.set(id, made);
    return made;
  }

  /** Somebody pays a checkout. @param how `unpaid`: by a slow bank, whose money has not come yet */
  complete(sessionId: string, how: 'paid' | 'unpaid' = 'paid'): Stripe.Checkout.Session {
    const session = this.sessions.get(sessionId)!;
    const price = this.prices.find(({ id }) => id === (session as unknown as { price: string }).price)!;
    const customer = session.customer as string;
    Object.assign(session, { status: 'complete', payment_status: how, url: null, client_secret: null });
    if (session.mode === 'subscription') session.subscription = this.subscribe(customer, price, session.metadata ?? {}, how === 'paid').id;
    else if (how === 'paid') this.settle(sessionId);
    else {
      const intent = like<Stripe.PaymentIntent>('payment_intent', { id: this.id('pi'), customer, status: 'processing' });
      this.intents.set(intent.id, intent);
      session.payment_intent = intent.id;
    }
    return session;
  }

  /** The money for a single payment comes in. */
  settle(sessionId: string): void {
    const session = this.sessions.get(sessionId)!;
    const price = this.prices.find(({ id }) => id === (session as unknown as { price: string }).price)!;
    const intent = this.slowIntentOf(session);
    if (intent) intent.status = 'succeeded';
    const bill = this.bill(session.customer as string, price.unit_amount!, null, true, intent?.id);
    Object.assign(session, { payment_status: 'paid', invoice: bill.id, payment_intent: this.charges.at(-1)!.payment_intent });
  }

  /** The slow bank refuses a single payment after all. The checkout stays complete and unpaid. */
  fail(sessionId: string, status: 'requires_payment_method' | 'canceled' = 'requires_payment_method'): Stripe.Checkout.Session {
    const session = this.sessions.get(sessionId)!;
    this.slowIntentOf(session)!.status = status;
    return session;
  }

  private slowIntentOf({ payment_intent: id }: Stripe.Checkout.Session): Stripe.PaymentIntent | undefined {
    return this.intents.get(id as string);
  }

  subscribe(customer: string, price: Stripe.Price, metadata: Stripe.Metadata, isPaid = true): Stripe.Subscription {
    const id = this.id('sub');
    const state = {
      status: isPaid ? 'active' : 'incomplete',
      cancel_at_period_end: false,
      cancel_at: null,
      canceled_at: null,
      ended_at: null,
    };
    const made = like<Stripe.Subscription>('subscription', { id, customer, metadata: { ...metadata }, created: this.now(), ...state });
    const start = this.now();
    made.items.data = made.items.data.slice(0, 1).map((item) => ({ ...item, id: this.id('si'), price, subscription: id }));
    this.subscriptions.set(id, made);
    this.period(id, start);
    this.bill(customer, price.unit_amount!, id, isPaid);
    return made;
  }

  /** A period of a subscription begins. */
  private period(id: string, start: number): void {
    const item = this.subscriptions.get(id)!.items.data[0]!;
    const interval = item.price.recurring!.interval as keyof typeof intervals;
    Object.assign(item, { current_period_start: start, current_period_end: start + intervals[interval] });
  }

  endOf(id: string): number {
    return this.subscriptions.get(id)!.items.data[0]!.current_period_end;
  }

  private bill(customer: string, amount: number, subscription: string | null, isPaid: boolean, intent = this.id('pi')): Stripe.Invoice {
    const parent = subscription && { type: 'subscription_details', subscription_details: { metadata: {}, subscription } };
    const payment = like<Stripe.InvoicePayment>('invoice_payment', {
      id: this.id('inpay'),
      payment: { type: 'payment_intent', payment_intent: intent },
      status: isPaid ? 'paid' : 'open',
    });
    const made = like<Stripe.Invoice>('invoice', {
      id: this.id('in'),
      customer,
      created: this.now(),
      status: isPaid ? 'paid' : 'open',
      attempted: true,
      attempt_count: 1,
      amount_due: amount,
      amount_paid: isPaid ? amount : 0,
      parent,
      payments: { object: 'list', data: [payment], has_more: false, url: '' },
      hosted_invoice_url: 'https://invoice.stripe.example/x',
    });
    this.invoices.push(made);
    if (amount === 0) made.payments!.data = [];
    else if (isPaid) this.charge(made, intent);
    return made;
  }

  private charge(invoice: Stripe.Invoice, intent: string): void {
    const amount = invoice.amount_due;
    const state = { paid: true, captured: true, disputed: false, amount_refunded: 0, refunded: false, currency: invoice.currency };
    const fields = { id: this.id('ch'), customer: invoice.customer, amount, payment_intent: intent, created: this.now(), ...state };
    this.charges.push(like<Stripe.Charge>('charge', fields));
  }

  billsOf(subscription: string): Stripe.Invoice[] {
    return this.invoices.filter(({ parent }) => parent?.subscription_details?.subscription === subscription);
  }

  /** The next period begins, and is paid or not. */
  renew(id: string, isPaid: boolean): void {
    const subscription = this.subscriptions.get(id)!;
    const { price } = subscription.items.data[0]!;
    if (isPaid || subscription.status === 'active') this.period(id, Math.max(this.now(), subscription.items.data[0]!.current_period_start));
    this.bill(subscription.customer as string, price.unit_amount!, id, isPaid);
    subscription.status = isPaid ? 'active' : 'past_due';
  }

  /** A bill of nothing: for a trial, or a change of plan on credit. */
  billNothing(id: string): void {
    this.bill(this.subscriptions.get(id)!.customer as string, 0, id, true);
  }

  /** The running period is over: the next one is paid, unless there is to be none. */
  passPeriod(id: string): void {
    const subscription = this.subscriptions.get(id)!;
    if (subscription.cancel_at_period_end) subscription.status = 'canceled';
    else this.renew(id, true);
  }

  /** What is owed is paid after all. */
  recover(id: string): void {
    for (const bill of this.billsOf(id).filter(({ status }) => status === 'open')) {
      Object.assign(bill, { status: 'paid', amount_paid: bill.amount_due });
      this.charge(bill, bill.payments!.data[0]!.payment.payment_intent as string);
    }
    this.subscriptions.get(id)!.status = 'active';
  }

  /** The charges of what was bought, the oldest first. */
  chargesOf(bought: string): Stripe.Charge[] {
    const intents: unknown[] = bought.startsWith('cs_')
      ? [this.sessions.get(bought)!.payment_intent]
      : this.billsOf(bought).map(({ payments }) => payments!.data[0]?.payment.payment_intent);
    return this.charges.filter(({ payment_intent: intent }) => intents.includes(intent));
  }

  /** Gives back what was paid last, or a part of it. */
  refund(bought: string, share = 1): void {
    const charge = this.chargesOf(bought).at(-1);
    if (!charge) return;
    charge.amount_refunded = Math.floor(charge.amount * share);
    charge.refunded = charge.amount_refunded === charge.amount;
  }

  /** Somebody disputes what was paid last. */
  dispute(bought: string, status: Stripe.Dispute.Status): Stripe.Dispute | undefined {
    const charge = this.chargesOf(bought).at(-1);
    if (!charge) return undefined;
    charge.disputed = true;
    const known = this.disputes.find((one) => one.charge === charge.id);
    if (known) return Object.assign(known, { status });
    const made = like<Stripe.Dispute>('dispute', { id: this.id('dp'), charge: charge.id, payment_intent: charge.payment_intent, status });
    this.disputes.push(made);
    return made;
  }

  /** An event about an object. */
  event(type: string, object: object, more: object = {}): Stripe.Event {
    return like<Stripe.Event>('event', { id: this.id('evt'), type, created: this.now(), data: { object }, livemode: false, ...more });
  }

  portalOf(customer: string): Stripe.BillingPortal.Session {
    return like<Stripe.BillingPortal.Session>('billing_portal.session', { customer, url: `https://billing.stripe.example/p/${customer}` });
  }

  intentOf(id: string): Stripe.PaymentIntent | undefined {
    const charge = this.charges.find(({ payment_intent: intent }) => intent === id);
    if (!charge) return this.intents.get(id);
    return like<Stripe.PaymentIntent>('payment_intent', { id, customer: charge.customer, latest_charge: charge.id, status: 'succeeded' });
  }

  addWebhookEndpoint(fields: object): Stripe.WebhookEndpoint {
    const made = like<Stripe.WebhookEndpoint>('webhook_endpoint', { id: this.id('we'), secret: `whsec_${this.id('made')}`, ...fields });
    this.webhookEndpoints.push(made);
    return made;
  }
}
