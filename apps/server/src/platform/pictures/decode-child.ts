import { rgbaToThumbHash } from 'thumbhash';
import { labelPicture } from '#platform/labels/picture-label.ts';
import { answerTasks } from '#platform/sandbox/sandbox.ts';
import { Faulty } from './answers.ts';
import type { Answer, Order } from './answers.ts';
import { measure, readSource } from './decode.ts';
import type { Source } from './decode.ts';
import { makeRenditions } from './renditions.ts';
import { takenAt } from './taken.ts';

// The sandboxed process that decodes pictures. Its input may be crafted to exhaust or to crash a decoder; then only this process ends. It
// has no environment variables and gets nothing but the path of a file.

answerTasks<Order, Answer>((order) =>
  work(order).catch((error: unknown) => ({ fault: error instanceof Faulty ? error.fault : 'damaged' })),
);

async function work(order: Order): Promise<Answer> {
  if (order.task === 'measure') return { measured: await measure(order.path, order.kind) };
  if (order.task === 'label') return { labelled: await labelPicture(order.path, order.label, order.moves) };
  const source = await readSource(order.path, order.kind);
  if (order.task === 'renditions')
    return { renditions: await makeRenditions(order.isStill ? { ...source, animated: false } : source, order.names) };
  const { width, height, exif } = source;
  return { looked: { width, height, takenAt: takenAt(exif), thumbhash: await thumbhash(source) } };
}

/** Decodes every pixel, which detects a truncated file. */
async function thumbhash(source: Source): Promise<string> {
  const small = source.open().timeout({ seconds: 60 }).resize(100, 100, { fit: 'inside' }).toColourspace('srgb').ensureAlpha();
  const { data, info } = await small.raw().toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}
