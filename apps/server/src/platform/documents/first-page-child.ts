import { readFile, writeFile } from 'node:fs/promises';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { PDFiumDocument } from '@hyzyla/pdfium';
import sharp from 'sharp';
import { limitProcess } from '#platform/sandbox/sandbox.ts';
import { exitCodes } from './exit-codes.ts';

// A process of its own: draws the first page of one PDF and writes it as PNG. What it is given may be made to exhaust or to break PDFium;
// that then ends this process and nothing else. PDFium is WebAssembly without JavaScript and without a way to files or networks; its forms
// are never set up, so that nothing a document wants to do when it is opened is done.

const [, , path = '', target = '', longer = '', memory = ''] = process.argv;
limitProcess(Number(memory));
const library = await PDFiumLibrary.init();
const document = await library.loadDocument(await readFile(path)).catch((error: unknown) => process.exit(endingOf(error)));
if (document.getPageCount() < 1) process.exit(exitCodes.damaged);
await writeFile(target, await draw(document, Number(longer)));

/** Draws the first page so that its longer side has so many pixels; however large it says it is. */
async function draw(pages: PDFiumDocument, side: number): Promise<Buffer> {
  const page = pages.getPage(0);
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const share = side / Math.max(originalWidth, originalHeight);
  if (!Number.isFinite(share) || share <= 0) process.exit(exitCodes.notShown);
  const size = (length: number) => Math.max(1, Math.round(length * share));
  const { data, width, height } = await page.render({ width: size(originalWidth), height: size(originalHeight), render: 'bitmap' });
  return sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** A document that asks for a password is whole; one that is none is not. */
function endingOf(error: unknown): number {
  return error instanceof Error && /password|security/i.test(error.message) ? exitCodes.notShown : exitCodes.damaged;
}
