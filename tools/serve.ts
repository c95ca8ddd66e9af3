import type { Clock } from '../apps/server/src/platform/clock.ts';
import type { Platform } from '../apps/server/src/platform/platform.ts';
import { StartupError } from '../apps/server/src/platform/startup-error.ts';
import { startServer } from '../apps/server/src/main.ts';
import type { RunningServer } from '../apps/server/src/main.ts';
import { devRoutes } from './dev-routes.ts';
import { say, withProgress } from './run.ts';

/** Where the sample family lives unless DATA_DIR says otherwise: never in the place of a real one. */
const sampleDataDir = './data-sample';

/**
 * Starts the server in this process; it then runs until it is told to stop. A start that fails is one sentence and exit code 1.
 * @param options.sample with the sample family, everyone in it one click away, the mailbox at /dev/mail and what a bank decides at /dev/payments
 * @param options.clock what its time is read from; left out, the machine's
 */
export async function serve(options: { sample: boolean; clock?: Clock }): Promise<RunningServer> {
  const env = { ...process.env };
  if (options.sample) env.DATA_DIR ||= sampleDataDir;
  try {
    const server = await startServer(env, {
      web: { sample: options.sample },
      ...(options.clock ? { clock: options.clock } : {}),
      ...(options.sample ? { extend: devRoutes, beforeListen: loadSample } : {}),
    });
    return server;
  } catch (error) {
    say(error instanceof StartupError ? error.message : String(error instanceof Error ? error.stack : error));
    process.exit(1);
  }
}

/** @throws StartupError where a real family lives: everybody could read its mail and sign in as its members */
async function loadSample(platform: Platform): Promise<void> {
  const { sampleMembers } = await import('../apps/server/sample/family.ts');
  const { loadSample: load } = await import('../apps/server/sample/load.ts');
  const known = sampleMembers.map((member) => member.email);
  const { rows } = await platform.db.$client.query(
    'select count(*)::int as all, count(*) filter (where email = any($1))::int as sample from users',
    [known],
  );
  const [{ all, sample }] = rows as [{ all: number; sample: number }];
  if (all > 0 && sample === 0)
    throw new StartupError(`Somebody lives in ${platform.config.dataDir} already: give the sample family a DATA_DIR of its own.`);
  await withProgress('Making sure the sample family is there', () => load(platform));
}
