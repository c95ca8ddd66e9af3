import type { Language } from '@heartwood/contract/languages';
import type { ShownLanguage } from '@heartwood/messages/languages';
import { message } from '@heartwood/messages/message';
import type { accountsApi } from '@heartwood/contract/accounts';
import type { BodyOf } from '@heartwood/contract/endpoint';
import type { UploadedFile } from '@heartwood/contract/fields';
import { problemMessage } from '@heartwood/messages/validation';
import { latestDay, plus } from '#platform/clock.ts';
import type { Queryable, Tx } from '#platform/db/pool.ts';
import { networkOf } from '#platform/http/limits.ts';
import { createIdempotently, createdBefore } from '#platform/http/idempotency.ts';
import type { Idempotency } from '#platform/http/idempotency.ts';
import { refuse, Refused } from '#platform/http/refusal.ts';
import { newId } from '#platform/ids.ts';
import { hashPassword, verifyPassword } from '#platform/passwords.ts';
import type { Platform } from '#platform/platform.ts';
import { hashToken, newToken } from '#platform/tokens.ts';
import * as emails from './emails.ts';
import * as rules from './rules.ts';
import * as store from './store.ts';

declare module '#platform/http/serve.ts' {
  interface GateTypes {
    session: Session;
  }
}

/** A signed-in device of a user, as it was when the request came. */
export interface Session {
  id: string;
  userId: string;
  email: string;
  emailVerified: boolean;
  role: 'member' | 'admin';
  currentFamilyId: string | null;
  freshUntil: Date;
  language: ShownLanguage;
}

/** Who makes an account, and how. The password has passed the contract's rules. */
export interface NewAccount {
  firstname: string;
  lastname: string;
  email: string;
  password: string;
  locale: Language;
  phone?: string | null;
  birth?: string | null;
  image?: UploadedFile | null;
  /** Holding a mail sent to the address has proved it. */
  emailVerified?: boolean;
}

/** How a live session is found: by the token's hash, unless it has not been used since a moment. */
export type FindSession = typeof store.liveSession;
/** What is found of it. */
export type LiveSession = NonNullable<Awaited<ReturnType<FindSession>>>;

/**
 * Finds who sends a request.
 * @param authorization the header, once and well-formed
 * @param find for features that read more along with the session
 * @throws Refused unauthenticated
 */
export async function authenticate(
  platform: Platform,
  authorization: string | undefined,
  find: FindSession = store.liveSession,
): Promise<Session> {
  const token = /^Bearer ([A-Za-z0-9_-]{43})$/i.exec(authorization ?? '')?.[1];
  if (!token) throw refuse.unauthenticated();
  const now = platform.clock.now();
  const found = await find(platform.db, hashToken(token), plus(now, { days: -rules.sessionDays }));
  if (!found) throw refuse.unauthenticated();
  if (found.lastUsedAt < plus(now, { minutes: -rules.touchMinutes })) await store.updateSession(platform.db, found.id, { lastUsedAt: now });
  return { ...found, emailVerified: found.emailVerifiedAt !== null, language: found.locale };
}

/**
 * Makes an account with its profile inside a transaction.
 * @param prepared from {@link prepareAccount}
 * @returns the user's id
 * @throws Refused validation_failed where the address has an account
 */
export async function createAccount(platform: Platform, tx: Tx, account: NewAccount, prepared: PreparedAccount): Promise<string> {
  const now = platform.clock.now();
  const userId = newId(platform.clock);
  const { email, firstname, lastname, locale, phone = null, birth = null } = account;
  const emailVerifiedAt = account.emailVerified ? now : null;
  const user = { id: userId, email, emailVerifiedAt, passwordHash: prepared.passwordHash, role: 'member' as const, locale, createdAt: now };
  const profile = { userId, id: newId(platform.clock), firstname, lastname, phone, birth, updatedAt: now };
  if (!(await store.insertUser(tx, user, profile))) throw taken();
  if (prepared.portrait) await store.addPortraits(tx, userId, [prepared.portrait]);
  if (!account.emailVerified) await sendVerification(platform, tx, { userId, email, firstname, language: locale });
  return userId;
}

/** The slow parts of making an account, done before its transaction: the hash and the portrait. */
export interface PreparedAccount {
  passwordHash: string;
  portrait: string | null;
}

/** Does the slow parts of making an account. @throws Refused validation_failed, unsupported_media, unavailable */
export async function prepareAccount(platform: Platform, account: NewAccount): Promise<PreparedAccount> {
  assertUncommon(account.password);
  assertBirth(platform, account.birth);
  const passwordHash = await hashPassword(account.password);
  return { passwordHash, portrait: account.image ? await platform.pictures.storePortrait(account.image.path, 'portraits') : null };
}

const taken = () => refuse.invalid({ email: [message('accounts.refusals.taken')] });
/** Refuses a link that is over, used or was never sent: which of them is nobody's business. */
export const invalidToken = () => refuse.invalid({ token: [message('failures.invalidToken')] });
const notValid = (field: string) => refuse.invalid({ [field]: [problemMessage({ rule: 'default', field: field })] });

/** @throws Refused validation_failed for a password that many people use */
export function assertUncommon(password: string): void {
  if (rules.isCommonPassword(password)) throw refuse.invalid({ password: [message('accounts.refusals.common')] });
}

/** @throws Refused validation_failed for a day that is nobody's birthday yet */
export function assertBirth(platform: Platform, birth: string | null | undefined): void {
  if (birth && !rules.isBirth(birth, latestDay(platform.clock.now()))) throw notValid('birth');
}

/** Whom a mail's link is for, the address it proves and the language of the mail. */
interface Proof {
  userId: string;
  email: string;
  firstname: string;
  language: Language;
}

/** Sends the link that proves an address; an older link is void. */
export async function sendVerification(platform: Platform, tx: Queryable, { userId, email, ...reader }: Proof): Promise<void> {
  const token = await makeToken(platform, tx, { userId, email, purpose: 'verify-email' });
  await platform.mail.send(tx, emails.verificationMail(platform.config.publicUrl, { to: email, ...reader, token }));
}

/** Remembers a new token for a link that lives for some days; an older one of the same purpose is void. @returns the token, which is stored nowhere */
export async function makeToken(platform: Platform, tx: Queryable, about: { userId: string; email: string; purpose: store.TokenPurpose }) {
  const token = newToken();
  const now = platform.clock.now();
  const expiresAt = plus(now, { hours: rules.verificationHours });
  await store.putToken(tx, { ...about, tokenHash: hashToken(token), expiresAt, createdAt: now });
  return token;
}

/** Where a request comes from. */
export interface Sender {
  address: string;
  deviceName: string;
  /** The language an account made by the request gets. */
  locale: Language;
}

function newSession(platform: Platform, userId: string, deviceName: string) {
  const token = newToken();
  const now = platform.clock.now();
  const freshUntil = plus(now, { minutes: rules.freshMinutes });
  const row = { id: newId(platform.clock), userId, tokenHash: hashToken(token), deviceName, freshUntil, createdAt: now, lastUsedAt: now };
  return { token, row };
}

/** Signs a device in. @returns the token, which is stored nowhere */
export async function startSession(platform: Platform, tx: Queryable, userId: string, deviceName: string): Promise<string> {
  const { token, row } = newSession(platform, userId, deviceName);
  await store.insertSession(tx, row);
  return token;
}

/** Starts the first family in the transaction of a registration. Given by the app. */
export type WhenRegistered = (platform: Platform, tx: Tx, user: Registered) => Promise<unknown>;
type Registered = { userId: string; firstname: string; lastname: string };

type Registering = { idempotency: Idempotency | undefined; whenRegistered: WhenRegistered };

/** Registers a parent and signs them in. @throws Refused validation_failed, rate_limited, conflict */
export async function register(
  platform: Platform,
  input: BodyOf<typeof accountsApi.register>,
  from: Sender,
  how: Registering,
): Promise<{ userId: string; token: string }> {
  await platform.limits.take(rules.accountLimits.register, networkOf(from.address));
  const account: NewAccount = { ...input, image: input.image as UploadedFile | null, locale: from.locale };
  const userId = (await registeredBefore(platform, account.email, how.idempotency)) ?? (await makeAccount(platform, account, how));
  return { userId, token: await startSession(platform, platform.db, userId, from.deviceName) };
}

/** @returns the account the same request has made before @throws Refused validation_failed where the address is somebody else's */
async function registeredBefore(platform: Platform, email: string, idempotency: Idempotency | undefined): Promise<string | undefined> {
  if (!(await store.userByEmail(platform.db, email))) return undefined;
  const made = idempotency && (await createdBefore(platform.db, idempotency));
  if (!made) throw taken();
  return made;
}

async function makeAccount(platform: Platform, account: NewAccount, how: Registering) {
  const prepared = await prepareAccount(platform, account);
  let made: string | undefined;
  try {
    return await createIdempotently(platform.db, how.idempotency, platform.clock.now(), async (tx) => {
      made = await createAccount(platform, tx, account, prepared);
      await how.whenRegistered(platform, tx, { userId: made, firstname: account.firstname, lastname: account.lastname });
      return made;
    });
  } finally {
    // Another request with the same key was first, or nothing came of it.
    if (prepared.portrait && !(made && (await store.userById(platform.db, made))))
      await platform.pictures.removePortrait('portraits', prepared.portrait);
  }
}

/** Signs in. Wrong address and wrong password are one answer, in the same time. @throws Refused invalid_credentials, rate_limited */
export async function login(
  platform: Platform,
  input: { email: string; password: string },
  from: Sender,
): Promise<{ user: store.Credentials; token: string }> {
  const email = input.email.toLowerCase();
  const network = networkOf(from.address);
  const charges = [
    [rules.accountLimits.loginAtAccountFromAddress, `${email} ${network}`],
    [rules.accountLimits.loginFromAddress, network],
    [rules.accountLimits.loginAtAccount, email],
  ] as const;
  const user = await platform.limits.attempt(charges, async () => {
    const known = await store.credentialsOf(platform.db, email);
    return (await verifyPassword(known?.passwordHash, input.password)) ? known : undefined;
  });
  const { token, row } = newSession(platform, user?.id ?? '', from.deviceName);
  if (!user || !(await store.insertSessionOf(platform.db, row, user.passwordHash)))
    throw new Refused('invalid_credentials', message('failures.login'));
  return { user, token };
}

/** A user's devices signed in, the one used last standing first. */
export const sessionsOf = (platform: Platform, userId: string): Promise<store.SessionRow[]> =>
  store.sessionsOf(platform.db, userId, plus(platform.clock.now(), { days: -rules.sessionDays }));

/** Ends one of a user's sessions. @throws Refused not_found */
export async function endSession(platform: Platform, userId: string, sessionId: string): Promise<void> {
  if (!(await store.deleteSession(platform.db, userId, sessionId))) throw refuse.notFound();
}

export type { TokenClaim, TokenRow, UserRow } from './store.ts';

/** What is done with a link that stands. */
export interface TokenUse<P, T> {
  /** What takes long, done before the transaction. */
  prepare: () => Promise<P>;
  use: (tx: Tx, user: store.UserRow, row: store.TokenRow, prepared: P) => Promise<T>;
}

/** Uses a link up, if it stands. A wrong one counts against the sender's address. @throws Refused validation_failed, rate_limited */
export async function withToken<P, T>(
  platform: Platform,
  claim: store.TokenClaim,
  from: { address: string },
  { prepare, use }: TokenUse<P, T>,
): Promise<T> {
  const { db, clock, limits } = platform;
  const done = await limits.attempt([[rules.accountLimits.tokenFromAddress, networkOf(from.address)]], async () => {
    const holder = await store.holderOf(db, claim, clock.now());
    if (!holder) return undefined;
    const prepared = await prepare();
    return db.transaction(async (tx) => {
      const user = await store.lockUser(tx, holder);
      const row = user && (await store.takeToken(tx, claim, clock.now()));
      return row && { result: await use(tx, user, row, prepared) };
    });
  });
  if (!done) throw invalidToken();
  return done.result;
}

/** What somebody is called in a mail, and its language. */
export const readerOf = async (db: Queryable, userId: string) =>
  (await store.readerOf(db, userId)) ?? { firstname: '', language: 'en' as const };

/**
 * Puts a new password in force: ends the sessions, all or all but one, makes open links void and tells the user.
 * @param keep the session that stays
 */
export async function putPassword(platform: Platform, tx: Tx, user: { id: string; email: string }, passwordHash: string, keep?: string) {
  await store.updateUser(tx, user.id, { passwordHash });
  await store.deleteSessions(tx, user.id, keep);
  await store.deleteTokens(tx, user.id);
  const reader = await readerOf(tx, user.id);
  await platform.mail.send(tx, emails.passwordChangedMail(platform.config.publicUrl, { to: user.email, ...reader }));
}

/** A user, their profile and portraits, their session: for features above. */
export const { userByEmail, userById, updateUser, lockUser, updateSession, putToken, deleteTokens } = store;
export const { profileOf, updateProfile, portraitsOf, addPortraits, removePortraits } = store;
