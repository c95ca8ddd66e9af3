import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Bytes that are read at once. */
const step = 4 * 1_048_576;

// Hashes one file, slice by slice, so that it is never in memory as a whole. The browser's own digest wants all bytes at once.
// What cannot be read is answered without a hash: a promise that fails is no `error` of a worker.
addEventListener('message', ({ data: file }: MessageEvent<Blob>) => void hash(file).catch(() => postMessage({})));

async function hash(file: Blob): Promise<void> {
  const running = sha256.create();
  for (let at = 0; at < file.size; at += step) {
    running.update(new Uint8Array(await file.slice(at, at + step).arrayBuffer()));
    postMessage({ share: Math.min(1, (at + step) / file.size) });
  }
  postMessage({ hex: bytesToHex(running.digest()) });
}
