import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { inRoot } from './paths.ts';
import { say } from './run.ts';

// `node tools/mobile-pictures.ts`: draws every icon and start picture of both projects, and those for the stores, from the two drawings in
// apps/mobile/resources. Run it when one of them has changed, and commit what it writes.

const resources = inRoot('apps/mobile/resources');
const ios = inRoot('apps/mobile/ios/App/App/Assets.xcassets');
const android = inRoot('apps/mobile/android/app/src/main/res');
/** Colours of the design's tokens: the page in light and dark, and the ground of the icon. */
const colours = { light: '#faf8f5', dark: '#141210' };

const icon = await readFile(path.join(resources, 'app-icon.svg'));
const mark = await readFile(path.join(resources, 'logo-mark.svg'), 'utf8');
/** The drawing of the icon without its ground, for Android, which cuts the ground into a shape of its own. */
const drawing = icon.toString().replace(/<rect[^>]*\/>/, '');
const ground = /<rect[^>]*fill="(#[0-9a-f]{6})"/i.exec(icon.toString())?.[1] ?? colours.light;

/** The mark in a colour, as a picture of a width in pixels. */
const markIn = (colour: string, width: number) =>
  sharp(Buffer.from(mark.replace(/color="#[0-9a-f]+"/i, `color="${colour}"`)), { density: 1_200 })
    .resize(width, width)
    .png()
    .toBuffer();

async function write(file: string, picture: Sharp): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, await picture.png({ compressionLevel: 9, palette: false }).toBuffer());
}

/** The mark in the middle of a ground. @param share of the shorter side that the mark takes */
async function centred(colour: string, width: number, height: number, share: number, markColour = '#b3263f'): Promise<Sharp> {
  const side = Math.round(Math.min(width, height) * share);
  const plain = sharp({ create: { width, height, channels: 4, background: colour } });
  return plain.composite([{ input: await markIn(markColour, side) }]);
}

/** The colour of the page in light and dark, as Xcode keeps colours: behind the page, and around the picture of the start. */
function pageColour(): object {
  const colour = (of: string) => {
    const [red, green, blue] = [1, 3, 5].map((from) => `0x${of.slice(from, from + 2).toUpperCase()}`);
    return { 'color-space': 'srgb', components: { red, green, blue, alpha: '1.000' } };
  };
  return {
    colors: [
      { idiom: 'universal', color: colour(colours.light) },
      { idiom: 'universal', appearances: [{ appearance: 'luminosity', value: 'dark' }], color: colour(colours.dark) },
    ],
    info: { version: 1, author: 'xcode' },
  };
}

// The App Store takes no transparency.
await write(
  path.join(ios, 'AppIcon.appiconset/AppIcon-512@2x.png'),
  sharp(icon, { density: 600 }).resize(1_024, 1_024).flatten({ background: ground }).removeAlpha(),
);
await mkdir(path.join(ios, 'Page.colorset'), { recursive: true });
for (const [name, colour] of Object.entries(colours))
  await write(path.join(ios, `Splash.imageset/splash-${name}.png`), await centred(colour, 2_732, 2_732, 0.14));

await writeFile(path.join(ios, 'Page.colorset/Contents.json'), `${JSON.stringify(pageColour(), null, 2)}\n`);

const densities = { mdpi: 1, hdpi: 1.5, xhdpi: 2, xxhdpi: 3, xxxhdpi: 4 };
for (const [name, scale] of Object.entries(densities)) {
  const folder = path.join(android, `mipmap-${name}`);
  const side = 48 * scale;
  const square = sharp(icon, { density: 600 }).resize(side, side);
  await write(path.join(folder, 'ic_launcher.png'), square.clone());
  const circle = Buffer.from(`<svg width="${side}" height="${side}"><circle cx="${side / 2}" cy="${side / 2}" r="${side / 2}"/></svg>`);
  await write(path.join(folder, 'ic_launcher_round.png'), square.clone().composite([{ input: circle, blend: 'dest-in' }]));
  // Of 108 dp the middle 66 are always seen.
  const inside = await sharp(Buffer.from(drawing), { density: 600 })
    .resize(Math.round(80 * scale))
    .png()
    .toBuffer();
  const empty = { width: 108 * scale, height: 108 * scale, channels: 4, background: '#00000000' } as const;
  await write(path.join(folder, 'ic_launcher_foreground.png'), sharp({ create: empty }).composite([{ input: inside }]));
  await write(
    path.join(android, `drawable-${name}/ic_notification.png`),
    await centred('#00000000', 24 * scale, 24 * scale, 0.92, '#ffffff'),
  );
}
await write(path.join(resources, 'store/play-icon.png'), sharp(icon, { density: 600 }).resize(512, 512));
await write(path.join(resources, 'store/play-feature.png'), await centred(colours.light, 1_024, 500, 0.5));
say('Drawn: icons and start pictures of both projects, and those for the stores.');
