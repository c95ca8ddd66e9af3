import { access, constants, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartupError } from '#platform/startup-error.ts';

// [Note: How a server holds its DATA_DIR]
// With a lock of the kernel on the file `server.lock`, which is gone as soon as the process is, however it ended: nothing stale to wait
// for, no process id to mistake for another's, no two starts that both win. Node has no call for such a lock, but SQLite takes one for
// an exclusive transaction, and Node has SQLite. The file stays empty. Nothing else in this process may open it: closing any handle of
// the file would give the lock away. Who holds it is written beside it, in `server.json`, for people only.

interface DataDirLock {
  /** Releases the lock. */
  release(): Promise<void>;
}

const sqliteBusy = 5;
const sqliteFull = 13;

/**
 * Takes DATA_DIR for this process; it is created when it is missing.
 * @param server what the next one is told about this one
 * @throws StartupError when another server has it (named by process id and port) or it cannot be written
 */
export async function lockDataDir(dataDir: string, server: { port: number }): Promise<DataDirLock> {
  const holderFile = path.join(dataDir, 'server.json');
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.W_OK);
    const lock = await take(path.join(dataDir, 'server.lock'));
    if (!lock) throw await refusal(dataDir, holderFile);
    await writeFile(`${holderFile}.new`, JSON.stringify({ pid: process.pid, port: server.port }));
    await rename(`${holderFile}.new`, holderFile);
    return {
      async release() {
        await rm(holderFile, { force: true });
        lock.close();
      },
    };
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(`Heartwood cannot write to its DATA_DIR ${dataDir} (${reason(error)}).`, { cause: error });
  }
}

/** The lock, or undefined when another process holds it. */
async function take(file: string): Promise<DatabaseSync | undefined> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const lock = new DatabaseSync(file);
    try {
      lock.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
      return lock;
    } catch (error) {
      lock.close();
      if ((error as { errcode?: number }).errcode !== sqliteBusy) throw error;
      // Two that come at the same time may keep each other out; chance decides who is first the next time.
      await sleep(20 + Math.random() * 60);
    }
  }
  return undefined;
}

async function refusal(dataDir: string, holderFile: string): Promise<StartupError> {
  const holder = JSON.parse(await readFile(holderFile, 'utf8').catch(() => '{}')) as { pid?: number; port?: number };
  const name = holder.pid ? `process ${holder.pid}, port ${holder.port}` : 'it has just been started';
  return new StartupError(`Another Heartwood works on ${dataDir} already (${name}): stop it, or give this one a DATA_DIR of its own.`);
}

const reasons = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  ENOTDIR: 'it is not a folder',
  EEXIST: 'it is not a folder',
} as const;

function reason(error: unknown): string {
  const { code = '', message, errcode } = error as NodeJS.ErrnoException & { errcode?: number };
  return errcode === sqliteFull ? reasons.ENOSPC : ((reasons as Record<string, string>)[code] ?? message);
}
