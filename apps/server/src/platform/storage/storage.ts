import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { Backend, ByteRange } from './backend.ts';
import { openDisk } from './disk.ts';
import { createSigning } from './signing.ts';
import type { Signing } from './signing.ts';

/**
 * Objects that rows name by key: `{folder}/{id}/{name}.{extension}`. Keys are made by the application alone, never of
 * what a user has named something. Writing is durable: when it returns, the row that names the object may be written.
 */
export interface Storage extends Signing, Omit<Backend, 'open' | 'freeBytes' | 'keys'> {
  /** Opens an object, or a part of it; `size` is the whole object's. @throws Refused not_found */
  open(key: string, range?: ByteRange): Promise<{ stream: Readable; size: number }>;
  /** @throws where the store cannot be reached */
  health(): Promise<{ freeBytes: number | null }>;
}

const keyShape = /^[a-z][a-z0-9-]*(\/[a-z0-9][a-z0-9-]*){1,3}\.[a-z0-9]{1,5}$/;
const folderShape = /^[a-z][a-z0-9-]*(\/[a-z0-9][a-z0-9-]*){0,3}$/;

function assertShape(shape: RegExp, key: string): string {
  if (!shape.test(key)) throw new Error(`not a storage key: ${JSON.stringify(key)}`);
  return key;
}

/** Whether a text is a well-formed key. */
export const isKey = (text: string): boolean => text.length <= 200 && keyShape.test(text);

/** Opens the storage: an S3-compatible one where it is configured, else DATA_DIR/media. */
export async function createStorage(given: { config: Pick<Config, 'dataDir' | 's3'>; clock: Clock; key: Buffer }): Promise<Storage> {
  const { dataDir, s3 } = given.config;
  // The S3 client takes long to load and most servers need none.
  const backend = s3 ? (await import('./s3.ts')).openS3(s3, join(dataDir, 'tmp')) : await openDisk(join(dataDir, 'media'));
  const key = (text: string) => assertShape(keyShape, text);
  const folder = (text: string) => assertShape(folderShape, text);
  return {
    ...createSigning(given.key, given.clock),
    putFile: (to, path) => backend.putFile(key(to), path),
    putBytes: (to, bytes) => backend.putBytes(key(to), bytes),
    async open(of, range) {
      const size = await backend.size(key(of));
      return { stream: await backend.open(of, range), size };
    },
    size: (of) => backend.size(key(of)),
    remove: (of) => backend.remove(key(of)),
    removeFolder: (prefix) => backend.removeFolder(folder(prefix)),
    list: (of) => backend.list(folder(of)),
    hasChangedSince: (of, time) => backend.hasChangedSince(folder(of), time),
    withFile: (of, use) => backend.withFile(key(of), use),
    removeLeftovers: () => backend.removeLeftovers(),
    removeUnfinished: (before) => backend.removeUnfinished(before),
    health: async () => ({ freeBytes: await backend.freeBytes() }),
  };
}
