import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { syncPath, writeDurably } from '#platform/durable.ts';
import { StartupError } from '#platform/startup-error.ts';
import { environment } from './embedded-process.ts';
import type { Log } from './embedded-process.ts';
import { giveTo } from './embedded-run-as.ts';
import type { RunAs } from './embedded-run-as.ts';

/** The passwords of a cluster's roles: the server connects as `heartwood`; `postgres` is the superuser, for maintenance. */
interface Passwords {
  heartwood: string;
  postgres: string;
}

/** Where a cluster and its passwords are. */
interface Places {
  dataDir: string;
  /** The folder of the cluster. One rename creates it, when the cluster in it is complete. */
  cluster: string;
  passwords: string;
  /** The passwords while the cluster is being made. */
  newPasswords: string;
}

/** The folder inside of an empty DATA_DIR that a backup is restored through: see [Note: Where a restored DATA_DIR comes from]. */
export const halfRestored = 'restored.part';

export function placesIn(dataDir: string): Places {
  const secrets = path.join(dataDir, 'secrets');
  const passwords = path.join(secrets, 'postgres.json');
  return { dataDir, cluster: path.join(dataDir, 'postgres'), passwords, newPasswords: `${passwords}.new` };
}

// [Note: A cluster is made once, whole, or not at all]
// initdb works in a temporary folder beside the final one. Roles and database are created there too; then the folder is renamed. If the
// server is killed before the rename, the next start removes the temporary folder. The passwords are written before the rename and get
// their final name after it. Passwords without a cluster therefore mean that the cluster has been lost; no new one may be created.

/**
 * Reads the passwords of the cluster in DATA_DIR. Creates the cluster where there has never been one.
 * @throws StartupError when the cluster is missing but its passwords are there, or the other way round, or a restore was broken off
 */
export async function ensureCluster(
  places: Places,
  programs: { initdb: string; postgres: string },
  runAs: RunAs,
  log: Log,
): Promise<Passwords> {
  const names = await readdir(places.dataDir);
  // initdb may outlive a server that was killed, and may still write into the folder: hence the retries.
  for (const name of names) {
    if (name.startsWith('postgres.new-'))
      await rm(path.join(places.dataDir, name), { recursive: true, force: true, maxRetries: 12, retryDelay: 100 });
  }
  const entries = await readdir(places.cluster).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return [];
    throw new StartupError(`The database in ${places.cluster} cannot be read (${error.code ?? error.message}).`, { cause: error });
  });
  const known = await readPasswords(places.passwords);
  if (entries.length === 0) {
    if (known)
      throw new StartupError(
        `The database that belongs in ${places.cluster} is missing: put it back, or restore a backup into an empty DATA_DIR.`,
      );
    if (names.includes(halfRestored))
      throw new StartupError(`A backup was being restored into ${places.dataDir} and was broken off: empty it, and restore again.`);
    return createCluster(places, programs, runAs, log);
  }
  if (!entries.includes('PG_VERSION')) {
    throw new StartupError(
      `The database in ${places.cluster} is damaged (PG_VERSION is missing) and was left as it is: restore a backup into an empty DATA_DIR.`,
    );
  }
  const passwords = known ?? (await readPasswords(places.newPasswords));
  if (!passwords)
    throw new StartupError(`The passwords of the database are missing: put ${places.passwords} back, it belongs to ${places.cluster}.`);
  if (!known) await settlePasswords(places);
  await giveTo(places.cluster, runAs.owner);
  return passwords;
}

async function createCluster(
  places: Places,
  { initdb, postgres }: { initdb: string; postgres: string },
  runAs: RunAs,
  log: Log,
): Promise<Passwords> {
  const began = performance.now();
  log.info({ folder: places.cluster }, 'making a new database');
  const passwords = { heartwood: randomBytes(32).toString('hex'), postgres: randomBytes(32).toString('hex') };
  await mkdir(path.dirname(places.newPasswords), { recursive: true, mode: 0o700 });
  await writeDurably(places.newPasswords, JSON.stringify(passwords));

  const work = await mkdtemp(path.join(places.dataDir, 'postgres.new-'));
  const cluster = path.join(work, 'cluster');
  const passwordFile = path.join(work, 'password');
  await writeDurably(passwordFile, passwords.postgres);
  await giveTo(work, runAs.initOwner);
  // The builtin locale provider sorts and folds Unicode the same way on every system, whatever locales are installed.
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  await execute(runAs.command(initdb, ['-D', cluster, '--data-checksums', ...locale, ...access], runAs.initOwner));
  // One statement a line. The server's role owns its database and is no superuser, so that it cannot run programs (COPY FROM PROGRAM).
  const sql = [
    `CREATE ROLE heartwood LOGIN CREATEDB PASSWORD '${passwords.heartwood}'`,
    'CREATE DATABASE heartwood OWNER heartwood',
    'REVOKE CONNECT ON DATABASE heartwood FROM PUBLIC',
  ];
  await execute(
    runAs.command(postgres, ['--single', '-D', cluster, '-c', 'exit_on_error=on', 'postgres'], runAs.initOwner),
    `${sql.join('\n')}\n`,
  );

  await rm(passwordFile);
  await giveTo(cluster, runAs.owner);
  await rename(cluster, places.cluster);
  await syncPath(places.dataDir);
  await settlePasswords(places);
  await rm(work, { recursive: true, force: true });
  log.info({ milliseconds: Math.round(performance.now() - began) }, 'the new database is made');
  return passwords;
}

async function settlePasswords(places: Places): Promise<void> {
  await rename(places.newPasswords, places.passwords);
  await syncPath(path.dirname(places.passwords));
}

async function readPasswords(file: string): Promise<Passwords | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new StartupError(`The passwords of the database in ${file} cannot be read (${error.code ?? error.message}).`, { cause: error });
  });
  if (text === undefined) return undefined;
  try {
    const { heartwood, postgres } = JSON.parse(text) as Partial<Passwords>;
    if (typeof heartwood === 'string' && typeof postgres === 'string') return { heartwood, postgres };
  } catch {
    // Not JSON: the same sentence as for JSON without passwords.
  }
  throw new StartupError(`The file ${file} with the passwords of the database is damaged: put it back from a backup.`);
}

function execute({ file, args, ids }: ReturnType<RunAs['command']>, input?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = execFile(file, args, { cwd: '/', env: environment, ...ids }, (error, _stdout, stderr) => {
      const telling = stderr.split('\n').find((line) => /error:|ERROR:|FATAL:|PANIC:/.test(line)) ?? '';
      const why = telling.replace(/^.*?(error|ERROR|FATAL|PANIC):\s*/, '').replace(/\.$/, '') || error?.message;
      if (error) reject(new StartupError(`The new database could not be made: ${why}.`, { cause: error }));
      else resolve();
    });
    child.stdin?.on('error', () => {});
    child.stdin?.end(input ?? '');
  });
}
