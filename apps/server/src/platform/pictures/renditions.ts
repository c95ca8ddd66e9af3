import { renditionSizes } from '@heartwood/contract/media';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import type { Source } from './decode.ts';

/** The name of a rendition. */
export type RenditionName = keyof typeof renditionSizes;

/** A rendition: rotated, in sRGB, without the original's metadata. */
export interface Rendition {
  name: RenditionName;
  extension: 'webp' | 'jpg';
  type: 'image/webp' | 'image/jpeg';
  bytes: Buffer;
  width: number;
  height: number;
}

const quality = { webp: 80, jpeg: 82 };
/** Seconds one pipeline may take. */
const renditionTimeoutSeconds = 120;

/**
 * Makes renditions of a picture. The picture is decoded once and reduced to the largest rendition, from which the others are made. A size is
 * the longer side; pictures are never enlarged. An animation stays animated in all renditions but `thumb` and `mail`.
 */
export async function makeRenditions(source: Source, names: RenditionName[]): Promise<Rendition[]> {
  const largest = Math.max(...names.map((name) => renditionSizes[name]));
  const { data, info } = await within(source.open(), largest).raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const base = () => sharp(data, { raw: { width, height, channels } });
  return Promise.all(
    names.map(async (name) => {
      const size = renditionSizes[name];
      if (name === 'mail') return finish(name, within(base(), size).flatten({ background: '#fff' }).jpeg({ quality: quality.jpeg }));
      const moves = source.animated && name !== 'thumb';
      const pixels = moves ? within(source.open('all'), size) : Math.max(width, height) <= size ? base() : within(base(), size);
      return finish(name, pixels.webp({ quality: quality.webp }));
    }),
  );
}

const within = (pixels: Sharp, size: number) =>
  pixels
    .timeout({ seconds: renditionTimeoutSeconds })
    .resize(size, size, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb');

async function finish(name: RenditionName, pixels: Sharp): Promise<Rendition> {
  const { data, info } = await pixels.toBuffer({ resolveWithObject: true });
  const webp = info.format === 'webp';
  return {
    name,
    extension: webp ? 'webp' : 'jpg',
    type: webp ? 'image/webp' : 'image/jpeg',
    bytes: data,
    width: info.width,
    height: info.pageHeight ?? info.height,
  };
}
