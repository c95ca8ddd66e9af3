import { execFile } from 'node:child_process';
import { chmod, chown, lchown, lstat, opendir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { StartupError } from '#platform/startup-error.ts';

// [Note: PostgreSQL and root]
// PostgreSQL refuses to run as root, but servers are started as root in containers and on new virtual machines. The database then runs
// as `databaseUser`, a user id without a name and without privileges. That user must reach its files and the binaries, also below a
// folder that only root may enter (/root on most systems). These ways are tried in this order, each by running `postgres`:
//   1. setuid and setgid alone: enough where every folder on the path may be entered by everybody;
//   2. the same with one capability: CAP_DAC_READ_SEARCH, or CAP_DAC_OVERRIDE where a container has dropped the first. PostgreSQL looks
//      for its own binary with access(2), which ignores capabilities of other users than root unless the securebit no_setuid_fixup is set;
//   3. a user namespace in which root's id is mapped to `nobody`. It is last because the database may then read whatever root may read.
//      In sandboxes that are such a namespace themselves, and whose root cannot change its user id, it is the only way.

/** A numeric user and group. */
interface Ids {
  uid: number;
  gid: number;
}

/** A command with its arguments and options, for `spawn`. */
interface Command {
  file: string;
  args: string[];
  ids?: Ids;
}

/** A way to run PostgreSQL's programs. */
export interface RunAs {
  /** The name of the way, for the log. */
  way: string;
  /** The owner that the cluster's files must have. */
  owner: Ids;
  /** The owner that they must have while initdb runs: initdb refuses a user id without a name. */
  initOwner: Ids;
  /** Makes the command that runs `file` as `ids`. */
  command(file: string, args: string[], ids: Ids): Command;
}

// No system assigns this user id by itself: it is above the ids of people's accounts (below 59,000 in practice), below the ranges of Debian
// (60,000) and systemd (60,001), and within the 65,536 ids of a rootless container. It needs no entry in /etc/passwd to run the server.
const databaseUser: Ids = { uid: 59_432, gid: 59_432 };

/**
 * Finds a way to run PostgreSQL's programs on the data in `dataDir`.
 * @param dataDir absolute, exists
 * @param clusterDir the cluster's folder inside it; where it exists, its owner stays
 * @param postgres the `postgres` binary
 * @param ways the ways to try, for tests; by default all, in order
 * @throws StartupError when this process is root and no way works
 */
export async function findRunAs(dataDir: string, clusterDir: string, postgres: string, ways?: string[]): Promise<RunAs> {
  const self: Ids = { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 };
  if (self.uid !== 0) return { way: 'same user', owner: self, initOwner: self, command: (file, args) => ({ file, args }) };

  const owner = await ownerOf(clusterDir);
  const target = owner && owner.uid !== 0 ? owner : databaseUser;
  await openForGroup(dataDir, target.gid);
  for (const candidate of await candidates(self, target)) {
    if (ways && !ways.includes(candidate.way)) continue;
    if (await works(candidate, dataDir, postgres)) return candidate;
  }
  throw new StartupError(
    `PostgreSQL does not run as root, and here it cannot be run as anybody else who reaches ${dataDir}: start Heartwood as an ordinary user, or set DATABASE_URL.`,
  );
}

async function candidates(self: Ids, target: Ids): Promise<RunAs[]> {
  const named = await nobody();
  // With the group of `databaseUser`, which may enter DATA_DIR.
  const initOwner = { uid: named.uid, gid: target.gid };
  const keeping = (capability: string): RunAs => ({
    way: `other user with ${capability}`,
    owner: target,
    initOwner,
    command: (file, args, { uid, gid }) => ({
      file: 'setpriv',
      args: [
        '--securebits=+no_setuid_fixup',
        `--reuid=${uid}`,
        `--regid=${gid}`,
        '--clear-groups',
        `--inh-caps=-all,+${capability}`,
        `--ambient-caps=-all,+${capability}`,
        `--bounding-set=-all,+${capability}`,
        file,
        ...args,
      ],
    }),
  });
  return [
    { way: 'other user', owner: target, initOwner, command: (file, args, ids) => ({ file, args, ids }) },
    keeping('dac_read_search'),
    keeping('dac_override'),
    {
      way: 'user namespace',
      owner: self,
      initOwner: self,
      command: (file, args) => ({
        file: 'unshare',
        args: ['--user', `--map-user=${named.uid}`, `--map-group=${named.gid}`, file, ...args],
      }),
    },
  ];
}

/** Tries a way: enters the folder and runs the binary. `postgres --version` writes to stderr when it does not find its own binary. */
async function works(candidate: RunAs, dataDir: string, postgres: string): Promise<boolean> {
  for (const ids of [candidate.owner, candidate.initOwner]) {
    const { file, args, ids: as } = candidate.command('/bin/sh', ['-c', 'cd "$1" && exec "$2" --version', 'sh', dataDir, postgres], ids);
    const ok = await new Promise<boolean>((resolve) => {
      execFile(file, args, { cwd: '/', timeout: 10_000, ...as }, (error, _stdout, stderr) => resolve(!error && stderr === ''));
    });
    if (!ok) return false;
  }
  return true;
}

/** Lets one group enter root's DATA_DIR. Without that, every start as root would need a capability. */
async function openForGroup(dataDir: string, gid: number): Promise<void> {
  const { uid, gid: group, mode } = await stat(dataDir);
  if (uid !== 0 || mode & 0o001 || (group !== 0 && group !== gid)) return;
  try {
    await chown(dataDir, 0, gid);
    await chmod(dataDir, (mode & 0o7707) | 0o010);
  } catch {
    // In a sandbox root may not change owners; the user namespace does not need it.
  }
}

/** Finds the ids of the user `nobody`, which every Unix has; 65534 by default. */
async function nobody(): Promise<Ids> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const [, , uid, gid] =
    passwd
      .split('\n')
      .find((line) => line.startsWith('nobody:'))
      ?.split(':') ?? [];
  return { uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534) };
}

async function ownerOf(folder: string): Promise<Ids | undefined> {
  const found = await lstat(folder).catch(() => undefined);
  return found && { uid: found.uid, gid: found.gid };
}

/** Makes `ids` the owner of a folder and everything in it, unless they own the folder already. Works only as root. */
export async function giveTo(folder: string, ids: Ids): Promise<void> {
  const now = await lstat(folder);
  if (process.getuid?.() !== 0 || (now.uid === ids.uid && now.gid === ids.gid)) return;
  for await (const entry of await opendir(folder, { recursive: true }))
    await lchown(path.join(entry.parentPath, entry.name), ids.uid, ids.gid);
  // The folder itself comes last, so that an interrupted change is repeated.
  await chown(folder, ids.uid, ids.gid);
}
