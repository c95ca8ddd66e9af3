import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { renditionSizes } from '../packages/contract/src/media.ts';
import { systemClock } from '../apps/server/src/platform/clock.ts';
import { createPictures } from '../apps/server/src/platform/pictures/pictures.ts';
import { createStorage } from '../apps/server/src/platform/storage/storage.ts';
import { median } from './statistics.ts';
import type { BenchRow } from './statistics.ts';

/** What a phone takes: 12 megapixels. */
const size = { width: 4_032, height: 3_024 };
const photosPerRound = 4;
const rounds = 3;
const goal = 0.85;
const source = 'apps/server/sample/photos';

/** Sizes of photos that are made in a second, kept durably as the server does it, against sharp alone writing the same sizes of the same files. */
export default async function renditions(): Promise<BenchRow[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'heartwood-bench-'));
  try {
    const photos = await takePhotos(join(dataDir, 'photos'));
    const storage = await createStorage({ config: { dataDir, s3: undefined }, clock: systemClock, key: Buffer.alloc(32) });
    const pictures = createPictures({ storage, clock: systemClock });
    const ours = async (path: string, id: number) => {
      const made = await pictures.renditions(path, 'jpg');
      await Promise.all(made.map((one) => storage.putBytes(`media/${id}/${one.name}.${one.extension}`, one.bytes)));
      return made.length;
    };
    const out = join(dataDir, 'bare');
    await mkdir(out);
    const peers = {
      'decoding for each size': async (path: string, id: number) =>
        (await Promise.all(names.map((name) => write(sharp(path).autoOrient(), name, join(out, `${id}-${name}`))))).length,
      'decoding once': async (path: string, id: number) => {
        const { data, info } = await within(sharp(path).autoOrient(), renditionSizes.large).raw().toBuffer({ resolveWithObject: true });
        const { width, height, channels } = info;
        const raw = { width, height, channels };
        return (await Promise.all(names.map((name) => write(sharp(data, { raw }), name, join(out, `${id}-${name}`))))).length;
      },
    };
    const works = { ours, ...peers };
    const measured = Object.fromEntries(Object.keys(works).map((name) => [name, [] as number[]]));
    for (const work of Object.values(works)) await perSecond(work, photos.slice(0, 1));
    // In turns, so that whatever else the machine does meets all of them.
    for (let round = 0; round < rounds; round += 1)
      for (const [name, work] of Object.entries(works)) measured[name]?.push(await perSecond(work, photos));
    const value = median(measured.ours ?? []);
    const memory = await peakMemory(photos);
    const speed = Object.keys(peers).map((name) => {
      const peer = median(measured[name] ?? []);
      return {
        name: `renditions of 12-megapixel photos, against sharp alone ${name}`,
        value,
        unit: '/s',
        peer,
        ratio: value / peer,
        goal: '>= 85 %',
        ok: value / peer >= goal,
      };
    });
    return [...speed, memory];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

const names = Object.keys(renditionSizes) as (keyof typeof renditionSizes)[];

const within = (pixels: Sharp, side: number) => pixels.resize(side, side, { fit: 'inside', withoutEnlargement: true });

/** One size with sharp alone, in the server's format and quality. */
async function write(pixels: Sharp, name: (typeof names)[number], to: string): Promise<void> {
  const sized = within(pixels, renditionSizes[name]);
  await (name === 'mail' ? sized.jpeg({ quality: 82 }) : sized.webp({ quality: 80 })).toFile(to);
}

/** Real photos, as large as a phone's, on their side as phones send them. */
async function takePhotos(folder: string): Promise<string[]> {
  await mkdir(folder);
  const files = (await readdir(source))
    .filter((name) => name.endsWith('.jpg'))
    .toSorted()
    .slice(0, photosPerRound);
  return Promise.all(
    files.map(async (name) => {
      const path = join(folder, name);
      const grain = { type: 'gaussian' as const, mean: 128, sigma: 6 };
      const noise = await sharp({ create: { ...size, channels: 3, background: '#808080', noise: grain } })
        .png({ compressionLevel: 0 })
        .toBuffer();
      await sharp(join(source, name))
        .resize(size.width, size.height, { fit: 'cover' })
        .composite([{ input: noise, blend: 'soft-light' }])
        .withMetadata({ orientation: 6 })
        .jpeg({ quality: 90 })
        .toFile(path);
      return path;
    }),
  );
}

/** The most memory a process of its own ever has in use while it makes the sizes of some photos, against sharp alone decoding once. */
async function peakMemory(photos: string[]): Promise<BenchRow> {
  const script = join(import.meta.dirname, 'renditions-memory.ts');
  const peak = async (who: 'ours' | 'bare') => Number((await promisify(execFile)(process.execPath, [script, who, ...photos])).stdout);
  const [value, peer] = [await peak('ours'), await peak('bare')];
  return {
    name: 'peak memory of the serving process while renditions are made, against sharp alone decoding once',
    value,
    unit: ' MB',
    peer,
    ratio: value / peer,
    goal: '<= 120 %',
    ok: value / peer <= 1.2,
  };
}

/** As many photos at once as there are cores. */
async function perSecond(work: (path: string, id: number) => Promise<number>, photos: string[]): Promise<number> {
  const cores = pLimit(availableParallelism());
  const begun = performance.now();
  const made = await Promise.all(photos.map((path, id) => cores(() => work(path, id))));
  return made.reduce((sum, count) => sum + count, 0) / ((performance.now() - begun) / 1_000);
}
