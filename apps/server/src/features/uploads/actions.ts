import { UploadedFile } from '@heartwood/contract/fields';
import { announcedBytes, unfinishedUploads, uploadDays } from '@heartwood/contract/limits';
import { message } from '@heartwood/messages/message';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { FamilyScope } from '#features/family/scope.ts';
import { addMedium, assertRoom, lockRoom, repeatMedium } from '#features/media/actions.ts';
import { plus } from '#platform/clock.ts';
import type { Tx } from '#platform/db/pool.ts';
import { createIdempotently } from '#platform/http/idempotency.ts';
import type { Idempotency } from '#platform/http/idempotency.ts';
import { refuse, Refused } from '#platform/http/refusal.ts';
import { refuseByStart, startLength } from '#platform/file-types/file-types.ts';
import { newId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { assertFree, watchRoom } from '#platform/storage/room.ts';
import type { Appender } from '#platform/storage/staging.ts';
import { removeStagedSoon } from './jobs.ts';
import { announced, checksumOf, isChunk, offsetOf, stretch } from './rules.ts';
import type { Checksum, Headers } from './rules.ts';
import * as store from './store.ts';
import type { Upload } from './tables.ts';

/** The body of a request: headers, and bytes where there are any. `stop` ends the connection they come on. */
export interface Chunk {
  headers: Headers;
  bytes: Readable | undefined;
  stop: () => void;
}

/** An upload of one's own. @throws Refused not_found */
export async function ownUpload(call: { platform: Platform; scope: FamilyScope; params: { id: string } }): Promise<Upload> {
  const upload = await store.ownUpload(call.platform.db, call.scope, call.params.id);
  if (!upload) throw refuse.notFound();
  return upload;
}

/** Gives back an upload whose days are not over. @throws Refused gone */
export function assertLive({ clock }: Platform, upload: Upload): Upload {
  if (!upload.mediumId && upload.expiresAt <= clock.now()) throw refuse.gone(message('uploads.refusals.expired'));
  return upload;
}

/**
 * Begins an upload, and takes its first chunk where that comes along. Bytes that the same user has sent to the family before, as their
 * checksum says, are not asked for again: then it is whole at once.
 * @throws Refused malformed_request, payload_too_large; rate_limited where too many are unfinished, or too much of them; storage_full; as {@link appendChunk}
 */
export async function beginUpload(platform: Platform, scope: FamilyScope, chunk: Chunk, idempotency?: Idempotency): Promise<Upload> {
  const { length, ...about } = announced(chunk.headers);
  const now = platform.clock.now();
  // Asked before the transaction: a store that hangs must hold neither a connection nor the family.
  const { freeBytes } = await platform.storage.health();
  const id = await createIdempotently(platform.db, idempotency, now, async (tx) => {
    await lockRoom(tx, scope);
    const open = await store.countUnfinished(tx, scope, now);
    if (open.user >= unfinishedUploads.user || open.family >= unfinishedUploads.family) throw refuse.limited(600);
    await assertSpace(platform, tx, scope, { length, freeBytes });
    const own = newId(platform.clock);
    await store.insertUpload(tx, scope, { ...about, id: own, length, createdAt: now, expiresAt: plus(now, { days: uploadDays }) });
    return own;
  });
  const upload = await repeat(platform, scope, await ownUpload({ platform, scope, params: { id } }), chunk.stop);
  return isChunk(chunk.headers) && chunk.bytes && !upload.mediumId ? takeChunk(platform, scope, upload, 0, chunk) : upload;
}

// [Note: Whose bytes take room]
// Announcing costs nothing, so it takes nothing from others: an upload begins where the disk has room for it beside what its own user has
// announced and not sent, and what one user and one family may have announced is limited. Others take room with the bytes that they send. So it
// is looked again when bytes come: where the rest of the file has no room any more, none of it is taken (507), and while they come. What has come
// stays, and the upload goes on once there is room. Of those of one family that send at the same time the first has its room: each would stop
// before its end otherwise. What a family may keep is shared by its uploads from the beginning: they are one family's.

async function assertSpace(
  platform: Platform,
  tx: Tx,
  scope: FamilyScope,
  { length, freeBytes }: { length: number; freeBytes: number | null },
): Promise<void> {
  const { ofUser, ofFamily, whole } = await store.announcedBytes(tx, scope, platform.clock.now());
  if (ofUser + length > announcedBytes.user || ofFamily + length > announcedBytes.family) throw refuse.limited(600);
  assertFree(freeBytes, ofUser + length);
  await assertRoom(platform, tx, scope, whole + length);
}

/** Makes an upload whole where its user has sent the same bytes before. @returns the upload as it is then */
async function repeat(platform: Platform, scope: FamilyScope, begun: Upload, stop: () => void): Promise<Upload> {
  const { sha256, length, filename } = begun;
  const same = sha256 && !begun.mediumId && (await store.sameFile(platform.db, scope, sha256, length));
  if (!same) return begun;
  return writeAlone(platform, scope, begun, stop, async (upload) => {
    if (upload.mediumId || upload.received > 0) return upload;
    const mediumId = await repeatMedium(platform, scope, same, filename, (tx, made) => complete(platform, tx, scope, upload, made));
    return mediumId ? { ...upload, received: length, mediumId } : upload;
  });
}

/**
 * Takes the next chunk of an upload. The last one makes it a medium.
 * @returns the upload as far as it is durable
 * @throws Refused malformed_request (also for a whole one), conflict for another offset than the durable one, locked, gone, payload_too_large,
 *   checksum_mismatch, unsupported_media, validation_failed, storage_full
 */
export async function appendChunk(platform: Platform, scope: FamilyScope, upload: Upload, chunk: Chunk): Promise<Upload> {
  return takeChunk(platform, scope, assertLive(platform, upload), offsetOf(chunk.headers), chunk);
}

function takeChunk(platform: Platform, scope: FamilyScope, before: Upload, offset: number, chunk: Chunk): Promise<Upload> {
  const checksum = checksumOf(chunk.headers);
  return writeAlone(platform, scope, before, chunk.stop, async (upload, alive) => {
    if (upload.mediumId) throw refuse.malformed(message('uploads.refusals.complete'));
    if (upload.received !== offset) throw refuse.conflict(message('uploads.refusals.offset', { offset: upload.received }));
    const declared = Number(chunk.headers['content-length'] ?? 0);
    if (offset + declared > upload.length) throw refuse.tooLarge(message('uploads.refusals.tooLong'));
    return receive(platform, scope, upload, { chunk, checksum, alive });
  });
}

/** Does what one request at a time may do with an upload. @param work is given the upload as it is now */
function writeAlone(
  platform: Platform,
  scope: FamilyScope,
  { id, familyId, userId }: Upload,
  stop: () => void,
  work: (upload: Upload, alive: () => void) => Promise<Upload>,
): Promise<Upload> {
  return platform.writers.run({ fileId: id, familyId, userId, stop }, async (alive) => {
    try {
      // Only now is it certain that no other request writes.
      return await work(await ownUpload({ platform, scope, params: { id } }), alive);
    } catch (error) {
      if (error instanceof Refused && hopeless.has(error.code)) await drop(platform, scope, id);
      throw error;
    }
  });
}

/** Refusals after which an upload can never become a medium. */
const hopeless = new Set<Refused['code']>(['unsupported_media', 'validation_failed', 'gone']);

/** Gives an upload up: its bytes go, a medium that was made of it stays. */
export async function giveUp(platform: Platform, scope: FamilyScope, { id }: Upload): Promise<void> {
  await platform.writers.end(id);
  await drop(platform, scope, id);
}

async function drop(platform: Platform, scope: FamilyScope, id: string): Promise<void> {
  await platform.db.transaction(async (tx) => {
    if (await store.deleteUpload(tx, scope, id)) await removeStagedSoon(platform, tx, [id]);
  });
}

// [Note: What is durable]
// `received` is answered as Upload-Offset, so it never runs ahead of the disk: bytes are written, synced, and only then is the row advanced,
// by a statement that does nothing if the row is not where this writer left it. What lies beyond it, after a kill or a failed checksum, is
// cut off when the next chunk comes. The last stretch is not told of by itself: the row becomes whole together with its medium, in one
// transaction that begins once the medium's bytes are stored. After a kill in between, the last stretch is sent again.

interface Reception {
  chunk: Chunk;
  checksum: Checksum | undefined;
  alive: () => void;
}

async function receive(platform: Platform, scope: FamilyScope, upload: Upload, reception: Reception): Promise<Upload> {
  const { chunk, checksum } = reception;
  using room = await watchRoom(platform.storage, upload.familyId, upload.length - upload.received);
  const appender = await platform.staging.append(upload);
  try {
    const durable = keepDurable(platform, scope, upload, appender);
    let at = upload.received;
    try {
      for await (const bytes of incoming(chunk.bytes, upload, reception)) {
        await room.take(bytes.length);
        await appender.write(bytes);
        at += bytes.length;
        // A chunk with a checksum counts whole or not at all; the end is told of with the medium.
        if (!checksum && at < upload.length && at - durable.asked() >= stretch) await durable.cut(at);
      }
    } catch (error) {
      // The connection broke, or the disk did or is full: what is there is there.
      if (!checksum && (!(error instanceof Refused) || error.code === 'storage_full'))
        await durable
          .cut(at)
          .then(durable.settled)
          .catch(() => undefined);
      throw isBroken(chunk) ? refuse.malformed(message('uploads.refusals.broken')) : error;
    }
    if (at === upload.length) {
      await durable.settled();
      await (
        await appender.cut()
      )();
      return await appender.withFile((path) => finish(platform, scope, { ...upload, received: durable.reached() }, path));
    }
    if (at > durable.asked()) await durable.cut(at);
    await durable.settled();
    return { ...upload, received: at };
  } finally {
    await appender.close();
  }
}

/** Whether the bytes stopped in the middle: the client is gone, and nothing is wrong here. */
const isBroken = ({ bytes }: Chunk): boolean => Boolean(bytes?.errored) || (bytes?.destroyed === true && !bytes.readableEnded);

/** Makes stretches durable one after the other while the next one is coming. */
function keepDurable({ db }: Platform, scope: FamilyScope, { id, received }: Upload, appender: Appender) {
  let [asked, reached] = [received, received];
  let pending: Promise<void> = Promise.resolve();
  return {
    asked: () => asked,
    reached: () => reached,
    settled: () => pending,
    async cut(to: number): Promise<void> {
      const settle = await appender.cut();
      await pending;
      asked = to;
      const work = async () => {
        const part = await settle();
        const isMine = await db.transaction((tx) => store.advance(tx, scope, id, { from: reached, to, part }));
        if (!isMine) throw refuse.conflict(message('uploads.refusals.elsewhere'));
        reached = to;
      };
      pending = work();
      // It is asked for at the next stretch, or at the end.
      pending.catch(() => undefined);
    },
  };
}

/**
 * The bytes of a chunk as they come, looked at on the way.
 * @throws Refused payload_too_large, unsupported_media by the first bytes, checksum_mismatch at the end
 */
async function* incoming(bytes: Readable | undefined, upload: Upload, { checksum, alive }: Reception): AsyncGenerator<Buffer> {
  const hash = checksum && createHash(checksum.algorithm);
  let left = upload.length - upload.received;
  let head: Buffer | undefined = upload.received === 0 ? Buffer.alloc(0) : undefined;
  // Refusing must not end the connection: the answer goes the same way.
  for await (const chunk of bytes?.iterator({ destroyOnReturn: false }) ?? []) {
    const part = chunk as Buffer;
    alive();
    left -= part.length;
    if (left < 0) throw refuse.tooLarge(message('uploads.refusals.tooLong'));
    if (head) head = Buffer.concat([head, part.subarray(0, startLength)]);
    if (head && head.length >= Math.min(startLength, upload.length)) {
      await refuseByStart(head);
      head = undefined;
    }
    hash?.update(part);
    yield part;
  }
  if (hash && !hash.digest().equals(checksum!.digest)) throw new Refused('checksum_mismatch', message('uploads.refusals.chunkChecksum'));
}

/** Hands over a whole file. @throws Refused checksum_mismatch, unsupported_media, validation_failed, storage_full, conflict */
async function finish(platform: Platform, scope: FamilyScope, upload: Upload, path: string): Promise<Upload> {
  const { id, length: size, filename, sha256 } = upload;
  if (sha256 && (await hashOf(path)) !== sha256) {
    await drop(platform, scope, id);
    throw new Refused('checksum_mismatch', message('uploads.refusals.fileChecksum'));
  }
  const file = new UploadedFile({ path, size, filename, type: '', sha256: sha256 ?? '' });
  const mediumId = await addMedium(platform, scope, file, 'file', (tx, made) => complete(platform, tx, scope, upload, made));
  return { ...upload, received: size, mediumId };
}

/** Says what an upload has become. @throws Refused conflict where another process was first, or it was given up */
async function complete(platform: Platform, tx: Tx, scope: FamilyScope, { id, received }: Upload, mediumId: string): Promise<void> {
  if (!(await store.complete(tx, scope, id, received, mediumId))) throw refuse.conflict(message('uploads.refusals.elsewhere'));
  await removeStagedSoon(platform, tx, [id]);
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1_048_576 })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
