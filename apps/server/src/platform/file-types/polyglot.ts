import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

type Kind = 'image' | 'video' | 'audio' | 'document';

const pdf = Buffer.from('%PDF-');
const zipEnd = Buffer.from('PK\u0005\u0006');
/** Words long enough never to come up in compressed pixels by chance, and no part of the XML that cameras write (XMP). */
const markup = /<script[\s>/]|<iframe[\s>/]|<!doctype\s+html|<html[\s>]|<\?php\s|<svg\s[^>]{0,200}xmlns/i;
/** How much of a file is searched for markup, in bytes from its start: of a photo all of it; a page begins early. */
const searched: Record<Kind, number> = { image: Infinity, video: 16_777_216, audio: 16_777_216, document: 1_024 };
const step = 1_048_576;

/**
 * Whether a file is a polyglot: can also be read as a page, a script, a document or an archive. Browsers get renditions made from it, so it could
 * do nothing there; but the export holds its original.
 */
export async function isPolyglot(path: string, kind: Kind): Promise<boolean> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    // A PDF's header may stand in the first 1,024 bytes; an archive's directory ends with the file, but for a comment.
    const head = await readPart(file, 0, 1_024);
    if (head.includes(pdf, kind === 'document' ? 1 : 0)) return true;
    const tail = await readPart(file, Math.max(0, size - 66_000), 66_000);
    const end = tail.lastIndexOf(zipEnd);
    if (end >= 0 && end + 22 <= tail.length && end + 22 + tail.readUInt16LE(end + 20) === tail.length) return true;
    const most = Math.min(size, searched[kind]);
    for (let from = 0; from < most; from += step) {
      const part = await readPart(file, Math.max(0, from - 256), Math.min(step, most - from) + 256);
      if (markup.test(part.toString('latin1'))) return true;
    }
    return false;
  } finally {
    await file.close();
  }
}

/** Up to `length` bytes of a file from a position; fewer at its end. */
export async function readPart(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(length), position });
  return buffer.subarray(0, bytesRead);
}
