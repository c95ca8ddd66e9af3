import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Config } from '#platform/config.ts';
import { Refused } from '#platform/http/refusal.ts';
import { StartupError } from '#platform/startup-error.ts';
import type { Backend } from './backend.ts';
import { openDisk } from './disk.ts';
import { isKey } from './storage.ts';

/** What has become of the objects. `bytes` are those that were carried over in this run. */
interface Moved {
  carried: number;
  bytes: number;
  /** Were there already, byte for byte: of an earlier run. */
  there: number;
  removed: number;
}

/**
 * Carries every object from one store to the other, and reads each one back: what does not come out byte for byte (SHA-256) ends the
 * run. Whatever stopped an earlier run, this one goes on where it was. No process may write to either meanwhile.
 * @param options.remove removes an object from the old store once it is known to be whole in the new one
 * @throws Error naming the object that did not come out the same
 */
export async function moveObjects(
  from: Backend,
  to: Backend,
  { remove, onProgress }: { remove: boolean; onProgress?: (moved: Moved) => void },
): Promise<Moved> {
  const moved: Moved = { carried: 0, bytes: 0, there: 0, removed: 0 };
  for await (const keys of from.keys()) {
    for (const key of keys.filter(isKey)) {
      const size = await from.size(key);
      const hash = await from.withFile(key, async (path) => {
        const before = await hashOf(createReadStream(path));
        if (await isThere(to, key, size, before)) moved.there += 1;
        else {
          await to.putFile(key, path);
          moved.carried += 1;
          moved.bytes += size;
          if (!(await isThere(to, key, size, before))) throw new Error(`${key} did not arrive as it was sent. Nothing was removed of it.`);
        }
        return before;
      });
      if (remove && hash) {
        await from.remove(key);
        moved.removed += 1;
      }
      onProgress?.(moved);
    }
  }
  return moved;
}

async function isThere(store: Backend, key: string, size: number, hash: string): Promise<boolean> {
  const there = await store.size(key).catch((error: unknown) => {
    if (error instanceof Refused && error.code === 'not_found') return undefined;
    throw error;
  });
  return there === size && (await hashOf(await store.open(key))) === hash;
}

async function hashOf(stream: NodeJS.ReadableStream): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(stream, hash);
  return hash.digest('hex');
}

/** The two stores of a configuration, in the direction that is wanted. @throws StartupError where no object store is configured */
export async function storesFor(
  { dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>,
  to: 's3' | 'disk',
): Promise<{ from: Backend; to: Backend }> {
  if (!s3) throw new StartupError('Set S3_BUCKET and what else the object store needs: it is one of the two ends.');
  const disk = await openDisk(join(dataDir, 'media'));
  const { openS3 } = await import('./s3.ts');
  const store = openS3(s3, join(dataDir, 'tmp'));
  await store.freeBytes();
  return to === 's3' ? { from: disk, to: store } : { from: store, to: disk };
}
