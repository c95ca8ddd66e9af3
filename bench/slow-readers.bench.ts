import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { freePort, ServerProcess } from '../apps/server/test/process.ts';
import { askForFeed, bearer, registerParent } from './feed-reader.ts';
import { percentile } from './statistics.ts';
import type { BenchRow } from './statistics.ts';

const readers = 500;
/** Requests a second of others, and for how many seconds, before the readers come and while they are there. */
const others = { rate: 20, seconds: 20 };
const goals = { milliseconds: 500, megabytes: 100 };
/** Milliseconds between two looks at the memory. */
const look = 250;

/**
 * Five hundred readers of a large rendition who take next to nothing of it: how long others wait meanwhile, and how much memory the server takes
 * for them. The readers and the others are in this process; their time counts with the rest.
 */
export default async function slowReaders(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'heartwood-bench-'));
  const server = new ServerProcess(folder, await freePort(), { RATE_LIMITS: 'off' });
  const open: Socket[] = [];
  try {
    await server.start();
    const token = await registerParent(server.base);
    const path = await largeRendition(server.base, token);
    const size = Number((await fetch(`${server.base}${path}`, { method: 'HEAD' })).headers.get('content-length')) / 1_048_576;
    const alone = await askForFeed(server.base, token, others);
    const before = await memoryOf(server);
    for (let n = 0; n < readers; n += 1) open.push(await readSlowly(server.base, path));
    let most = 0;
    const watching = setInterval(() => void memoryOf(server).then((now) => (most = Math.max(most, now))), look);
    const beside = await askForFeed(server.base, token, others);
    clearInterval(watching);
    const there = open.filter((socket) => !socket.destroyed).length;
    return [
      row(
        `others beside ${readers} slow readers, p99 (${Math.round(percentile(alone, 0.99))} ms without them)`,
        percentile(beside, 0.99),
        'ms',
      ),
      row(`memory of ${readers} slow readers of ${size.toFixed(1)} MB`, most - before, 'MB'),
      {
        name: 'readers still there at the end',
        value: there,
        unit: '',
        peer: readers,
        ratio: there / readers,
        goal: `= ${readers}`,
        ok: there === readers,
      },
    ];
  } finally {
    for (const socket of open) socket.destroy();
    await server.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

function row(name: string, value: number, unit: 'ms' | 'MB'): BenchRow {
  const peer = unit === 'ms' ? goals.milliseconds : goals.megabytes;
  return { name, value, unit, peer, ratio: value / peer, goal: `< ${peer} ${unit}`, ok: value < peer };
}

/** Resident memory in megabytes. */
const memoryOf = async ({ pid }: ServerProcess): Promise<number> =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

/** A photo full of detail, which no format makes small. @returns the address of its large rendition */
async function largeRendition(base: string, token: string): Promise<string> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const photo = await sharp({ create: { width: 3_000, height: 2_250, channels: 3, background: 'gray', noise } })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'noise.jpg');
  const sent = await fetch(`${base}/api/media`, { method: 'POST', headers: bearer(token), body: form });
  const { id } = ((await sent.json()) as { data: { media: { id: string } } }).data.media;
  for (;;) {
    const answer = await fetch(`${base}/api/media/${id}`, { headers: bearer(token) });
    const { state, variants } = (
      (await answer.json()) as { data: { media: { state: string; variants: Record<string, { path: string }> } } }
    ).data.media;
    if (state === 'failed') throw new Error('the photo was not prepared');
    if (state === 'ready' && variants['large']) return `/api/private/${variants['large'].path}`;
    await sleep(200);
  }
}

/** Asks for an address and reads no more than its head. @returns the connection, once the answer has begun */
function readSlowly(base: string, path: string): Promise<Socket> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.once('error', reject).once('readable', () => {
      const head = String(socket.read(15) ?? '');
      if (!head.startsWith('HTTP/1.1 200')) return reject(new Error(`a reader was answered ${head}`));
      socket.on('error', () => undefined);
      return resolve(socket);
    });
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
  });
}
