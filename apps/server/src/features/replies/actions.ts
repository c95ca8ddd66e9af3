import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { userById } from '#features/accounts/actions.ts';
import { chargesFrom, type Charge } from '#platform/http/limits.ts';
import { refuse, Refused } from '#platform/http/refusal.ts';
import { newId } from '#platform/ids.ts';
import { openSmtpListener } from '#platform/mail/smtp-listener.ts';
import type { SmtpListener } from '#platform/mail/smtp-listener.ts';
import { mailSizes } from '#platform/mail/reading.ts';
import type { Addressed } from '#platform/mail/reply-address.ts';
import type { Arrival } from '#platform/mail/sender-check.ts';
import type { Platform } from '#platform/platform.ts';
import { assertDiskFree, assertFree } from '#platform/storage/room.ts';
import { readSoon } from './jobs.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';

/** @throws Refused not_found where no provider posts mails here, unauthenticated without its secret */
export function assertProvider({ config }: Platform, given: string | undefined): void {
  const { secret } = config.inbound;
  if (!secret) throw refuse.notFound();
  const hash = (text: string) => createHash('sha256').update(text).digest();
  if (!timingSafeEqual(hash(given ?? ''), hash(secret))) throw refuse.unauthenticated();
}

/** Listens for mails where a port is configured for it. @throws StartupError */
export async function listenForMails(platform: Platform): Promise<SmtpListener | undefined> {
  const { config, log, replyAddresses } = platform;
  if (config.inbound.port === undefined) return undefined;
  const isKnown = (address: string) => replyAddresses.read(address) !== undefined;
  return openSmtpListener({ config, log, isKnown, take: (bytes, from) => receiveMail(platform, bytes, from) });
}

/** A mail on this disk. */
interface Received {
  path: string;
  /** Its header, each field on one line. */
  head: string;
  hash: string;
  /** Bytes. */
  size: number;
}

// [Note: When a mail has arrived]
// A mail server deletes a mail once we acknowledge it. So its bytes are in the storage before its row and the job that reads it are
// written, in one transaction, and only then is it acknowledged. A second copy of it is known by its Message-ID, for each of whom it is addressed to.

/**
 * Takes a mail: keeps it, once, for every user whom a reply address in it names. Of one that names none nothing is kept.
 * @param from.recipients text with the addresses of the envelope; left out, the header of the mail says it
 * @throws Refused payload_too_large, malformed_request where it has not come whole, rate_limited, storage_full
 */
export async function receiveMail(
  platform: Platform,
  bytes: Readable,
  from: { recipients?: string | undefined; arrival?: Arrival },
): Promise<void> {
  // A mail does not always say how large it is.
  await assertDiskFree(platform.tempDir, mailSizes.mail);
  const folder = join(platform.tempDir, randomUUID());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const received = await write(bytes, join(folder, 'mail.eml'));
    const { replyAddresses, log } = platform;
    const addresses = [...new Set(replyAddresses.among(from.recipients ?? received.head))].slice(0, rules.recipientLimit);
    const addressed = addresses.flatMap((address) => replyAddresses.read(address) ?? []);
    if (addressed.length === 0) log.info('a mail came that is addressed to nobody');
    // Where it cannot be kept for one, it is for the others: it is brought again, and kept for each once.
    let failure: unknown;
    for (const one of addressed)
      await keep(platform, received, one, from.arrival ?? null).catch((error: unknown) => {
        // What is no refusal is a fault, and is heard of.
        if (failure === undefined || failure instanceof Refused) failure = error;
      });
    if (failure) throw failure;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes a mail to this disk while it comes. @throws Refused payload_too_large, malformed_request */
async function write(bytes: Readable, path: string): Promise<Received> {
  const hash = createHash('sha256');
  let size = 0;
  let start = Buffer.alloc(0);
  // Refusing must not end the connection: the answer goes the same way.
  const measured = async function* () {
    for await (const chunk of bytes.iterator({ destroyOnReturn: false })) {
      const part = chunk as Buffer;
      size += part.length;
      if (size > mailSizes.mail) throw refuse.tooLarge();
      if (start.length < rules.headLimit) start = Buffer.concat([start, part]).subarray(0, rules.headLimit);
      hash.update(part);
      yield part;
    }
  };
  await pipeline(measured, createWriteStream(path, { flags: 'wx', mode: 0o600 })).catch((error: unknown) => {
    throw bytes.errored && !(error instanceof Refused) ? refuse.malformed() : error;
  });
  const head = rules.headOf(start);
  return { path, head, hash: rules.messageHash(head, hash.digest('hex')), size };
}

async function keep(platform: Platform, received: Received, { userId, thread }: Addressed, arrival: Arrival | null): Promise<void> {
  const { path, hash, size } = received;
  const { clock, db, limits, storage } = platform;
  const id = newId(clock);
  const mail = { id, userId, thread: rules.threadText(thread), messageHash: hash, arrival, receivedAt: clock.now() };
  // Where it is known who brings it, others are not kept from writing by what one brings.
  const charges: Charge[] = arrival ? chargesFrom(rules.arrivalLimit, arrival.ip, `${userId} `) : [[rules.arrivalLimit, userId]];
  const forget = () => storage.removeFolder(rules.folderOf(id));
  assertFree((await storage.health()).freeBytes, size);
  await storage.putFile(rules.keyOf(id), path);
  const write = db.transaction(async (tx) => {
    if (!(await userById(tx, userId)) || !(await store.insertMail(tx, mail))) return false;
    await readSoon(platform, tx, mail);
    // A mail that has come before, or that cannot be kept, takes no point.
    await limits.takeAll(charges, tx);
    return true;
  });
  const isNew = await write.catch(async (error: unknown) => {
    // After anything else the row may be kept all the same.
    if (error instanceof Refused) await forget();
    throw error;
  });
  if (!isNew) await forget();
}
