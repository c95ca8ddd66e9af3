import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import qs from 'qs';
import Stripe from 'stripe';
import { StripeAccount } from './stripe-account.ts';

/** How the server behaves: as it should, or as one that is in trouble. */
export type Mood =
  | 'well'
  | 'strange key'
  | 'poor key'
  | 'down'
  | 'hanging'
  | 'dripping'
  | 'resetting'
  | 'garbage'
  | 'nonsense'
  | 'declining';

/** A request as it was answered. */
interface Asked {
  method: string;
  path: string;
  body: Record<string, unknown>;
  key: string | undefined;
}

type Answer = { status?: number; body: object };
type Fields = Record<string, never>;

const list = (data: readonly { created?: number }[]): Answer => ({
  body: { object: 'list', data: data.toReversed().toSorted((a, b) => (b.created ?? 0) - (a.created ?? 0)), has_more: false, url: '/v1' },
});
const missing: Answer = {
  status: 404,
  body: { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such object' } },
};
const invalid = (message: string): Answer => ({ status: 400, body: { error: { type: 'invalid_request_error', message } } });
const one = (found: object | undefined): Answer => (found ? { body: found } : missing);

/** A server that speaks the paths of Stripe's API that Heartwood uses, over HTTP on this machine. */
export class StripeServer {
  readonly account: StripeAccount;
  readonly asked: Asked[] = [];
  mood: Mood = 'well';
  /** After so many requests it is down. */
  breaksAfter = Infinity;
  private readonly server: Server;
  private readonly answered = new Map<string, { body: string; answer: Answer }>();

  constructor(now: () => Date) {
    this.account = new StripeAccount(() => Math.floor(now().getTime() / 1_000));
    this.server = createServer((request, response) => void this.serve(request, response).catch(() => response.destroy()));
  }

  async listen(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { mood } = this;
    if (mood === 'resetting') return void request.socket.destroy();
    if (mood === 'hanging') return;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const { pathname, search } = new URL(request.url ?? '', 'http://stripe');
    const body = { ...qs.parse(search.slice(1)), ...qs.parse(text) } as Record<string, unknown>;
    const key = request.headers['idempotency-key'] as string | undefined;
    this.asked.push({ method: request.method ?? '', path: pathname, body, key });
    if (mood === 'garbage') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>');
    if (mood === 'nonsense') return send(response, { body: { object: 'list', data: [{ id: 7, status: [] }], has_more: false } });
    if (mood === 'strange key')
      return send(response, {
        status: 401,
        body: { error: { type: 'invalid_request_error', message: 'Invalid API Key provided: rk_***' } },
      });
    if (mood === 'poor key')
      return send(response, {
        status: 403,
        body: { error: { type: 'invalid_request_error', message: 'The provided key does not have the required permissions.' } },
      });
    if (mood === 'down' || this.asked.length > this.breaksAfter)
      return send(response, { status: 503, body: { error: { type: 'api_error', message: 'down' } } });
    if (mood === 'dripping') return void response.writeHead(200, { 'content-type': 'application/json' }).write('{');
    const known = key ? this.answered.get(key) : undefined;
    if (known && known.body !== `${pathname}${text}`)
      return send(response, { status: 400, body: { error: { type: 'idempotency_error', message: 'Another body with this key' } } });
    const answer = known?.answer ?? this.answer(`${request.method} ${pathname}`, body as Fields);
    if (key && !known && (answer.status ?? 200) < 400)
      this.answered.set(key, { body: `${pathname}${text}`, answer: structuredClone(answer) });
    send(response, answer);
  }

  private answer(route: string, body: Fields): Answer {
    const { account } = this;
    const [method = '', path = ''] = route.split(' ');
    const [, , noun = '', id = '', verb = ''] = path.startsWith('/v1/checkout/')
      ? path.replace('checkout/', '').split('/')
      : path.split('/');
    const { customer } = body as { customer?: string };
    if (customer && method === 'GET' && !account.customers.has(customer)) return missing;
    const own = <T extends { customer?: unknown; created?: number }>(all: Iterable<T>): Answer =>
      list([...all].filter((each) => each.customer === customer));
    switch (`${method} ${noun}${id === 'create_preview' ? '/preview' : id ? '/:id' : ''}${verb ? `/${verb}` : ''}`) {
      case 'POST customers':
        return one(account.addCustomer(body));
      case 'POST sessions':
        return this.openSession(body);
      case 'GET sessions':
        return own([...account.sessions.values()].filter(({ status }) => status === 'complete'));
      case 'GET sessions/:id':
        return this.findSession(id, body);
      case 'POST sessions/:id/expire':
        return this.expireSession(id);
      case 'GET subscriptions':
        return own(account.subscriptions.values());
      case 'GET subscriptions/:id':
        return one(account.subscriptions.get(id));
      case 'POST subscriptions/:id':
        return this.changeSubscription(id, body);
      case 'DELETE subscriptions/:id':
        return one(Object.assign(account.subscriptions.get(id) ?? {}, { status: 'canceled' }));
      case 'GET invoices':
        return own(account.invoices);
      case 'POST invoices/preview':
        return { body: { object: 'invoice', amount_due: 4_321, currency: 'usd' } };
      case 'GET charges':
        return own(account.charges);
      case 'GET disputes':
        return list(account.disputes.filter(({ charge }) => charge === (body as { charge?: string }).charge));
      case 'GET payment_intents/:id':
        return one(account.intentOf(id));
      case 'POST billing_portal/:id':
        return one(account.portalOf(customer ?? ''));
      default:
        return this.answerSetup(`${method} ${noun}`, id, body);
    }
  }

  private answerSetup(route: string, id: string, body: Fields): Answer {
    const { account } = this;
    const given = body as Record<string, unknown> & { lookup_keys?: string[]; recurring?: object; unit_amount?: string };
    switch (route) {
      case 'GET prices':
        return list(
          account.prices.filter(({ active, lookup_key: key }) => active && (!given.lookup_keys || given.lookup_keys.includes(key ?? ''))),
        );
      case 'POST prices':
        if (id) return one(Object.assign(account.prices.find((price) => price.id === id) ?? {}, { active: given['active'] === 'true' }));
        for (const price of account.prices)
          if (given['transfer_lookup_key'] && price.lookup_key === given['lookup_key']) price.lookup_key = null;
        return one(
          account.addPrice({ ...given, unit_amount: Number(given.unit_amount), recurring: (given.recurring ?? null) as never } as never),
        );
      case 'GET products':
        return list(account.products);
      case 'POST products':
        return one(account.addProduct(body));
      case 'GET webhook_endpoints':
        return list(account.webhookEndpoints);
      case 'POST webhook_endpoints':
        return one(
          id ? Object.assign(account.webhookEndpoints.find((hook) => hook.id === id) ?? {}, body) : account.addWebhookEndpoint(body),
        );
      default:
        return missing;
    }
  }

  private openSession(body: Fields): Answer {
    const { line_items: items, ...fields } = body as { line_items?: { price: string; quantity: string }[] };
    const price = this.account.prices.find(({ id }) => id === items?.[0]?.price);
    if (!price || items?.length !== 1 || items[0]?.quantity !== '1') return invalid('No such price');
    return one(this.account.addSession({ ...fields, price: price.id }));
  }

  private findSession(id: string, { expand }: { expand?: readonly string[] }): Answer {
    const session = this.account.sessions.get(id);
    const intent = expand?.includes('payment_intent') && this.account.intentOf(session?.payment_intent as string);
    return one(session && { ...session, ...(intent ? { payment_intent: intent } : {}) });
  }

  private expireSession(id: string): Answer {
    const session = this.account.sessions.get(id);
    if (session?.status !== 'open') return session ? invalid('This Checkout Session is not open.') : missing;
    return one(Object.assign(session, { status: 'expired', url: null, client_secret: null }));
  }

  private changeSubscription(id: string, body: Fields): Answer {
    const subscription = this.account.subscriptions.get(id);
    if (!subscription) return missing;
    const given = body as {
      items?: { price: string }[];
      cancel_at_period_end?: string;
      cancel_at?: string;
      metadata?: Record<string, string>;
    };
    if (given.items) {
      if (this.mood === 'declining')
        return { status: 402, body: { error: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' } } };
      const price = this.account.prices.find((each) => each.id === given.items?.[0]?.price);
      if (!price) return invalid('No such price');
      subscription.items.data[0]!.price = price;
      this.account.renew(id, true);
    }
    if (given.cancel_at_period_end) subscription.cancel_at_period_end = given.cancel_at_period_end === 'true';
    if (given.cancel_at === '') subscription.cancel_at = null;
    for (const [key, value] of Object.entries(given.metadata ?? {}))
      if (value === '') delete subscription.metadata[key];
      else subscription.metadata[key] = value;
    return one(subscription);
  }
}

function send(response: ServerResponse, { status = 200, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_test' }).end(JSON.stringify(body));
}

/** Keys as an operator would set them. */
export const stripeKeys = {
  STRIPE_SECRET_KEY: 'rk_test_heartwood',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_heartwood',
  STRIPE_WEBHOOK_SECRET: 'whsec_new, whsec_old',
};

/** The prices as they are configured where nothing is. */
export function addPrices({ account }: StripeServer): void {
  const price = (key: string, unit_amount: number, interval?: 'month' | 'year') =>
    account.addPrice({
      lookup_key: `heartwood_${key}`,
      unit_amount,
      currency: 'usd',
      recurring: (interval ? { interval } : null) as never,
    });
  price('monthly', 599, 'month');
  price('yearly', 4999, 'year');
  price('lifetime', 19_900);
  price('gift', 4999);
}

const { webhooks } = new Stripe('sk_test_nobody');

/** The header with which Stripe signs a report. @param at seconds since 1970 */
export const signatureOf = (payload: string, secret: string, at: number): string =>
  webhooks.generateTestHeaderString({ payload, secret, timestamp: at });
