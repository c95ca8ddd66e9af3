declare module '@20minutes/s3rver' {
  import type { IncomingMessage } from 'node:http';
  import type { AddressInfo } from 'node:net';
  import type { Readable } from 'node:stream';

  /** One call, as the server's framework (Koa) has it. */
  export interface S3Context {
    method: string;
    query: Record<string, string | string[] | undefined>;
    req: IncomingMessage;
    status: number;
    type: string;
    body: unknown;
    get(header: string): string;
  }

  /** A real S3 server over HTTP, keeping its objects in a folder. Its only key is S3RVER with the secret S3RVER. */
  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string; configs: string[] }[];
      allowMismatchedSignatures?: boolean;
    });
    /** What a call goes through, in this order. */
    middleware: ((context: S3Context, next: () => Promise<void>) => Promise<void>)[];
    store: {
      getResourcePath(bucket: string, key: string | undefined, resource: string): string;
      putObject(object: { bucket: string; key: string; content: Readable }): Promise<unknown>;
      deleteObject(bucket: string, key: string): Promise<void>;
      putPart(bucket: string, uploadId: string, partNumber: string, content: Readable): Promise<unknown>;
    };
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
