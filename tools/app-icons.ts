import { readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { inRoot } from './paths.ts';

// `node tools/app-icons.ts` draws the icons of the installed app anew from `app-icon.svg`; for when that changes.

/** Pixels of the icons, along a side: 180 for the Home Screen of an iPhone, the others as the web app manifest names them. */
export const iconSizes = [180, 192, 512];

/** Where an icon of the app lies. */
export const iconFile = (size: number): string => inRoot('apps/web/public', `app-icon-${size}.png`);

/** The icon of the app in one size, as PNG. */
export async function drawIcon(size: number): Promise<Buffer> {
  const drawing = await readFile(inRoot('apps/web/public/app-icon.svg'));
  return sharp(drawing, { density: (72 * size) / 1024 })
    .resize(size, size)
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer();
}

if (import.meta.main) for (const size of iconSizes) await writeFile(iconFile(size), await drawIcon(size));
