import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import type { Readable } from 'node:stream';
import S3rver from '@20minutes/s3rver';
import type { S3Context } from '@20minutes/s3rver';
import { startApp } from './app.ts';
import type { TestApp } from './app.ts';

/** A real S3 server on this machine. */
export interface ObjectStore {
  config: { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string };
  /** The same as environment variables. */
  env: Record<string, string>;
  /** Where its objects are on the disk. */
  folder: string;
  /** Calls since it was started, as `PUT uploadId`, oldest first. */
  calls: string[];
  /** Does something to a call before it is looked at: refuses it, or spoils its bytes. */
  trouble: ((call: string, context: S3Context) => void) | undefined;
  /** Ids of uploads in parts that are neither finished nor given up. */
  unfinished(): Promise<string[]>;
  close(): Promise<void>;
}

const bucket = 'family';

/** Starts one with an empty bucket, on a free port. */
export async function startObjectStore(): Promise<ObjectStore> {
  const folder = await mkdtemp(join(tmpdir(), 'heartwood-s3-'));
  // Calls on the bucket are signed over its path with a slash at the end, which this server leaves out when it checks.
  const lenient = { allowMismatchedSignatures: true };
  const server = new S3rver({
    address: 'localhost',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: bucket, configs: [] }],
    ...lenient,
  });
  const begun = server.store.getResourcePath(bucket, undefined, 'uploads');
  const store: Pick<ObjectStore, 'calls' | 'trouble' | 'unfinished'> = {
    calls: [],
    trouble: undefined,
    unfinished: () => readdir(begun).catch(() => []),
  };
  lookAtBytes(server.store);
  server.middleware.unshift(async (context, next) => {
    const call = [context.method, ...['uploadId', 'uploads'].filter((name) => name in context.query)].join(' ');
    store.calls.push(call);
    store.trouble?.(call, context);
    if (context.status !== 404) return;
    await complete(begun, call, context, next);
  });
  const { port } = await server.run();
  const config = { endpoint: `http://localhost:${port}`, bucket, region: 'us-east-1', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  return Object.assign(store, {
    config,
    env: {
      S3_ENDPOINT: config.endpoint,
      S3_BUCKET: bucket,
      S3_REGION: config.region,
      S3_ACCESS_KEY_ID: config.accessKeyId,
      S3_SECRET_ACCESS_KEY: config.secretAccessKey,
    },
    folder,
    async close() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  });
}

/** What this server leaves out of the protocol: giving up what was begun in parts, listing it, and looking at the bytes' signed hash. */
async function complete(begun: string, call: string, context: S3Context, next: () => Promise<void>): Promise<void> {
  if (call === 'DELETE uploadId') {
    await rm(join(begun, String(context.query['uploadId'])), { recursive: true });
    context.status = 204;
  } else if (call === 'GET uploads') {
    context.type = 'application/xml';
    context.body = await listed(begun);
  } else {
    const wanted = context.get('x-amz-content-sha256');
    if (context.method === 'PUT' && /^[0-9a-f]{64}$/.test(wanted)) await checked(context, wanted, next);
    else await next();
  }
}

async function listed(begun: string): Promise<string> {
  const uploads = (await readdir(begun).catch(() => [])).map(async (id) => {
    const key = join(begun, id, 'key');
    const initiated = (await stat(key)).mtime.toISOString();
    return `<Upload><Key>${await readFile(key, 'utf8')}</Key><UploadId>${id}</UploadId><Initiated>${initiated}</Initiated></Upload>`;
  });
  return `<?xml version="1.0"?><ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${(await Promise.all(uploads)).join('')}</ListMultipartUploadsResult>`;
}

/** The SHA-256 that the running call says its bytes have. */
const signed = new AsyncLocalStorage<{ hash: string; spoiled: boolean }>();

/** Makes the store look at the bytes while they come: it refuses those that are others than were signed. */
function lookAtBytes(store: S3rver['store']): void {
  const { putObject, putPart } = store;
  const looked = (content: Readable) => {
    const call = signed.getStore();
    if (!call) return content;
    const hash = createHash('sha256');
    const flush = (done: (error?: Error) => void) => {
      call.spoiled = hash.digest('hex') !== call.hash;
      done(call.spoiled ? new Error('These are not the bytes that were signed.') : undefined);
    };
    const look = new Transform({ transform: (chunk: Buffer, _encoding, done) => done(null, hash.update(chunk) && chunk), flush });
    // The store begins to read a moment later.
    look.on('error', () => undefined);
    return content.pipe(look);
  };
  store.putObject = async (object) => {
    try {
      return await putObject.call(store, Object.assign(object, { content: looked(object.content) }));
    } catch (error) {
      await store.deleteObject(object.bucket, object.key);
      throw error;
    }
  };
  store.putPart = (to, id, number, content) => putPart.call(store, to, id, number, looked(content));
}

async function checked(context: S3Context, hash: string, next: () => Promise<void>): Promise<void> {
  const call = { hash, spoiled: false };
  await signed.run(call, next).catch((error: unknown) => {
    if (!call.spoiled) throw error;
    context.status = 400;
    context.body = '<Error><Code>XAmzContentSHA256Mismatch</Code></Error>';
  });
}

/** Starts the server on an object store of its own. @returns both, and `close`, which ends both */
export async function startAppOnStore(): Promise<{ at: TestApp; store: ObjectStore; close: () => Promise<void> }> {
  const store = await startObjectStore();
  const at = await startApp({ env: store.env });
  const close = async () => {
    await at.close();
    await store.close();
  };
  return { at, store, close };
}
