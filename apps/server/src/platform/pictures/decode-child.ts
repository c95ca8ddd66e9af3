import { readFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';
import { decode as decodeBmp } from 'bmp-ts';
import decodeHeic from 'heic-decode';
import sharp from 'sharp';
import { limitProcess } from '#platform/sandbox/sandbox.ts';

// A process of its own: decodes one picture that libvips cannot read, and writes it as PNG to standard output. What it is given may be
// made to exhaust or to break a decoder; that then ends this process and nothing else.

const [, , kind, path = '', memory = '', profile = ''] = process.argv;
limitProcess(Number(memory));
const bytes = await readFile(path);
const png = await (kind === 'heic' ? heic() : bmp());
process.stdout.write(png);

async function heic(): Promise<Buffer> {
  const { width, height, data } = await decodeHeic({ buffer: bytes });
  const made = await sharp(data, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return profile ? withProfile(made, Buffer.from(profile, 'base64')) : made;
}

/** The decoder's pixels are A, B, G, R; what a bitmap has as alpha is seldom meant so. */
async function bmp(): Promise<Buffer> {
  const { width, height, data } = decodeBmp(bytes);
  return sharp(data.swap32(), { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** Says which colours the numbers of a PNG mean: an iCCP chunk (PNG, 11.3.2.3) after the header, which is always 33 bytes long. */
function withProfile(image: Buffer, icc: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from('iCCP'), Buffer.from('profile\0\0'), deflateSync(icc)]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length - 4);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([image.subarray(0, 33), length, body, checksum, image.subarray(33)]);
}
