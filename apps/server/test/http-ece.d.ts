declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  /** Reads a body that was encrypted for a browser (RFC 8188, RFC 8291), with the keys of the browser. */
  export function decrypt(body: Buffer, keys: { version: 'aes128gcm'; privateKey: ECDH; authSecret: Buffer }): Buffer;
}
