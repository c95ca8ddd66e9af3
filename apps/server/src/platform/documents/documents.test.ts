import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { letter, lockedPdf, pdfOf } from '#test/documents.ts';
import { fileOf } from '#test/photos.ts';
import { createDocuments } from './documents.ts';
import type { Documents } from './documents.ts';

vi.setConfig({ testTimeout: 120_000 });

let folder: string;
let tempDir: string;
let documents: Documents;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heartwood-documents-'));
  tempDir = join(folder, 'tmp');
  documents = createDocuments({ tempDir });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The first page as it is drawn; undefined where it is not. Nothing is left behind, however it ends. */
const pageOf = async (bytes: Buffer): Promise<Buffer | undefined> => {
  try {
    return await documents.firstPage(await fileOf(folder, bytes), async (png) => (png ? readFile(png) : undefined));
  } finally {
    expect(await readdir(tempDir)).toEqual([]);
  }
};
/** Red, green and blue of one place. */
const colourAt = async (png: Buffer | undefined, left: number, top: number) => [
  ...(await sharp(png).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
];

describe('the first page of a document', () => {
  it('is drawn in its own colours, its longer side 2,160 pixels', async () => {
    const png = await pageOf(letter());
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1_620, height: 2_160 });
    expect(await colourAt(png, 20, 20)).toEqual([255, 0, 0]);
    expect(await colourAt(png, 20, 2_140)).toEqual([0, 0, 255]);
    // Its words are there: something between them is as bright as paper.
    const { channels } = await sharp(png).extract({ left: 200, top: 380, width: 1_200, height: 180 }).stats();
    expect(channels[1]?.max).toBeGreaterThan(200);
  });

  it('is upright as the document says', async () => {
    const png = await pageOf(letter({ page: '/Rotate 90' }));
    expect(await sharp(png).metadata()).toMatchObject({ width: 2_160, height: 1_620 });
    // What is above as it lies is at the right as it is held.
    expect(await colourAt(png, 2_140, 20)).toEqual([255, 0, 0]);
  });

  it.each([
    ['is vast', [9_000_000, 12_000_000], [1_620, 2_160]],
    ['is a line', [1, 14_400], [1, 2_160]],
    ['is a stamp', [3, 4], [1_620, 2_160]],
  ] as const)('is drawn to the same size where the page %s', async (_name, size, [width, height]) => {
    expect(await sharp(await pageOf(pdfOf({ size: [...size] }))).metadata()).toMatchObject({ width, height });
  });

  it('is drawn of a document that wants to act: nothing it asks for is done', async () => {
    const asked: string[] = [];
    const listener = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>((done) => void listener.listen(0, '127.0.0.1', done));
    const address = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
    try {
      const script = `/OpenAction<</S/JavaScript/JS(while\\(true\\){} app.launchURL\\('${address}/script'\\);)>>`;
      const visit = `/AA<</O<</S/URI/URI(${address}/opened)>>>>/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 300 400]/A<</S/SubmitForm/F(${address}/form)>>>>]`;
      const png = await pageOf(letter({ catalogue: script, page: `/Resources<<>>${visit}` }));
      expect(await colourAt(png, 20, 20)).toEqual([255, 0, 0]);
      const other = `/OpenAction<</S/Launch/F(/bin/sh)>>/AcroForm<</Fields[]/XFA(<script>while(1);</script>)>>`;
      expect(await colourAt(await pageOf(letter({ catalogue: other })), 20, 20)).toEqual([255, 0, 0]);
      expect(asked).toEqual([]);
    } finally {
      listener.close();
    }
  });

  it('of a locked document stays covered', async () => {
    expect(await pageOf(lockedPdf())).toBeUndefined();
  });

  it.each([
    ['noise', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(50_000, 0x5a)])],
    ['a header and nothing more', Buffer.from('%PDF-1.4\n')],
    ['its first bytes', letter().subarray(0, 60)],
    ['no pages', Buffer.from(letter().toString('latin1').replace('/Kids[3 0 R]/Count 1', '/Kids[     ]/Count 0'), 'latin1')],
  ])('of one that is %s fails, and says why', async (_name, bytes) => {
    await expect(pageOf(bytes)).rejects.toMatchObject({ code: 'validation_failed', text: { key: 'media.failures.document' } });
  });

  it.each([
    ['is endless', () => letter({ content: `/X Do `, page: '/Resources<</XObject<</X 5 0 R>>>>', objects: [nested()] })],
    [
      'unpacks to gigabytes',
      () => Buffer.from(letter({ content: '' }).toString('latin1').replace('<</Length 0>>stream\n\n', bomb), 'latin1'),
    ],
  ])('that %s is drawn or not, in time and without harm', async (_name, make) => {
    const page = await pageOf(make());
    expect(page ? (await sharp(page).metadata()).format : 'png').toBe('png');
  });
});

/** A drawing that draws itself, twice. */
const nested = () =>
  '<</Type/XObject/Subtype/Form/BBox[0 0 300 400]/Resources<</XObject<</X 5 0 R>>>>/Length 12>>stream\n/X Do /X Do \nendstream ';

/** The content of a page: a megabyte that stands for one and a half gigabytes of spaces, packed twice. */
function bomb(): string {
  const packed = deflateSync(deflateSync(Buffer.alloc(300_000_000, 0x20), { level: 9 }), { level: 9 });
  return `<</Length ${packed.length}/Filter[/FlateDecode/FlateDecode]>>stream\n${packed.toString('latin1')}\n`;
}
