import { pixelLimit } from '@heartwood/contract/limits';
import { message } from '@heartwood/messages/message';
import { open } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import sharp from 'sharp';
import type { Sharp, SharpOptions } from 'sharp';
import { refuse } from '#platform/http/refusal.ts';
import { decodeApart } from './decode-sandboxed.ts';
import { rawPreview } from './raw.ts';
import type { PictureKind, RawKind } from '#platform/file-types/file-types.ts';

// libvips tries every loader it has; ours may meet only the kinds we accept. The SVG loader in particular reads other files.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif', 'Tiff'].map((loader) => `VipsForeignLoad${loader}`) });
sharp.concurrency(availableParallelism());
sharp.cache(false);

/** Frames and pixels of them all up to which an animation stays one; beyond, its first frame stands for it. */
const animation = { frames: 500, pixels: 60_000_000 };

/** A picture whose header has been read: it can be opened as often as needed. */
export interface Source {
  kind: PictureKind;
  /** After turning it upright. */
  width: number;
  height: number;
  exif: Buffer | undefined;
  animated: boolean;
  /** Starts a pipeline at the picture, upright, with all frames or the first. */
  open(frames?: 'all'): Sharp;
}

/** The picture is damaged, or is more than we look at. @param field the form's field it was sent in */
export const unreadable = (field: string) => refuse.invalid({ [field]: [message('media.refusals.damagedPhoto')] });
const noPreview = (field: string) => refuse.invalid({ [field]: [message('media.refusals.noPreview')] });
const tooManyPixels = (field: string) => refuse.invalid({ [field]: [message('media.refusals.tooManyPixels')] });

/**
 * Reads a picture's header, without decoding a pixel but for HEIC and BMP, which libvips cannot read itself.
 * @throws Refused validation_failed on `field` where it is damaged or has more than 100 megapixels
 */
export async function readSource(path: string, kind: PictureKind, field: string): Promise<Source> {
  if (isRaw(kind)) return rawSource(path, kind, field);
  const header = kind === 'bmp' ? await readBitmapHeader(path) : await readHeader(path);
  if (!header || header.width < 1 || header.height < 1) throw unreadable(field);
  if (header.width * header.height > pixelLimit) throw tooManyPixels(field);
  if (kind !== 'heic' && kind !== 'bmp') return fileSource(path, kind, header as Header);
  const { exif, icc } = header as Partial<Header>;
  const png = await decodeApart(kind, path, icc);
  if (!png) throw unreadable(field);
  const { width, height } = await sharp(png).metadata();
  return { kind, width, height, exif, animated: false, open: () => sharp(png, strict) };
}

const raws: readonly string[] = ['cr2', 'nef', 'arw', 'dng'] satisfies RawKind[];
const isRaw = (kind: PictureKind): kind is RawKind => raws.includes(kind);

/** Degrees to the right that turn a picture upright, by its Exif orientation; mirrored ones come from no camera. */
const turns: Record<number, number> = { 3: 180, 6: 90, 8: 270 };

/** A camera's raw file stands for the largest picture it has inside. */
async function rawSource(path: string, kind: RawKind, field: string): Promise<Source> {
  const preview = await rawPreview(path);
  if (!preview) throw noPreview(field);
  const { jpeg, orientation, exif } = preview;
  if (preview.width * preview.height > pixelLimit) throw tooManyPixels(field);
  const [width, height] = orientation >= 5 ? [preview.height, preview.width] : [preview.width, preview.height];
  return { kind, width, height, exif, animated: false, open: () => sharp(jpeg, strict).rotate(turns[orientation] ?? 0) };
}

/** Photos with harmless oddities are welcome; what is cut off or wrong is not. */
const strict: SharpOptions = { failOn: 'error', limitInputPixels: pixelLimit };

type Header = NonNullable<Awaited<ReturnType<typeof readHeader>>>;

/** What a picture's header says; `height` is one frame's. */
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

/** Width and height of a bitmap, from its header; undefined also where it says more pixels than it has. */
async function readBitmapHeader(path: string): Promise<{ width: number; height: number } | undefined> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(34) });
    // BITMAPINFOHEADER and its successors; pixels without compression, or with masks.
    if (bytesRead < 34 || buffer.readUInt32LE(14) < 40 || ![0, 3, 6].includes(buffer.readUInt32LE(30))) return undefined;
    const [width, height] = [buffer.readInt32LE(18), Math.abs(buffer.readInt32LE(22))];
    // Rows are of whole 32-bit words. Who reads them sets aside four bytes for every pixel that is said to be there.
    const row = Math.ceil((width * buffer.readUInt16LE(28)) / 32) * 4;
    return buffer.readUInt32LE(10) + row * height <= size ? { width, height } : undefined;
  } finally {
    await file.close();
  }
}
