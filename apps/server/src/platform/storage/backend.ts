import type { Readable } from 'node:stream';

/** Bytes from `start` to `end`, both included, counted from 0. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Where objects are kept: a disk or an S3-compatible store. Keys have been checked before they come here. */
export interface Backend {
  /** Keeps a copy of a file; when it returns, a loss of power takes nothing of it. */
  putFile(key: string, path: string): Promise<void>;
  putBytes(key: string, bytes: Uint8Array): Promise<void>;
  /** @throws Refused not_found */
  open(key: string, range?: ByteRange): Promise<Readable>;
  /** Bytes of an object. @throws Refused not_found */
  size(key: string): Promise<number>;
  remove(key: string): Promise<void>;
  /** Removes everything whose key begins with `{prefix}/`. */
  removeFolder(prefix: string): Promise<void>;
  /** Names directly below a folder, in parts of up to some thousand. */
  list(folder: string): AsyncIterable<string[]>;
  /** Every key there is, in parts of up to some thousand. */
  keys(): AsyncIterable<string[]>;
  /** The object as a file that may be read until `use` ends. */
  withFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T>;
  /** Removes what a killed process had not written to its end. Called at the start of a server, when nobody is writing. */
  removeLeftovers(): Promise<void>;
  /** Removes parts of objects that were begun before a moment and never finished, where others may be writing. @throws where the store cannot say */
  removeUnfinished(before: Date): Promise<void>;
  /** Bytes that are free, or null where nobody can say. @throws where the store cannot be reached */
  freeBytes(): Promise<number | null>;
}
