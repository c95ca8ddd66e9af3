import type { FamilyScope } from '#features/family/scope.ts';
import type { Media } from '@heartwood/contract/media';
import { canBeShown } from '#platform/archive/page.ts';
import type { Tx } from '#platform/db/pool.ts';
import type { Platform } from '#platform/platform.ts';
import { removeBytesSoon } from './jobs.ts';
import { isShownAsItIs, isUploader, keyOf } from './rules.ts';
import * as store from './store.ts';

/** When an account is deleted: everything its user has uploaded goes, in every family, rows now and bytes soon. */
export async function eraseUploads(platform: Platform, tx: Tx, userId: string): Promise<void> {
  await removeBytesSoon(platform, tx, await store.deleteUploads(tx, userId));
}

/** Before a family is erased: the bytes of its media leave the storage with it. */
export async function forgetFamilyMedia(platform: Platform, tx: Tx, familyId: string): Promise<void> {
  await removeBytesSoon(platform, tx, await store.idsOfFamily(tx, familyId));
}

/** Where the bytes of a medium are that go into an export. */
interface ExportedMedium {
  id: string;
  /** As it was called where it came from. */
  filename: string;
  extension: string;
  key: string;
  takenAt: string | null;
  /** A size browsers can show, where what is exported is none. */
  shown: { key: string; extension: string } | null;
}

/** What others get of a medium: the best that was made of it, without the places and cameras in an original. */
const bestVariants = ['large', 'video', 'audio', 'medium'] as const;

/**
 * Media for an export: originals of what one has uploaded, the best rendition of what others have. Whether one may see them is decided by
 * who asks. What is not there yet, or has failed, is left out.
 */
export async function mediaForExport(platform: Platform, scope: FamilyScope, ids: readonly string[]): Promise<Map<string, ExportedMedium>> {
  const rows = await store.mediaByIds(platform.db, scope, ids);
  const found = rows.flatMap((row): [string, ExportedMedium][] => {
    const { id, filename } = row;
    const best = bestVariants.find((name) => row.variants[name]);
    const rendition = best && { key: keyOf(id, best, row.variants[best]!.extension), extension: row.variants[best]!.extension };
    const original = { key: keyOf(id, 'original', row.extension), extension: row.extension };
    const bytes = isUploader(scope, row) || isShownAsItIs(row) ? original : rendition;
    if (!bytes) return [];
    const takenAt = row.takenAt?.toISOString() ?? null;
    const shown = !canBeShown(bytes.extension) && rendition ? rendition : null;
    return [[id, { id, filename, takenAt, ...bytes, shown }]];
  });
  return new Map(found);
}

/** What is known of media, as it stands in an export: without addresses, which end, and without what only screens need. */
export const mediaFacts = (media: readonly Media[]): object[] =>
  media.map(({ id, kind, filename, size, width, height, duration, taken_at }) => ({
    id,
    kind,
    filename,
    size,
    width,
    height,
    duration,
    taken_at,
  }));
