declare module '@20minutes/s3rver' {
  import type { AddressInfo } from 'node:net';

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
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
