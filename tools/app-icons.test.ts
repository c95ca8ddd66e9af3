import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawIcon, iconFile, iconSizes } from './app-icons.ts';
import { inRoot } from './paths.ts';

const manifest = JSON.parse(await readFile(inRoot('apps/web/public/manifest.webmanifest'), 'utf8')) as {
  icons: { src: string; sizes: string; type: string; purpose: string }[];
};

/** The colours of a picture, point by point. */
const pointsOf = async (png: Buffer | string) => sharp(png).removeAlpha().raw().toBuffer();

test.each(iconSizes)('the icon of %i pixels is the one drawing', async (size) => {
  const { width, height, hasAlpha } = await sharp(iconFile(size)).metadata();
  // An iPhone paints what is transparent black.
  expect({ width, height, hasAlpha }).toEqual({ width: size, height: size, hasAlpha: false });
  const [kept, drawn] = [await pointsOf(iconFile(size)), await pointsOf(await drawIcon(size))];
  const differs = kept.reduce((sum, value, at) => sum + Math.abs(value - (drawn[at] ?? 0)), 0) / kept.length;
  expect(differs, 'of 255, in the mean').toBeLessThan(1);
});

test('the web app manifest names icons that are there, one of at least 512 pixels, for masks as well', async () => {
  const sizes = new Map<string, number>();
  for (const { src, sizes: named, type, purpose } of manifest.icons) {
    const { width, format } = await sharp(inRoot('apps/web/public', src)).metadata();
    expect(`${named} ${type}`).toBe(`${width}x${width} image/${format}`);
    sizes.set(purpose, Math.max(width, sizes.get(purpose) ?? 0));
  }
  expect(Object.fromEntries(sizes)).toEqual({ any: 512, maskable: 512 });
});
