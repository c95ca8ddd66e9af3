import type { downloadsApi } from '@heartwood/contract/downloads';
import type { DataOf } from '@heartwood/contract/endpoint';
import type { FamilyScope } from '#features/family/scope.ts';
import { mimeOf } from '#platform/file-types/file-types.ts';
import type { FileKind } from '#platform/file-types/file-types.ts';
import type { Platform } from '#platform/platform.ts';
import { addressFor, archiveName } from './actions.ts';
import type { ToTake } from './actions.ts';

/** The type of a file that leaves. */
export const typeOf = (extension: string): string =>
  extension === 'zip' ? 'application/zip' : (mimeOf[extension as FileKind['extension']] ?? 'application/octet-stream');

/** Where to fetch media, each by itself and several as one archive. */
export function presentOffer(
  platform: Platform,
  { userId, familyId }: FamilyScope,
  list: readonly ToTake[],
): DataOf<typeof downloadsApi.offer> {
  const original = list.some((one) => one.original);
  const path = (ids: readonly string[], archive: boolean) => addressFor(platform, { userId, familyId, original, archive, ids });
  const ids = list.map(({ medium }) => medium.id);
  return {
    files: list.map(({ medium, name, extension }) => ({
      media_id: medium.id,
      path: path([medium.id], false),
      filename: `${name}.${extension}`,
      type: typeOf(extension),
    })),
    archive: list.length > 1 ? { path: path(ids, true), filename: archiveName(list), type: typeOf('zip') } : null,
  };
}
