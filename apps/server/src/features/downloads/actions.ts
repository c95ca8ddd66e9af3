import { message } from '@heartwood/messages/message';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { assertCovered } from '#features/billing/actions.ts';
import { enterFamily } from '#features/family/scope.ts';
import type { FamilyScope } from '#features/family/scope.ts';
import { visibleMedium } from '#features/media/actions.ts';
import { folderOf, isUploader } from '#features/media/rules.ts';
import type { Medium } from '#features/media/tables.ts';
import { uniqueNames } from '#platform/archive/names.ts';
import { zipStream } from '#platform/archive/zip.ts';
import { plus } from '#platform/clock.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Label } from '#platform/labels/label.ts';
import { datedHead, filmHead, filmTail } from '#platform/labels/film-label.ts';
import type { Platform } from '#platform/platform.ts';
import { createSeal } from '#platform/seal.ts';
import type { ByteRange } from '#platform/storage/backend.ts';
import { downloadLimit, fileToTake, labelOf, moves, nameToTake, offeredMinutes } from './rules.ts';

/** A medium that may leave, and as what. */
export interface ToTake {
  medium: Medium;
  label: Label;
  /** Where it lies. */
  key: string;
  name: string;
  extension: string;
  original: boolean;
}

// [Note: What a download's address holds]
// A browser fetches a file without a token, so its address is the permission: who it was given to, in which family, which media, until when,
// sealed. When it is opened, everything is looked at again: membership, coverage, and whether each of the media may still be seen. So it ends
// with the right to see, and at the latest an hour after it was given out.

/** Who was offered what. */
interface Ticket {
  userId: string;
  familyId: string;
  original: boolean;
  archive: boolean;
  ids: readonly string[];
}

const purpose = 'downloads';
const sealFor = ({ secrets }: Platform) => createSeal(secrets.keys(purpose));

/** An address of what is offered, as the contract's `path`s are. */
export function addressFor(platform: Platform, ticket: Ticket): string {
  const until = plus(platform.clock.now(), { minutes: offeredMinutes }).getTime();
  return `downloads?t=${sealFor(platform).close(JSON.stringify({ ...ticket, until }), purpose)}`;
}

/**
 * Media that one may see, as they may leave.
 * @throws Refused not_found for one that one may not see, forbidden for another's original, conflict for one that is not prepared
 */
export async function mediaToTake(platform: Platform, scope: FamilyScope, ids: readonly string[], original: boolean): Promise<ToTake[]> {
  const media: Medium[] = [];
  for (const id of new Set(ids)) media.push(await visibleMedium(platform, scope, id));
  if (original && !media.every((medium) => isUploader(scope, medium))) throw refuse.forbidden();
  const said = await platform.features.saidOf(
    platform,
    scope,
    media.map(({ id }) => id),
  );
  return media.map((medium) => {
    const file = fileToTake(medium, original);
    if (!file) throw refuse.conflict(message('downloads.refusals.notReady'));
    const label = labelOf(medium, said.get(medium.id));
    return { medium, label, key: `${folderOf(medium.id)}/${file}`, original, ...nameToTake(medium, label, original) };
  });
}

/** Bytes on their way out; the length of an archive is not known before. */
interface Taken {
  filename: string;
  extension: string;
  bytes: { size: number; etag: string; open: (range?: ByteRange) => Promise<Readable> } | { stream: () => Readable };
}

/**
 * Opens what an address of {@link addressFor} names, for the user it was given to.
 * @throws Refused forbidden where the address has ended or was never given out; not_found, subscription_inactive, rate_limited
 */
export async function takeAlong(platform: Platform, sealed: unknown): Promise<Taken> {
  const { userId, familyId, ids, original, archive } = readTicket(platform, sealed);
  const scope = await enterFamily(platform.db, { userId, currentFamilyId: familyId }, familyId);
  await assertCovered(platform, scope);
  await platform.limits.take(downloadLimit, userId);
  const list = await mediaToTake(platform, scope, ids, original);
  const [only] = list;
  if (archive || !only) return { filename: archiveName(list), extension: 'zip', bytes: { stream: () => archiveOf(platform, list) } };
  return { filename: `${only.name}.${only.extension}`, extension: only.extension, bytes: await bytesOf(platform, only) };
}

function readTicket(platform: Platform, sealed: unknown): Ticket {
  let ticket: (Ticket & { until: number }) | undefined;
  try {
    ticket = JSON.parse(sealFor(platform).open(String(sealed), purpose)) as Ticket & { until: number };
  } catch {
    // Not sealed here, or changed.
  }
  if (!ticket || ticket.until <= platform.clock.now().getTime()) throw refuse.forbidden(message('app.refusals.address'));
  return ticket;
}

/** What an archive is saved as: by its first day. */
export function archiveName(list: readonly Pick<ToTake, 'name'>[]): string {
  const day = list.map(({ name }) => /^\d{4}-\d\d-\d\d/.exec(name)?.[0]).find(Boolean);
  return `${['heartwood', day].filter(Boolean).join('-')}.zip`;
}

function archiveOf(platform: Platform, list: readonly ToTake[]): Readable {
  const named = uniqueNames();
  const entries = list.map((one) => ({
    name: named(one.name, one.extension),
    modified: one.medium.takenAt ?? one.medium.createdAt,
    open: async () => (await bytesOf(platform, one)).open(),
  }));
  return zipStream(platform.storage, entries);
}

async function bytesOf({ storage, pictures }: Platform, { medium, label, key, original }: ToTake) {
  const etag = `"${createHash('sha256')
    .update(key + JSON.stringify(label))
    .digest('base64url')
    .slice(0, 22)}"`;
  if (medium.kind === 'image' && !original) {
    const bytes = await pictures.labelled(key, label, moves(medium));
    const open = async (range?: ByteRange) =>
      Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes], { objectMode: false });
    return { size: bytes.length, etag, open };
  }
  const size = await storage.size(key);
  if (medium.kind !== 'video' || original)
    return { size, etag, open: async (range?: ByteRange) => (await storage.open(key, range)).stream };
  const tail = filmTail(label);
  const total = size + tail.length;
  const all = { start: 0, end: total - 1 };
  const open = async (range: ByteRange = all) => Readable.from(filmParts(storage, key, size, label, tail, range), { objectMode: false });
  return { size: total, etag, open };
}

/** The bytes of a film from and to a place, with its label: the date in its header, all of it behind. */
async function* filmParts(
  { open }: Platform['storage'],
  key: string,
  size: number,
  { taken }: Label,
  tail: Buffer,
  { start, end }: ByteRange,
): AsyncGenerator<Buffer> {
  const headSize = Math.min(filmHead, size);
  if (start < headSize) {
    const head = Buffer.concat(await (await open(key, { start: 0, end: headSize - 1 })).stream.toArray());
    yield (taken instanceof Date ? datedHead(head, taken) : head).subarray(start, end + 1);
  }
  if (end >= headSize && start < size)
    yield* (await open(key, { start: Math.max(start, headSize), end: Math.min(end, size - 1) })).stream as AsyncIterable<Buffer>;
  if (end >= size) yield tail.subarray(Math.max(0, start - size), end - size + 1);
}
