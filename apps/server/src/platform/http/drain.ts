import { Readable } from 'node:stream';

/** Bytes of a refused body that are read and forgotten, so that its sender gets to see the answer. */
const patience = 64 * 1_048_576;

/** Reads what is left of a body that nobody wants; who sends on and on is cut off. */
export function drain(body: unknown): void {
  if (!(body instanceof Readable) || body.readableEnded || body.destroyed) return;
  let dropped = 0;
  body.on('error', () => undefined);
  body.on('data', (bytes: Buffer) => {
    dropped += bytes.length;
    if (dropped > patience) body.destroy();
  });
}
