import type { FastifyInstance, FastifyReply } from 'fastify';
import { moneyIn } from '../messages/src/formats.ts';
import { forever } from '../apps/server/src/features/billing/rules.ts';
import { syncCustomer } from '../apps/server/src/features/billing/jobs.ts';
import type { Account, Bought } from '../apps/server/src/platform/payments/payments.ts';
import { moves } from '../apps/server/src/platform/payments/sandbox-moves.ts';
import type { Move } from '../apps/server/src/platform/payments/sandbox-moves.ts';
import type { Platform } from '../apps/server/src/platform/platform.ts';
import { html, page } from './dev-page.ts';
import type { Markup } from './dev-page.ts';

// What a bank, a card or the months decide, by a click: a renewal, one that fails, a refund, a dispute. The sandbox is told, and then the account is
// looked at as after any payment; nothing is written to what Heartwood knows.

const hidden = { schema: { hide: true } };
const path = '/dev/payments';

/** `/dev/payments`: everybody who has begun to pay in the sandbox, and what can be let happen to them. */
export function paymentRoutes(app: FastifyInstance): void {
  const { platform } = app;

  app.get(path, hidden, async (_request, reply) => {
    if (!platform.sandbox)
      return page(reply, 'Payments', html`<p>Payments are at Stripe: its dashboard and its test clocks move them.</p>`);
    const customers = await customersOf(platform);
    const none = html`<p>
      Nobody has begun to pay. <a href="/dev/sign-in?as=nora@whitlock.family">Sign in as Nora</a>, choose a plan on
      <a href="/lifetime-subscription">/lifetime-subscription</a> or <a href="/paywall">/paywall</a>, and pay with 4242 4242 4242 4242.
    </p>`;
    return page(reply, 'Payments', customers.length > 0 ? html`${await Promise.all(customers.map((one) => shown(platform, one)))}` : none);
  });

  app.post<{ Params: { customer: string; move: string } }>(`${path}/:customer/:move`, hidden, async (request, reply) => {
    const { customer, move } = request.params;
    const name = moves.find((one) => one === move);
    const isKnown = (await customersOf(platform)).some(({ id }) => id === customer);
    if (!platform.sandbox || !isKnown || !name) return reply.callNotFound();
    if (!(await platform.sandbox.move(customer, name))) return cannot(reply, name);
    await syncCustomer(platform, customer);
    return reply.redirect(`${path}#${customer}`, 303);
  });
}

interface Customer {
  id: string;
  /** Null where the account is gone. */
  name: string | null;
  email: string | null;
  /** Families they own, with the time until which each is paid for. */
  families: { name: string; paid_until: string | null }[];
}

async function customersOf(platform: Platform): Promise<Customer[]> {
  const { rows } = await platform.db.$client.query<Customer>(
    `select c.id, p.firstname || ' ' || p.lastname as name, u.email, coalesce(
       (select json_agg(json_build_object('name', f.name, 'paid_until', f.paid_until) order by f.name)
        from members m join families f on f.id = m.family_id where m.user_id = u.id and m.role = 'owner'), '[]') as families
     from billing_customers c left join users u on u.id = c.user_id left join profiles p on p.user_id = u.id
     where c.provider = 'sandbox' order by c.created_at desc limit 50`,
  );
  return rows;
}

async function shown(platform: Platform, customer: Customer): Promise<Markup> {
  const { id, name, email, families } = customer;
  const account = await platform.sandbox?.accountOf(id);
  const possible = (await platform.sandbox?.movesOf(id)) ?? [];
  return html`<section id="${id}">
    <h2>${name ?? 'Somebody who has left'}</h2>
    <p>${email ?? ''}</p>
    <ul>
      ${families.map((family) => html`<li>${family.name}: ${paidUntil(family.paid_until)}</li>`)}
    </ul>
    ${(account?.bought ?? []).map((one) => html`<p>${bought(one)}</p>`)} ${bills(account)} ${possible.map((move) => button(id, move))}
  </section>`;
}

function bought({ order, status, periodEnd, cancelAtPeriodEnd, unusedSince, isRefunded, dispute }: Bought): string {
  const words = [
    order.kind === 'gift' ? 'a gift' : order.plan,
    status,
    periodEnd && `period to ${minute(periodEnd)}`,
    cancelAtPeriodEnd && 'ends with it',
    unusedSince && 'pays for nobody',
    isRefunded && 'given back',
    dispute && `dispute ${dispute}`,
  ];
  return words.filter(Boolean).join(' · ');
}

function bills(account: Account | undefined): Markup {
  const rows = (account?.bills ?? []).map(({ createdAt, amount, currency, status, refunded }) => {
    const back = refunded > 0 ? `, ${moneyIn('en', refunded, currency)} given back` : '';
    return html`<tr>
      <td>${minute(createdAt)}</td>
      <td>${moneyIn('en', amount, currency)}</td>
      <td>${status}${back}</td>
    </tr>`;
  });
  return html`<table>
    ${rows}
  </table>`;
}

const button = (customer: string, move: Move): Markup =>
  html`<form method="post" action="${path}/${customer}/${encodeURIComponent(move)}"><button>${move}</button></form>`;

const cannot = (reply: FastifyReply, move: Move): FastifyReply =>
  page(reply.code(409), 'Payments', html`<p>“${move}” cannot happen now. <a href="${path}">Back</a></p>`);

/** The words for what is written at a family. */
function paidUntil(end: string | null): string {
  if (!end) return 'not paid for';
  return new Date(end) >= forever ? 'paid for good' : `paid until ${minute(new Date(end))}`;
}

/** A time to the minute, UTC. */
const minute = (time: Date): string => time.toISOString().replace('T', ' ').slice(0, 16);
