import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { plus } from './clock.ts';
import type { Clock } from './clock.ts';
import { describeError } from './log.ts';
import type { Log } from './log.ts';

/** Hours after which no request and no job uses an entry of the temporary folder any more: none lasts that long. */
const usedForHours = 24;
/** Milliseconds between two looks. */
const interval = 3_600_000;

/** Removes entries of the temporary folder that were last changed more than a day ago: those of killed processes, whichever shared the folder. */
export async function tidyTemporary({ tempDir, clock }: { tempDir: string; clock: Clock }): Promise<void> {
  const before = plus(clock.now(), { hours: -usedForHours });
  for (const name of await readdir(tempDir)) {
    const path = join(tempDir, name);
    // Whoever has made it may remove it at any moment.
    const found = await stat(path).catch(ignoreMissing);
    if (found && found.mtime < before) await rm(path, { recursive: true, force: true });
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** Tidies the temporary folder every hour: in every process, because each may have a disk of its own. @returns what ends that */
export function tidyHourly(platform: { tempDir: string; clock: Clock; log: Log }): () => Promise<void> {
  const failed = (error: unknown) => platform.log.warn({ error: describeError(error) }, 'the temporary folder was not tidied');
  const timer = setInterval(() => void tidyTemporary(platform).catch(failed), interval).unref();
  return async () => clearInterval(timer);
}
