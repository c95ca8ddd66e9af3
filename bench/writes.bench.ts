import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { startEmbedded } from '../apps/server/src/platform/db/embedded.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { freePort, ServerProcess } from '../apps/server/test/process.ts';
import { makeFamily } from './feed-family.ts';
import { median } from './statistics.ts';
import type { BenchRow } from './statistics.ts';
import type { PeerTask } from './writes-peer.ts';

const connections = 16;
const rounds = 5;
const seconds = 4;
const goal = 0.5;
const text = 'First snow at the cabin. Sam carried the wood in, Emma carried one stick, and was very tired afterwards.';

/**
 * Posts shared in a second through the real server, against a bare node:http server that makes the same rows in one transaction, and against one
 * that makes nothing but the post.
 */
export default async function writes(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'heartwood-bench-'));
  const cluster = await startEmbedded({ dataDir: join(folder, 'database'), log: createLog({ logLevel: 'silent' }) });
  const server = new ServerProcess(join(folder, 'data'), await freePort(), { DATABASE_URL: cluster.url, NODE_ENV: 'production' });
  try {
    const { token, poolSize, familyId, userId, people } = await makeFamily(cluster.url, join(folder, 'data'));
    await server.start();
    const body = JSON.stringify({ text, people });
    const ours = { url: `${server.base}/api/posts`, headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } };
    const answer = await fetch(ours.url, { method: 'POST', headers: ours.headers, body });
    if (answer.status !== 201) throw new Error(`sharing failed: ${await answer.text()}`);
    const contentType = answer.headers.get('content-type') ?? '';
    const task = { databaseUrl: cluster.url, poolSize, familyId, userId, people, text, contentType, body: await answer.text() };
    const rows: BenchRow[] = [];
    for (const kept of ['all', 'post'] as const) {
      const peer = await startPeer(join(folder, `peer-${kept}.json`), { ...task, rows: kept });
      rows.push(await compare(body, ours, peer.target, kept).finally(peer.stop));
    }
    return rows;
  } finally {
    await server.stop();
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Target {
  url: string;
  headers: Record<string, string>;
}

async function startPeer(file: string, task: PeerTask): Promise<{ target: Target; stop: () => void }> {
  await writeFile(file, JSON.stringify(task));
  const child = fork(join(import.meta.dirname, 'writes-peer.ts'), [file]);
  const [port] = (await once(child, 'message')) as [number];
  return {
    target: { url: `http://127.0.0.1:${port}/`, headers: { 'content-type': 'application/json' } },
    stop: () => child.disconnect(),
  };
}

/** In turns, so that whatever else the machine does meets both. */
async function compare(body: string, ours: Target, bare: Target, kept: PeerTask['rows']): Promise<BenchRow> {
  await load(body, ours);
  await load(body, bare);
  const rates = { ours: [] as number[], bare: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    rates.ours.push(await load(body, ours));
    rates.bare.push(await load(body, bare));
  }
  const [value, peer] = [median(rates.ours), median(rates.bare)];
  const ratio = value / peer;
  return kept === 'all'
    ? { name: 'posts shared', value, unit: '/s', peer, ratio, goal: '>= 50 % of node:http with the same inserts', ok: ratio >= goal }
    : { name: 'the same against the post alone', value, unit: '/s', peer, ratio, goal: 'stated', ok: true };
}

/** @returns requests answered in a second */
async function load(body: string, target: Target): Promise<number> {
  const result = await autocannon({ ...target, method: 'POST', body, connections, duration: seconds });
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} requests to ${target.url} failed`);
  return result.requests.average;
}
