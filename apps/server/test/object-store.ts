import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';

/** A real S3 server on this machine. */
export interface ObjectStore {
  config: { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string };
  /** The same as environment variables. */
  env: Record<string, string>;
  /** Where its objects are on the disk. */
  folder: string;
  close(): Promise<void>;
}

/** Starts one with an empty bucket, on a free port. */
export async function startObjectStore(): Promise<ObjectStore> {
  const folder = await mkdtemp(join(tmpdir(), 'heartwood-s3-'));
  // Calls on the bucket are signed over its path with a slash at the end, which this server leaves out when it checks.
  const lenient = { allowMismatchedSignatures: true };
  const bucket = 'family';
  const server = new S3rver({
    address: 'localhost',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: bucket, configs: [] }],
    ...lenient,
  });
  const { port } = await server.run();
  const config = { endpoint: `http://localhost:${port}`, bucket, region: 'us-east-1', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  return {
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
  };
}
