import type { downloadsApi } from '@heartwood/contract/downloads';
import type { DataOf } from '@heartwood/contract/endpoint';
import { addressOf } from '#platform/addresses.ts';
import { device } from '#platform/device.ts';
import { fetchParts } from '#platform/fetch-parts.ts';
import { call } from '#platform/http.ts';

/** Media that leave: which, of which family, and whether as they were sent. */
export interface Leaving {
  ids: readonly string[];
  familyId?: string | undefined;
  original?: boolean;
}

/** Where media are to be fetched. */
type Offer = DataOf<typeof downloadsApi.offer>;

const offerOf = ({ ids, familyId, original = false }: Leaving, signal?: AbortSignal): Promise<Offer> =>
  call('POST /api/downloads', {
    body: { media_ids: [...ids], original, ...(familyId ? { family_id: familyId } : {}) },
    ...(signal ? { signal } : {}),
  });

/**
 * Hands media over to the browser, which saves them and says how far it is: one as a file, several as one ZIP. The web view of a shell saves
 * nothing by itself: there it is the system's browser, for which the address is permission enough.
 * @throws CallError
 */
export async function saveMedia(leaving: Leaving): Promise<void> {
  const { files, archive } = await offerOf(leaving);
  const { path, filename } = archive ?? files[0] ?? {};
  const address = addressOf(path) ?? '';
  if (device.plugins?.openOutside) return device.plugins.openOutside(address);
  const link = document.createElement('a');
  link.href = address;
  link.download = filename ?? '';
  document.body.append(link);
  link.click();
  link.remove();
}

/**
 * Fetches media as files, one after another.
 * @param onShare told how much of all is there, 0 to 1
 * @throws CallError where one is refused or breaks off; RangeError where the browser has no room for it; what `signal` aborts with
 */
export async function fetchFiles(leaving: Leaving, onShare: (share: number) => void, signal: AbortSignal): Promise<File[]> {
  const { files } = await offerOf(leaving, signal);
  const fetched: File[] = [];
  for (const [index, { path, filename, type }] of files.entries()) {
    const parts = await fetchParts(addressOf(path) ?? '', (share) => onShare((index + share) / files.length), signal);
    fetched.push(new File(parts, filename, { type }));
  }
  return fetched;
}
