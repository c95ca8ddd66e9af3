import { message } from '@heartwood/messages/message';
import { UploadedFile } from '@heartwood/contract/fields';
import { problemMessage } from '@heartwood/messages/validation';
import { recordErasure } from '#features/activity/erasure.ts';
import { actForFamily } from '#features/family/scope.ts';
import type { FamilyErrand, FamilyScope } from '#features/family/scope.ts';
import type { Queryable, Tx } from '#platform/db/pool.ts';
import { createIdempotently } from '#platform/http/idempotency.ts';
import type { Idempotency } from '#platform/http/idempotency.ts';
import { refuse, Refused } from '#platform/http/refusal.ts';
import { newId } from '#platform/ids.ts';
import { kindOf } from '#platform/file-types/file-types.ts';
import type { FileKind, FilmKind } from '#platform/file-types/file-types.ts';
import type { Inspection } from '#platform/pictures/pictures.ts';
import type { Platform } from '#platform/platform.ts';
import { prepareSoon, removeBytesSoon } from './jobs.ts';
import { folderOf, isUploader, keyOf, nameOf, partOf } from './rules.ts';
import * as store from './store.ts';
import type { Medium } from './tables.ts';

/** A file whose bytes are kept and which has no row yet. */
interface Kept extends Partial<Pick<Inspection, 'width' | 'height' | 'thumbhash' | 'takenAt'> & Pick<Medium, 'trimFrom' | 'trimTo'>> {
  id: string;
  kind: FileKind['kind'];
  extension: FileKind['extension'];
  filename: string;
  size: number;
}

/**
 * Keeps an uploaded photo, video, recording or document for one's family. It is held by nothing yet: what nothing has claimed within a
 * day is removed. A photo is decoded at once; what is wrong with a video, recording or document is found out when it is prepared.
 * @param file on this disk, of any size; it may not be written to any more, but its name may be removed
 * @returns its id
 * @throws Refused unsupported_media, validation_failed, storage_full; conflict for a key used otherwise
 */
export async function uploadMedium(platform: Platform, scope: FamilyScope, file: UploadedFile, idempotency?: Idempotency): Promise<string> {
  return keep(platform, file, 'file', (kept) =>
    createIdempotently(platform.db, idempotency, platform.clock.now(), (tx) => insert(platform, tx, scope, kept)),
  );
}

/** Writes what belongs to a new medium, in the transaction that adds its row. Where it refuses, neither row nor bytes are kept. */
type Addition = (tx: Tx, mediumId: string) => Promise<void>;

/** The same for a feature that takes files of its own. @param field where the file is in its form */
export async function addMedium(
  platform: Platform,
  scope: FamilyScope,
  file: UploadedFile,
  field = 'file',
  addition?: Addition,
): Promise<string> {
  return keep(platform, file, field, (kept) =>
    platform.db.transaction(async (tx) => {
      const id = await insert(platform, tx, scope, kept);
      await addition?.(tx, id);
      return id;
    }),
  );
}

/**
 * Keeps files for something that is made with them; where that is refused, or was made before, nothing of them stays. After any other error it is
 * not known whether it was made: then they stay, and those that nothing has claimed go within a day.
 * @param field where the files are in the form
 * @param expected the id of what is made, where it is made now
 * @param make makes it with the media that were added, and returns its id
 */
export async function withNewMedia(
  platform: Platform,
  scope: FamilyScope,
  files: readonly UploadedFile[],
  field: string,
  expected: string,
  make: (added: string[]) => Promise<string>,
): Promise<string> {
  const added: string[] = [];
  const discard = () => platform.db.transaction((tx) => removeMedia(platform, tx, scope, added));
  try {
    for (const file of files) added.push(await addMedium(platform, scope, file, field));
    const made = await make(added);
    if (made !== expected) await discard();
    return made;
  } catch (error) {
    if (error instanceof Refused) await discard();
    throw error;
  }
}

/**
 * Another medium of the same bytes, for a user who sends a file again.
 * @returns undefined where there is no such medium of theirs, or its bytes are gone
 */
export async function repeatMedium(platform: Platform, scope: FamilyScope, id: string, filename: string, addition: Addition) {
  const [medium] = await store.mediaByIds(platform.db, scope, [id]);
  if (!medium || !isUploader(scope, medium)) return undefined;
  const addCopy = (path: string) => {
    const file = new UploadedFile({ path, size: medium.size, filename: filename || medium.filename, type: '', sha256: '' });
    return addMedium(platform, scope, file, 'file', addition);
  };
  return platform.storage.withFile(keyOf(id, 'original', medium.extension), addCopy).catch((error: unknown) => {
    if (error instanceof Refused && error.code === 'not_found') return undefined;
    throw error;
  });
}

// [Note: A trimmed film is a medium of its own]
// It has the same original, which is its uploader's alone, and everything that is shown is made of the part that remains. So nothing that was
// shown of the whole film can be taken for it, a job that is still making the whole one changes nothing of it, and which part it is never
// changes: for another one it is trimmed again. What the whole film was is removed like everything that nothing holds.

/**
 * Makes of one's film another medium without its beginning or end, held by nothing.
 * @param part milliseconds of the original
 * @returns its id
 * @throws Refused forbidden for another's; validation_failed where it is no film, cannot be read, or has no such part; storage_full; conflict
 */
export async function trimFilm(
  platform: Platform,
  scope: FamilyScope,
  medium: Medium,
  part: { from: number; to: number },
  idempotency?: Idempotency,
): Promise<string> {
  if (!isUploader(scope, medium)) throw refuse.forbidden();
  if (medium.kind !== 'video') throw refuse.invalid({ id: [problemMessage({ rule: 'default', field: 'id' })] });
  return platform.storage.withFile(keyOf(medium.id, 'original', medium.extension), async (path) => {
    const trim = partOf(await platform.recordings.length(path, medium.extension as FilmKind), part);
    if (!trim) throw refuse.invalid({ to: [problemMessage({ rule: 'default', field: 'to' })] });
    const { size, filename } = medium;
    const file = new UploadedFile({ path, size, filename, type: '', sha256: '' });
    return keep(platform, file, 'id', (kept) =>
      createIdempotently(platform.db, idempotency, platform.clock.now(), (tx) => insert(platform, tx, scope, { ...kept, ...trim })),
    );
  });
}

// [Note: Bytes are stored before the transaction]
// Decoding a file and storing it take seconds, in an object store minutes. A transaction holds one of a few connections and the session of its
// sender, and others wait for both. So a transaction begins once the bytes are durable, and only writes rows.

/**
 * Makes the bytes durable, then lets `insertRow` write the row. Bytes that were refused a row, or were not the first of their key, are
 * removed. After any other error it is not known whether the row is there (the database may have gone while it answered): then they stay,
 * and if there is no row they go with the orphans.
 */
async function keep(platform: Platform, file: UploadedFile, field: string, insertRow: (kept: Kept) => Promise<string>): Promise<string> {
  const found = await kindOf(file.path);
  const inspection = found.kind === 'image' ? await platform.pictures.inspect(file.path, field) : {};
  const kept = { ...inspection, ...found, id: newId(platform.clock), filename: nameOf(file.filename), size: file.size };
  const discard = () => platform.storage.removeFolder(folderOf(kept.id));
  try {
    await platform.storage.putFile(keyOf(kept.id, 'original', kept.extension), file.path);
    const id = await insertRow(kept);
    if (id !== kept.id) await discard();
    return id;
  } catch (error) {
    if (error instanceof Refused) await discard();
    throw error;
  }
}

async function insert(platform: Platform, tx: Tx, scope: FamilyScope, kept: Kept): Promise<string> {
  const now = platform.clock.now();
  await assertRoom(platform, tx, scope, kept.size);
  await store.insertMedium(tx, scope, { ...kept, state: 'processing', variants: {}, createdAt: now, unclaimedSince: now });
  await prepareSoon(platform, tx, kept.kind, { familyId: scope.familyId, mediumId: kept.id });
  return kept.id;
}

/** Lets one at a time take room in a family, until the transaction ends: what another one takes is counted, and once. */
export const { lockRoom } = store;

/** @throws Refused storage_full where a family would keep more bytes of originals than it may */
export async function assertRoom({ config }: Platform, tx: Tx, scope: FamilyScope, bytes: number): Promise<void> {
  await lockRoom(tx, scope);
  if ((await store.bytesOf(tx, scope)) + bytes > config.familyQuota)
    throw new Refused('storage_full', message('media.refusals.familyFull'));
}

/** A medium one may see: one's own, or one that a feature shows. @throws Refused not_found */
export async function visibleMedium(platform: Platform, scope: FamilyScope, id: string): Promise<Medium> {
  const [medium] = await store.mediaByIds(platform.db, scope, [id]);
  if (medium && (isUploader(scope, medium) || (await platform.features.showsMedium(platform, scope, id)))) return medium;
  throw refuse.notFound();
}

/** Only the uploader of a medium hears of it; others hear of the post or comment that shows it. */
export async function listenersTo(
  { db }: Platform,
  listeners: readonly FamilyScope[],
  { fact }: { fact: { ids: { media_id: string } } },
): Promise<FamilyScope[]> {
  const [medium] = listeners[0] ? await store.mediaByIds(db, listeners[0], [fact.ids.media_id]) : [];
  return medium ? listeners.filter((listener) => isUploader(listener, medium)) : [];
}

/** Deletes a medium of one's own, wherever it is shown. @throws Refused forbidden */
export async function deleteMedium(platform: Platform, scope: FamilyScope, medium: Medium): Promise<void> {
  if (!isUploader(scope, medium)) throw refuse.forbidden();
  await platform.db.transaction(async (tx) => removeBytesSoon(platform, tx, await store.deleteMedia(tx, scope, [medium.id])));
}

/**
 * Removes what a feature has held: the rows now, the bytes by a job. What something else holds, too, stays for that.
 * @param ids one that several of those that go have held stands there as often
 */
export async function removeMedia(platform: Platform, tx: Tx, scope: FamilyScope | FamilyErrand, ids: readonly string[]): Promise<void> {
  const distinct = new Set(ids);
  if (distinct.size === 0) return;
  const last = await store.letGo(tx, scope, [...distinct]);
  await removeBytesSoon(platform, tx, await store.deleteMedia(tx, scope, last));
  // Each id but the first of its kind.
  const repeated = ids.filter((id) => !distinct.delete(id));
  await removeMedia(platform, tx, scope, repeated);
}

/** What a feature knows of a user, family by family. */
interface Traces {
  familiesWithTraces(tx: Tx, userId: string): Promise<string[]>;
  /** Removes what the user has left in a family. @returns the media that it held */
  removeTraces(tx: Tx, errand: FamilyErrand, userId: string): Promise<string[]>;
}

/** Removes what a user whose account is deleted has left in a feature, with its media: in every family, those that they have left, too. */
export async function eraseTraces(platform: Platform, tx: Tx, traces: Traces, userId: string): Promise<void> {
  for (const familyId of await traces.familiesWithTraces(tx, userId)) {
    const errand = actForFamily(familyId, 'an account is deleted');
    await removeMedia(platform, tx, errand, await traces.removeTraces(tx, errand, userId));
    await recordErasure(platform, tx, errand, userId);
  }
}

/**
 * Takes media for something that is being made of them. Only one's own, and only what nothing else holds.
 * @param field the form's field to name
 * @throws Refused validation_failed where one of them is not to be had
 */
export async function claimMedia(
  _platform: Platform,
  tx: Queryable,
  scope: FamilyScope,
  ids: readonly string[],
  field = 'media_ids',
): Promise<void> {
  if (ids.length === 0) return;
  const claimed = await store.claim(tx, scope, ids);
  if (claimed.length < new Set(ids).size) throw notToBeHad(field);
}

const notToBeHad = (field: string) => refuse.invalid({ [field]: [problemMessage({ rule: 'default', field })] });

/** The same for one recording of a voice. @throws Refused validation_failed, also for a medium of another kind */
export async function claimRecording(_platform: Platform, tx: Queryable, scope: FamilyScope, id: string, field: string): Promise<void> {
  if ((await store.claim(tx, scope, [id], 'audio')).length === 0) throw notToBeHad(field);
}

/** Lets go of media that were claimed; what nothing claims again within a day is removed. */
export async function freeMedia(platform: Platform, tx: Tx, scope: FamilyScope, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await store.unclaim(tx, scope, await store.letGo(tx, scope, ids), platform.clock.now());
}

/**
 * Makes these the media of something that had others before: claims what is new, lets go of what is left out.
 * @param lent media that something else holds and that may be shown here, too
 * @throws Refused validation_failed
 */
export async function exchangeMedia(
  platform: Platform,
  tx: Tx,
  scope: FamilyScope,
  before: readonly string[],
  after: readonly string[],
  lent: readonly string[] = [],
): Promise<void> {
  const [added, removed] = [after.filter((id) => !before.includes(id)), before.filter((id) => !after.includes(id))];
  if (added.length > 0) await store.lock(tx, scope, [...added, ...removed]);
  await claimMedia(
    platform,
    tx,
    scope,
    added.filter((id) => !lent.includes(id)),
  );
  await holdAlso(
    platform,
    tx,
    scope,
    added.filter((id) => lent.includes(id)),
  );
  await freeMedia(platform, tx, scope, removed);
}

/**
 * Lets something show media, too, that something else holds: whichever lets go of them last ends them.
 * @throws Refused validation_failed where that has let go of one of them meanwhile
 */
export async function holdAlso(_platform: Platform, tx: Queryable, scope: FamilyScope, ids: readonly string[]): Promise<void> {
  if (ids.length > 0 && (await store.holdAlso(tx, scope, ids)).length < ids.length) throw notToBeHad('media_ids');
}
