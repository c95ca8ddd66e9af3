import { parseArgs } from 'node:util';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { lockDataDir } from '../apps/server/src/platform/lock.ts';
import { Refused } from '../apps/server/src/platform/http/refusal.ts';
import { StartupError } from '../apps/server/src/platform/startup-error.ts';
import { moveObjects, storesFor } from '../apps/server/src/platform/storage/move.ts';
import { explainTrouble } from '../apps/server/src/platform/storage/trouble.ts';
import { say } from './run.ts';

// `npm run move-media -- --to s3` (or `disk`): carries every photo, video, recording and portrait to the other store while the server is
// stopped. It can be stopped and run again at any time. `--remove` takes away from the old store what is whole in the new one.

try {
  const { values } = parseArgs({ options: { to: { type: 'string' }, remove: { type: 'boolean', default: false } } });
  if (values.to !== 's3' && values.to !== 'disk') throw new StartupError('Say where to: --to s3 or --to disk.');
  const config = readConfig(process.env);
  const lock = await lockDataDir(config.dataDir, { port: config.port });
  try {
    const { from, to } = await storesFor(config, values.to);
    let told = performance.now();
    const moved = await moveObjects(from, to, {
      remove: values.remove,
      onProgress: ({ carried, there, bytes }) => {
        if (performance.now() - told < 2_000) return;
        told = performance.now();
        say(`${carried + there} objects, ${Math.round(bytes / 1e6)} MB carried`);
      },
    });
    say(
      `${moved.carried} objects carried (${(moved.bytes / 1e6).toFixed(1)} MB), ${moved.there} were there already, each read back whole.`,
    );
    if (values.remove) say(`${moved.removed} removed from where they were.`);
    say(values.to === 's3' ? 'Start the server with the S3_ variables set.' : 'Start the server without the S3_ variables.');
  } finally {
    await lock.release();
  }
} catch (thrown) {
  const error = thrown instanceof Refused && thrown.cause !== undefined ? explainTrouble(thrown.cause) : thrown;
  const said = error instanceof StartupError || (error instanceof TypeError && 'code' in error);
  say(said ? error.message : String(error instanceof Error ? error.stack : error));
  process.exitCode = 1;
}
