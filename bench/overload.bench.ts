import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { startEmbedded } from '../apps/server/src/platform/db/embedded.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { freePort, ServerProcess } from '../apps/server/test/process.ts';
import { Asking } from './asking.ts';
import type { Answered, Asked } from './asking.ts';
import { makeFamily } from './feed-family.ts';
import { median, percentile } from './statistics.ts';
import type { BenchRow } from './statistics.ts';

const times = 10;
const seconds = { warmUp: 4, best: 5, overload: 60, rest: 10, after: 5 };
const goals = { asked: 0.95, throughput: 0.8, served: 1_000, after: 250 };
/** Kept open, as a proxy does: Node accepts one new connection in each turn of its loop, so that new ones would be what is measured. */
const connections = 400;

/**
 * Ten times as many requests a second as the server can answer, for a minute, whether or not earlier ones have been answered: what it answers
 * then against the best it does when it is asked only as much as it can, and how it does ten seconds later. The server and its database have
 * one core, and who asks has another: on shared cores whoever asks more would leave the server less than it had for its best.
 */
export default async function overload(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'heartwood-bench-'));
  const log = createLog({ logLevel: 'silent' });
  const cluster = await onCore(0, () => startEmbedded({ dataDir: join(folder, 'database'), log }));
  const server = new ServerProcess(join(folder, 'data'), await freePort(), { DATABASE_URL: cluster.url, NODE_ENV: 'production' });
  try {
    const { token } = await makeFamily(cluster.url, join(folder, 'data'));
    await onCore(0, () => server.start());
    const headers = { authorization: `Bearer ${token}` };
    const url = `${server.base}/api/posts`;
    const steady = async (duration: number) => (await autocannon({ url, connections: 16, duration, headers })).requests.average;
    await steady(seconds.warmUp);
    const best = median([await steady(seconds.best), await steady(seconds.best), await steady(seconds.best)]);
    const asking = await Asking.over(connections, url, headers);
    const during = await asking.ask(best * times, seconds.overload);
    await sleep(seconds.rest * 1_000);
    const after = await asking.ask(best / 4, seconds.after);
    asking.close();
    return rowsOf(best, during, after);
  } finally {
    await server.stop();
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Starts something on one core; this process has the next one from then on. Where cores cannot be given out, all share all. */
async function onCore<T>(core: number, start: () => Promise<T>): Promise<T> {
  const move = (to: number) => spawnSync('taskset', ['--all-tasks', '--pid', '--cpu-list', String(to), String(process.pid)]);
  if (cpus().length > 1) move(core);
  const started = await start();
  if (cpus().length > 1) move(core + 1);
  return started;
}

function rowsOf(best: number, { answers: during, unsent }: Asked, { answers: after }: Asked): BenchRow[] {
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
  const due = during.length + unsent;
  return [
    {
      name: 'requests that were sent, of those that were due',
      value: during.length,
      unit: '',
      peer: due,
      ratio: during.length / due,
      goal: `>= ${goals.asked * 100} %`,
      ok: during.length / due >= goals.asked,
    },
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
