import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, ServerProcess } from '../apps/server/test/process.ts';
import { askForFeed, registerParent } from './feed-reader.ts';
import { percentile } from './statistics.ts';
import type { BenchRow } from './statistics.ts';

const senders = 2_000;
/** Milliseconds between two bytes of a sender. */
const pause = 1_000;
/** Requests a second of others, and for how many seconds: before the senders come, and while the last of them may still be there. */
const others = { rate: 20, before: 5, beside: 70 };
const goals = { seconds: 60, milliseconds: 500 };
/** Connections to the database, and of the others, that may be open by then beside those that were before. */
const spare = 20;

/** How the requests of slow senders begin: half never end their headers, half their body. */
const beginnings = [
  'GET /api/posts HTTP/1.1\r\nHost: localhost\r\nX-Slow: ',
  'POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n"',
] as const;

/**
 * Two thousand connections over which a byte a second comes: how long the server keeps them, how long others wait meanwhile, and whether it has all
 * of its descriptors back. The senders and the others are in this process; their time counts with the rest.
 */
export default async function slowSenders(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'heartwood-bench-'));
  const server = new ServerProcess(folder, await freePort(), { RATE_LIMITS: 'off' });
  const open: Sender[] = [];
  try {
    await server.start();
    const token = await registerParent(server.base);
    const alone = await askForFeed(server.base, token, { rate: others.rate, seconds: others.before });
    const before = await descriptorsOf(server);
    for (let n = 0; n < senders; n += 1) open.push(await Sender.begin(server.base, beginnings[n % 2]!));
    const during = await descriptorsOf(server);
    const beside = await askForFeed(server.base, token, { rate: others.rate, seconds: others.beside });
    const after = await descriptorsOf(server);
    const longest = Math.max(...open.map(({ seconds }) => seconds ?? Number.POSITIVE_INFINITY));
    return [
      against(`the last of ${senders} slow senders is disconnected after`, longest, goals.seconds, 's'),
      against(
        `others beside them, p99 (${Math.round(percentile(alone, 0.99))} ms before)`,
        percentile(beside, 0.99),
        goals.milliseconds,
        'ms',
      ),
      against(`descriptors afterwards (${during} while the senders were there, ${before} before)`, after, before + spare, ''),
    ];
  } finally {
    for (const sender of open) sender.stop();
    await server.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

const against = (name: string, value: number, peer: number, unit: string): BenchRow => ({
  name,
  value,
  unit,
  peer,
  ratio: value / peer,
  goal: `<= ${peer} ${unit}`.trim(),
  ok: value <= peer,
});

/** Open files and connections of a server. */
const descriptorsOf = async ({ pid }: ServerProcess): Promise<number> => (await readdir(`/proc/${pid}/fd`)).length;

/** A connection over which a byte comes now and then. */
class Sender {
  /** How long the server kept it; undefined while it does. */
  seconds: number | undefined;
  private readonly socket: Socket;
  private readonly timer: NodeJS.Timeout;

  private constructor(socket: Socket, beginning: string) {
    const began = performance.now();
    this.socket = socket;
    socket.write(beginning);
    this.timer = setInterval(() => socket.write('x'), pause);
    socket
      .on('error', () => undefined)
      .on('close', () => {
        clearInterval(this.timer);
        this.seconds = (performance.now() - began) / 1_000;
      })
      .resume();
  }

  static begin(base: string, beginning: string): Promise<Sender> {
    const { hostname, port } = new URL(base);
    return new Promise((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port) });
      socket.once('error', reject).once('connect', () => {
        socket.off('error', reject);
        resolve(new Sender(socket, beginning));
      });
    });
  }

  stop(): void {
    clearInterval(this.timer);
    this.socket.destroy();
  }
}
