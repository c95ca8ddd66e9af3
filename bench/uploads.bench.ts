import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { goodPassword } from '../apps/server/test/people.ts';
import { freePort, ServerProcess } from '../apps/server/test/process.ts';
import { longSound } from '../apps/server/test/sounds.ts';
import { createSender } from '../apps/server/test/tus.ts';
import { median } from './statistics.ts';
import type { BenchRow } from './statistics.ts';

const megabyte = 1_048_576;
const size = 1_024 * megabyte;
/** Bytes of one chunk: what the web client sends. */
const chunk = 128 * megabyte;
const rounds = 3;
const goal = 0.7;
/** Megabytes by which the server may grow while a file goes through it. */
const rise = 64;

/** A file of 1 GB in chunks until it is a medium, against the same bytes in one request to a bare server that writes and syncs them. */
export default async function uploads(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'heartwood-bench-'));
  const server = new ServerProcess(join(folder, 'ours'), await freePort(), { ROLE: 'web' });
  const peerPort = await freePort();
  await mkdir(join(folder, 'peer'));
  const peer = spawn(process.execPath, [join(import.meta.dirname, 'uploads-peer.ts'), String(peerPort), join(folder, 'peer')]);
  try {
    await Promise.all([server.start(), once(peer.stdout, 'data')]);
    const sound = longSound(size);
    const sender = createSender(server.base, await register(server));
    const ours = async () => {
      const url = await sender.begin(size);
      for (let at = 0; at < size; at += chunk) {
        const answer = await sender.send(url, sound, at, Math.min(size, at + chunk));
        if (answer?.status !== 204) throw new Error(`answered ${answer?.status}: ${server.output}`);
      }
      if (!(await sender.look(url))?.mediaId) throw new Error('it has not become a medium');
    };
    const theirs = () => sendWhole(peerPort, sound);
    const [mine, bare]: [number[], number[]] = [[], []];
    await ours();
    const before = await memory(server);
    let most = before;
    const watch = setInterval(() => void memory(server).then((now) => (most = Math.max(most, now))), 50);
    // In turns, so that whatever else the machine does meets both.
    for (let round = 0; round < rounds; round += 1) {
      mine.push(await megabytesPerSecond(ours));
      bare.push(await megabytesPerSecond(theirs));
    }
    clearInterval(watch);
    const [value, against] = [median(mine), median(bare)];
    return [
      {
        name: 'a file of 1 GB in chunks, against a bare server that writes and syncs it',
        value,
        unit: 'MB/s',
        peer: against,
        ratio: value / against,
        goal: '>= 70 %',
        ok: value / against >= goal,
      },
      {
        name: 'growth of the server while it takes 1 GB',
        value: most - before,
        unit: 'MB',
        peer: rise,
        ratio: (most - before) / rise,
        goal: `<= ${rise} MB`,
        ok: most - before <= rise,
      },
    ];
  } finally {
    peer.kill();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function megabytesPerSecond(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return size / megabyte / ((performance.now() - begun) / 1_000);
}

async function memory(server: ServerProcess): Promise<number> {
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
}

async function sendWhole(port: number, sound: ReturnType<typeof longSound>): Promise<void> {
  const sending = request({ port, host: '127.0.0.1', method: 'PUT', headers: { 'content-length': size } });
  for (let at = 0; at < size; at += megabyte) if (!sending.write(sound.bytes(at, at + megabyte))) await once(sending, 'drain');
  sending.end();
  const [answer] = await once(sending, 'response');
  (answer as NodeJS.ReadableStream).resume();
}

async function register(server: ServerProcess): Promise<string> {
  const person = { firstname: 'Nora', lastname: 'Whitlock', email: 'nora@example.com' };
  const answer = await fetch(`${server.base}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...person, password: goodPassword, password_confirmation: goodPassword }),
  });
  return ((await answer.json()) as { data: { token: string } }).data.token;
}
