import { commentsApi } from '@heartwood/contract/comments';
import { UploadedFile } from '@heartwood/contract/fields';
import { postLimits } from '@heartwood/contract/limits';
import { questionsApi } from '@heartwood/contract/questions';
import { rules as formRules } from '@heartwood/contract/validation';
import { v5 } from 'uuid';
import { userById } from '#features/accounts/actions.ts';
import { isOlderThanAnHour } from '#features/accounts/rules.ts';
import { assertCovered } from '#features/billing/actions.ts';
import { addComment } from '#features/comments/actions.ts';
import { nameOf, timeZonesOf } from '#features/family/actions.ts';
import { enterFamily, holdScope } from '#features/family/scope.ts';
import type { FamilyScope } from '#features/family/scope.ts';
import { addMedium } from '#features/media/actions.ts';
import { familyOfPost, sharePost, visiblePost } from '#features/posts/actions.ts';
import { circleToAnswer, familyOfQuestion, visibleQuestion } from '#features/questions/actions.ts';
import { dayOf, plus } from '#platform/clock.ts';
import type { Queryable, Tx } from '#platform/db/pool.ts';
import { holding } from '#platform/http/held-sessions.ts';
import { createdBefore } from '#platform/http/idempotency.ts';
import { refuse, Refused } from '#platform/http/refusal.ts';
import type { JobKind } from '#platform/jobs/jobs.ts';
import type { MailFile, ReadMail } from '#platform/mail/reading.ts';
import type { Platform } from '#platform/platform.ts';
import { leftOutMail, refusedMail } from './emails.ts';
import * as rules from './rules.ts';
import type { Reason } from './rules.ts';
import * as store from './store.ts';
import type { InboundMail } from './tables.ts';

const reading: JobKind<{ id: string }> = { name: 'replies-read', concurrency: 1, timeout: 600, retries: 20 };
const clearing: JobKind<{ ids: string[] }> = { name: 'replies-clear', concurrency: 1, timeout: 120, retries: 8 };
const sweeping: JobKind<object> = { name: 'replies-sweep', concurrency: 1, timeout: 600, retries: 3 };

/** Reads a mail once the transaction is kept. Those whom mails name take turns, as families do elsewhere. */
export const readSoon = ({ jobs }: Platform, tx: Queryable, { id, userId }: Pick<InboundMail, 'id' | 'userId'>): Promise<void> =>
  jobs.enqueue(tx, reading, { id }, { family: userId });

/** Removes the bytes of mails once the transaction is kept. */
export async function clearSoon({ jobs }: Platform, tx: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await jobs.enqueue(tx, clearing, { ids: [...ids] });
}

/** What becomes of a mail. `leftOut` are the names of files that are not posted, `written` the characters of what is too long. */
type Outcome =
  | { state: 'posted'; leftOut: string[] }
  | { state: 'dropped'; reason: 'automatic' }
  | { state: 'refused'; reason: Reason; leftOut?: string[]; written?: number };

// [Note: A mail is posted once]
// The id of a mail's row is the Idempotency-Key of what it posts: a second run of the job, after a kill or beside another one, finds what the
// first one made, also where it could post it no more: the question has been closed meanwhile. That it is settled, and the mail that says so, are of one
// transaction, which one run alone can make.

/** Posts what a mail says, or tells its sender why not. */
export async function readReply(platform: Platform, id: string): Promise<void> {
  const mail = await store.findMail(platform.db, id);
  if (mail?.state !== 'received') return;
  await settle(platform, mail, await platform.storage.withFile(rules.keyOf(id), (path) => judge(platform, mail, path)));
}

const judge = (platform: Platform, mail: InboundMail, path: string): Promise<Outcome> =>
  platform.reading.read(path, async (read) => {
    if (!read) return { state: 'refused', reason: 'unreadable' };
    const { publicUrl, inbound, mail: sent } = platform.config;
    const own = { from: rules.addressIn(sent.from), host: new URL(publicUrl).hostname, domain: inbound.domain };
    if (rules.isAutomatic(read, mail.arrival?.mailFrom, own)) return { state: 'dropped', reason: 'automatic' };
    if (!(await isFromAccount(platform, mail, path, read))) return { state: 'refused', reason: 'sender' };
    const outcome = await postOrRefuse(platform, mail, read);
    const wasPosted = outcome.state === 'refused' && (await createdBefore(platform.db, keyFor(mail, mail.id))) !== undefined;
    return wasPosted ? { state: 'posted', leftOut: [] } : outcome;
  });

async function postOrRefuse(platform: Platform, mail: InboundMail, read: ReadMail): Promise<Outcome> {
  try {
    return await post(platform, mail, read);
  } catch (error) {
    // A role that has just changed is no reason to tell: the mail is read again, and decided anew.
    const isTold = error instanceof Refused && error.text.key !== 'family.refusals.role';
    const reason = isTold && reasons[error.code];
    if (reason) return { state: 'refused', reason };
    throw error;
  }
}

/** Why something that a person could not do on a page cannot be done by mail. */
const reasons: { readonly [code in Refused['code']]?: Reason } = {
  not_found: 'gone',
  forbidden: 'gone',
  subscription_inactive: 'resting',
  conflict: 'closed',
};

// [Note: Whom a mail was written to]
// A signature vouches for words, not for whom they are brought to: whoever has got a signed mail of a member's could bring it to a reply
// address of theirs that has leaked, and it would be posted in their name. So the mail itself is addressed to it in its one To field, which
// most signatures cover (RFC 6376, 5.4.1). A second field can be put before a signed one, and the name beside an address
// can look like another address: neither counts.

/** Whether a mail was written to the reply address that it has come to. */
const isWrittenHere = ({ replyAddresses }: Platform, { userId, thread }: InboundMail, { headers, to }: ReadMail): boolean =>
  headers.filter(({ key }) => key === 'to').length === 1 &&
  to.some((address) => {
    const named = replyAddresses.read(address);
    return named?.userId === userId && rules.threadText(named.thread) === thread;
  });

/** Whether a mail is from the one whose reply address it was sent to: from the address of the account, and its domain says so. */
async function isFromAccount(platform: Platform, mail: InboundMail, path: string, read: ReadMail): Promise<boolean> {
  const { userId, arrival } = mail;
  const { from, headers } = read;
  const user = await userById(platform.db, userId);
  const [only, ...others] = from;
  if (!user?.emailVerifiedAt || only !== user.email || others.length > 0 || !isWrittenHere(platform, mail, read)) return false;
  return platform.senderCheck.isAuthentic({ path, headers, arrival }, user.email.slice(user.email.lastIndexOf('@') + 1));
}

/** Posts an answer or a comment as the member may now, by the rules of a page. @throws Refused */
async function post(platform: Platform, mail: InboundMail, { text, files }: ReadMail): Promise<Outcome> {
  const { kind, id } = rules.threadOf(mail.thread);
  if (kind === 'letter') return { state: 'refused', reason: 'which' };
  const familyId = await (kind === 'question' ? familyOfQuestion : familyOfPost)(platform.db, id);
  if (!familyId) return { state: 'refused', reason: 'gone' };
  const scope = await enterFamily(platform.db, { userId: mail.userId, currentFamilyId: familyId }, familyId);
  await assertCovered(platform, scope);
  const held = holding(platform, (tx) => holdScope(tx, scope));
  if (!formRules.max(text, rules.longest({ kind, id }))) return { state: 'refused', reason: 'long', written: Array.from(text).length };
  return kind === 'question' ? answer(held, scope, mail, { id, text, files }) : comment(held, scope, mail, { id, text, files });
}

/** What is posted, and where: the id of a question or a post. */
interface Written {
  id: string;
  text: string;
  files: readonly MailFile[];
}

async function answer(platform: Platform, scope: FamilyScope, mail: InboundMail, { id, text, files }: Written): Promise<Outcome> {
  const question = await visibleQuestion(platform, scope, id);
  if (question.closedAt) return { state: 'refused', reason: 'closed' };
  const circle = await circleToAnswer(platform, scope, id);
  const { media, leftOut } = await keepFiles(platform, scope, files, postLimits.media);
  if (text === '' && media.length === 0) return { state: 'refused', reason: 'empty', leftOut };
  const timeZoneOf = await timeZonesOf(platform.db, scope.familyId);
  const occurredOn = dayOf(mail.receivedAt, timeZoneOf(scope.userId));
  const body = questionsApi.answer.schema.body.parse({ text, media_ids: media, occurred_on: occurredOn });
  await sharePost(platform, scope, body, keyFor(mail, mail.id), circle);
  return { state: 'posted', leftOut };
}

/** A comment has one photo or file: each further one is a comment of its own. */
async function comment(platform: Platform, scope: FamilyScope, mail: InboundMail, { id, text, files }: Written): Promise<Outcome> {
  const target = await visiblePost(platform, scope, id);
  const { media, leftOut } = await keepFiles(platform, scope, files, rules.commentFiles);
  const [first = null, ...others] = media;
  if (text === '' && first === null) return { state: 'refused', reason: 'empty', leftOut };
  await addComment(platform, scope, target, commentsApi.add.schema.body.parse({ text, media_id: first }), keyFor(mail, mail.id));
  for (const [index, mediumId] of others.entries())
    await addComment(platform, scope, target, { text: '', media_id: mediumId }, keyFor(mail, v5(String(index), mail.id)));
  return { state: 'posted', leftOut };
}

const keyFor = ({ userId, messageHash }: InboundMail, key: string) => ({ userId, key, fingerprint: messageHash });

/**
 * Keeps the files of a mail as media, as if each were uploaded. What a run that was killed has kept before goes like all that nothing claims.
 * @returns the names of those that are not accepted, or too many
 */
async function keepFiles(platform: Platform, scope: FamilyScope, files: readonly MailFile[], most: number) {
  const media: string[] = [];
  const leftOut: string[] = [];
  for (const { path, filename, type, size } of rules.addedFiles(files)) {
    const file = new UploadedFile({ path, size, filename, type, sha256: '' });
    const kept = media.length < most ? await addMedium(platform, scope, file).catch(unlessUnwelcome) : undefined;
    if (kept === undefined) leftOut.push(filename === '' ? type : filename);
    else media.push(kept);
  }
  return { media, leftOut };
}

/** A fault of a file is told to its sender. A fault of ours, such as a full disk, passes, and the mail waits for that. */
function unlessUnwelcome(error: unknown): undefined {
  if (!(error instanceof Refused) || error.code === 'unavailable' || error.text.key === refuse.storageFull().text.key) throw error;
  return undefined;
}

/** Writes down what has become of a mail, and tells its sender where it is not what they wanted. */
async function settle(platform: Platform, mail: InboundMail, outcome: Outcome): Promise<void> {
  const reason = outcome.state === 'posted' ? null : outcome.reason;
  await platform.db.transaction(async (tx) => {
    if (!(await store.settleMail(tx, mail.id, { state: outcome.state, reason, settledAt: platform.clock.now() }))) return;
    if (outcome.state !== 'refused') await clearSoon(platform, tx, [mail.id]);
    await tell(platform, tx, mail, outcome);
  });
  platform.log.info({ mail: mail.id, state: outcome.state, reason }, 'a mail has been read');
}

/** Only ever to the address of the account, so that a forged mail cannot have mails sent to others. */
async function tell(platform: Platform, tx: Tx, { userId, thread }: InboundMail, outcome: Outcome): Promise<void> {
  if (outcome.state === 'dropped' || (outcome.state === 'posted' && outcome.leftOut.length === 0)) return;
  const user = await userById(tx, userId);
  const isUnproven = outcome.state === 'refused' && (outcome.reason === 'sender' || outcome.reason === 'unreadable');
  if (!user || !(await platform.limits.tryTake(isUnproven ? rules.tellingLimits.sender : rules.tellingLimits.other, userId))) return;
  const { firstname, lastname } = await nameOf(tx, userId);
  const to = { to: { address: user.email, name: `${firstname} ${lastname}`.trim() }, language: user.locale };
  const written = outcome.state === 'refused' ? (outcome.written ?? 0) : 0;
  const about = { ...to, thread: rules.threadOf(thread), leftOut: outcome.leftOut ?? [], written };
  const { publicUrl } = platform.config;
  await platform.mail.send(tx, outcome.state === 'posted' ? leftOutMail(publicUrl, about) : refusedMail(publicUrl, about, outcome.reason));
}

/** Gives up what could not be worked at in all that time, tries again what still can be, removes what is kept no longer, and bytes that no row knows. */
export async function sweepReplies(platform: Platform): Promise<void> {
  const { db, clock, storage } = platform;
  const now = clock.now();
  for (const mail of await store.overdueMails(db, plus(now, { hours: -rules.givenUpHours })))
    await settle(platform, mail, { state: 'refused', reason: 'unreadable' });
  await readOverdue(platform, now);
  for await (const names of storage.list(rules.mailsFolder)) {
    const old = names.filter((name) => isOlderThanAnHour(name, now));
    const kept = old.length > 0 ? await store.mailsKept(db, old, plus(now, { days: -rules.keptDays.refused })) : new Set();
    for (const id of old) if (!kept.has(id)) await storage.removeFolder(rules.folderOf(id));
  }
  await store.forgetMails(db, plus(now, { days: -rules.keptDays.known }));
}

/** Enqueues anew what is overdue and has no job any more. */
async function readOverdue(platform: Platform, now: Date): Promise<void> {
  const { db, jobs } = platform;
  const overdue = await store.overdueMails(db, plus(now, { hours: -rules.retriedHours }));
  // One that waits for its turn is overdue, too.
  const pending = await jobs.pending(
    reading,
    'id',
    overdue.map(({ id }) => id),
  );
  for (const mail of overdue) if (!pending.has(mail.id)) await readSoon(platform, db, mail);
}

/** Registers the jobs of replies. */
export function repliesJobs(platform: Platform): void {
  const { jobs, storage } = platform;
  jobs.handle(reading, ({ id }) => readReply(platform, id));
  jobs.handle(clearing, async ({ ids }) => {
    for (const id of ids) await storage.removeFolder(rules.folderOf(id));
  });
  jobs.schedule(sweeping, '50 * * * *', () => sweepReplies(platform));
}
