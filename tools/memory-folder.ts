import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { freemem } from 'node:os';

/** Where Linux keeps files in memory (tmpfs). Other systems have no such folder. */
const inMemory = '/dev/shm';
/** More than a whole run of tests and journeys writes at a time, in bytes. */
const needed = 6 * 1024 ** 3;

/**
 * Lets what this process starts keep its temporary files in memory, where the system has a folder and room for that. Databases and uploads of
 * tests are thrown away: nothing is gained by waiting until a disk has them (decision 040).
 * @returns deletes those files
 */
export async function keepTemporaryFilesInMemory(): Promise<() => Promise<void>> {
  const room = await statfs(inMemory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  if (Math.min(room, freemem()) < needed) return () => Promise.resolve();
  const folder = await mkdtemp(`${inMemory}/heartwood-`);
  // As in the system's own folder for such files, another user reaches what is theirs: PostgreSQL runs as one where this is root.
  await chmod(folder, 0o755);
  process.env['TMPDIR'] = folder;
  return () => rm(folder, { recursive: true, force: true });
}
