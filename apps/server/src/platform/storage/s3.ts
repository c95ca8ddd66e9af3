import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import type { S3ClientConfig } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { Disk } from 'flydrive';
import { S3Driver } from 'flydrive/drivers/s3';
import type { Config } from '#platform/config.ts';
import { refuse, Refused } from '#platform/http/refusal.ts';
import type { Backend } from './backend.ts';
import { reopeningStream } from './reopening-stream.ts';
import { nameOf, statusOf } from './trouble.ts';

const megabyte = 1_048_576;
/** Bytes of a file that is sent in one request, and that is read into memory for it. */
const singleRequestBytes = 32 * megabyte;
/** What is larger goes in parts: so many bytes each at least, so many of them at once, and no more than any store takes of one object. */
const parts = { bytes: 16 * megabyte, concurrency: 2, most: 10_000 };
/** Milliseconds to connect to the store, without a byte in either direction, and the same while it may be joining the parts of an upload. */
const timeoutsMs = { connect: 5_000, idle: 5_000, joining: 120_000 };

/**
 * Objects in an S3-compatible store. It acknowledges a write when it is durable, and never shows half an object.
 * @param tempDir where objects are put that something must read as a file
 */
export function openS3(s3: NonNullable<Config['s3']>, tempDir: string): Backend {
  const { bucket } = s3;
  const client = new S3Client(clientConfig(s3, timeoutsMs.idle));
  const joining = new S3Client(clientConfig(s3, timeoutsMs.joining));
  const driver = new S3Driver({ client, bucket, visibility: 'private', supportsACL: false });
  const disk = new Disk(driver);

  const read = (key: string, range?: string) =>
    answered(
      async () =>
        (await client.send(new GetObjectCommand({ Bucket: bucket, Key: key, ...(range ? { Range: range } : {}) }))).Body as Readable,
    );

  const sizeOf = async (key: string) => (await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }))).ContentLength ?? 0;

  // [Note: How a file gets into an object store]
  // Bytes are sent from memory, whole or in parts, never from a stream: so each call carries their SHA-256 in its signature, the store
  // refuses what does not arrive as it was sent, and what failed on the way is sent again. Of a large file only some parts are in memory.
  // The object is there when the last call is answered, not before; parts of one that failed are taken away, and those of a process that
  // was killed by the hourly job.
  const putFile = async (key: string, path: string): Promise<void> => {
    const { size } = await stat(path);
    if (size <= singleRequestBytes) return disk.put(key, await readFile(path));
    const partSize = Math.max(parts.bytes, Math.ceil(size / parts.most));
    const params = { Bucket: bucket, Key: key, Body: createReadStream(path, { highWaterMark: megabyte }), ContentLength: size };
    await new Upload({ client: joining, params, partSize, queueSize: parts.concurrency }).done();
    const kept = await sizeOf(key);
    if (kept !== size) throw new Error(`the store keeps ${kept} bytes of ${size}`);
  };

  return {
    putFile: (key, path) => answered(() => putFile(key, path)),
    putBytes: (key, bytes) => answered(() => disk.put(key, bytes)),
    open: async (key, range) => {
      const first = await read(key, range && `bytes=${range.start}-${range.end}`);
      return reopeningStream(first, (from) => read(key, `bytes=${from}-${range?.end ?? ''}`), range?.start);
    },
    size: (key) => answered(() => sizeOf(key)),
    remove: (key) => answered(() => disk.delete(key)),
    removeFolder: (prefix) =>
      answered(async () => {
        for await (const objects of pages(driver, `${prefix}/`, true)) await Promise.all(objects.map((object) => driver.delete(object)));
      }),
    async *list(folder) {
      for await (const names of pages(driver, folder, false)) yield names.map((name) => name.slice(folder.length + 1));
    },
    hasChangedSince: (folder, time) => answered(() => hasChanged(client, bucket, folder, time)),
    keys: () => pages(driver, '/', true),
    async withFile(key, use) {
      await mkdir(tempDir, { recursive: true, mode: 0o700 });
      const path = join(tempDir, randomUUID());
      try {
        const body = await read(key);
        await answered(() => pipeline(body, createWriteStream(path, { flags: 'wx', mode: 0o600 })));
        return await use(path);
      } finally {
        await rm(path, { force: true });
      }
    },
    removeLeftovers: async () => undefined,
    async removeUnfinished(before) {
      for (let KeyMarker: string | undefined, UploadIdMarker: string | undefined, more = true; more;) {
        const page = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket, KeyMarker, UploadIdMarker }));
        for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
          if (Initiated && Initiated < before) await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }));
        ({ NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page);
        more = page.IsTruncated === true && KeyMarker !== undefined;
      }
    },
    async freeBytes() {
      // Where the bucket is not there, no object can be.
      await client.send(new HeadBucketCommand({ Bucket: bucket })).catch((error: unknown) => {
        throw away(error);
      });
      return null;
    },
  };
}

/** What a store says of an object as `LastModified` is when it was complete. */
async function hasChanged(client: S3Client, bucket: string, folder: string, time: Date): Promise<boolean> {
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: `${folder}/` }));
  return Contents.some(({ LastModified }) => LastModified !== undefined && LastModified >= time);
}

function clientConfig({ endpoint, region, accessKeyId, secretAccessKey }: NonNullable<Config['s3']>, idleMs: number): S3ClientConfig {
  return {
    region,
    // Checksums that only Amazon's own store knows are sent nowhere else.
    ...(endpoint
      ? { endpoint, forcePathStyle: true, requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED' }
      : {}),
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
    maxAttempts: 3,
    requestHandler: { connectionTimeout: timeoutsMs.connect, socketTimeout: idleMs },
  };
}

/** Keys below a prefix, or with `recursive` false the folders directly below a folder, a page at a time. */
async function* pages(driver: S3Driver, prefix: string, recursive: boolean): AsyncGenerator<string[]> {
  let paginationToken: string | undefined;
  do {
    const token = paginationToken ? { paginationToken } : {};
    const page = await answered(() => driver.listAll(prefix, { recursive, ...token }));
    yield [...page.objects].map((object) => ('key' in object ? object.key : object.prefix));
    ({ paginationToken } = page);
  } while (paginationToken);
}

/** The refusal of a store that does not serve. The cause says why: see `troubleOf`. */
const away = (cause: unknown): Refused => Object.assign(refuse.unavailable(), { cause });

/** What the store says, as a refusal: there is no such object, or it cannot be reached. */
async function answered<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Refused) throw error;
    if (statusOf(error) === 404 && nameOf(error) !== 'NoSuchBucket') throw refuse.notFound();
    throw away(error);
  }
}
