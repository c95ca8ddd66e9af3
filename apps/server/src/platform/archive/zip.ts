import { createReadStream, createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Storage } from '#platform/storage/storage.ts';

/** One file of an archive. What lies in the storage is kept as it is, pictures and films do not get smaller. */
export type ArchiveEntry = { name: string; modified: Date } & ({ path: string } | { key: string; size: number } | MadeBytes);

/** What is made when it is written; it does not get smaller either. */
interface MadeBytes {
  open: () => Promise<Readable>;
}

/**
 * A ZIP (with ZIP64 where it grows large), one entry after another, none of them ever in memory as a whole. It fails where an entry has gone
 * from the storage; its reader destroys it to stop.
 */
export function zipStream(storage: Storage, entries: readonly ArchiveEntry[]): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  let reading: Readable | undefined;
  const take = (stream: Readable): Readable => {
    reading = stream;
    if (output.destroyed) stream.destroy();
    return stream;
  };
  // The stream that reads a file does not learn that the output is closed.
  output.once('close', () => reading?.destroy());
  for (const entry of entries) {
    const mtime = entry.modified;
    if ('path' in entry) zip.addReadStreamLazy(entry.name, { mtime }, (give) => give(null, take(createReadStream(entry.path))));
    else {
      const open = 'open' in entry ? entry.open : async () => (await storage.open(entry.key)).stream;
      const options = 'size' in entry ? { mtime, compress: false, size: entry.size } : { mtime, compress: false };
      zip.addReadStreamLazy(entry.name, options, (give) => {
        open().then(
          (stream) => give(null, take(stream)),
          (error: unknown) => give(error, undefined as never),
        );
      });
    }
  }
  zip.end();
  return output;
}

/**
 * Writes a ZIP into a file.
 * @param to where it is written
 * @param onBytes told the bytes written as they are; what it throws ends the writing
 * @throws where an entry has gone from the storage, or there is no space left
 */
export async function writeZip(
  storage: Storage,
  entries: readonly ArchiveEntry[],
  to: string,
  onBytes: (bytes: number) => Promise<void>,
): Promise<void> {
  const count = new Transform({
    async transform(chunk: Buffer, _, done) {
      try {
        await onBytes(chunk.length);
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });
  await pipeline(zipStream(storage, entries), count, createWriteStream(to, { mode: 0o600 }));
}
