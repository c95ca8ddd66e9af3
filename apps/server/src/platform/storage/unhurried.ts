import { Readable } from 'node:stream';

/** Milliseconds without reading after which a source is let go. */
const pause = 1_000;

/**
 * Reads bytes at the pace of who takes them, without holding their source while nobody does: a store ends connections on which nothing moves,
 * and there are only so many of them. After a second without reading the source is let go; it is opened again where the reader is.
 * @param first the source as it was opened
 * @param reopen opens it at an offset
 * @param from the offset of the first byte
 */
export function unhurried(first: Readable, reopen: (from: number) => Promise<Readable>, from = 0): Readable {
  const stream = Readable.from(pieces(first, reopen, from), { objectMode: false });
  // What is closed before it was read from has not come to its source.
  return stream.on('close', () => first.destroy());
}

async function* pieces(first: Readable, reopen: (from: number) => Promise<Readable>, from: number): AsyncGenerator<Buffer> {
  let at = from;
  let source: Readable | undefined = first;
  let chunks: AsyncIterator<Buffer> | undefined;
  try {
    for (;;) {
      if (!source || !chunks) {
        source ??= await reopen(at);
        // Let go, it says that it was cut off.
        source.on('error', () => undefined);
        chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
      }
      const { done, value } = await chunks.next();
      if (done) return;
      at += value.length;
      const letGo = setTimeout(() => {
        source?.destroy();
        [source, chunks] = [undefined, undefined];
      }, pause);
      try {
        yield value;
      } finally {
        clearTimeout(letGo);
      }
    }
  } finally {
    source?.destroy();
  }
}
