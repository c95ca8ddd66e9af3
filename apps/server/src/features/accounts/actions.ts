import type { Language, ShownLanguage } from '@heartwood/contract/languages';
import { message } from '@heartwood/messages/message';
import type { accountsApi } from '@heartwood/contract/accounts';
import type { BodyOf } from '@heartwood/contract/endpoint';
import type { UploadedFile } from '@heartwood/contract/fields';
import { plus } from '#platform/clock.ts';
import type { Queryable, Tx } from '#platform/db/pool.ts';
import { chargesFrom } from '#platform/http/limits.ts';
import { createIdempotently, createdBefore, type Idempotency } from '#platform/http/idempotency.ts';
import { refuse, Refused } from '#platform/http/refusal.ts';
import { newId } from '#platform/ids.ts';
import { hashPassword, verifyPassword } from '#platform/passwords.ts';
import type { Platform } from '#platform/platform.ts';
import { hashToken, newToken } from '#platform/tokens.ts';
import * as emails from './emails.ts';
import * as queries from './queries.ts';
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
  locale: ShownLanguage;
  phone?: string | null;
  birth?: string | null;
  image?: UploadedFile | null;
  /** Holding a mail sent to the address has proved it. */
  emailVerified?: boolean;
}

/** How a live session is found: by the token's hash, unless it has not been used since a time. */
type FindSession = typeof store.liveSession;

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

/** Keeps a session from ending until the transaction ends; see [Note: When a session is judged]. @throws Refused unauthenticated */
export async function holdSession(tx: Tx, { id, userId }: Session, which: 'own' | 'all'): Promise<void> {
  const stands = which === 'own' ? await store.holdSession(tx, id) : (await store.lockSessions(tx, userId)).includes(id);
  if (!stands) throw refuse.unauthenticated();
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
  if (!(await store.insertUser(tx, user, profile))) throw rules.takenAddress();
  if (prepared.portrait) await store.addPortraits(tx, userId, [prepared.portrait]);
  if (prepared.mayMail) await sendVerification(platform, tx, { userId, email, firstname, language: locale });
  return userId;
}

/** The slow parts of making an account, done before its transaction: the hash and the portrait. */
interface PreparedAccount {
  passwordHash: string;
  portrait: string | null;
  /** Whether the mail that proves the address is sent: it counts like any other to the address. */
  mayMail: boolean;
}

/** Does the slow parts of making an account. @throws Refused validation_failed, unsupported_media, unavailable */
export async function prepareAccount(platform: Platform, account: NewAccount): Promise<PreparedAccount> {
  rules.assertStrong(account.password, account);
  rules.assertBirth(account.birth, platform.clock.now());
  const passwordHash = await hashPassword(account.password);
  const portrait = account.image ? await platform.pictures.storePortrait(account.image.path, 'portraits') : null;
  const mayMail = !account.emailVerified && (await platform.limits.tryTake(rules.accountLimits.mailToAddress, account.email));
  return { passwordHash, portrait, mayMail };
}

/** The user of a mail's link, the address it proves and the language of the mail. */
interface Proof {
  userId: string;
  email: string;
  firstname: string;
  language: ShownLanguage;
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

/** Signs a device in to an account that is just being made. @returns the token, which is stored nowhere */
export async function startSession(platform: Platform, tx: Queryable, userId: string, deviceName: string): Promise<string> {
  const { token, row } = newSession(platform, userId, deviceName);
  await store.insertSession(tx, row);
  return token;
}

/** Signs a device in by the password in force; past the most that may be, the one not used for longest is signed out. @returns the token */
async function startProvenSession(platform: Platform, user: { id: string; passwordHash: string }, deviceName: string) {
  const { token, row } = newSession(platform, user.id, deviceName);
  if (!(await store.insertSessionOf(platform.db, row, user.passwordHash))) return undefined;
  await platform.db.transaction((tx) => store.keepNewestSessions(tx, user.id, rules.sessionLimit));
  return token;
}

/**
 * Signs in to the account that the same request has made before: only while its password is in force.
 * @returns the token, or undefined where the password is another one
 */
export async function signInAgain(platform: Platform, userId: string, password: string, deviceName: string): Promise<string | undefined> {
  const user = await store.userById(platform.db, userId);
  return (await verifyPassword(user?.passwordHash, password)) && user ? startProvenSession(platform, user, deviceName) : undefined;
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
  await platform.limits.takeAll(chargesFrom(rules.accountLimits.register, from.address));
  const account: NewAccount = { ...input, image: input.image as UploadedFile | null, locale: from.locale };
  const before = await registeredBefore(platform, account.email, how.idempotency);
  const { userId, token } = before ? { userId: before } : await makeAccount(platform, account, from, how);
  const signedIn = token ?? (await signInAgain(platform, userId, account.password, from.deviceName));
  if (!signedIn) throw rules.takenAddress();
  platform.log.info({ user: userId, from: from.address }, token ? 'registered' : 'signed in');
  return { userId, token: signedIn };
}

/** @returns the account the same request has made before @throws Refused validation_failed where the address is another account's */
async function registeredBefore(platform: Platform, email: string, idempotency: Idempotency | undefined): Promise<string | undefined> {
  if (!(await store.userByEmail(platform.db, email))) return undefined;
  const made = idempotency && (await createdBefore(platform.db, idempotency));
  if (!made) throw rules.takenAddress();
  return made;
}

/** @returns the token where the account is new, none where the same request has made it meanwhile */
async function makeAccount(platform: Platform, account: NewAccount, from: Sender, how: Registering) {
  const prepared = await prepareAccount(platform, account);
  let made: string | undefined;
  let token: string | undefined;
  try {
    const userId = await createIdempotently(platform.db, how.idempotency, platform.clock.now(), async (tx) => {
      made = await createAccount(platform, tx, account, prepared);
      await how.whenRegistered(platform, tx, { userId: made, firstname: account.firstname, lastname: account.lastname });
      token = await startSession(platform, tx, made, from.deviceName);
      return made;
    });
    return { userId, token };
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
): Promise<{ user: queries.Credentials; token: string }> {
  const email = input.email.toLowerCase();
  const fromHere = [
    ...chargesFrom(rules.accountLimits.loginAtAccountFromAddress, from.address, `${email} `),
    ...chargesFrom(rules.accountLimits.loginFromAddress, from.address),
  ];
  const user = await platform.limits.attempt([...fromHere, [rules.accountLimits.loginAtAccount, email]], async () => {
    const known = await queries.credentialsOf(platform.db, email);
    return (await verifyPassword(known?.passwordHash, input.password)) ? known : undefined;
  });
  const token = user && (await startProvenSession(platform, user, from.deviceName));
  if (!token) throw new Refused('invalid_credentials', message('failures.login'));
  platform.log.info({ user: user.id, from: from.address }, 'signed in');
  return { user, token };
}

/** A user's devices signed in, the one used last standing first. */
export const sessionsOf = (platform: Platform, userId: string): Promise<store.SessionRow[]> =>
  store.sessionsOf(platform.db, userId, plus(platform.clock.now(), { days: -rules.sessionDays }));

/** Ends one of a user's sessions. @throws Refused not_found */
export async function endSession(platform: Platform, userId: string, sessionId: string): Promise<void> {
  await platform.db.transaction(async (tx) => {
    if (!(await store.deleteSession(tx, userId, sessionId))) throw refuse.notFound();
  });
}

/** What is done with a link that stands. */
interface TokenUse<P, T> {
  /** What takes long, done before the transaction. */
  prepare: (userId: string) => Promise<P>;
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
  const done = await limits.attempt(chargesFrom(rules.accountLimits.tokenFromAddress, from.address), async () => {
    const holder = await store.holderOf(db, claim, clock.now());
    if (!holder) return undefined;
    const prepared = await prepare(holder);
    return db.transaction(async (tx) => {
      await store.lockSessions(tx, holder);
      const user = await store.lockUser(tx, holder);
      const row = user && (await store.takeToken(tx, claim, clock.now()));
      return row && { result: await use(tx, user, row, prepared) };
    });
  });
  if (!done) throw rules.invalidToken();
  return done.result;
}

/** Users, their sessions and idempotency keys: for features above. */
export const { readerOf, userByEmail, userById, updateUser, lockUser, updateSession, deleteSessions, deleteIdempotencyKeys } = store;
/** Their links, profiles and portraits: for features above. */
export const { putToken, deleteTokens, profileOf, updateProfile, portraitsOf, addPortraits, removePortraits } = store;
export type { TokenClaim, TokenRow, UserRow } from './store.ts';
