import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { thumbHashToRGBA } from 'thumbhash';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import type { Refused } from '#platform/http/refusal.ts';
import { createStorage } from '#platform/storage/storage.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { animation, bitmap, bombPng, fileOf, gradient, heicPhoto, phonePhoto } from '#test/photos.ts';
import { createPictures } from './pictures.ts';
import type { Pictures } from './pictures.ts';

let folder: string;
let storage: Storage;
let pictures: Pictures;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heartwood-pictures-'));
  storage = await createStorage({ config: { dataDir: folder, s3: undefined }, clock: systemClock, key: Buffer.alloc(32, 1) });
  pictures = createPictures({ storage, clock: systemClock });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const inspect = async (bytes: Uint8Array | string) => pictures.inspect(await fileOf(folder, bytes));
const refusal = (promise: Promise<unknown>): Promise<Refused> =>
  promise.then(
    () => Promise.reject(new Error('not refused')),
    (error: Refused) => error,
  );

/** Kinds that are decoded in a process of their own take as long as a process takes to start on a busy machine. */
const timeoutMs = 60_000;

describe('looking at a picture', () => {
  it('knows size, likeness and date of what a phone sends', async () => {
    const found = await inspect(await phonePhoto());
    expect(found).toMatchObject({ kind: 'jpg', width: 1_200, height: 1_600, takenAt: new Date('2024-07-14T16:30:05.000Z') });
    const { w, h } = thumbHashToRGBA(Buffer.from(found.thumbhash, 'base64'));
    expect(w).toBeLessThan(h);
  });

  it.each([
    ['png', () => gradient(300, 200).png().toBuffer()],
    ['webp', () => gradient(300, 200).webp().toBuffer()],
    ['avif', () => gradient(300, 200).avif({ effort: 0 }).toBuffer()],
    ['gif', () => gradient(300, 200).gif().toBuffer()],
    ['tif', () => gradient(300, 200).tiff().toBuffer()],
    ['bmp', async () => bitmap(300, 200, [200, 10, 10])],
  ] as const)(
    'accepts %s',
    async (kind, make) => {
      expect(await inspect(await make())).toMatchObject({ kind, width: 300, height: 200, takenAt: null });
    },
    timeoutMs,
  );

  it(
    'accepts HEIC, in its own colours',
    async () => {
      expect(await pictures.inspect(heicPhoto)).toMatchObject({
        kind: 'heic',
        width: 640,
        height: 480,
        takenAt: new Date('2024-07-14T16:30:05.000Z'),
      });
      const large = (await pictures.renditions(heicPhoto, 'heic')).find((one) => one.name === 'large');
      const at = async (left: number) => [...(await sharp(large?.bytes).extract({ left, top: 430, width: 1, height: 1 }).raw().toBuffer())];
      // The fixture's gradient was written in sRGB: left edge 0, 229, 200 and right edge 255, 229, 40.
      for (const [index, value] of [0, 229, 200].entries()) expect(Math.abs(((await at(3))[index] ?? 0) - value)).toBeLessThan(20);
      for (const [index, value] of [253, 229, 40].entries()) expect(Math.abs(((await at(636))[index] ?? 0) - value)).toBeLessThan(20);
    },
    timeoutMs,
  );

  it.each([
    ['text named as a photo', async () => 'only words'],
    ['nothing', async () => ''],
    ['SVG', async () => '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'],
    ['HTML', async () => '<!doctype html><script>alert(1)</script>'],
    ['PDF', async () => '%PDF-1.7\n%âãÏÓ\n'],
    ['a photo that is a page too', async () => Buffer.concat([await phonePhoto(64, 64), Buffer.from('<script>alert(1)</script>')])],
    ['a photo that is an archive too', async () => Buffer.concat([await phonePhoto(64, 64), Buffer.from('PK\x05\x06'), Buffer.alloc(18)])],
    ['a raw bitmap of libvips', () => gradient(10, 10).toFormat('raw').toBuffer()],
  ])('does not accept %s', async (_name, make) => {
    expect(await refusal(inspect(await make()))).toMatchObject({ code: 'unsupported_media' });
  });

  it.each([
    ['JPEG', () => phonePhoto(800, 600)],
    ['PNG', () => gradient(800, 600).png().toBuffer()],
    ['WebP', () => gradient(800, 600).webp().toBuffer()],
    ['GIF', () => gradient(800, 600).gif().toBuffer()],
    ['TIFF', () => gradient(800, 600).tiff({ compression: 'lzw' }).toBuffer()],
    ['AVIF', () => gradient(800, 600).avif({ effort: 0 }).toBuffer()],
    ['HEIC', () => readFile(heicPhoto)],
    ['BMP', async () => bitmap(80, 60, [1, 2, 3])],
  ])(
    'refuses a %s that is cut off, wherever',
    async (_name, make) => {
      const whole = await make();
      for (const part of [0.02, 0.3, 0.8]) {
        const error = await refusal(inspect(whole.subarray(0, Math.max(30, Math.floor(whole.length * part)))));
        expect(error).toMatchObject({ code: 'validation_failed', errors: { file: [{ key: 'media.refusals.damagedPhoto' }] } });
      }
    },
    timeoutMs,
  );

  // What it takes of time and memory is measured at the door (test/floods.test.ts).
  it('refuses ten floods of pixels at once', async () => {
    const bomb = bombPng();
    expect(bomb.length).toBeLessThan(1_000_000);
    const paths = await Promise.all(Array.from({ length: 10 }, () => fileOf(folder, bomb)));
    for (const error of await Promise.all(paths.map((path) => refusal(pictures.inspect(path)))))
      expect(error).toMatchObject({ code: 'validation_failed', errors: { file: [{ key: 'media.refusals.tooManyPixels' }] } });
  });

  it('refuses a bitmap that says it is vast', async () => {
    const liar = bitmap(4, 4, [0, 0, 0]);
    liar.writeInt32LE(2_000_000_000, 18);
    expect(await refusal(inspect(liar))).toMatchObject({ code: 'validation_failed' });
  });
});

describe('sizes of a picture', () => {
  const sizesOf = async (bytes: Uint8Array, kind: Parameters<Pictures['renditions']>[1]) => {
    const made = await pictures.renditions(await fileOf(folder, bytes), kind);
    return new Map(made.map((one) => [one.name as string, one]));
  };

  it('are upright, bounded by their longer side and free of everything the camera wrote', async () => {
    const sizes = await sizesOf(await phonePhoto(3_200, 2_400), 'jpg');
    const expected = { large: [1_620, 2_160], medium: [810, 1_080], thumb: [240, 320], mail: [450, 600] };
    for (const [name, [width, height]] of Object.entries(expected)) {
      const one = sizes.get(name);
      expect(one).toMatchObject({ width, height });
      const meta = await sharp(one?.bytes).metadata();
      expect(meta).toMatchObject({ width, height, format: name === 'mail' ? 'jpeg' : 'webp', space: 'srgb' });
      expect([meta.exif, meta.xmp, meta.iptc, meta.icc, meta.orientation]).toEqual([undefined, undefined, undefined, undefined, undefined]);
      expect(one?.bytes.includes('Exif')).toBe(false);
      expect(one?.bytes.includes('SN-4711')).toBe(false);
      // Turned by 90 degrees clockwise, the left, red half is on top.
      const [red = 0, , blue = 0] = await sharp(one?.bytes).extract({ left: 100, top: 20, width: 1, height: 1 }).raw().toBuffer();
      expect(red).toBeGreaterThan(blue);
    }
  });

  it('are never larger than the picture', async () => {
    for (const one of (await sizesOf(await gradient(200, 100).png().toBuffer(), 'png')).values())
      expect(one).toMatchObject({ width: 200, height: 100 });
    for (const one of (await sizesOf(await gradient(1, 1).png().toBuffer(), 'png')).values())
      expect(one).toMatchObject({ width: 1, height: 1 });
  });

  it('keep moving what moves', async () => {
    const sizes = await sizesOf(await animation(400, 300, 3), 'gif');
    expect(sizes.get('medium')).toMatchObject({ width: 400, height: 300 });
    expect((await sharp(sizes.get('medium')?.bytes).metadata()).pages).toBe(3);
    expect((await sharp(sizes.get('thumb')?.bytes).metadata()).pages ?? 1).toBe(1);
  });

  it.each([
    ['16 bits a channel', () => gradient(64, 64).toColourspace('rgb16').png().toBuffer(), 'png'],
    ['grey', () => gradient(64, 64).greyscale().png().toBuffer(), 'png'],
    ['CMYK', () => gradient(64, 64).toColourspace('cmyk').jpeg().toBuffer(), 'jpg'],
    ['transparent', () => gradient(64, 64).ensureAlpha(0.5).png().toBuffer(), 'png'],
    ['a palette', () => gradient(64, 64).png({ palette: true }).toBuffer(), 'png'],
    ['a BMP', async () => bitmap(64, 64, [255, 0, 0]), 'bmp'],
  ] as const)(
    'are right for %s',
    async (name, make, kind) => {
      const sizes = await sizesOf(await make(), kind);
      const [red = 0, , blue = 0] = await sharp(sizes.get('large')?.bytes)
        .toColourspace('srgb')
        .extract({ left: 8, top: 8, width: 1, height: 1 })
        .raw()
        .toBuffer();
      expect(name === 'grey' ? red - blue : Math.max(0, 90 - (red - blue))).toBe(0);
    },
    timeoutMs,
  );
});

describe('a portrait', () => {
  it('is kept in two sizes, shown at signed addresses, and can be removed', async () => {
    const id = await pictures.storePortrait(await fileOf(folder, await phonePhoto()), 'portraits');
    const view = pictures.portraitView('portraits', id);
    expect(view).toMatchObject({ id, path: expect.stringMatching(/^portraits\/[\w-]{22}\/medium\.webp\?e=\d+&s=/) });
    const { stream } = await storage.open(`portraits/${id}/thumb.webp`);
    const thumb = await sharp(Buffer.concat(await stream.toArray())).metadata();
    expect(thumb).toMatchObject({ width: 240, height: 320, format: 'webp' });
    await pictures.removePortrait('portraits', id);
    expect(await readdir(join(folder, 'media', 'portraits'))).toEqual([]);
  });

  it('that is no picture leaves nothing behind and names its field', async () => {
    const path = await fileOf(folder, (await phonePhoto()).subarray(0, 9_000));
    expect(await refusal(pictures.storePortrait(path, 'people', 'images'))).toMatchObject({
      errors: { images: [{ key: 'media.refusals.damagedPhoto' }] },
    });
    expect(await readdir(join(folder, 'media')).then((names) => names.includes('people'))).toBe(false);
  });
});
