import { readFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import { bitmap, bombPng, gradient, heicPhoto, pngOf } from './photos.ts';

/** More pixels than any picture may have, in a file of some kilobytes. */
const wide = 16_383;

/** Small files of every kind of picture that would be gigabytes in memory if they were believed. */
export const bombs: Record<string, () => Promise<Buffer>> = {
  'a PNG of 602 KB and 196 megapixels': async () => bombPng(),
  'a JPEG of 65,500 by 65,500': async () => {
    const jpeg = await gradient(64, 64).jpeg().toBuffer();
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
    jpeg.writeUInt16BE(65_500, frame + 5);
    jpeg.writeUInt16BE(65_500, frame + 7);
    return jpeg;
  },
  'a WebP of 268 megapixels': async () => {
    // The size of a lossless picture (RFC 9649, 3.4): 14 bits each, less one.
    const webp = await gradient(64, 64).webp({ lossless: true }).toBuffer();
    const at = webp.indexOf('VP8L') + 9;
    webp.writeUInt32LE(((wide - 1) | ((wide - 1) << 14)) >>> 0, at);
    return webp;
  },
  'an AVIF of 1,600 megapixels': async () => stretched(await gradient(64, 64).avif({ effort: 0 }).toBuffer(), 40_000),
  'a HEIC of 1,600 megapixels': async () => stretched(await readFile(heicPhoto), 40_000),
  'a GIF of 4,000 megapixels': async () => {
    const gif = await gradient(32, 32).gif().toBuffer();
    const frame = firstFrameOf(gif);
    for (const at of [6, 8, frame + 5, frame + 7]) gif.writeUInt16LE(65_535, at);
    return gif;
  },
  'a TIFF of 10,000 megapixels': async () => {
    const tiff = await gradient(64, 64).tiff({ compression: 'deflate' }).toBuffer();
    const directory = tiff.readUInt32LE(4);
    for (let entry = 0; entry < tiff.readUInt16LE(directory); entry += 1) {
      const at = directory + 2 + entry * 12;
      if (![256, 257].includes(tiff.readUInt16LE(at))) continue;
      tiff.writeUInt16LE(4, at + 2);
      tiff.writeUInt32LE(100_000, at + 8);
    }
    return tiff;
  },
  'a BMP of 54 bytes that says 99 megapixels': async () => {
    const bmp = bitmap(2, 2, [0, 0, 0]);
    bmp.writeInt32LE(11_000, 18);
    bmp.writeInt32LE(9_000, 22);
    return bmp;
  },
};

/** A small picture whose colour profile would unpack to a gigabyte: a picture all the same. */
export function profileBomb(): Buffer {
  const packed = deflateSync(Buffer.alloc(1_000_000_000), { level: 9 });
  return pngOf(64, 64, [['iCCP', Buffer.concat([Buffer.from('icc\0\0'), packed])]]);
}

/** Where the first frame of a GIF is described (GIF89a, 20): after its header, its colours and whatever extensions there are. */
function firstFrameOf(gif: Buffer): number {
  const packed = gif[10] ?? 0;
  let at = 13 + (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0);
  while (gif[at] === 0x21) {
    at += 2;
    while ((gif[at] ?? 0) > 0) at += 1 + (gif[at] ?? 0);
    at += 1;
  }
  return at;
}

/** Writes another size into the boxes of an AVIF or HEIC that say how large its pictures are (`ispe`, ISO/IEC 23008-12, 6.5.3). */
function stretched(file: Buffer, side: number): Buffer {
  const bytes = Buffer.from(file);
  for (let at = bytes.indexOf('ispe'); at >= 0; at = bytes.indexOf('ispe', at + 1)) {
    bytes.writeUInt32BE(side, at + 8);
    bytes.writeUInt32BE(side, at + 12);
  }
  return bytes;
}
