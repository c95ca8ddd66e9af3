import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../apps/server/src/platform/db/embedded.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { freePort, ServerProcess } from '../apps/server/test/process.ts';
import { median } from './statistics.ts';
import type { BenchRow } from './statistics.ts';

const runs = 7;
/** Seconds from the command to the first answer that says ready, on a built tree whose database exists. */
const limit = 2;
/** What `npm start` runs. */
const npmStart = [join(import.meta.dirname, '../tools/boot.mjs'), 'start'];

/** Starts a server and stops it again. @returns seconds until it was ready */
async function timeStart(dataDir: string, command?: string[]): Promise<number> {
  const server = new ServerProcess(dataDir, await freePort(), {}, command);
  const milliseconds = await server.start();
  await server.stop();
  return milliseconds / 1_000;
}

/** How long a start takes, and how much of it is the database's. */
export default async function startup(): Promise<BenchRow[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'heartwood-bench-'));
  try {
    const made = await timeStart(dataDir, npmStart);
    const whole: number[] = [];
    const bare: number[] = [];
    // In turns, so that whatever else the machine does meets both.
    for (let run = 0; run < runs; run += 1) {
      whole.push(await timeStart(dataDir, npmStart));
      bare.push(await timeStart(dataDir));
    }
    const database: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      const begun = performance.now();
      const cluster = await startEmbedded({ dataDir, log: createLog({ logLevel: 'silent' }) });
      database.push((performance.now() - begun) / 1_000);
      await cluster.stop();
    }
    const seconds = median(whole);
    return [
      {
        name: '`npm start` to ready, existing database (without npm itself)',
        value: seconds,
        unit: 's',
        peer: limit,
        ratio: seconds / limit,
        goal: '< 2 s',
        ok: seconds < limit,
      },
      {
        name: 'the server alone, with nothing kept compiled',
        value: median(bare),
        unit: 's',
        peer: seconds,
        ratio: median(bare) / seconds,
        goal: 'stated',
        ok: true,
      },
      {
        name: 'of which the database',
        value: median(database),
        unit: 's',
        peer: seconds,
        ratio: median(database) / seconds,
        goal: 'stated',
        ok: true,
      },
      { name: 'first start, making the database', value: made, unit: 's', peer: limit, ratio: made / limit, goal: 'stated', ok: true },
    ];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
