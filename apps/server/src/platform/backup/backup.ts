import { lstat, mkdir, readdir, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import { placesIn } from '#platform/db/embedded-create.ts';
import { startEmbedded } from '#platform/db/embedded.ts';
import { findRunning, hasDatabase } from '#platform/db/running.ts';
import { syncPath, writeDurably } from '#platform/durable.ts';
import { lockDataDir } from '#platform/lock.ts';
import { createLog } from '#platform/log.ts';
import { StartupError } from '#platform/startup-error.ts';
import { copyBelow, noCopies } from './copy.ts';
import type { Copies } from './copy.ts';
import { copyDatabase } from './database.ts';
import { assertRoom, filesBelow, ifThere, syncAll } from './files.ts';
import type { Watch } from './files.ts';
import { manifestName, newestFormat, unfinished, writeManifest } from './manifest.ts';
import type { Manifest } from './manifest.ts';

// [Note: The order in which a backup is copied]
// Bytes are durable before a row names them, and are removed after the row. So everything but the database is copied first, which takes longest;
// then the database; then what is new beside it, once before the moment that the database is brought to and once after it. Whatever a row
// names at that moment was there before it, and is still there right after it, or was copied. What was removed meanwhile is in the backup, too,
// without a row: a server sweeps it.

const database = 'postgres';
/**
 * What a start makes anew, what is half-written, and uploads under way, which begin anew where their bytes are gone; what a file system has
 * for itself, also that of a disk for media alone; the manifest of a backup that was put here by hand: this one's comes in its place.
 */
const passing = /^(tmp|uploads|server\.(lock|json(\.new)?)|postgres\.new-.*|media\/\.incoming|manifest\.json|([^/]+\/)?lost\+found)$/;

/** What a backup is made of and where to. */
interface Order {
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 's3' | 'port'>;
  /** The folder it is to be, absolute. */
  target: string;
  /** The version of the program, for the manifest. */
  program: string;
  clock: Clock;
}

/**
 * Makes a backup of DATA_DIR, beside the running server or while it is stopped. Where it fails, nothing of it is left; where it is killed, the folder
 * `<target>.part` is.
 * @param watch.onTotal is told how many bytes there are to copy, about, before the first is copied
 * @throws StartupError with a sentence that says what to do
 */
export async function makeBackup(
  { config, target, program, clock }: Order,
  watch: Watch & { onTotal?: (bytes: number) => void },
): Promise<Manifest> {
  const { dataDir, s3 } = config;
  if (config.databaseUrl)
    throw new StartupError(
      'DATABASE_URL is set, so the database is yours to keep: make its dump with pg_dump, then copy media and secrets (docs/operating.md, Backup).',
    );
  if (!(await hasDatabase(dataDir))) throw new StartupError(`There is no database in ${dataDir}: set DATA_DIR to the server's folder.`);
  await assertFree(target, dataDir);
  const isLeftOut = (path: string) => passing.test(path) || path === database || (s3 !== undefined && path === 'media');
  const bytes = await bytesIn(dataDir, (path) => path !== database && isLeftOut(path));
  await assertRoom(dirname(target), bytes, 'The backup');
  watch.onTotal?.(bytes);

  const part = target + unfinished;
  const source = await openDatabase(config);
  try {
    // Another backup to the same folder may have begun since it was looked for: what is in it is not this one's to remove.
    await mkdir(part, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'EEXIST' ? inTheWay(part) : error;
    });
    try {
      const copies = noCopies(part, watch);
      const made = clock.now().toISOString();
      const copyRest = () => copyBelow(copies, dataDir, '', isLeftOut);
      await copyRest();
      // Media may take hours: the database of a server that was started again meanwhile is at another port.
      const { adminUrl } = (await findRunning(dataDir)) ?? source;
      const { cluster } = placesIn(dataDir);
      await copyDatabase(copies, { adminUrl, cluster, name: database }, copyRest);
      await copyRest();
      const manifest: Manifest = { format: newestFormat, program, made, media: s3 ? 's3' : 'disk', ...listed(copies) };
      await finish(part, target, manifest, watch.signal);
      return manifest;
    } catch (error) {
      await rm(part, { recursive: true, force: true });
      throw error;
    }
  } finally {
    await source.close();
  }
}

function listed({ folders, files }: Copies): Pick<Manifest, 'folders' | 'files'> {
  return { folders: [...folders], files: Array.from(files, ([path, content]) => ({ path, ...content })) };
}

/** Makes everything durable, writes the manifest, and gives the folder its name. */
async function finish(part: string, target: string, manifest: Manifest, signal?: AbortSignal): Promise<void> {
  await syncAll(
    part,
    manifest.files.map(({ path }) => path),
    signal,
  );
  await syncAll(part, manifest.folders, signal);
  await writeDurably(join(part, manifestName), writeManifest(manifest));
  await syncPath(part);
  await rename(part, target).catch((error: NodeJS.ErrnoException) => {
    throw ['EEXIST', 'ENOTEMPTY', 'ENOTDIR'].includes(error.code ?? '') ? taken(target) : error;
  });
  await syncPath(dirname(target));
}

/** @throws StartupError where the backup cannot be made there */
async function assertFree(target: string, dataDir: string): Promise<void> {
  const parent = dirname(target);
  const real = await realpath(parent).catch(ifThere);
  if (real === undefined) throw new StartupError(`There is no folder ${parent}: make it, or mount the disk that it is on.`);
  // With what its folders are links to: a backup in there would be copied into itself.
  const places = await Promise.all(['', ...(await readdir(dataDir))].map((name) => realpath(join(dataDir, name)).catch(ifThere)));
  if (places.some((place) => place !== undefined && `${real}${sep}`.startsWith(`${place}${sep}`)))
    throw new StartupError(`${target} is inside of DATA_DIR, where it would be lost with it: name a folder elsewhere.`);
  if (await lstat(target).catch(ifThere)) throw taken(target);
  if (await lstat(target + unfinished).catch(ifThere)) throw inTheWay(target + unfinished);
}

const taken = (target: string): StartupError => new StartupError(`${target} is there already: name a folder that is not.`);

const inTheWay = (part: string): StartupError =>
  new StartupError(`${part} is there: a backup is being made, or was broken off. If none is being made, delete it and try again.`);

async function bytesIn(dataDir: string, isLeftOut: (path: string) => boolean): Promise<number> {
  let sum = 0;
  for await (const { bytes } of filesBelow(dataDir, isLeftOut)) sum += bytes;
  return sum;
}

/** The database of the running server; else it is started, under the lock that a server takes, so that none starts meanwhile. */
async function openDatabase({ dataDir, port }: Order['config']): Promise<{ adminUrl: string; close: () => Promise<void> }> {
  const running = await findRunning(dataDir);
  if (running) return { adminUrl: running.adminUrl, close: async () => undefined };
  const lock = await lockDataDir(dataDir, { port }).catch((error: Error) => {
    throw new StartupError(`${error.message} Where it is starting or stopping, try again in a moment.`, { cause: error });
  });
  try {
    const cluster = await startEmbedded({ dataDir, log: createLog({ logLevel: 'error' }) });
    return {
      adminUrl: cluster.adminUrl,
      close: async () => {
        await cluster.stop();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}
