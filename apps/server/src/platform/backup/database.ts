import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { slotKeeps } from '#platform/db/embedded.ts';
import { writeDurably } from '#platform/durable.ts';
import { StartupError } from '#platform/startup-error.ts';
import { addFile, copyBelow } from './copy.ts';
import type { Copies } from './copy.ts';

// [Note: A database is copied while it is written to]
// As 'Making a Base Backup Using the Low Level API' of PostgreSQL 18 says (25.3.4). Between pg_backup_start and pg_backup_stop the files are
// copied as they are at each moment; what was written meanwhile stands in the write-ahead log, whose segments from the start to the stop are
// copied after it. With backup_label beside them, PostgreSQL brings the copy to the state of the stop when it is started on it.
// A temporary replication slot keeps the segments until then; it goes with its connection, also where this process is killed. Where more is
// written than `max_slot_wal_keep_size` (embedded.ts), PostgreSQL gives up the slot and ends its connection, and the backup fails.

/** Folders whose content PostgreSQL makes anew: 25.3.4.1 of the same chapter. The log is copied by itself. */
const emptied = /^pg_(wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\//;
/** Files of a running server, of a start, and of statements that run. */
const passing =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|backup_manifest|current_logfiles|postgresql\.auto\.conf\.tmp|pgsql_tmp.*|pg_internal\.init.*)$/;
const control = 'global/pg_control';

const isLeftOut = (path: string): boolean => emptied.test(path) || passing.test(basename(path)) || path === control;

/**
 * Copies a running database into a backup, so that a start on the copy brings it to how it was at the end of this.
 * @param adminUrl the superuser's address of it
 * @param cluster its folder; @param name what that is called in the backup
 * @param beforeStop is run before the moment that the copy is brought to
 * @throws StartupError where the database stops meanwhile, has tablespaces, or a part of its write-ahead log is not there
 */
export async function copyDatabase(
  copies: Copies,
  { adminUrl, cluster, name }: { adminUrl: string; cluster: string; name: string },
  beforeStop: () => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl, application_name: 'heartwood-backup' });
  // A connection that ends while nothing is asked says so here; the next question fails by it.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows: sizes } = await client.query<{ bytes: string }>(
      "select setting as bytes from pg_settings where name = 'wal_segment_size'",
    );
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [`heartwood_backup_${process.pid}`]);
    await client.query('select pg_backup_start($1, true)', ['heartwood']);
    await copyBelow(copies, cluster, name, isLeftOut);
    await addControl(copies, cluster, name);
    await beforeStop();
    const { rows } = await client.query<Stop>('select lsn::text, labelfile, spcmapfile from pg_backup_stop(false)');
    const stop = rows[0]!;
    if (stop.spcmapfile) throw new StartupError('The database has tablespaces outside of DATA_DIR, which this command does not keep.');
    await addText(copies, `${name}/backup_label`, stop.labelfile);
    for (const segment of segmentsOf(stop, Number(sizes[0]?.bytes))) {
      const copied = await addFile(copies, join(cluster, 'pg_wal', segment), `${name}/pg_wal/${segment}`);
      if (copied?.bytes === Number(sizes[0]?.bytes)) continue;
      throw new StartupError(`The database has removed ${segment} of its write-ahead log before it was copied: make the backup again.`);
    }
  } catch (error) {
    throw isLost(error)
      ? new StartupError(
          `The database has stopped while it was copied, or more than ${slotKeeps} was written to it meanwhile: make the backup again, onto a faster disk where it was slow.`,
          { cause: error },
        )
      : error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** What `pg_backup_stop` answers: where the copy ends, and the files that belong to it. */
interface Stop {
  lsn: string;
  labelfile: string;
  spcmapfile: string;
}

/**
 * The names of the segments of the write-ahead log from the start of a backup to its stop.
 * @param bytes of one segment
 * @throws Error where the label names no start
 */
export function segmentsOf({ lsn, labelfile }: Pick<Stop, 'lsn' | 'labelfile'>, bytes: number): string[] {
  const [, start, timeline] = /^START WAL LOCATION: (\S+) \(file ([0-9A-F]{8})[0-9A-F]{16}\)/m.exec(labelfile) ?? [];
  if (!start || !timeline) throw new Error('PostgreSQL names no start of the backup.');
  const size = BigInt(bytes);
  const perLog = 0x1_0000_0000n / size;
  const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0');
  const names: string[] = [];
  // A stop right at the beginning of a segment needs nothing of that one.
  for (let at = position(start) / size; at <= (position(lsn) - 1n) / size; at += 1n)
    names.push(`${timeline}${hex(at / perLog)}${hex(at % perLog)}`);
  return names;
}

/** A place in the write-ahead log as a number: `1/A0` is 4,294,967,456. */
function position(lsn: string): bigint {
  const [high, low] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** PostgreSQL rewrites this small file as a whole, and nothing repairs a copy that has a part of each: two that are the same have not. */
async function addControl(copies: Copies, cluster: string, name: string): Promise<void> {
  const file = join(cluster, control);
  for (let before = await readFile(file); ;) {
    await sleep(5);
    const now = await readFile(file);
    if (now.equals(before)) return addText(copies, `${name}/${control}`, now);
    before = now;
  }
}

async function addText({ into, files }: Copies, path: string, content: string | Buffer): Promise<void> {
  await writeDurably(join(into, path), content);
  files.set(path, { bytes: Buffer.byteLength(content), sha256: createHash('sha256').update(content).digest('hex') });
}

/** Whether the connection to the database has ended: by the network, or by the database (class 57P, 'operator intervention'). */
function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    /^(ECONNREFUSED|ECONNRESET|EPIPE|57P\d\d)$/.test(code) ||
    /^(Connection terminated|Client has encountered a connection error)/.test(error.message)
  );
}
