import { translatorOf } from '@heartwood/messages/catalogues';
import { createHmac } from 'node:crypto';
import nodemailer from 'nodemailer';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { Queryable } from '#platform/db/pool.ts';
import { newId } from '#platform/ids.ts';
import type { JobKind, Jobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import { createSeal } from '#platform/seal.ts';
import type { Secrets } from '#platform/secrets.ts';
import { Refused } from '#platform/http/refusal.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { renderMail } from './layout.ts';
import { checked } from './message.ts';
import type { CheckedMessage, MailMessage } from './message.ts';
import { outboxOf, putIntoOutbox, removeFromOutbox } from './outbox.ts';

export type { ListItem, ListPicture, MailAnswer, MailMessage, MailPicture } from './message.ts';

/** A user as a member of a family. */
interface Member {
  userId: string;
  familyId: string;
}
/** Whom a mail is about: a user it tells of, or a member it is written to, who is no longer to have it once they are none. */
type Subject = { userId: string } | Member;

/** Sends mails. */
export interface Mail {
  /**
   * Hands a mail over inside the transaction that makes it necessary: it is sent exactly if the transaction is kept.
   * @param about the users it tells of, apart from its recipient; and, where it tells of families, its recipient as their member
   * @throws Error where the recipient is not one valid address, or a button leads out of our pages
   */
  send(tx: Queryable, message: MailMessage, about?: Subject | readonly Subject[]): Promise<void>;
  /** A mark of an e-mail address, a user's id or a member in the queue and the outbox, which tells none of them. */
  tagOf(subject: string | Member): string;
  /**
   * Removes mails with these tags that were handed over until a time from the queue, unless they are being sent.
   * @returns whether one is left that was being sent: where the mail server does not take it, it waits again
   */
  takeBack(tags: readonly string[], until: Date): Promise<boolean>;
  /** The same, and from the outbox: what has been sent, too. */
  forget(tags: readonly string[], until: Date): Promise<void>;
  /** Registers the job that sends what was handed over. Called before the jobs start. */
  handleJobs(): void;
}

/** What waits in the queue: sealed, because a mail's button may carry a token that is stored nowhere else but as a hash. */
interface QueuedMail {
  sealed: string;
  tags: readonly string[];
  made: string;
}

interface SealedMail {
  id: string;
  written: string;
  /** Mails of the same time keep the order in which they were handed over. */
  sequence: number;
  message: CheckedMessage;
}

// A mail waits for its server more than it computes, so several are under way: six send a thousand letters in half of a minute, two in a minute and a half.
// Forty tries, the later ones an hour apart, span a day and a half: a mail server may be away for a night.
const sending: JobKind<QueuedMail> = { name: 'mail', concurrency: 6, timeout: 120, lateAfterSeconds: 120, retries: 40 };

/** Milliseconds to connect, until the greeting, without a byte, and in all: a server that sends a byte now and then is given up after `total`. */
const timeoutsMs = { connection: 10_000, greeting: 10_000, idle: 20_000, total: 60_000 };

/** Mail by SMTP where `SMTP_URL` names a server, else as one .eml per mail in DATA_DIR/outbox. */
export function createMail(given: {
  config: Pick<Config, 'publicUrl' | 'dataDir' | 'mail'>;
  jobs: Jobs;
  clock: Clock;
  log: Log;
  secrets: Secrets;
  storage: Pick<Storage, 'open'>;
  timeouts?: typeof timeoutsMs;
}): Mail {
  const { config, jobs, clock, log, secrets, storage } = given;
  const seal = createSeal(secrets.keys('queued mails'));
  const tagKey = secrets.key('tags of mails');
  const tagOf = (subject: string | Member) => {
    const named = typeof subject === 'string' ? subject : `${subject.familyId} ${subject.userId}`;
    return createHmac('sha256', tagKey).update(named).digest('hex').slice(0, 32);
  };
  const takeBack: Mail['takeBack'] = (tags, until) => jobs.forget(sending, tags, until);
  const deliver = config.mail.smtpUrl
    ? bySmtp(config.mail.smtpUrl, given.timeouts ?? timeoutsMs, log)
    : intoOutbox(outboxOf(config.dataDir));
  let sequence = 0;
  return {
    tagOf,
    takeBack,
    async forget(tags, until) {
      await takeBack(tags, until);
      await removeFromOutbox(outboxOf(config.dataDir), tags, timeName(until.toISOString()));
    },
    async send(tx, message, about) {
      sequence += 1;
      const queued: SealedMail = {
        id: newId(clock),
        written: clock.now().toISOString(),
        sequence,
        message: checked(message, config.publicUrl),
      };
      const named = [about ?? []].flat().map((one) => ('familyId' in one ? one : one.userId));
      const tags = [queued.message.to.address.toLowerCase(), ...named].map(tagOf);
      await jobs.enqueue(tx, sending, { sealed: seal.close(JSON.stringify(queued)), tags, made: queued.written });
    },
    handleJobs() {
      jobs.handle(sending, async ({ sealed, tags }) => {
        const mail = JSON.parse(seal.open(sealed)) as SealedMail;
        await deliver(composed(mail, tags, config, await readPictures(storage, mail.message)));
      });
    },
  };
}

/** A mail as the library takes it, and the name it has in the outbox and in the log: names sort by when mails were handed over. */
type Composed = ReturnType<typeof composed>;

/** A time as it stands at the beginning of a mail's name. */
const timeName = (written: string): string => written.replaceAll(/[-:.]/g, '');

/** Marks that the name of a file in the outbox has room for. */
const namedTags = 5;

function composed(
  { id, written, sequence, message }: SealedMail,
  tags: readonly string[],
  config: Pick<Config, 'publicUrl' | 'mail'>,
  pictures: ReadonlyMap<string, Buffer>,
) {
  const { to, subject, replyTo, thread, stop } = message;
  const host = new URL(config.publicUrl).hostname;
  const keys = [...pictures.keys()];
  const cidOf = (key: string) => `${keys.indexOf(key)}.${id}@heartwood`;
  const mail = {
    from: config.mail.from,
    to: { name: to.name ?? '', address: to.address },
    subject,
    ...renderMail(message, config.publicUrl, translatorOf(message.language), ({ key }) =>
      pictures.has(key) ? `cid:${cidOf(key)}` : undefined,
    ),
    attachments: [...pictures].map(([key, content], index) => ({
      cid: cidOf(key),
      content,
      filename: `${index + 1}.jpg`,
      contentType: 'image/jpeg',
      contentDisposition: 'inline' as const,
    })),
    date: new Date(written),
    // The same at every try, so that a mail sent twice is one to its readers.
    messageId: `<${id}@${host}>`,
    ...(replyTo ? { replyTo } : {}),
    // The first mail of a conversation is never sent: readers put those together that name it (RFC 5322, 3.6.4).
    ...(thread ? { references: `<${thread}@${host}>` } : {}),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(stop ? { 'List-Unsubscribe': `<${stop.oneClick}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return { name: [timeName(written), String(sequence).padStart(6, '0'), id, ...tags.slice(0, namedTags)].join('-'), mail };
}

// [Note: Pictures in mails]
// An address of a picture lives for an hour, and a mail is read days later, so its pictures are sent along with it (RFC 2392). In the queue stand
// their keys; their bytes are read when the mail goes out. A picture that is gone by then is left out, and so is what would make the mail too large:
// some servers take no more than a few megabytes.

/** Bytes of all pictures of a mail. */
const mostBytes = 1_500_000;

async function readPictures(storage: Pick<Storage, 'open'>, { blocks = [] }: CheckedMessage): Promise<Map<string, Buffer>> {
  const read = new Map<string, Buffer>();
  let left = mostBytes;
  for (const { key } of blocks.flatMap(({ items }) => items.flatMap(({ pictures }) => pictures))) {
    const bytes = await storage.open(key).then(
      async ({ stream, size }) => (size <= left ? Buffer.concat(await stream.toArray()) : void stream.destroy()),
      (error: unknown) => {
        if (error instanceof Refused && error.code === 'not_found') return undefined;
        throw error;
      },
    );
    if (!bytes || read.has(key)) continue;
    read.set(key, bytes);
    left -= bytes.length;
  }
  return read;
}

function bySmtp(url: string, timeouts: typeof timeoutsMs, log: Log): (composed: Composed) => Promise<void> {
  const transport = nodemailer.createTransport({
    url,
    connectionTimeout: timeouts.connection,
    dnsTimeout: timeouts.connection,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.idle,
  });
  return async ({ name, mail }) => {
    const refused = await transport.sendMail({ ...mail, signal: AbortSignal.timeout(timeouts.total) }).then(() => undefined, refusalOf);
    if (!refused) return;
    const { isFinal, why } = refused;
    if (!isFinal) throw new Error(`the mail server refuses for now: ${why}`);
    log.warn({ mail: name, why }, 'a mail was refused for good by the mail server');
  };
}

/**
 * What a mail server has answered, without its words: they name the recipient, and neither the log nor what is kept of a failed job says that.
 * `isFinal`: it will never take mail for this recipient (RFC 5321, 550 to 559), so trying again would only annoy it.
 * @throws the error itself where no server has answered
 */
function refusalOf(error: unknown): { isFinal: boolean; why: string } {
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number };
  if (responseCode === undefined) throw error;
  return { isFinal: code === 'EENVELOPE' && responseCode >= 550 && responseCode < 560, why: `${code} ${command} ${responseCode}` };
}

function intoOutbox(folder: string): (composed: Composed) => Promise<void> {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true });
  return async ({ name, mail }) => {
    const { message } = await composer.sendMail(mail);
    await putIntoOutbox(folder, name, message as Buffer);
  };
}
