import type { MediaFailure } from '@heartwood/contract/media';
import { availableParallelism } from 'node:os';
import { isOlderThanAnHour } from '#features/accounts/rules.ts';
import { record } from '#features/activity/actions.ts';
import { actForFamily } from '#features/family/scope.ts';
import type { FamilyErrand } from '#features/family/scope.ts';
import { plus } from '#platform/clock.ts';
import type { Queryable } from '#platform/db/pool.ts';
import { Refused } from '#platform/http/refusal.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';
import type { FilmKind, PictureKind, SoundKind } from '#platform/file-types/file-types.ts';
import type { Rendition } from '#platform/pictures/renditions.ts';
import type { Platform } from '#platform/platform.ts';
import type { Film, MadeFile } from '#platform/recordings/recordings.ts';
import { failureOf, folderOf, keyOf, mediaFolder, preparing, trimOf, unclaimedHours } from './rules.ts';
import * as store from './store.ts';
import type { Outcome } from './store.ts';
import type { Medium, StoredVariant } from './tables.ts';

interface ToPrepare {
  familyId: string;
  mediumId: string;
}

const preparation: JobKind<ToPrepare> = { name: 'media-preparation', concurrency: availableParallelism(), timeout: 600, retries: 10 };
/** Films and recordings wait for one another, so that photos and documents need not wait for them. */
const playing: JobKind<ToPrepare> = { name: 'media-playing', concurrency: 1, timeout: 4 * 3_600, lateAfterSeconds: 6 * 3_600, retries: 10 };
const removal: JobKind<{ ids: string[] }> = { name: 'media-removal', concurrency: 1, timeout: 300, retries: 50 };
const sweep: JobKind<object> = { name: 'media-sweep', concurrency: 1, timeout: 1_800, retries: 1 };

/** How many media are removed in one go. */
const batch = 500;

/** Makes what is shown of a medium once the transaction is kept. */
export const prepareSoon = ({ jobs }: Platform, tx: Queryable, kind: Medium['kind'], what: ToPrepare): Promise<void> =>
  jobs.enqueue(tx, kind === 'image' || kind === 'document' ? preparation : playing, what, { family: what.familyId });

/** Removes the bytes of media whose rows the transaction takes away, once it is kept. */
export async function removeBytesSoon({ jobs }: Platform, tx: Queryable, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += batch) await jobs.enqueue(tx, removal, { ids: ids.slice(from, from + batch) });
}

/** Registers the jobs that prepare, remove and check media. */
export function mediaJobs(platform: Platform): void {
  const { jobs, storage } = platform;
  jobs.handle(preparation, (what) => prepare(platform, what));
  jobs.handle(playing, (what) => prepare(platform, what));
  jobs.handle(removal, async ({ ids }) => {
    for (const id of ids) await storage.removeFolder(folderOf(id));
  });
  jobs.schedule(sweep, '17 * * * *', () => sweepMedia(platform));
}

/**
 * Makes a medium's sizes and says so. Run again after it was killed, it makes the same ones in the same places.
 * @throws what passes: then the job is tried again
 */
async function prepare(platform: Platform, { familyId, mediumId }: ToPrepare): Promise<void> {
  const { db, storage } = platform;
  const scope = actForFamily(familyId, 'preparing a medium');
  const [medium] = await store.mediaByIds(db, scope, [mediumId]);
  if (medium?.state !== 'processing') return;
  let settled = false;
  try {
    const outcome = await make(platform, medium).catch((error: unknown): Outcome => ({ state: 'failed', reason: permanentReason(error) }));
    settled = await settle(platform, scope, mediumId, outcome);
  } finally {
    // Deleted in the meantime: its removal may have come before the sizes were there, or between two of them.
    if (!settled && !(await store.existing(db, [mediumId])).has(mediumId)) await storage.removeFolder(folderOf(mediumId));
  }
}

/** Keeps what was made of a medium. @returns false where it is not in preparation any more */
async function settle(platform: Platform, scope: FamilyErrand, mediumId: string, outcome: Outcome): Promise<boolean> {
  return platform.db.transaction(async (tx) => {
    const settled = await store.settle(tx, scope, mediumId, outcome);
    const type = outcome.state === 'failed' ? 'media.failed' : 'media.ready';
    if (settled) await record(platform, tx, scope, { type, ids: { media_id: mediumId } });
    return settled;
  });
}

/** Makes everything that is shown of a medium, and finds out what can be known of it. */
function make(platform: Platform, medium: Medium): Promise<Outcome> {
  const { storage, pictures, recordings, documents } = platform;
  const { id, kind } = medium;
  return storage.withFile(keyOf(id, 'original', medium.extension), async (path): Promise<Outcome> => {
    if (kind === 'video') {
      const keep = async ({ files, posterPath, takenAt, duration, width, height }: Film): Promise<Outcome> => {
        const { thumbhash } = await pictures.inspect(posterPath);
        const sizes = await keepPictures(platform, id, await pictures.renditions(posterPath, 'png'), { large: 'poster' });
        const variants = { ...sizes, ...(await keepFiles(platform, id, files)) };
        return { state: 'ready', variants, duration, width, height, thumbhash, takenAt: takenAt ? new Date(takenAt) : null };
      };
      return recordings.film(path, medium.extension as FilmKind, keep, trimOf(medium));
    }
    if (kind === 'audio')
      return recordings.sound(path, medium.extension as SoundKind, async ({ files, duration, waveform, takenAt }) => {
        const variants = await keepFiles(platform, id, files);
        return { state: 'ready', variants, duration, waveform, takenAt: takenAt ? new Date(takenAt) : null };
      });
    if (kind === 'document')
      return documents.firstPage(path, async (png) => {
        if (!png) return { state: 'ready', variants: {} };
        const { thumbhash } = await pictures.inspect(png);
        return { state: 'ready', variants: await keepPictures(platform, id, await pictures.renditions(png, 'png')), thumbhash };
      });
    return { state: 'ready', variants: await keepPictures(platform, id, await pictures.renditions(path, medium.extension as PictureKind)) };
  });
}

/** Keeps the sizes of a picture. @param called other names for some of them */
async function keepPictures({ storage }: Platform, id: string, sizes: readonly Rendition[], called: Record<string, string> = {}) {
  const entries = sizes.map(async ({ name: size, bytes, ...variant }) => {
    const name = called[size] ?? size;
    await storage.putBytes(keyOf(id, name, variant.extension), bytes);
    return [name, variant] as const;
  });
  // Where one cannot be kept, the others have ended before that is told.
  await Promise.allSettled(entries);
  return Object.fromEntries<StoredVariant>(await Promise.all(entries));
}

async function keepFiles({ storage }: Platform, id: string, files: readonly MadeFile[]): Promise<Record<string, StoredVariant>> {
  const variants: Record<string, StoredVariant> = {};
  for (const { name, path, ...variant } of files) {
    await storage.putFile(keyOf(id, name, variant.extension), path);
    variants[name] = variant;
  }
  return variants;
}

/** Why a medium will never be ready. @throws everything else, which may pass */
function permanentReason(error: unknown): MediaFailure {
  if (error instanceof Refused && error.code === 'not_found') return 'lost';
  if (error instanceof Refused && (error.code === 'validation_failed' || error.code === 'unsupported_media'))
    return failureOf(error.text.key);
  throw error;
}

/** Keeps rows and bytes one and the same: what nothing holds goes, bytes without a row go, what got stuck is started again. */
export async function sweepMedia(platform: Platform): Promise<void> {
  await removeUnclaimed(platform);
  await removeOrphans(platform);
  await resumePreparation(platform);
}

async function removeUnclaimed(platform: Platform): Promise<void> {
  const before = plus(platform.clock.now(), { hours: -unclaimedHours });
  for (let removed = batch; removed === batch;) {
    removed = await platform.db.transaction(async (tx) => {
      const ids = await store.deleteUnclaimed(tx, before, batch);
      await removeBytesSoon(platform, tx, ids);
      return ids.length;
    });
  }
}

async function removeOrphans({ db, storage, clock }: Platform): Promise<void> {
  const now = clock.now();
  const anHourAgo = plus(now, { hours: -1 });
  for await (const names of storage.list(mediaFolder)) {
    const old = names.filter((name) => isOlderThanAnHour(name, now));
    const known = old.length > 0 ? await store.existing(db, old) : new Set();
    for (const id of old.filter((one) => !known.has(one))) {
      // A large file may be on its way to an object store for longer than an hour; its row follows when it has arrived.
      if (!(await storage.hasChangedSince(folderOf(id), anHourAgo))) await storage.removeFolder(folderOf(id));
    }
  }
}

/** What waits for its turn, or is being prepared, may take as long as it takes: only what nobody works at is begun anew, or given up. */
async function resumePreparation(platform: Platform): Promise<void> {
  const { db, clock, jobs } = platform;
  const now = clock.now();
  const unready = await store.longInPreparation(db, plus(now, { hours: -preparing.retry }));
  const ids = unready.map(({ id }) => id);
  const pending = [await jobs.pending(preparation, 'mediumId', ids), await jobs.pending(playing, 'mediumId', ids)];
  for (const { id, familyId, kind, createdAt } of unready) {
    if (pending.some((some) => some.has(id))) continue;
    if (createdAt < plus(now, { hours: -preparing.failed }))
      await settle(platform, actForFamily(familyId, 'giving up'), id, { state: 'failed', reason: 'unfinished' });
    else await prepareSoon(platform, db, kind, { familyId, mediumId: id });
  }
}
