import { pixelLimit, portraitPixelLimit } from '@heartwood/contract/limits';
import { renditionSizes } from '@heartwood/contract/media';
import { message } from '@heartwood/messages/message';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import type { Clock } from '#platform/clock.ts';
import { refuse } from '#platform/http/refusal.ts';
import { newId } from '#platform/ids.ts';
import { pictureKindOf } from '#platform/file-types/file-types.ts';
import type { PictureKind } from '#platform/file-types/file-types.ts';
import { ChildEnded, createChildren } from '#platform/sandbox/children.ts';
import type { Label } from '#platform/labels/label.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { Answer, Looked, Order } from './answers.ts';
import type { Rendition, RenditionName } from './renditions.ts';

/** The description of a picture: its size after rotation, when it was taken, and its ThumbHash of about 25 bytes. */
export interface Inspection extends Looked {
  /** Its file type by its bytes; also the extension under which the original is stored. */
  kind: PictureKind;
}

/** The folder of portraits: of users, or of people without an account. */
type PortraitFolder = 'portraits' | 'people';

/** Decodes pictures in sandboxed processes with limits: as many at a time as there are cores and two at least, large pictures one at a time. */
export interface Pictures {
  /**
   * Describes a picture. Every pixel is decoded, which detects a truncated file.
   * @param field the form's field that a refusal names
   * @throws Refused unsupported_media, validation_failed
   */
  inspect(path: string, field?: string): Promise<Inspection>;
  /** Makes `large`, `medium`, `thumb` and `mail`. @throws Refused where the picture cannot be decoded */
  renditions(path: string, kind: PictureKind): Promise<Rendition[]>;
  /**
   * Makes of a `large` a JPEG with a label, or where it `moves` an animated WebP. See platform/labels/picture-label.ts.
   * @param key of the rendition in the storage
   * @throws Refused not_found
   */
  labelled(key: string, label: Label, moves: boolean): Promise<Buffer>;
  /**
   * Stores a picture of at most 50 megapixels as a portrait, in two sizes, without the original.
   * @returns its id
   * @throws Refused unsupported_media, validation_failed, storage_full
   */
  storePortrait(path: string, folder: PortraitFolder, field?: string): Promise<string>;
  /** A portrait in the contract's shape, with addresses that are valid for an hour at most. */
  portraitView(folder: PortraitFolder, id: string): { id: string; path: string; thumb: string };
  removePortrait(folder: PortraitFolder, id: string): Promise<void>;
}

/** Pixels from which a picture is decoded while no other is: some file types must be decoded into memory as a whole. */
const large = 32_000_000;
/** Memory limit of a child in bytes: a base, and bytes for each pixel. HEIC needs the most. */
const memory = { base: 800_000_000, pixel: 17 };

const children = createChildren<Order, Answer>({
  script: fileURLToPath(new URL('./decode-child.ts', import.meta.url)),
  // Megabytes of JavaScript heap, and 64 KiB pages of WebAssembly memory.
  flags: ['--max-old-space-size=256', '--wasm-max-mem-pages=20000', '--disable-warning=ExperimentalWarning'],
  count: Math.max(2, availableParallelism()),
  time: 120_000,
});
const alone = pLimit(1);

const refusals = { damaged: 'media.refusals.damagedPhoto', 'no-preview': 'media.refusals.noPreview' } as const;

/** Sends a request to a child. @throws Refused naming `field` where the picture is at fault, unavailable where the child was killed */
async function ask(order: Order, field: string, pixels = 0): Promise<Exclude<Answer, { fault: unknown }>> {
  const answer = await children.run(order, memory.base + memory.pixel * pixels).catch((error: unknown): Answer => {
    if (error instanceof ChildEnded && error.isFault) return { fault: 'damaged' };
    throw Object.assign(refuse.unavailable(), { cause: error });
  });
  if ('fault' in answer) throw refuse.invalid({ [field]: [message(refusals[answer.fault])] });
  return answer;
}

/** Decodes a picture after its header has shown that it does not exceed a number of pixels. */
async function decode(
  order: Exclude<Order, { task: 'label' }>,
  field: string,
  most = pixelLimit,
): Promise<Exclude<Answer, { fault: unknown }>> {
  const { path, kind } = order;
  const size = await ask({ task: 'measure', path, kind }, field);
  const pixels = 'measured' in size ? size.measured.width * size.measured.height : 0;
  if (pixels > most) throw refuse.invalid({ [field]: [message('media.refusals.tooManyPixels', { megapixels: most / 1_000_000 })] });
  return pixels > large ? alone(() => ask(order, field, pixels)) : ask(order, field, pixels);
}

export function createPictures({ storage, clock }: { storage: Storage; clock: Clock }): Pictures {
  const renditions = async (order: Omit<Extract<Order, { task: 'renditions' }>, 'task'>, field: string, most?: number) => {
    const answer = await decode({ task: 'renditions', ...order }, field, most);
    if (!('renditions' in answer)) throw new Error('there are no renditions in the answer');
    return answer.renditions;
  };

  return {
    async inspect(path, field = 'file') {
      const kind = await pictureKindOf(path);
      const answer = await decode({ task: 'look', path, kind }, field);
      if (!('looked' in answer)) throw new Error('there is no look in the answer');
      return { kind, ...answer.looked };
    },
    renditions: (path, kind) => renditions({ path, kind, names: ['large', 'medium', 'thumb', 'mail'], isStill: false }, 'file'),
    labelled: (key, label, moves) =>
      storage.withFile(key, async (path) => {
        const answer = await ask({ task: 'label', path, label, moves }, 'file', renditionSizes.large ** 2);
        if (!('labelled' in answer)) throw new Error('there is no labelled picture in the answer');
        return Buffer.from(answer.labelled);
      }),
    async storePortrait(path, folder, field = 'image') {
      const order = { path, kind: await pictureKindOf(path), names: ['medium', 'thumb'] as RenditionName[], isStill: true };
      const made = await renditions(order, field, portraitPixelLimit);
      const id = newId(clock);
      try {
        for (const one of made) await storage.putBytes(portraitKey(folder, id, one.name), one.bytes);
      } catch (error) {
        await storage.removeFolder(`${folder}/${id}`);
        throw error;
      }
      return id;
    },
    portraitView: (folder, id) => ({
      id,
      path: storage.address(portraitKey(folder, id, 'medium')),
      thumb: storage.address(portraitKey(folder, id, 'thumb')),
    }),
    removePortrait: (folder, id) => storage.removeFolder(`${folder}/${id}`),
  };
}

const portraitKey = (folder: PortraitFolder, id: string, size: string) => `${folder}/${id}/${size}.webp`;
