import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { createStorage } from '#platform/storage/storage.ts';
import { animation, bitmap, fileOf, gradient, heicPhoto, phonePhoto, rawPhoto, withGifSecrets, withIptc } from '#test/photos.ts';
import { createPictures } from './pictures.ts';
import type { Pictures } from './pictures.ts';

/** Kinds that are decoded in a process of their own take as long as a process takes to start on a busy machine. */
const timeoutMs = 60_000;
let folder: string;
let pictures: Pictures;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heartwood-secrets-'));
  const storage = await createStorage({ config: { dataDir: folder, s3: undefined }, clock: systemClock, key: Buffer.alloc(32, 1) });
  pictures = createPictures({ storage, clock: systemClock });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const caption = 'At home, 4 Saltmarsh Lane';
const exif = {
  IFD0: { Make: 'Heartwood', ImageDescription: caption },
  IFD2: { BodySerialNumber: 'SN-4711' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 0/1' },
};
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:title="${caption}"/></rdf:RDF></x:xmpmeta>`;
const telling = () => gradient(900, 600).withExif(exif).withXmp(xmp);
const jpeg = async () => withIptc(await telling().jpeg().toBuffer(), caption);

describe('what a camera writes beside the pixels', () => {
  it.each([
    ['jpg', jpeg],
    ['png', () => telling().png().toBuffer()],
    ['webp', () => telling().webp().toBuffer()],
    ['avif', () => telling().avif({ effort: 0 }).toBuffer()],
    ['tif', () => telling().tiff().toBuffer()],
    ['heic', () => readFile(heicPhoto)],
    // What an editor writes into a GIF: a comment, and XMP as an application's block. A bitmap has room for nothing but what follows its pixels.
    ['gif', async () => withGifSecrets(await gradient(900, 600).gif().toBuffer(), [caption, 'SN-4711', xmp])],
    ['bmp', async () => Buffer.concat([bitmap(900, 600, [200, 10, 10]), Buffer.from(`Exif SN-4711 GPS ${caption} ${xmp}`)])],
    ['cr2', async () => rawPhoto('cr2', await jpeg())],
    ['dng', async () => rawPhoto('dng', await jpeg())],
  ] as const)(
    'is in no rendition of a %s',
    async (kind, make) => {
      const original = await make();
      // What is to be taken out is in there.
      if (kind !== 'heic') expect(original.includes('SN-4711') || original.includes(caption)).toBe(true);
      const path = await fileOf(folder, original);
      expect((await pictures.inspect(path)).kind).toBe(kind);
      for (const { name, bytes } of await pictures.renditions(path, kind)) {
        const { exif: camera, xmp: text, iptc, orientation } = await sharp(bytes).metadata();
        expect({ name, camera, text, iptc, orientation }).toEqual({ name });
        for (const word of ['SN-4711', caption, 'Heartwood', 'adobe', 'GPS', 'Photoshop']) expect(bytes.includes(word)).toBe(false);
      }
    },
    timeoutMs,
  );
});

describe('a moving picture', () => {
  it('keeps its frames in their order, shows the first one where it stands still, and tells nothing in any', async () => {
    const path = await fileOf(folder, withGifSecrets(await animation(400, 300, 3), [caption, 'SN-4711', xmp]));
    for (const { name, bytes } of await pictures.renditions(path, 'gif')) {
      const meta = await sharp(bytes).metadata();
      const moves = name === 'medium' || name === 'large';
      expect({ name, frames: meta.pages ?? 1, delay: meta.delay }).toEqual({
        name,
        frames: moves ? 3 : 1,
        delay: moves ? [100, 100, 100] : undefined,
      });
      for (let page = 0; page < (meta.pages ?? 1); page += 1) {
        const { channels } = await sharp(bytes, { page }).stats();
        expect(Math.abs((channels[0]?.mean ?? 0) - (40 + page * 60))).toBeLessThan(6);
      }
      for (const word of ['SN-4711', caption, 'adobe']) expect(bytes.includes(word)).toBe(false);
    }
  });
});

describe('a bitmap', () => {
  it.each([
    ['from below', 1],
    ['from above', -1],
  ])(
    'written %s is shown upright',
    async (_name, sign) => {
      // Two rows of one colour each, the second one above: of a bitmap the first row is the lowest, but where its height is negative.
      const bytes = bitmap(40, 40, [255, 0, 0]);
      bytes.fill(Buffer.from([255, 0, 0]), 54 + 120 * 20);
      bytes.writeInt32LE(40 * sign, 22);
      const path = await fileOf(folder, bytes);
      const large = (await pictures.renditions(path, 'bmp')).find(({ name }) => name === 'large');
      const above = [...(await sharp(large?.bytes).extract({ left: 20, top: 4, width: 1, height: 1 }).raw().toBuffer())];
      expect(above[sign > 0 ? 2 : 0]).toBeGreaterThan(200);
    },
    timeoutMs,
  );
});

describe('a raw file', () => {
  it('stands for the largest picture inside, upright', async () => {
    const path = await fileOf(folder, await rawPhoto('dng', await gradient(900, 600).jpeg().toBuffer()));
    expect(await pictures.inspect(path)).toMatchObject({ kind: 'dng', width: 600, height: 900 });
    const large = (await pictures.renditions(path, 'dng')).find(({ name }) => name === 'large');
    expect([large?.width, large?.height]).toEqual([600, 900]);
    // What is at the left as it lies is above as it is held.
    const at = async (top: number) => [...(await sharp(large?.bytes).extract({ left: 300, top, width: 1, height: 1 }).raw().toBuffer())];
    expect((await at(20))[0]).toBeGreaterThan(200);
    expect((await at(880))[2]).toBeGreaterThan(200);
  });

  it('without a picture inside that can be shown, or cut off, is refused in words', async () => {
    const whole = await rawPhoto('cr2', await phonePhoto());
    for (const bytes of [whole.subarray(0, 300), whole.subarray(0, 600), whole.subarray(0, 3_000)]) {
      await expect(pictures.inspect(await fileOf(folder, bytes))).rejects.toMatchObject({
        code: 'validation_failed',
        errors: { file: [{ key: expect.stringMatching(/^media\.refusals\.(noPreview|damagedPhoto)$/) }] },
      });
    }
  });
});
