/** What is spoken here (https://tus.io/protocols/resumable-upload). */
export const tus = {
  version: '1.0.0',
  extensions: 'creation,creation-with-upload,termination,checksum,expiration',
  checksums: 'sha1,sha256',
  /** The content type of a chunk. */
  chunkType: 'application/offset+octet-stream',
} as const;
