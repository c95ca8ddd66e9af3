import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import type { Sharp } from 'sharp';
import { renditionSizes } from '../packages/contract/src/media.ts';

// A process of its own: makes all sizes of the photos it is given, as the server does (`ours`) or with sharp alone (`bare`), and says the
// most memory it ever had in use, in megabytes.

const [, , who, ...photos] = process.argv;
const cores = pLimit(availableParallelism());
const work = who === 'ours' ? await ours() : await bare();
// Looked at all the time: what the system remembers as the most may be that of the process that started this one.
let most = 0;
const look = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 5);
await Promise.all(photos.map((path) => cores(() => work(path))));
clearInterval(look);
process.stdout.write(String(Math.round(most / 1e6)));

async function ours(): Promise<(path: string) => Promise<unknown>> {
  const { createPictures } = await import('../apps/server/src/platform/pictures/pictures.ts');
  const { createStorage } = await import('../apps/server/src/platform/storage/storage.ts');
  const { systemClock } = await import('../apps/server/src/platform/clock.ts');
  const dataDir = await mkdtemp(join(tmpdir(), 'heartwood-bench-memory-'));
  const storage = await createStorage({ config: { dataDir, s3: undefined }, clock: systemClock, key: Buffer.alloc(32) });
  await rm(dataDir, { recursive: true, force: true });
  const pictures = createPictures({ storage, clock: systemClock });
  return (path) => pictures.renditions(path, 'jpg');
}

async function bare(): Promise<(path: string) => Promise<unknown>> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  const within = (pixels: Sharp, side: number) => pixels.resize(side, side, { fit: 'inside', withoutEnlargement: true });
  return async (path) => {
    const { data, info } = await within(sharp(path).autoOrient(), renditionSizes.large).raw().toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: info.channels };
    return Promise.all(Object.values(renditionSizes).map((side) => within(sharp(data, { raw }), side).webp({ quality: 80 }).toBuffer()));
  };
}
