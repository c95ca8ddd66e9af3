import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { startEmbedded } from '../apps/server/src/platform/db/embedded.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { freePort, ServerProcess } from '../apps/server/test/process.ts';
import { makeFamily } from './feed-family.ts';
import { median, percentile } from './statistics.ts';
import type { BenchRow } from './statistics.ts';

const times = 10;
const seconds = { warmUp: 4, best: 5, overload: 60, rest: 10, after: 5 };
const goals = { throughput: 0.8, served: 1_000, after: 250 };
/** Kept open, as a proxy does: Node accepts one new connection in each turn of its loop, so that new ones would be what is measured. */
const connections = 400;
/** Milliseconds between two bursts of requests. */
const tick = 10;

/** One answer. */
interface Answered {
  status: number;
  milliseconds: number;
  retryAfter: string | undefined;
}

/**
 * Ten times as many requests a second as the server can answer, for a minute, whether or not earlier ones have been answered: what it answers
 * then against the best it does when it is asked only as much as it can, and how it does ten seconds later.
 */
export default async function overload(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'heartwood-bench-'));
  const cluster = await startEmbedded({ dataDir: join(folder, 'database'), log: createLog({ logLevel: 'silent' }) });
  const server = new ServerProcess(join(folder, 'data'), await freePort(), { DATABASE_URL: cluster.url, NODE_ENV: 'production' });
  try {
    const { token } = await makeFamily(cluster.url, join(folder, 'data'));
    await server.start();
    const headers = { authorization: `Bearer ${token}` };
    const url = `${server.base}/api/posts`;
    const steady = async (duration: number) => (await autocannon({ url, connections: 16, duration, headers })).requests.average;
    await steady(seconds.warmUp);
    const best = median([await steady(seconds.best), await steady(seconds.best), await steady(seconds.best)]);
    const during = await ask(url, headers, best * times, seconds.overload);
    await sleep(seconds.rest * 1_000);
    const after = await ask(url, headers, best / 4, seconds.after);
    return rowsOf(best, during, after);
  } finally {
    await server.stop();
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function rowsOf(best: number, during: Answered[], after: Answered[]): BenchRow[] {
  const served = during.filter(({ status }) => status === 200);
  const others = during.filter(({ status }) => status !== 200);
  const proper = others.filter(({ status, retryAfter }) => status === 503 && Number(retryAfter) > 0);
  const p99 = (answers: Answered[]) =>
    percentile(
      answers.map(({ milliseconds }) => milliseconds),
      0.99,
    );
  const against = (name: string, value: number, peer: number, unit: string, atLeast = false): BenchRow => {
    const ratio = value / peer;
    return { name, value, unit, peer, ratio, goal: `${atLeast ? '>=' : '<='} ${peer} ${unit}`, ok: atLeast ? ratio >= 1 : ratio <= 1 };
  };
  const rate = served.length / seconds.overload;
  return [
    {
      name: `answers at ${times} times the best rate, against the best rate`,
      value: rate,
      unit: '/s',
      peer: best,
      ratio: rate / best,
      goal: `>= ${goals.throughput * 100} %`,
      ok: rate / best >= goals.throughput,
    },
    against('99th percentile of those', p99(served), goals.served, 'ms'),
    against('99th percentile of refusals', p99(others), goals.served, 'ms'),
    against('refusals that are 503 with Retry-After, of all of them', proper.length, others.length, '', true),
    against(`99th percentile ${seconds.rest} s later, at a quarter of the best rate`, p99(after), goals.after, 'ms'),
    against('answers then that are 200, of all of them', after.filter(({ status }) => status === 200).length, after.length, '', true),
  ];
}

/** Asks so many times a second, whatever the answers do. @returns all answers; one that is none has the status 0 */
async function ask(url: string, headers: Record<string, string>, rate: number, duration: number): Promise<Answered[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, scheduling: 'fifo' });
  const answers: Promise<Answered>[] = [];
  const live = new URL('/api/health/live', url).href;
  await Promise.all(Array.from({ length: connections }, () => one(live, headers, agent)));
  const began = performance.now();
  for (let sent = 0; performance.now() - began < duration * 1_000; await sleep(tick)) {
    const due = ((performance.now() - began) / 1_000) * rate;
    for (; sent < due; sent += 1) answers.push(one(url, headers, agent));
  }
  const all = await Promise.all(answers);
  agent.destroy();
  return all;
}

function one(url: string, headers: Record<string, string>, agent: Agent): Promise<Answered> {
  const began = performance.now();
  return new Promise((resolve) => {
    const end = (status: number, retryAfter?: string) => resolve({ status, milliseconds: performance.now() - began, retryAfter });
    request(url, { agent, headers }, (answer) => {
      answer.resume().on('end', () => end(answer.statusCode ?? 0, answer.headers['retry-after']));
    })
      .on('error', () => end(0))
      .end();
  });
}
