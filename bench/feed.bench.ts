import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import type { Result } from 'autocannon';
import { startEmbedded } from '../apps/server/src/platform/db/embedded.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { freePort, ServerProcess } from '../apps/server/test/process.ts';
import { makeFamily } from './feed-family.ts';
import type { PeerTask } from './feed-peer.ts';
import { median } from './statistics.ts';
import type { BenchRow } from './statistics.ts';

const connections = 16;
const rounds = 7;
const seconds = { warmUp: 4, round: 4 };
const goal = 0.5;
/** KB of a page of 20 posts with three photos each, before it is compressed. */
const size = 60;

/**
 * The first page of a family's feed, 20 posts with their people, photos, hearts and comments, from the real server as an operator runs it,
 * against a bare node:http server that runs the same statements on the same database and sends the same bytes. Finding out who asks,
 * whether they are in the family and whether it is covered is the server's own work: the peer does nothing of it.
 */
export default async function feed(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'heartwood-bench-'));
  const cluster = await startEmbedded({ dataDir: join(folder, 'database'), log: createLog({ logLevel: 'silent' }) });
  const server = new ServerProcess(join(folder, 'data'), await freePort(), { DATABASE_URL: cluster.url, NODE_ENV: 'production' });
  try {
    const { token, statements, poolSize } = await makeFamily(cluster.url, join(folder, 'data'));
    await server.start();
    const url = `${server.base}/api/posts`;
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(url, { headers });
    const body = await answer.text();
    const contentType = answer.headers.get('content-type') ?? '';
    const peer = await startPeer(join(folder, 'peer.json'), { databaseUrl: cluster.url, poolSize, statements, contentType, body });
    try {
      return await compare({ url, headers, peerUrl: peer.url, bytes: body.length, statements: statements.length });
    } finally {
      peer.stop();
    }
  } finally {
    await server.stop();
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function startPeer(file: string, task: PeerTask): Promise<{ url: string; stop: () => void }> {
  await writeFile(file, JSON.stringify(task));
  const child = fork(join(import.meta.dirname, 'feed-peer.ts'), [file]);
  const [port] = (await once(child, 'message')) as [number];
  const url = `http://127.0.0.1:${port}/`;
  const sent = await (await fetch(url)).text();
  if (sent !== task.body) throw new Error(`the peer does not send the same: ${sent.slice(0, 200)}`);
  return { url, stop: () => void child.disconnect() };
}

async function compare(given: { url: string; headers: Record<string, string>; peerUrl: string; bytes: number; statements: number }) {
  const ours = (duration: number) => load(given.url, duration, given.headers);
  const bare = (duration: number) => load(given.peerUrl, duration);
  await ours(seconds.warmUp);
  await bare(seconds.warmUp);
  const measured = { ours: [] as Result[], bare: [] as Result[] };
  // In turns, so that whatever else the machine does meets both.
  for (let round = 0; round < rounds; round += 1) {
    measured.ours.push(await ours(seconds.round));
    measured.bare.push(await bare(seconds.round));
  }
  const row = (name: string, unit: string, figure: (result: Result) => number): BenchRow => {
    const [value, peer] = [median(measured.ours.map(figure)), median(measured.bare.map(figure))];
    return { name, value, unit, peer, ratio: value / peer, goal: 'stated', ok: true };
  };
  const name = `feed of 20 posts, ${(given.bytes / 1_000).toFixed(0)} KB, ${given.statements} statements`;
  const rate = row(name, '/s', (result) => result.requests.average);
  const kilobytes = given.bytes / 1_000;
  return [
    {
      name: 'its bytes before compression',
      value: kilobytes,
      unit: 'KB',
      peer: size,
      ratio: kilobytes / size,
      goal: `<= ${size} KB`,
      ok: kilobytes <= size,
    },
    { ...rate, goal: '>= 50 % of node:http with the same SQL and bytes', ok: rate.ratio >= goal },
    row(`its median time with ${connections} at once`, 'ms', (result) => result.latency.p50),
    row(`its 99th percentile with ${connections} at once`, 'ms', (result) => result.latency.p99),
  ];
}

async function load(url: string, duration: number, headers: Record<string, string> = {}): Promise<Result> {
  const result = await autocannon({ url, connections, duration, headers });
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} requests to ${url} failed`);
  return result;
}
