import { Readable } from 'node:stream';

/** Bytes of a refused body that are read and discarded, so that the client reads the answer. */
const maxDrainBytes = 64 * 1_048_576;

/** Reads and discards the rest of a body; a client that sends more than the limit is disconnected. */
export function drain(body: unknown): void {
  if (!(body instanceof Readable) || body.readableEnded || body.destroyed) return;
  let dropped = 0;
  body.on('error', () => undefined);
  body.on('data', (bytes: Buffer) => {
    dropped += bytes.length;
    if (dropped > maxDrainBytes) body.destroy();
  });
  body.resume();
}
