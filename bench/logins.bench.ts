import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { freePort, ServerProcess } from '../apps/server/test/process.ts';
import { median } from './statistics.ts';
import type { BenchRow } from './statistics.ts';

const password = 'Kastanie-Baum-7';
const accounts = 20;
const connections = 16;
const rounds = 7;
const seconds = { warmUp: 3, round: 4, arriving: 10 };
const arrivals = 100;
const goal = { ratio: 0.9, delay: 50 };

/**
 * Log-ins by HTTP, on the database an operator has and with every limit in force, against the hashing library alone in a
 * process of its own with the same parameters; and how long the event loop is kept waiting while more log-ins arrive than the machine can hash.
 * Every account signs in from an address of its own, as its family does.
 */
export default async function logins(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'heartwood-bench-'));
  const env = { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1', NODE_ENV: 'production' };
  const server = new ServerProcess(join(folder, 'data'), await freePort(), env);
  const peer = fork(join(import.meta.dirname, 'logins-peer.ts'), [password]);
  try {
    await Promise.all([server.start(), once(peer, 'message')]);
    const calls = Array.from({ length: accounts }, (_, n) => ({ email: `bench-${n}@example.com`, from: `198.51.100.${n}` }));
    for (const { email, from } of calls) await register(server.base, email, from);
    return [await rate(server.base, calls, peer), ...(await delay(server.base, calls))];
  } finally {
    peer.disconnect();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

type Account = { email: string; from: string };
const headers = (from: string) => ({ 'content-type': 'application/json', 'x-forwarded-for': from });

async function register(base: string, email: string, from: string): Promise<void> {
  const body = JSON.stringify({ firstname: 'Bench', lastname: 'Mark', email, password, password_confirmation: password });
  const answer = await fetch(`${base}/api/register`, { method: 'POST', headers: headers(from), body });
  if (answer.status !== 200) throw new Error(`registering failed: ${await answer.text()}`);
}

async function rate(base: string, all: Account[], peer: ReturnType<typeof fork>): Promise<BenchRow> {
  const requests = all.map(({ email, from }) => ({
    method: 'POST' as const,
    path: '/api/login',
    headers: headers(from),
    body: JSON.stringify({ email, password }),
  }));
  const ours = async (duration: number) => {
    const result = await autocannon({ url: base, connections, duration, requests });
    if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} log-ins were refused, ${result.errors} broke off`);
    return result['2xx'] / result.duration;
  };
  const alone = async (duration: number) => {
    peer.send(duration);
    const [perSecond] = (await once(peer, 'message')) as [number];
    return perSecond;
  };
  await ours(seconds.warmUp);
  await alone(seconds.warmUp);
  const measured = { ours: [] as number[], alone: [] as number[] };
  // In turns, so that whatever else the machine does meets both.
  for (let round = 0; round < rounds; round += 1) {
    measured.ours.push(await ours(seconds.round));
    measured.alone.push(await alone(seconds.round));
  }
  const [value, best] = [median(measured.ours), median(measured.alone)];
  const ratio = value / best;
  return {
    name: 'log-ins with Argon2id',
    value,
    unit: '/s',
    peer: best,
    ratio,
    goal: '>= 90 % of the library alone',
    ok: ratio >= goal.ratio,
  };
}

/** What the server's own metrics say of its event loop since they were last asked, in milliseconds. */
async function eventLoop(base: string): Promise<{ p99: number; max: number }> {
  const text = await (await fetch(`${base}/metrics`)).text();
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]) * 1_000;
  return { p99: figure('nodejs_eventloop_lag_p99_seconds'), max: figure('nodejs_eventloop_lag_max_seconds') };
}

async function delay(base: string, all: Account[]): Promise<BenchRow[]> {
  await eventLoop(base);
  const statuses = await arrive(base, all);
  const { p99, max } = await eventLoop(base);
  if (statuses.some((status) => status !== 200 && status !== 503))
    throw new Error(`unexpected answers: ${[...new Set(statuses)].join(', ')}`);
  const row = (name: string, value: number, words: string, limit: number): BenchRow => {
    return { name, value, unit: 'ms', peer: limit, ratio: value / limit, goal: words, ok: value < limit };
  };
  return [
    row(`event loop's delay while ${arrivals} log-ins a second arrive, p99`, p99, `< ${goal.delay} ms`, goal.delay),
    row('the longest of them', max, '< 200 ms', 200),
  ];
}

/** Log-ins that come at their own pace, answered or not. @returns their statuses */
async function arrive(base: string, all: Account[]): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const answers: Promise<number>[] = [];
  const began = performance.now();
  for (let n = 0; n < arrivals * seconds.arriving; n += 1) {
    const wait = began + (n * 1_000) / arrivals - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    answers.push(signIn(base, agent, all[n % all.length]!));
  }
  const statuses = await Promise.all(answers);
  agent.destroy();
  return statuses;
}

function signIn(base: string, agent: Agent, { email, from }: Account): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(`${base}/api/login`, { method: 'POST', agent, headers: headers(from) }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.on('error', reject);
    sent.end(JSON.stringify({ email, password }));
  });
}
