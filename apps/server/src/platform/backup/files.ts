import { createHash } from 'node:crypto';
import { lstat, open, readdir, stat, statfs } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { syncPath } from '#platform/durable.ts';
import { StartupError } from '#platform/startup-error.ts';
import { spare } from '#platform/storage/room.ts';

/** A file or a folder that was found. */
export interface Found {
  /** Relative to where the search began, with `/` between names. */
  path: string;
  kind: 'file' | 'folder' | 'other';
  /** Bytes of a file; 0 otherwise. */
  bytes: number;
  /** Differs once the file was replaced or written to. */
  state: string;
}

/** What is told while bytes are copied or read. */
export interface Watch {
  /** Is called with the bytes of each chunk. */
  onBytes?: ((bytes: number) => void) | undefined;
  /** Ends what is under way. */
  signal?: AbortSignal | undefined;
}

/** What a file holds. */
export interface Content {
  bytes: number;
  /** In hexadecimal digits. */
  sha256: string;
}

/** Bytes that are read at once. */
const chunkBytes = 1_048_576;

/**
 * Finds everything below a folder, a folder before what is in it. What vanishes meanwhile is left out.
 * @param isLeftOut what is not told of, nor looked into; it gets the path relative to `root`
 */
export async function* filesBelow(root: string, isLeftOut: (path: string) => boolean = () => false, below = ''): AsyncGenerator<Found> {
  for (const entry of (await readdir(join(root, below), { withFileTypes: true }).catch(ifThere)) ?? []) {
    const path = below ? `${below}/${entry.name}` : entry.name;
    if (isLeftOut(path)) continue;
    // A folder of DATA_DIR may be a link to one on a larger disk; further below nobody needs links. Where the disk is away, the link is told of.
    const place = join(root, path);
    const found = (below ? undefined : await stat(place).catch(ifThere)) ?? (await lstat(place).catch(ifThere));
    if (!found) continue;
    const kind = found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other';
    yield { path, kind, bytes: kind === 'file' ? found.size : 0, state: `${found.ino} ${found.size} ${found.mtimeMs}` };
    if (kind === 'folder') yield* filesBelow(root, isLeftOut, path);
  }
}

/**
 * Copies a file, a chunk at a time; what is at `to` is replaced. The copy has mode 0600 and is durable after {@link syncAll}.
 * @returns what was copied; undefined where there is no such file
 */
export async function copyFile(from: string, to: string, watch: Watch): Promise<Content | undefined> {
  await using source = await open(from).catch(ifThere);
  if (!source) return undefined;
  await using target = await open(to, 'w', 0o600);
  return await readChunks(source, watch, (chunk) => target.writeFile(chunk));
}

/** Reads a file, a chunk at a time. @returns what it holds; undefined where there is no such file */
export async function readContent(path: string, watch: Watch): Promise<Content | undefined> {
  await using source = await open(path).catch(ifThere);
  return source && (await readChunks(source, watch));
}

async function readChunks(source: FileHandle, { onBytes, signal }: Watch, use?: (chunk: Buffer) => Promise<void>): Promise<Content> {
  const hash = createHash('sha256');
  const { size } = await source.stat();
  const buffer = Buffer.allocUnsafe(Math.min(size + 1, chunkBytes));
  for (let bytes = 0; ;) {
    signal?.throwIfAborted();
    const { bytesRead } = await source.read(buffer);
    if (bytesRead === 0) return { bytes, sha256: hash.digest('hex') };
    const chunk = buffer.subarray(0, bytesRead);
    hash.update(chunk);
    await use?.(chunk);
    bytes += bytesRead;
    onBytes?.(bytesRead);
  }
}

/** Waits until the disk has the bytes of files and the entries of folders. @param signal ends it before the next file */
export async function syncAll(root: string, paths: Iterable<string>, signal?: AbortSignal): Promise<void> {
  // Some at once: a disk does several in the time of one.
  const limit = pLimit(8);
  await limit.map(paths, async (path) => {
    signal?.throwIfAborted();
    await syncPath(join(root, path));
  });
}

/**
 * Looks whether a disk has room, before anything is written to it.
 * @param folder any folder on that disk
 * @param bytes what is to be written
 * @param what the beginning of the sentence: `The backup`
 * @throws StartupError with the bytes there are and those that are needed
 */
export async function assertRoom(folder: string, bytes: number, what: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= bytes + spare) return;
  const needed = `${megabytes(bytes + spare)} of room`;
  throw new StartupError(`${what} needs ${needed}, and the disk of ${folder} has ${megabytes(bavail * bsize)}: nothing was written.`);
}

/** Bytes as people read them: `12.3 MB`. */
export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** Passes over what is not there (any more). */
export function ifThere(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** Says in one sentence why files could not be read or written, where it is known; every other error comes back as it is. */
export function explainFiles(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StartupError) return error;
  const { code = '', path = 'A file', dest = path } = error as NodeJS.ErrnoException & { dest?: string };
  if (error.name === 'AbortError') return new StartupError('Stopped: nothing was left behind.', { cause: error });
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new StartupError('The disk is full: nothing was left behind. Make room, or name a folder on another disk.', { cause: error });
  if (code === 'EACCES' || code === 'EPERM')
    return new StartupError(`${path} may not be read or written: run this as the user that the server runs as.`, { cause: error });
  if (code === 'ENOTDIR') return new StartupError(`${path} is not a folder.`, { cause: error });
  if (code === 'EEXIST' || code === 'ENOTEMPTY')
    return new StartupError(`${dest} is there already: somebody has made it meanwhile.`, { cause: error });
  if (code === 'EROFS') return new StartupError(`${path} is on a disk that is read-only: name a folder elsewhere.`, { cause: error });
  if (code === 'EIO') return new StartupError(`${path} cannot be read or written: the disk is damaged.`, { cause: error });
  return error;
}
