import { execFile } from 'node:child_process';
import { chmod, chown, lchown, lstat, opendir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { StartupError } from '#platform/startup-error.ts';

// [Note: PostgreSQL and root]
// PostgreSQL refuses to run as root, and people do start servers as root: in containers, on a fresh virtual machine. Then the database
// runs as a user without a name or rights of its own, `databaseUser`. That user must be able to reach its files and the binaries,
// also below a folder that is closed to everyone but root (/root is, on most systems). Tried in this order, each by really running it:
//   1. the plain change of user, enough wherever the folders can be walked through;
//   2. the same, keeping one capability: to walk through and read (CAP_DAC_READ_SEARCH), or where a container has taken that one
//      away, CAP_DAC_OVERRIDE. access(2), with which PostgreSQL looks for its own binary, ignores capabilities of ordinary users
//      unless the securebit no_setuid_fixup is set;
//   3. a user namespace in which root is called `nobody`. It is last because the database then reads whatever root may read; it is the
//      only one left in sandboxes whose root is itself a name in such a namespace and can become nobody else.

/** A numeric user and group. */
export interface Ids {
  uid: number;
  gid: number;
}

/** A command as `spawn` wants it. */
export interface Command {
  file: string;
  args: string[];
  ids?: Ids;
}

/** A way to run PostgreSQL's programs. */
export interface RunAs {
  /** For the log. */
  way: string;
  /** Who must own the cluster's files. */
  owner: Ids;
  /** Who must own them while initdb runs: initdb insists on a user with a name. */
  initOwner: Ids;
  /** The command that runs `file` as `ids`. */
  command(file: string, args: string[], ids: Ids): Command;
}

// No system hands this number out by itself: above the accounts of people (below 59,000 in practice), below the ranges of Debian (60,000)
// and systemd (60,001), and within the 65,536 numbers a rootless container has. The server may run where it has no entry in /etc/passwd.
const databaseUser: Ids = { uid: 59_432, gid: 59_432 };

/**
 * Finds out how PostgreSQL's programs can be run here on the data in `dataDir`.
 * @param dataDir absolute, exists
 * @param clusterDir the cluster's folder inside it; its owner is kept when there is one
 * @param postgres the `postgres` binary
 * @param ways what to try, for tests; everything, in order, when left out
 * @throws StartupError when this process is root and nothing works
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
  // With the group of the other, to which DATA_DIR is open.
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

/** Walks into the folder and starts the binary; `postgres --version` complains on stderr when it could not find itself. */
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

/** Lets one group walk through root's DATA_DIR, and nobody else: without it every start as root would need a capability. */
async function openForGroup(dataDir: string, gid: number): Promise<void> {
  const { uid, gid: group, mode } = await stat(dataDir);
  if (uid !== 0 || mode & 0o001 || (group !== 0 && group !== gid)) return;
  try {
    await chown(dataDir, 0, gid);
    await chmod(dataDir, (mode & 0o7707) | 0o010);
  } catch {
    // A root that may not change owners (a sandbox): the user namespace needs none of this.
  }
}

/** The unprivileged user every Unix has; 65534 is its number wherever nobody has chosen another. */
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

/** Gives a folder and everything in it to `ids`; does nothing when the folder is theirs already. Works only as root. */
export async function giveTo(folder: string, ids: Ids): Promise<void> {
  const now = await lstat(folder);
  if (process.getuid?.() !== 0 || (now.uid === ids.uid && now.gid === ids.gid)) return;
  for await (const entry of await opendir(folder, { recursive: true }))
    await lchown(path.join(entry.parentPath, entry.name), ids.uid, ids.gid);
  // Last, so that an interrupted change is done again.
  await chown(folder, ids.uid, ids.gid);
}
