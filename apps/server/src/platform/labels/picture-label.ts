import { Buffer } from 'node:buffer';
import sharp from 'sharp';
import { xmpOf } from './label.ts';
import type { Label } from './label.ts';

const quality = { jpeg: 92, webp: 90 };
/** The fewest bytes a caption takes in Exif, so that what stands in for it stands nowhere else. */
const shortest = 24;

/**
 * Makes of a rendition, which has no metadata, a file that every program opens, with its label as XMP and as Exif: a JPEG, or where it moves an
 * animated WebP.
 * @param path a WebP of our own
 * @param moves keeps it an animation
 */
export async function labelPicture(path: string, label: Label, moves: boolean): Promise<Buffer> {
  const pixels = sharp(path, { animated: moves }).withXmp(xmpOf(label));
  const caption = captionBytes(label.text);
  const labelled = pixels.withExif(exifOf(label, placeholder(caption.length)));
  const bytes = moves
    ? await labelled.webp({ quality: quality.webp }).toBuffer()
    : await labelled.flatten({ background: '#fff' }).jpeg({ quality: quality.jpeg, chromaSubsampling: '4:4:4' }).toBuffer();
  return putCaption(bytes, caption);
}

function exifOf({ taken }: Label, description: string) {
  const at = taken instanceof Date ? taken.toISOString() : taken && `${taken}T12:00:00`;
  const local = at?.slice(0, 19).replaceAll('-', ':').replace('T', ' ');
  const offset = taken instanceof Date ? { OffsetTimeOriginal: '+00:00' } : {};
  return {
    IFD0: description ? { ImageDescription: description } : {},
    IFD2: local ? { DateTimeOriginal: local, ...offset } : {},
  };
}

// [Note: Captions in Exif]
// libvips writes ASCII alone into Exif ('Grosse' for 'Größe') and takes what stands in brackets at the end for its own. So it is given a text
// of the same length, which is replaced by the UTF-8 of the caption: that is what other programs write, and Exif 3.0 allows.

const captionBytes = (text: string): Buffer => {
  const bytes = Buffer.from(text.toWellFormed());
  return text === '' ? bytes : Buffer.concat([bytes, Buffer.alloc(Math.max(0, shortest - bytes.length))]);
};

const placeholder = (length: number): string => 'caption.'.repeat(Math.ceil(length / 8)).slice(0, length);

function putCaption(bytes: Buffer, caption: Buffer): Buffer {
  const at = caption.length === 0 ? -1 : bytes.indexOf(placeholder(caption.length), 0, 'latin1');
  if (at !== -1) caption.copy(bytes, at);
  return bytes;
}
