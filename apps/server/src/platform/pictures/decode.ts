import { pixelLimit } from '@heartwood/contract/limits';
import { open } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import sharp from 'sharp';
import type { Sharp, SharpOptions } from 'sharp';
import { Faulty } from './answers.ts';
import type { Measured } from './answers.ts';
import { decodeToPng } from './decoders.ts';
import { rawPreview } from './raw.ts';
import type { PictureKind, RawKind } from '#platform/file-types/file-types.ts';

// libvips would try all its loaders. Only those of accepted file types are allowed; the SVG loader, for one, reads other files.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif', 'Tiff'].map((loader) => `VipsForeignLoad${loader}`) });
sharp.concurrency(availableParallelism());
sharp.cache(false);

/** The most frames of an animation, and pixels of all frames. Of a larger animation only the first frame is used. */
const animation = { frames: 500, pixels: 60_000_000 };

/** A picture whose header has been read. It can be opened several times. */
export interface Source {
  kind: PictureKind;
  /** After rotation. */
  width: number;
  height: number;
  exif: Buffer | undefined;
  animated: boolean;
  /** Starts a sharp pipeline with the rotated picture, with all frames or the first. */
  open(frames?: 'all'): Sharp;
}

/** Reads the size of a picture from its header, without decoding it. @throws Faulty */
export async function measure(path: string, kind: PictureKind): Promise<Measured> {
  const { width, height } = isRaw(kind) ? await previewOf(path) : await headerOf(path, kind);
  return { width, height };
}

/** Opens a picture. HEIC and BMP, which libvips cannot read itself, are decoded at once. @throws Faulty */
export async function readSource(path: string, kind: PictureKind): Promise<Source> {
  if (isRaw(kind)) return rawSource(path, kind);
  const header = await headerOf(path, kind);
  if (kind !== 'heic' && kind !== 'bmp') return fileSource(path, kind, header as Header);
  const { exif, icc } = header as Partial<Header>;
  const png = await decodeToPng(kind, path, icc);
  const { width, height } = await sharp(png).metadata();
  return { kind, width, height, exif, animated: false, open: () => sharp(png, strict) };
}

const raws: readonly string[] = ['cr2', 'nef', 'arw', 'dng'] satisfies RawKind[];
const isRaw = (kind: PictureKind): kind is RawKind => raws.includes(kind);

async function headerOf(path: string, kind: PictureKind) {
  const header = kind === 'bmp' ? await readBitmapHeader(path) : await readHeader(path);
  if (!header || header.width < 1 || header.height < 1) throw new Faulty('damaged');
  return header;
}

/** The clockwise rotation in degrees for an Exif orientation. Mirrored orientations, which no camera writes, give none. */
const turns: Record<number, number> = { 3: 180, 6: 90, 8: 270 };

/** Replaces a raw file by the largest preview in it. */
async function previewOf(path: string) {
  const preview = await rawPreview(path);
  if (!preview) throw new Faulty('no-preview');
  return preview;
}

async function rawSource(path: string, kind: RawKind): Promise<Source> {
  const preview = await previewOf(path);
  const { jpeg, orientation, exif } = preview;
  const [width, height] = orientation >= 5 ? [preview.height, preview.width] : [preview.width, preview.height];
  return { kind, width, height, exif, animated: false, open: () => sharp(jpeg, strict).rotate(turns[orientation] ?? 0) };
}

/** Accepts decoder warnings, refuses truncated and damaged files. */
const strict: SharpOptions = { failOn: 'error', limitInputPixels: pixelLimit };

type Header = NonNullable<Awaited<ReturnType<typeof readHeader>>>;

/** Reads the metadata of a picture; `height` is the height of one frame. */
async function readHeader(path: string) {
  try {
    const meta = await sharp(path, { limitInputPixels: false }).metadata();
    return { ...meta, height: meta.pageHeight ?? meta.height };
  } catch {
    return undefined;
  }
}

function fileSource(path: string, kind: PictureKind, header: Header): Source {
  const { width, height, orientation = 1, exif } = header;
  const frames = kind === 'gif' || kind === 'webp' ? (header.pages ?? 1) : 1;
  const animated = frames > 1 && orientation === 1 && frames <= animation.frames && width * height * frames <= animation.pixels;
  const upright = orientation >= 5 ? { width: height, height: width } : { width, height };
  return { kind, ...upright, exif, animated, open: (all) => sharp(path, { ...strict, animated: animated && all === 'all' }).autoOrient() };
}

/** Reads width and height from the header of a BMP; undefined also where the header states more pixels than the file has. */
async function readBitmapHeader(path: string): Promise<{ width: number; height: number } | undefined> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(34) });
    // BITMAPINFOHEADER and its successors; compression BI_RGB or BI_BITFIELDS.
    if (bytesRead < 34 || buffer.readUInt32LE(14) < 40 || ![0, 3, 6].includes(buffer.readUInt32LE(30))) return undefined;
    const [width, height] = [buffer.readInt32LE(18), Math.abs(buffer.readInt32LE(22))];
    // Rows are padded to 32 bits. The decoder allocates four bytes for every pixel that the header states.
    const row = Math.ceil((width * buffer.readUInt16LE(28)) / 32) * 4;
    return buffer.readUInt32LE(10) + row * height <= size ? { width, height } : undefined;
  } finally {
    await file.close();
  }
}
