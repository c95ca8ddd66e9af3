import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import type { ClientRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { goodPassword } from '../apps/server/test/people.ts';
import { freePort, ServerProcess } from '../apps/server/test/process.ts';
import type { BenchRow } from './statistics.ts';

const streams = 1_000;
const perSession = 5;
const facts = 100;
const limit = { megabytes: 100, milliseconds: 1_000 };

/**
 * A thousand streams on one process: how much memory they take, and how long after a fact was acknowledged each of them has it. They are of 200
 * sessions of one account, so that all hear of every fact. The readers are in this process; their time counts with the rest.
 */
export default async function events(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'heartwood-events-'));
  const server = new ServerProcess(folder, await freePort());
  const open: ClientRequest[] = [];
  try {
    await server.start();
    const tokens = await signIn(server.base);
    const heard = new Map<string, number[]>();
    open.push(await listen(server.base, tokens[0]!, heard));
    const before = await memoryOf(server);
    for (let n = 1; n < streams; n += 1) open.push(await listen(server.base, tokens[n % tokens.length]!, heard));
    const opened = (await memoryOf(server)) - before;
    const delays: number[] = [];
    for (let n = 0; n < facts; n += 1) delays.push(...(await delaysOf(server.base, tokens[0]!, heard, n)));
    const after = (await memoryOf(server)) - before;
    const sorted = delays.toSorted((a, b) => a - b);
    const p99 = sorted[Math.floor(0.99 * sorted.length)] ?? Number.NaN;
    return [
      row(`memory of ${streams} open streams`, opened, 'MB', limit.megabytes),
      row(`the same after ${facts} facts to each`, after, 'MB', limit.megabytes),
      row(`a fact at ${streams} streams after it was acknowledged, p99`, p99, 'ms', limit.milliseconds),
    ];
  } finally {
    for (const one of open) one.destroy();
    await server.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

const row = (name: string, value: number, unit: string, peer: number): BenchRow => ({
  name,
  value,
  unit,
  peer,
  ratio: value / peer,
  goal: `< ${peer} ${unit}`,
  ok: value < peer,
});

/** Resident memory in megabytes. */
const memoryOf = async ({ pid }: ServerProcess): Promise<number> =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

async function ask<Data>(base: string, path: string, token: string, body: object): Promise<Data> {
  const answer = await fetch(`${base}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return ((await answer.json()) as { data: Data }).data;
}

/** Tokens of as many sessions of one account as the streams need. */
async function signIn(base: string): Promise<string[]> {
  const email = 'nora@example.com';
  const passwords = { password: goodPassword, password_confirmation: goodPassword };
  const name = { firstname: 'Nora', lastname: 'Whitlock' };
  const tokens = [(await ask<{ token: string }>(base, '/api/register', '', { ...name, email, ...passwords })).token];
  while (tokens.length < streams / perSession)
    tokens.push((await ask<{ token: string }>(base, '/api/login', '', { email, password: goodPassword })).token);
  return tokens;
}

/** Opens a stream. @param heard gets the times at which each post was heard of */
const listen = (base: string, token: string, heard: Map<string, number[]>): Promise<ClientRequest> =>
  new Promise((resolve, reject) => {
    const sent = request(`${base}/api/events`, { headers: { authorization: `Bearer ${token}` }, agent: false }, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`a stream answered ${answer.statusCode}`));
      answer.setEncoding('utf8').on('data', (text: string) => {
        for (const [, id = ''] of text.matchAll(/"post_id":"([^"]+)"/g)) heard.set(id, [...(heard.get(id) ?? []), performance.now()]);
      });
      resolve(sent);
    });
    sent.on('error', reject).end();
  });

/** Shares a post. @returns for each stream the milliseconds from the answer until it had heard */
async function delaysOf(base: string, token: string, heard: Map<string, number[]>, n: number): Promise<number[]> {
  const { post } = await ask<{ post: { id: string } }>(base, '/api/posts', token, { text: `Fact ${n}` });
  const acknowledged = performance.now();
  const times = () => heard.get(post.id) ?? [];
  while (times().length < streams && performance.now() < acknowledged + 10_000) await new Promise((resolve) => setTimeout(resolve, 5));
  if (times().length < streams) throw new Error(`${times().length} of ${streams} streams heard of fact ${n}`);
  return times().map((time) => Math.max(0, time - acknowledged));
}
