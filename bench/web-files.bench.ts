import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { freePort, ServerProcess } from '../apps/server/test/process.ts';
import { median } from './statistics.ts';
import type { BenchRow } from './statistics.ts';

const dist = join(import.meta.dirname, '../apps/web/dist');
/** Scripts that are asked for in turn: as many as a first visit to the feed loads. */
const count = 100;
/** A browser opens so many to one server (HTTP/1.1). */
const connections = 6;
const rounds = 5;
const seconds = { warmUp: 3, round: 3 };
const goal = 0.4;

/**
 * Scripts of the app, compressed ahead, from the real server as an operator runs it, against a bare node:http server that streams the same
 * files. Headers of security, tags for the browser's cache and refusing what is no path are the server's own work: the peer does nothing of it.
 */
export default async function webFiles(): Promise<BenchRow[]> {
  const names = new Set(await readdir(join(dist, 'assets')));
  const scripts = [...names].filter((name) => name.endsWith('.js') && names.has(`${name}.br`)).slice(0, count);
  const requests = scripts.map((name) => ({
    method: 'GET' as const,
    path: `/assets/${name}`,
    headers: { 'accept-encoding': 'gzip, deflate, br' },
    body: '',
  }));
  const load = async (url: string, duration: number): Promise<number> => {
    const result = await autocannon({ url, connections, duration, requests });
    if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} requests to ${url} failed`);
    return result.requests.average;
  };
  const folder = await mkdtemp(join(tmpdir(), 'heartwood-bench-'));
  const server = new ServerProcess(join(folder, 'data'), await freePort(), { NODE_ENV: 'production' });
  const child = fork(join(import.meta.dirname, 'web-files-peer.ts'), [dist]);
  try {
    const [port] = (await once(child, 'message')) as [number];
    const peerUrl = `http://127.0.0.1:${port}`;
    await server.start();
    await load(server.base, seconds.warmUp);
    await load(peerUrl, seconds.warmUp);
    const measured = { ours: [] as number[], bare: [] as number[] };
    // In turns, so that whatever else the machine does meets both.
    for (let round = 0; round < rounds; round += 1) {
      measured.ours.push(await load(server.base, seconds.round));
      measured.bare.push(await load(peerUrl, seconds.round));
    }
    const [value, peer] = [median(measured.ours), median(measured.bare)];
    const ratio = value / peer;
    const name = `scripts of the app, ${scripts.length} in turn over ${connections} connections`;
    return [{ name, value, unit: '/s', peer, ratio, goal: '>= 40 % of node:http that streams the same files', ok: ratio >= goal }];
  } finally {
    child.disconnect();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
