import type { Readable } from 'node:stream';

/** Bytes from `start` to `end`, both included, counted from 0. */
export interface ByteRange {
  start: number;
  end: number;
}

/** A store of objects: a disk or an S3-compatible service. Callers have validated the keys. */
export interface Backend {
  /** Stores a copy of a file, durably: after it returns, a loss of power does not lose it. */
  putFile(key: string, path: string): Promise<void>;
  putBytes(key: string, bytes: Uint8Array): Promise<void>;
  /** @throws Refused not_found */
  open(key: string, range?: ByteRange): Promise<Readable>;
  /** Bytes of an object. @throws Refused not_found */
  size(key: string): Promise<number>;
  remove(key: string): Promise<void>;
  /** Removes everything whose key begins with `{prefix}/`. */
  removeFolder(prefix: string): Promise<void>;
  /** Names directly below a folder, in batches of up to some thousand. */
  list(folder: string): AsyncIterable<string[]>;
  /** Whether something below a folder was complete only since a time. On a disk nothing takes long to be: there the answer is no. */
  hasChangedSince(folder: string, time: Date): Promise<boolean>;
  /** Every key, in batches of up to some thousand. */
  keys(): AsyncIterable<string[]>;
  /** The object as a file that may be read until `use` ends. */
  withFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T>;
  /** Removes incomplete files of a killed process. Called when a server starts, while nothing writes. */
  removeLeftovers(): Promise<void>;
  /** Removes parts of objects that were begun before a time and never finished, where others may be writing. @throws where the store cannot say */
  removeUnfinished(before: Date): Promise<void>;
  /** Free bytes, or null when the store does not tell. @throws when the store cannot be reached */
  freeBytes(): Promise<number | null>;
}
