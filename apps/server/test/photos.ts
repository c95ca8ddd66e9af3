import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import sharp from 'sharp';
import type { Sharp } from 'sharp';

/** A real HEIC photo, 640 x 480, Display P3, taken 2024-07-14 18:30:05 at +02:00, with a place. Made with heif-enc from a gradient. */
export const heicPhoto = fileURLToPath(new URL('fixtures/photo.heic', import.meta.url));

/** A picture that is red at the left and blue at the right, brighter towards the bottom. */
export function gradient(width: number, height: number): Sharp {
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3;
      data[at + (x < width / 2 ? 0 : 2)] = 255;
      data[at + 1] = Math.round((y / height) * 120);
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** What a phone sends: JPEG lying on its side (orientation 6) with camera, serial number, place, date, embedded description. */
export function phonePhoto(width = 1_600, height = 1_200): Promise<Buffer> {
  return gradient(width, height)
    .withExif({
      IFD0: { Make: 'Heartwood', Model: 'Fixture', Orientation: '6', ImageDescription: 'Where we live' },
      IFD2: { DateTimeOriginal: '2024:07:14 18:30:05', OffsetTimeOriginal: '+02:00', BodySerialNumber: 'SN-4711' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 0/1' },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></x:xmpmeta>')
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** A PNG of one colour that is `width` wide: some hundred kilobytes that would be gigabytes of pixels. */
export const bombPng = (width = 20_000, height = 9_800): Buffer => pngOf(width, height);

/** A black PNG of any size, in no time. @param more chunks before its pixels: their type and content */
export function pngOf(width: number, height: number, more: [type: string, data: Buffer][] = []): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...more.map(([type, data]) => chunk(type, data)),
    chunk('IDAT', deflatedZeros(width * 3 + 1, height)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** What zlib would make of so many rows of zeros (RFC 1950), put together of one row's block over and over: no gigabyte is compressed here. */
function deflatedZeros(row: number, rows: number): Buffer {
  const block = deflateRawSync(Buffer.alloc(row), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const checksum = Buffer.alloc(4);
  checksum.writeUInt16BE((row * rows) % 65_521, 0);
  checksum.writeUInt16BE(1, 2);
  return Buffer.concat([Buffer.from([0x78, 0xda]), ...Array<Buffer>(rows).fill(block), Buffer.from([3, 0]), checksum]);
}

/** A bitmap of 24 bits a pixel, one colour. */
export function bitmap(width: number, height: number, [red, green, blue]: [number, number, number]): Buffer {
  const row = Math.ceil((width * 3) / 4) * 4;
  const file = Buffer.alloc(54 + row * height);
  file.write('BM');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) file.set([blue, green, red], 54 + y * row + x * 3);
  return file;
}

/** An animation of frames of one colour each. */
export async function animation(width: number, height: number, frames: number): Promise<Buffer> {
  const parts = Array.from({ length: frames }, (_, index) => Buffer.alloc(width * height * 3, 40 + index * 60));
  return sharp(Buffer.concat(parts), { raw: { width, height: height * frames, channels: 3, pageHeight: height } })
    .gif({ delay: parts.map(() => 100) })
    .toBuffer();
}

/** Writes bytes to a new file. @returns its path */
export async function fileOf(folder: string, bytes: Uint8Array | string): Promise<string> {
  const path = join(folder, randomUUID());
  await writeFile(path, bytes);
  return path;
}

/**
 * A raw file as a camera writes it: a TIFF whose first directory names a large JPEG that lies on its side, and whose second names a small one.
 * @param kind by which the file is known: CR2 by its header, DNG by its version's tag
 */
export async function rawPhoto(kind: 'cr2' | 'dng', large: Buffer): Promise<Buffer> {
  const small = await gradient(160, 120).jpeg().toBuffer();
  const entry = (tag: number, type: number, value: number) => {
    const bytes = Buffer.alloc(12);
    bytes.writeUInt16LE(tag, 0);
    bytes.writeUInt16LE(type, 2);
    bytes.writeUInt32LE(1, 4);
    if (type === 3) bytes.writeUInt16LE(value, 8);
    else bytes.writeUInt32LE(value, 8);
    return bytes;
  };
  const directory = (entries: Buffer[], next: number) => {
    const ends = Buffer.alloc(6);
    ends.writeUInt16LE(entries.length, 0);
    ends.writeUInt32LE(next, 2);
    return Buffer.concat([ends.subarray(0, 2), ...entries, ends.subarray(2)]);
  };
  const first = 16;
  const second = 200;
  const data = 400;
  const head = Buffer.alloc(data);
  head.write(kind === 'cr2' ? 'II*\0\x10\0\0\0CR\x02\0' : 'II*\0\x10\0\0\0', 'latin1');
  const version = kind === 'dng' ? [entry(50_706, 1, 0x00_00_04_01)] : [];
  const picture = [entry(0x103, 3, 6), entry(0x111, 4, data), entry(0x112, 3, 6), entry(0x117, 4, large.length)];
  head.set(directory([...picture, ...version], second), first);
  head.set(directory([entry(0x201, 4, data + large.length), entry(0x202, 4, small.length)], 0), second);
  return Buffer.concat([head, large, small]);
}

/** Puts a caption for newspapers (IPTC, in a segment of Photoshop's) into a JPEG. */
export function withIptc(jpeg: Buffer, caption: string): Buffer {
  const record = Buffer.concat([Buffer.from([0x1c, 2, 120, 0, caption.length]), Buffer.from(caption)]);
  const block = Buffer.concat([Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0', 'latin1'), Buffer.from([record.length]), record]);
  const segment = Buffer.concat([Buffer.from([0xff, 0xed, 0, block.length + 2]), block]);
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]);
}

/** Puts words into a GIF, each as a comment and as a block of an application (GIF89a, 24 and 26), before its first frame. */
export function withGifSecrets(gif: Buffer, words: string[]): Buffer {
  const blocksOf = (text: string) => {
    const parts = Array.from({ length: Math.ceil(text.length / 255) }, (_, index) => text.slice(index * 255, (index + 1) * 255));
    return Buffer.concat([...parts.flatMap((part) => [Buffer.from([part.length]), Buffer.from(part, 'latin1')]), Buffer.from([0])]);
  };
  const extensions = words.flatMap((text) => [
    Buffer.concat([Buffer.from([0x21, 0xfe]), blocksOf(text)]),
    Buffer.concat([Buffer.from([0x21, 0xff, 11]), Buffer.from('XMP DataXMP'), blocksOf(text)]),
  ]);
  // After the header and the colours of all frames.
  const packed = gif[10] ?? 0;
  const start = 13 + (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0);
  return Buffer.concat([gif.subarray(0, start), ...extensions, gif.subarray(start)]);
}
