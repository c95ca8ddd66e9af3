import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import sharp from 'sharp';

/** Limits: directories in a file, entries in a directory, bytes of a preview. */
const most = { directories: 24, entries: 512, preview: 64_000_000 };
const tags = {
  orientation: 0x112,
  compression: 0x103,
  strips: 0x111,
  stripLengths: 0x117,
  children: 0x14a,
  jpeg: 0x201,
  jpegLength: 0x202,
};

/** A preview in a raw file. */
interface RawPreview {
  jpeg: Buffer;
  width: number;
  height: number;
  /** Exif orientation 1 to 8: the preview's own, else the file's. */
  orientation: number;
  /** The first bytes of the file: a TIFF file is itself an Exif block. */
  exif: Buffer;
}

/**
 * Finds the largest JPEG inside a raw file. CR2, NEF, ARW and DNG are TIFF files (TIFF 6.0, section 2) whose directories name pictures;
 * the sensor data in them is lossless JPEG, which picture decoders cannot read; it is skipped.
 * @returns undefined where there is none that can be opened
 */
export async function rawPreview(path: string): Promise<RawPreview | undefined> {
  const file = await open(path);
  try {
    const exif = (await part(file, 0, 1_000_000)) ?? Buffer.alloc(0);
    const { places, orientation } = await findJpegs(file, exif);
    let best: RawPreview | undefined;
    for (const { at, length } of places) {
      const jpeg = length > 100 && length <= most.preview ? await part(file, at, length) : undefined;
      if (jpeg?.readUInt16BE(0) !== 0xff_d8) continue;
      const meta = await sharp(jpeg, { limitInputPixels: false })
        .metadata()
        .catch(() => undefined);
      if (!meta || (best && meta.width * meta.height <= best.width * best.height)) continue;
      best = { jpeg, width: meta.width, height: meta.height, orientation: meta.orientation ?? orientation, exif };
    }
    return best;
  } finally {
    await file.close();
  }
}

async function findJpegs(file: FileHandle, head: Buffer): Promise<{ places: { at: number; length: number }[]; orientation: number }> {
  const little = head.toString('latin1', 0, 2) === 'II';
  const short = (bytes: Buffer, at: number) => (little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const long = (bytes: Buffer, at: number) => (little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  const places: { at: number; length: number }[] = [];
  const waiting = head.length >= 8 ? [long(head, 4)] : [];
  let orientation = 1;
  for (let looked = 0; waiting.length > 0 && looked < most.directories; looked += 1) {
    const place = waiting.shift() ?? 0;
    const count = await part(file, place, 2);
    const entries = count?.length === 2 ? Math.min(short(count, 0), most.entries) : 0;
    const directory = entries > 0 ? await part(file, place + 2, entries * 12 + 4) : undefined;
    if (!directory || directory.length < entries * 12) continue;
    const values = new Map<number, { count: number; value: number }>();
    for (let entry = 0; entry < entries; entry += 1) {
      const at = entry * 12;
      const isLong = short(directory, at + 2) !== 3;
      values.set(short(directory, at), {
        count: long(directory, at + 4),
        value: isLong ? long(directory, at + 8) : short(directory, at + 8),
      });
    }
    const valueOf = (tag: number) => values.get(tag)?.value;
    if (looked === 0) orientation = valueOf(tags.orientation) ?? 1;
    const single = values.get(tags.strips)?.count === 1 && [6, 7].includes(valueOf(tags.compression) ?? 0);
    const at = valueOf(tags.jpeg) ?? (single ? valueOf(tags.strips) : undefined);
    const length = valueOf(tags.jpegLength) ?? (single ? valueOf(tags.stripLengths) : undefined);
    if (at && length) places.push({ at, length });
    const children = values.get(tags.children);
    if (children?.count === 1) waiting.push(children.value);
    else if (children) {
      const list = (await part(file, children.value, Math.min(children.count, most.directories) * 4)) ?? Buffer.alloc(0);
      for (let index = 0; index + 4 <= list.length; index += 4) waiting.push(long(list, index));
    }
    const next = directory.length >= entries * 12 + 4 ? long(directory, entries * 12) : 0;
    if (next > 0) waiting.push(next);
  }
  return { places, orientation };
}

async function part(file: FileHandle, position: number, length: number): Promise<Buffer | undefined> {
  const { size } = await file.stat();
  if (position >= size) return undefined;
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(Math.min(length, size - position)), position });
  return buffer.subarray(0, bytesRead);
}
