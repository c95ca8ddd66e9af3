import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import Stripe from 'stripe';
import { isCovered } from '../apps/server/src/features/billing/rules.ts';
import { startEmbedded } from '../apps/server/src/platform/db/embedded.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { freePort, ServerProcess } from '../apps/server/test/process.ts';
import { StripeServer, stripeKeys } from '../apps/server/test/stripe-server.ts';
import { makeFamily } from './feed-family.ts';
import { median } from './statistics.ts';
import type { BenchRow } from './statistics.ts';

const perSecond = 100;
const seconds = 24;
const customers = 200;
const goals = { milliseconds: 300, share: 0.03 };
const pages = 300;

/**
 * Reports of Stripe's at a hundred a second, each of another event about one of 200 customers, whose account is then fetched, while the server is killed
 * once in between: what is not answered is sent again, as Stripe does. And what the question whether a family is covered costs of a page of the feed.
 */
export default async function billing(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'heartwood-billing-'));
  const cluster = await startEmbedded({ dataDir: join(folder, 'database'), log: createLog({ logLevel: 'silent' }) });
  const stripe = new StripeServer(() => new Date());
  const env = { DATABASE_URL: cluster.url, NODE_ENV: 'production', ...stripeKeys, STRIPE_API_BASE: await stripe.listen() };
  const server = new ServerProcess(join(folder, 'data'), await freePort(), env);
  const pool = new pg.Pool({ connectionString: cluster.url });
  try {
    const { token } = await makeFamily(cluster.url, join(folder, 'data'));
    const known = Array.from({ length: customers }, () => stripe.account.addCustomer({}).id);
    await pool.query(`insert into billing_customers (id, provider, created_at) select id, 'stripe', now() from unnest($1::text[]) as id`, [
      known,
    ]);
    await server.start();
    const rows = [await costOfCheck(pool, server, token)];
    return [...rows, ...(await underReports(pool, server, known))];
  } finally {
    await pool.end();
    await server.stop();
    await stripe.close();
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The rule itself, and its column in the statement that lets a request in, against a page of the feed. */
async function costOfCheck(pool: pg.Pool, server: ServerProcess, token: string): Promise<BenchRow> {
  const feed: number[] = [];
  const headers = { authorization: `Bearer ${token}` };
  for (let n = 0; n < pages; n += 1) {
    const begun = performance.now();
    const answer = await fetch(`${server.base}/api/posts`, { headers });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`the feed answered ${answer.status}`);
    feed.push(performance.now() - begun);
  }
  const calls = 1_000_000;
  const standing = { trialEndsAt: new Date(0), paidUntil: new Date(Date.now() + 1e9) };
  const now = new Date();
  let covered = 0;
  const begun = performance.now();
  for (let n = 0; n < calls; n += 1) covered += Number(isCovered(standing, now));
  const rule = (performance.now() - begun) / calls;
  if (covered !== calls) throw new Error('a family that is paid for is not covered');
  const without: number[] = [];
  const withColumn: number[] = [];
  const statement = (columns: string) => `select m.role, ${columns} from members m join families f on f.id = m.family_id limit 1`;
  for (let n = 0; n < pages * 4; n += 1) {
    without.push(await timeOf(pool, 'without', statement('f.trial_ends_at')));
    withColumn.push(await timeOf(pool, 'with', statement('f.trial_ends_at, f.paid_until')));
  }
  const value = rule + Math.max(0, median(withColumn) - median(without));
  const peer = median(feed);
  const ratio = value / peer;
  return {
    name: 'whether a family is covered, of a page of the feed',
    value,
    unit: 'ms',
    peer,
    ratio,
    goal: '< 3 %',
    ok: ratio < goals.share,
  };
}

async function timeOf(pool: pg.Pool, name: string, text: string): Promise<number> {
  const begun = performance.now();
  await pool.query({ name, text });
  return performance.now() - begun;
}

async function underReports(pool: pg.Pool, server: ServerProcess, known: readonly string[]): Promise<BenchRow[]> {
  const { webhooks } = new Stripe('sk_test_nobody');
  const times: number[] = [];
  const acknowledged = new Set<string>();
  let isAway = false;
  /** Sends one until it is answered. A try that met the killed server counts for nothing but for what was acknowledged. */
  const send = async (id: string, customer: string): Promise<void> => {
    const object = { object: 'subscription', id: 'sub_1', customer };
    const payload = JSON.stringify({ id, object: 'event', type: 'customer.subscription.updated', livemode: false, data: { object } });
    for (let wait = 2_000; ; wait *= 2) {
      const header = webhooks.generateTestHeaderString({ payload, secret: 'whsec_new' });
      const [begun, wasAway] = [performance.now(), isAway];
      const status = await fetch(`${server.base}/api/stripe/webhook`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'stripe-signature': header },
        body: payload,
      }).then(
        (answer) => answer.status,
        () => 0,
      );
      if (status === 200) {
        if (!wasAway && !isAway) times.push(performance.now() - begun);
        acknowledged.add(id);
        return;
      }
      // Stripe waits longer and longer; by chance, so that they do not all come again at once.
      await new Promise((resolve) => setTimeout(resolve, wait * (0.5 + Math.random())));
    }
  };
  const sending: Promise<void>[] = [];
  const begun = performance.now();
  const count = perSecond * seconds;
  let restarted: Promise<void> | undefined;
  for (let n = 0; n < count; n += 1) {
    const due = begun + (n * 1_000) / perSecond;
    while (performance.now() < due) await new Promise((resolve) => setTimeout(resolve, 1));
    if (n === count / 2) {
      isAway = true;
      restarted = server
        .kill()
        .then(() => server.start())
        .then(() => void (isAway = false));
    }
    sending.push(send(`evt_${n}`, known[n % known.length]!));
  }
  await Promise.all(sending);
  await restarted;
  const { rows } = await pool.query<{ id: string }>('select id from billing_events');
  const stored = new Set(rows.map(({ id }) => id));
  const lost = [...acknowledged].filter((id) => !stored.has(id)).length + (count - stored.size);
  const sorted = times.toSorted((a, b) => a - b);
  const p99 = sorted[Math.floor(0.99 * sorted.length)] ?? Number.NaN;
  const { milliseconds } = goals;
  return [
    {
      name: `a report answered at ${perSecond} a second, p99 of ${sorted.length}`,
      value: p99,
      unit: 'ms',
      peer: milliseconds,
      ratio: p99 / milliseconds,
      goal: `< ${milliseconds} ms`,
      ok: p99 < milliseconds,
    },
    {
      name: `reports lost of ${count}, the server killed in between`,
      value: lost,
      unit: '',
      peer: 1,
      ratio: lost,
      goal: '0',
      ok: lost === 0,
    },
  ];
}
