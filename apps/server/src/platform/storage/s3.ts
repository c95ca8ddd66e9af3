import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GetObjectCommand, HeadBucketCommand, HeadObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { S3ClientConfig } from '@aws-sdk/client-s3';
import { Disk } from 'flydrive';
import { S3Driver } from 'flydrive/drivers/s3';
import type { Config } from '#platform/config.ts';
import { refuse, Refused } from '#platform/http/refusal.ts';
import type { Backend } from './backend.ts';

/** Bytes of a file that is read into memory to be sent. */
const inMemory = 32 * 1_048_576;
/** Milliseconds to reach the store, and to wait for a sign of life from it. */
const patience = { connect: 5_000, silence: 20_000 };

/**
 * Objects in an S3-compatible store. It acknowledges a write when it is durable, and never shows half an object.
 * @param tempDir where objects are put that something must read as a file
 */
export function openS3(s3: NonNullable<Config['s3']>, tempDir: string): Backend {
  const { bucket } = s3;
  const client = new S3Client(clientConfig(s3));
  const driver = new S3Driver({ client, bucket, visibility: 'private', supportsACL: false });
  const disk = new Disk(driver);

  const read = (key: string, range?: string) =>
    answered(
      async () =>
        (await client.send(new GetObjectCommand({ Bucket: bucket, Key: key, ...(range ? { Range: range } : {}) }))).Body as Readable,
    );

  const putFile = async (key: string, path: string): Promise<unknown> => {
    const { size } = await stat(path);
    // What is small is sent again where it fails on the way; what is large is never in memory.
    if (size <= inMemory) return disk.put(key, await readFile(path));
    return client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: createReadStream(path), ContentLength: size }));
  };

  return {
    putFile: (key, path) => answered(async () => void (await putFile(key, path))),
    putBytes: (key, bytes) => answered(() => disk.put(key, bytes)),
    open: (key, range) => read(key, range && `bytes=${range.start}-${range.end}`),
    size: (key) => answered(async () => (await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }))).ContentLength ?? 0),
    remove: (key) => answered(() => disk.delete(key)),
    removeFolder: (prefix) =>
      answered(async () => {
        for await (const objects of parts(driver, `${prefix}/`, true)) await Promise.all(objects.map((object) => driver.delete(object)));
      }),
    async *list(folder) {
      for await (const names of parts(driver, folder, false)) yield names.map((name) => name.slice(folder.length + 1));
    },
    keys: () => parts(driver, '/', true),
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
    async freeBytes() {
      await answered(() => client.send(new HeadBucketCommand({ Bucket: bucket })));
      return null;
    },
  };
}

function clientConfig({ endpoint, region, accessKeyId, secretAccessKey }: NonNullable<Config['s3']>): S3ClientConfig {
  return {
    region,
    // Checksums that only Amazon's own store knows are sent nowhere else.
    ...(endpoint
      ? { endpoint, forcePathStyle: true, requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED' }
      : {}),
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
    maxAttempts: 3,
    requestHandler: { connectionTimeout: patience.connect, requestTimeout: patience.silence, throwOnRequestTimeout: true },
  };
}

/** Keys below a prefix, or with `recursive` false the folders directly below a folder, a page at a time. */
async function* parts(driver: S3Driver, prefix: string, recursive: boolean): AsyncGenerator<string[]> {
  let paginationToken: string | undefined;
  do {
    const token = paginationToken ? { paginationToken } : {};
    const page = await answered(() => driver.listAll(prefix, { recursive, ...token }));
    yield [...page.objects].map((object) => ('key' in object ? object.key : object.prefix));
    ({ paginationToken } = page);
  } while (paginationToken);
}

/** What the store says, as a refusal: there is no such object, or it cannot be reached. */
async function answered<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Refused) throw error;
    if (statusOf(error) === 404) throw refuse.notFound();
    throw Object.assign(refuse.unavailable(), { cause: error });
  }
}

/** The HTTP status behind an error of the store, or of what caused it. */
function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  return $metadata?.httpStatusCode ?? statusOf(error.cause);
}
