import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { Refused } from '#platform/http/refusal.ts';

/** A kind of picture that is accepted, with the extension its bytes are kept under. */
export type PictureKind = 'jpg' | 'png' | 'webp' | 'avif' | 'gif' | 'heic' | 'tif' | 'bmp';

const kinds: Record<string, PictureKind> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/apng': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
  'image/heic': 'heic',
  'image/heif': 'heic',
  'image/heic-sequence': 'heic',
  'image/heif-sequence': 'heic',
  'image/tiff': 'tif',
  'image/bmp': 'bmp',
};

/** Content types by kind. */
export const mimeOf: Record<PictureKind, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
  heic: 'image/heic',
  tif: 'image/tiff',
  bmp: 'image/bmp',
};

const notAPicture = 'This is not a photo Heartwood can keep. JPEG, PNG, WebP, AVIF, GIF, HEIC, TIFF and BMP are welcome.';
const notYet = 'Videos, recordings and documents cannot be kept yet, only photos.';

/**
 * Which kind of picture a file is, by its bytes; its name counts for nothing.
 * @throws Refused unsupported_media for everything that is no picture, or is something else at the same time
 */
export async function kindOf(path: string): Promise<PictureKind> {
  const found = await fileTypeFromFile(path).catch(() => undefined);
  const kind = found ? kinds[found.mime] : await cutOffTiff(path);
  if (kind && !(await isSomethingElseToo(path))) return kind;
  const later = found && /^(video|audio)\/|^application\/(pdf|ogg)$/.test(found.mime);
  throw new Refused('unsupported_media', later ? notYet : notAPicture);
}

/** A TIFF's directory may be at its end: one that is cut off is known by its first bytes alone. */
async function cutOffTiff(path: string): Promise<PictureKind | undefined> {
  const file = await open(path);
  const start = (await read(file, 0, 4).finally(() => file.close())).toString('latin1');
  return start === 'II*\0' || start === 'MM\0*' ? 'tif' : undefined;
}

const pdf = Buffer.from('%PDF-');
const zipEnd = Buffer.from('PK\u0005\u0006');
/** Words long enough never to come up in compressed pixels by chance, and no part of the XML that cameras write (XMP). */
const markup = /<script[\s>/]|<iframe[\s>/]|<!doctype\s+html|<html[\s>]|<\?php\s|<svg\s[^>]{0,200}xmlns/i;

/**
 * Whether a picture can also be read as a page, a script, a document or an archive. Everybody is served renditions made anew, so such
 * a file could do nothing here; but its original is handed back in the export, and nobody's memories look like this.
 */
async function isSomethingElseToo(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const head = await read(file, 0, 1_024);
    const tail = await read(file, Math.max(0, size - 66_000), 66_000);
    // A PDF's header may stand in the first 1,024 bytes; an archive's directory ends with the file, but for a comment.
    if (head.includes(pdf)) return true;
    const end = tail.lastIndexOf(zipEnd);
    if (end >= 0 && end + 22 <= tail.length && end + 22 + tail.readUInt16LE(end + 20) === tail.length) return true;
    const step = 1_048_576;
    for (let from = 0; from < size; from += step) {
      if (markup.test((await read(file, Math.max(0, from - 256), step + 256)).toString('latin1'))) return true;
    }
    return false;
  } finally {
    await file.close();
  }
}

async function read(file: Awaited<ReturnType<typeof open>>, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(length), position });
  return buffer.subarray(0, bytesRead);
}
