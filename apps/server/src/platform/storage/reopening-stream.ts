import { Readable } from 'node:stream';

/** Milliseconds without reading after which a source is closed. */
const idleMs = 1_000;

/**
 * Reads a source that is closed after a second without reading and opened again at the offset of the reader. A store ends connections on which
 * no bytes move, and the connections to it are limited, so a slow reader must not hold one.
 * @param first the source as it was opened
 * @param reopen opens it at an offset
 * @param from the offset of the first byte
 */
export function reopeningStream(first: Readable, reopen: (from: number) => Promise<Readable>, from = 0): Readable {
  const stream = Readable.from(chunksOf(first, reopen, from), { objectMode: false });
  // A stream that is closed before it was read from has not run the generator.
  return stream.on('close', () => first.destroy());
}

async function* chunksOf(first: Readable, reopen: (from: number) => Promise<Readable>, from: number): AsyncGenerator<Buffer> {
  let at = from;
  let source: Readable | undefined = first;
  let chunks: AsyncIterator<Buffer> | undefined;
  try {
    for (;;) {
      if (!source || !chunks) {
        source ??= await reopen(at);
        // Once closed it emits an error.
        source.on('error', () => undefined);
        chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
      }
      const { done, value } = await chunks.next();
      if (done) return;
      at += value.length;
      const timer = setTimeout(() => {
        source?.destroy();
        [source, chunks] = [undefined, undefined];
      }, idleMs);
      try {
        yield value;
      } finally {
        clearTimeout(timer);
      }
    }
  } finally {
    source?.destroy();
  }
}
