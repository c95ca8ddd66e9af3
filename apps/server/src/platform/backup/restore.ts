import { mkdir, readdir, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '#platform/config.ts';
import { halfRestored } from '#platform/db/embedded-create.ts';
import { syncPath } from '#platform/durable.ts';
import { lockDataDir } from '#platform/lock.ts';
import { StartupError } from '#platform/startup-error.ts';
import { assertRoom, copyFile, ifThere, syncAll } from './files.ts';
import type { Watch } from './files.ts';
import { bytesOf, readManifest, unfinished } from './manifest.ts';
import type { Manifest } from './manifest.ts';
import { compareNames, describeDamage } from './verify.ts';
import type { Damage } from './verify.ts';

// [Note: Where a restored DATA_DIR comes from]
// Where there is no DATA_DIR, the files are copied into `<DATA_DIR>.part` beside it, and one rename makes that DATA_DIR. An empty DATA_DIR may be the
// root of a disk, or stand in a folder that only root writes to: then they are copied into a folder inside of it, under the lock of a server,
// and moved up one by one, the database last. A server refuses what a kill leaves of that: there is that folder, and no database.

/** What an empty folder may hold: what a server's lock and a file system leave. */
const nothing = new Set(['server.lock', 'server.json', 'lost+found']);

/**
 * Makes DATA_DIR what a backup holds. Every file is compared with the manifest while it is copied. Where anything is refused or fails, DATA_DIR is as it was.
 * @param folder the backup, absolute
 * @param watch.onTotal is told how many bytes there are, before the first is copied
 * @throws StartupError with a sentence that says what to do
 */
export async function restoreBackup(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'port'>,
  folder: string,
  watch: Watch & { onTotal?: (bytes: number) => void },
): Promise<Manifest> {
  const { dataDir } = config;
  if (config.databaseUrl)
    throw new StartupError(
      'DATABASE_URL is set, and this backup has a database of its own: take DATABASE_URL away, or restore a dump with pg_restore (docs/operating.md, Restoring).',
    );
  const present = await readdir(dataDir).catch(ifThere);
  if (present?.some((name) => !nothing.has(name)))
    throw new StartupError(`${dataDir} is not empty, and was left as it is: move it aside, or set DATA_DIR to another folder.`);
  const manifest = await readManifest(folder);
  const [damage] = await compareNames(folder, manifest);
  if (damage) throw refused(folder, damage);
  await assertRoom(present ? dataDir : dirname(dataDir), bytesOf(manifest), 'Restoring').catch(explainParent(dataDir));
  watch.onTotal?.(bytesOf(manifest));
  if (present) await restoreInside(config, folder, manifest, watch);
  else await restoreBeside(dataDir, folder, manifest, watch);
  return manifest;
}

async function restoreBeside(dataDir: string, folder: string, manifest: Manifest, watch: Watch): Promise<void> {
  const part = dataDir + unfinished;
  await mkdir(part, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    throw new StartupError(`${part} is there: something is being restored, or was broken off. If nothing is, delete it and try again.`);
  });
  try {
    await copyAll(part, folder, manifest, watch);
    await rename(part, dataDir);
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
  await syncPath(dirname(dataDir));
}

async function restoreInside({ dataDir, port }: Pick<Config, 'dataDir' | 'port'>, folder: string, manifest: Manifest, watch: Watch) {
  const lock = await lockDataDir(dataDir, { port });
  const part = join(dataDir, halfRestored);
  try {
    await mkdir(part, { mode: 0o700 });
    await copyAll(part, folder, manifest, watch);
    const names = (await readdir(part)).toSorted((a, b) => Number(a === 'postgres') - Number(b === 'postgres'));
    for (const name of names) await rename(join(part, name), join(dataDir, name));
    await syncPath(dataDir);
  } finally {
    await rm(part, { recursive: true, force: true });
    await lock.release();
  }
}

/** Copies every file and compares it. @throws StartupError naming the first that is not as it was */
async function copyAll(part: string, folder: string, { folders, files }: Manifest, watch: Watch): Promise<void> {
  const from = await realpath(folder);
  for (const path of folders) await mkdir(join(part, path), { recursive: true, mode: 0o700 });
  for (const { path, bytes, sha256 } of files) {
    const copied = await copyFile(join(from, path), join(part, path), watch);
    if (!copied) throw refused(folder, { path, what: 'is missing' });
    if (copied.bytes !== bytes || copied.sha256 !== sha256) throw refused(folder, { path, what: 'has changed' });
  }
  await syncAll(
    part,
    files.map(({ path }) => path),
    watch.signal,
  );
  await syncAll(part, ['', ...folders], watch.signal);
}

const refused = (folder: string, damage: Damage): StartupError =>
  new StartupError(`${folder} is damaged, and nothing was restored: ${describeDamage(damage)} Use another backup.`);

const explainParent = (dataDir: string) => (error: NodeJS.ErrnoException) => {
  if (error.code !== 'ENOENT') throw error;
  throw new StartupError(`There is no folder ${dirname(dataDir)} for DATA_DIR: make it, or mount the disk that it is on.`, {
    cause: error,
  });
};
