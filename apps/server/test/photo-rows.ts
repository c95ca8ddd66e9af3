import type { FamilyScope } from '#features/family/scope.ts';
import { insertMedium } from '#features/media/store.ts';
import { newId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';

/** A photo as a phone takes it and as it stands in the database once it has been processed, without its bytes. @returns its id */
export async function insertPhoto({ db, clock }: Pick<Platform, 'db' | 'clock'>, scope: FamilyScope): Promise<string> {
  const id = newId(clock);
  const variant = (extension: string, type: string, width: number, height: number) => ({ extension, type, width, height });
  await insertMedium(db, scope, {
    id,
    kind: 'image',
    state: 'ready',
    filename: 'IMG_2041.jpeg',
    extension: 'jpg',
    size: 3_481_220,
    width: 4_032,
    height: 3_024,
    thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
    takenAt: clock.now(),
    variants: {
      large: variant('webp', 'image/webp', 2_160, 1_620),
      medium: variant('webp', 'image/webp', 1_080, 810),
      thumb: variant('webp', 'image/webp', 320, 240),
      mail: variant('jpg', 'image/jpeg', 600, 450),
    },
    createdAt: clock.now(),
    unclaimedSince: clock.now(),
  });
  return id;
}
