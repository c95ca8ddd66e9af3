import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { placesIn } from './embedded-create.ts';

/** The addresses of the database that a running server has started: for the role that owns it, and for the superuser. */
interface RunningDatabase {
  url: string;
  adminUrl: string;
}

/** Finds the database that the server on a DATA_DIR has started; undefined where no server runs, or its database is not ready. */
export async function findRunning(dataDir: string): Promise<RunningDatabase | undefined> {
  const { cluster, passwords } = placesIn(dataDir);
  // PostgreSQL writes its process id, its port and whether it is ready into the first, fourth and eighth line.
  const lines = (await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  if (!(await isServed(dataDir)) || lines[7]?.trim() !== 'ready' || !(await isOpen(Number(lines[3])))) return undefined;
  const { heartwood, postgres } = JSON.parse(await readFile(passwords, 'utf8')) as { heartwood: string; postgres: string };
  const at = `127.0.0.1:${lines[3]}`;
  return { url: `postgres://heartwood:${heartwood}@${at}/heartwood`, adminUrl: `postgres://postgres:${postgres}@${at}/postgres` };
}

/** Whether a server holds the folder: it takes its name away when it stops, and a lock that is free is one of a server that was killed. */
async function isServed(dataDir: string): Promise<boolean> {
  const { pid } = JSON.parse(await readFile(path.join(dataDir, 'server.json'), 'utf8').catch(() => '{}')) as { pid?: number };
  try {
    return pid !== undefined && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether somebody listens at a port. What a kill leaves names one, too, and a container's process ids are others' in the next container. */
async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Whether there is a database in a DATA_DIR, or has been: `startEmbedded` makes a new one where this is false. */
export async function hasDatabase(dataDir: string): Promise<boolean> {
  const { passwords } = placesIn(dataDir);
  const text = await readFile(passwords, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text !== '';
}
