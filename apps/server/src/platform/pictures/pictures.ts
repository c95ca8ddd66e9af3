import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import { rgbaToThumbHash } from 'thumbhash';
import type { Clock } from '#platform/clock.ts';
import { Refused } from '#platform/http/refusal.ts';
import { newId } from '#platform/ids.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { readSource, unreadable } from './decode.ts';
import type { Source } from './decode.ts';
import { pictureKindOf } from '#platform/file-types/file-types.ts';
import type { PictureKind } from '#platform/file-types/file-types.ts';
import { makeRenditions } from './renditions.ts';
import type { Rendition } from './renditions.ts';
import { takenAt } from './taken.ts';

/** What a picture is, found out before anything is kept of it. */
export interface Inspection {
  /** Its kind by its bytes; also the extension its original is kept under. */
  kind: PictureKind;
  /** In pixels, after turning it upright. */
  width: number;
  height: number;
  /** A blurred likeness of some 25 bytes, base64 (https://evanw.github.io/thumbhash). */
  thumbhash: string;
  takenAt: Date | null;
}

/** Where portraits are kept: of users, or of people without an account. */
export type PortraitFolder = 'portraits' | 'people';

/** Everything that looks into pictures. At most as many at once as there are cores, large ones one by one. */
export interface Pictures {
  /**
   * Finds out what a picture is; every pixel is decoded once, so that one that is cut off is known at once.
   * @param field the form's field to name when it is refused
   * @throws Refused unsupported_media, validation_failed
   */
  inspect(path: string, field?: string): Promise<Inspection>;
  /** Makes `large`, `medium`, `thumb` and `mail`. @throws Refused where the picture cannot be decoded */
  renditions(path: string, kind: PictureKind): Promise<Rendition[]>;
  /**
   * Keeps a picture as a portrait, in its two sizes and without its original.
   * @returns its id
   * @throws Refused unsupported_media, validation_failed, storage_full
   */
  storePortrait(path: string, folder: PortraitFolder, field?: string): Promise<string>;
  /** A portrait as the contract shows it, at addresses that live for an hour at most. */
  portraitView(folder: PortraitFolder, id: string): { id: string; path: string; thumb: string };
  removePortrait(folder: PortraitFolder, id: string): Promise<void>;
}

/** Pixels from which a picture is decoded alone: some kinds must be held in memory as a whole. */
const large = 32_000_000;

export function createPictures({ storage, clock }: { storage: Storage; clock: Clock }): Pictures {
  const cores = pLimit(availableParallelism());
  const alone = pLimit(1);

  /** Decodes when there is room; a picture that turns out to be damaged is refused. */
  const decode = async <T>(source: Source, field: string, work: () => Promise<T>): Promise<T> => {
    const checked = () =>
      work().catch((error: unknown) => {
        throw error instanceof Refused ? error : unreadable(field);
      });
    return source.width * source.height > large ? alone(() => cores(checked)) : cores(checked);
  };

  return {
    async inspect(path, field = 'file') {
      const kind = await pictureKindOf(path);
      const source = await readSource(path, kind, field);
      const { width, height, exif } = source;
      return { kind, width, height, takenAt: takenAt(exif), thumbhash: await decode(source, field, () => thumbhash(source)) };
    },
    async renditions(path, kind) {
      const source = await readSource(path, kind, 'file');
      return decode(source, 'file', () => makeRenditions(source, ['large', 'medium', 'thumb', 'mail']));
    },
    async storePortrait(path, folder, field = 'image') {
      const source = await readSource(path, await pictureKindOf(path), field);
      const made = await decode(source, field, () => makeRenditions({ ...source, animated: false }, ['medium', 'thumb']));
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

async function thumbhash(source: Source): Promise<string> {
  const small = source.open().timeout({ seconds: 60 }).resize(100, 100, { fit: 'inside' }).toColourspace('srgb').ensureAlpha();
  const { data, info } = await small.raw().toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}
