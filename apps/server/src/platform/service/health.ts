import { timingSafeEqual } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { pendingMigrations } from '#platform/db/migrate.ts';
import type { Config } from '#platform/config.ts';
import { refuse, Refused } from '#platform/http/refusal.ts';
import { isLoopback } from '#platform/loopback.ts';
import { troubleOf } from '#platform/storage/trouble.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** What the process counts and measures. */
    metrics: Registry;
  }
}

/** Bytes that must be free for media. */
const leastFree = 64 * 1024 * 1024;

interface Check {
  ok: boolean;
  detail?: string | number;
}

/** Whether the process lives, whether it can do its work, and what it has done: for operators and their tools. */
export function healthRoutes(app: FastifyInstance): void {
  const { platform } = app;
  let stopping = false;
  app.addHook('preClose', async () => void (stopping = true));
  app.get('/api/health/live', { schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'live' }),
  );
  app.get('/api/health/ready', { schema: { hide: true } }, async (_request, reply) => {
    const checks: Record<string, Check> = {
      stopping: { ok: !stopping },
      database: await check(async () => void (await platform.db.execute(sql`select 1`))),
      migrations: await check(async () => {
        const pending = await pendingMigrations(platform.db);
        if (pending.length > 0) throw new Error(`${pending.length} to run`);
      }),
      storage: await check(async () => {
        const { freeBytes } = await platform.storage.health();
        if (freeBytes !== null && freeBytes < leastFree) throw new Error('hardly any space is left');
      }),
    };
    const ok = Object.values(checks).every((one) => one.ok);
    // An alarm, not a reason to take the server out of service: jobs that wait keep no request from being answered.
    const queue = await check(async () => {
      const late = (await platform.jobs.waiting()).filter(({ isLate }) => isLate);
      if (late.length > 0) throw new Error(late.map(({ name, seconds }) => `${name} has waited ${Math.round(seconds)} s`).join(', '));
    });
    return reply
      .code(ok ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ok ? 'ready' : 'not ready', checks: { ...checks, queue } });
  });
  metricsRoute(app);
}

async function check(work: () => Promise<void>): Promise<Check> {
  const late = new Promise<never>((_resolve, reject) => setTimeout(() => reject(new Error('no answer in 3 s')), 3_000).unref());
  try {
    await Promise.race([work(), late]);
    return { ok: true };
  } catch (error) {
    return { ok: false, detail: detailOf(error) };
  }
}

function detailOf(error: unknown): string {
  if (error instanceof Refused && error.cause !== undefined) return troubleOf(error.cause);
  const isSaid = error instanceof Error && /^(\d+ to run|[a-z-]+ has waited|hardly|no answer)/.test(error.message);
  return isSaid ? error.message : 'does not answer';
}

function metricsRoute(app: FastifyInstance): void {
  const registry = new Registry();
  app.decorate('metrics', registry);
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'heartwood_http_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const waiting = new Gauge({
    name: 'heartwood_queue_seconds',
    help: 'How long the oldest job that is due has waited, by queue; `late` is 1 where that is too long',
    labelNames: ['queue', 'late'],
    registers: [registry],
  });
  const refused = new Counter({
    name: 'heartwood_refused_total',
    help: 'Requests there was no room for',
    registers: [registry],
  });
  const givenUp = new Counter({
    name: 'heartwood_jobs_given_up_total',
    help: 'Jobs that failed at their last try, by queue',
    labelNames: ['queue'],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    if (request.routeOptions.config.endpoint?.events) return;
    duration.observe(
      { method: request.method, route: request.routeOptions.url ?? 'unknown', status: reply.statusCode },
      reply.elapsedTime / 1_000,
    );
  });
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayRead(request, app.platform.config)) throw refuse.notFound();
    refused.reset();
    refused.inc(app.load.refused);
    const queues = await app.platform.jobs.waiting().catch(() => []);
    waiting.reset();
    givenUp.reset();
    for (const [queue, count] of app.platform.jobs.givenUp) givenUp.inc({ queue }, count);
    for (const { name, seconds, isLate } of queues) waiting.set({ queue: name, late: Number(isLate) }, seconds);
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics());
  });
}

/**
 * Whether a request has the token, or comes from this machine to this machine: without a proxy, under a name that can mean nothing else (a page
 * in a browser here may ask under any other), and where the public address is no other machine.
 */
function mayRead(request: FastifyRequest, { metricsToken: token, publicUrl }: Config): boolean {
  const given = Buffer.from(request.headers.authorization ?? '');
  const right = Buffer.from(`Bearer ${token ?? ''}`);
  if (token && given.length === right.length && timingSafeEqual(given, right)) return true;
  const address = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const forwarded = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
  return !forwarded && [address, request.hostname, new URL(publicUrl).hostname].every(isLoopback);
}
