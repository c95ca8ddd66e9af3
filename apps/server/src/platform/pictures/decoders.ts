import { readFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/**
 * Decodes a picture that libvips cannot read.
 * @param icc the colour profile of a HEIC picture, which its decoder ignores
 * @returns the picture as PNG, rotated
 */
export async function decodeToPng(kind: 'heic' | 'bmp', path: string, icc?: Buffer): Promise<Buffer> {
  const bytes = await readFile(path);
  return kind === 'heic' ? heic(bytes, icc && icc.length < 60_000 ? icc : undefined) : bmp(bytes);
}

async function heic(bytes: Buffer, icc: Buffer | undefined): Promise<Buffer> {
  const { default: decode } = await import('heic-decode');
  const { width, height, data } = await decode({ buffer: bytes });
  const made = await sharp(data, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return icc ? withProfile(made, icc) : made;
}

/** Converts the decoder's ABGR to RGB. The alpha channel of a BMP is ignored, because it seldom contains transparency. */
async function bmp(bytes: Buffer): Promise<Buffer> {
  const { decode } = await import('bmp-ts');
  const { width, height, data } = decode(bytes);
  return sharp(data.swap32(), { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** Adds a colour profile to a PNG: an iCCP chunk (PNG, 11.3.2.3) after the signature and header, which have 33 bytes. */
function withProfile(image: Buffer, icc: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from('iCCP'), Buffer.from('profile\0\0'), deflateSync(icc)]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length - 4);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([image.subarray(0, 33), length, body, checksum, image.subarray(33)]);
}
