import type { Fact, FactType } from '@heartwood/contract/activity';
import { trialDays } from '@heartwood/contract/limits';
import { problemMessage } from '@heartwood/messages/validation';
import { translatorOf } from '@heartwood/messages/catalogues';
import { message } from '@heartwood/messages/message';
import type { FamilyRole } from '@heartwood/contract/family';
import { readerOf, updateUser, userById } from '#features/accounts/actions.ts';
import type { Session } from '#features/accounts/actions.ts';
import { hadTrial } from '#features/accounts/erasure.ts';
import { accountLimits } from '#features/accounts/rules.ts';
import { plus } from '#platform/clock.ts';
import type { Queryable, Tx } from '#platform/db/pool.ts';
import type { Happened } from '#platform/feature.ts';
import { createIdempotently, wasAnswered } from '#platform/http/idempotency.ts';
import type { Idempotency } from '#platform/http/idempotency.ts';
import { refuse } from '#platform/http/refusal.ts';
import { newId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { ownerMail } from './emails.ts';
import type { CoverFor } from './emails.ts';
import { defaultFamilyName, isGuardian, mayRemoveMember, relationOf, startLimit, uniqueSlug } from './rules.ts';
import { enterFamily, holdScope } from './scope.ts';
import type { FamilyErrand, FamilyScope } from './scope.ts';
import * as store from './store.ts';

/**
 * Starts the family of a user who has just registered: they own it, it is their current one, its name is in their language, and it has the
 * trial, unless an account of their address had one in the last year.
 */
export async function startFirstFamily(
  platform: Platform,
  tx: Tx,
  user: { userId: string; firstname: string; lastname: string },
): Promise<string> {
  const { language } = await readerOf(tx, user.userId);
  return startFamily(platform, tx, {
    ...user,
    name: defaultFamilyName(translatorOf(language), user.lastname),
    trial: !(await hadTrial(platform, tx, user.userId)),
  });
}

/** Starts another family; it has the trial if it is the first one this user ever started. @returns its id */
export async function startAnotherFamily(
  platform: Platform,
  userId: string,
  name: string,
  idempotency: Idempotency | undefined,
): Promise<string> {
  if (!(await wasAnswered(platform.db, idempotency))) await platform.limits.take(startLimit, userId);
  return createIdempotently(platform.db, idempotency, platform.clock.now(), async (tx) => {
    await store.lockUser(tx, userId);
    const trial = (await store.countStarted(tx, userId)) === 0 && !(await hadTrial(platform, tx, userId));
    return startFamily(platform, tx, { userId, ...(await store.nameOf(tx, userId)), name, trial });
  });
}

/** Starts a family with its owner as its first person. @returns its id */
export async function startFamily(
  platform: Platform,
  tx: Tx,
  given: { userId: string; firstname: string; lastname: string; name: string; trial: boolean },
): Promise<string> {
  const now = platform.clock.now();
  const familyId = newId(platform.clock);
  await store.insertFamily(tx, {
    id: familyId,
    name: given.name,
    trialEndsAt: given.trial ? plus(now, { days: trialDays }) : null,
    startedBy: given.userId,
    createdAt: now,
  });
  await joinFamily(platform, tx, { ...given, familyId, role: 'owner' });
  return familyId;
}

/**
 * Makes a user a member and a person of a family, related to everybody in it, and the family their current one.
 * A user who comes back is the person they were; a person the family remembers without an account (`personId`) is that person from now on.
 * @returns the person's id
 * @throws Refused conflict where they are a member already, not_found where the family is gone
 */
export async function joinFamily(
  platform: Platform,
  tx: Tx,
  given: { familyId: string; userId: string; firstname: string; lastname: string; role: FamilyRole; personId?: string },
): Promise<string> {
  const now = platform.clock.now();
  const { familyId, userId, role } = given;
  if (!(await store.lockFamily(tx, familyId))) throw refuse.notFound();
  if ((await store.membersOf(tx, familyId)).some((member) => member.userId === userId))
    throw refuse.conflict(message('family.refusals.already'));
  const known =
    (await store.formerPerson(tx, familyId, userId)) ??
    (given.personId && (await store.becomePerson(tx, { ...given, personId: given.personId }, now)));
  const personId = known || (await addMemberAsPerson(platform, tx, given));
  await store.insertMember(tx, { familyId, userId, personId, role, joinedAt: now });
  await store.relateEverybody(tx, familyId, now, () => newId(platform.clock));
  await updateUser(tx, userId, { currentFamilyId: familyId });
  await publish(platform, tx, { familyId, userId }, { type: 'member.joined', ids: { user_id: userId, heartwood_id: personId } });
  return personId;
}

async function addMemberAsPerson(
  platform: Platform,
  tx: Tx,
  given: { familyId: string; userId: string; firstname: string; lastname: string },
): Promise<string> {
  const now = platform.clock.now();
  const { familyId, userId, firstname, lastname } = given;
  const id = newId(platform.clock);
  const name = `${firstname} ${lastname}`.trim();
  const slug = uniqueSlug(firstname || name, await store.slugsOf(tx, familyId), id);
  await store.insertPerson(tx, { id, familyId, userId, name, slug, isChild: false, createdAt: now, updatedAt: now });
  return id;
}

/** Says how a member is related to a person. */
export async function relate(
  platform: Platform,
  tx: Queryable,
  pair: { familyId: string; userId: string; personId: string },
  kind: { relationshipId: number; ownWords?: string | null },
): Promise<void> {
  await store.updateRelationship(tx, pair.familyId, pair, {
    ...relationOf(kind.relationshipId, kind.ownWords),
    updatedAt: platform.clock.now(),
  });
}

/**
 * Lets a user into the family an account call names in its path, whatever covers it.
 * @throws Refused not_found
 */
export const enterNamedFamily = (platform: Platform, session: Session, familyId: string): Promise<FamilyScope> =>
  enterFamily(platform.db, session, familyId);

/** @throws Refused forbidden */
export async function renameFamily(platform: Platform, scope: FamilyScope, name: string): Promise<void> {
  if (!isGuardian(scope.role)) throw refuse.forbidden();
  await platform.db.transaction(async (tx) => {
    await holdScope(tx, scope);
    await store.updateFamily(tx, scope, { name });
    await publish(platform, tx, scope, { type: 'family.changed', ids: { family_id: scope.familyId } });
  });
}

/** Makes a family the one a user looks at. */
export async function chooseFamily(platform: Platform, scope: FamilyScope): Promise<void> {
  await platform.db.transaction(async (tx) => {
    await holdScope(tx, scope);
    await updateUser(tx, scope.userId, { currentFamilyId: scope.familyId });
  });
}

/** Says until when a family is paid for; null where it is not. Billing alone does, and knows why. */
export const payFamilyUntil = (tx: Tx, errand: FamilyErrand, paidUntil: Date | null): Promise<void> =>
  store.updateFamily(tx, errand, { paidUntil });

/** @throws Refused not_found where the user is no member of the scope's family */
export async function memberOf(platform: Platform, scope: FamilyScope, userId: string): Promise<{ userId: string; role: FamilyRole }> {
  const member = (await store.membersOf(platform.db, scope.familyId)).find((one) => one.userId === userId);
  if (!member) throw refuse.notFound();
  return member;
}

/** Changes what a member may do. @throws Refused forbidden, conflict for the owner */
export async function changeRole(platform: Platform, scope: FamilyScope, userId: string, role: 'guardian' | 'relative'): Promise<void> {
  await withMember(platform, scope, userId, async (tx, member, me) => {
    if (!isGuardian(me.role)) throw refuse.forbidden();
    if (member.role === 'owner') throw refuse.conflict(message('family.refusals.owner'));
    if (member.role === role) return;
    await store.setRole(tx, scope.familyId, userId, role);
    await publish(platform, tx, scope, { type: 'role.changed', ids: { user_id: userId } });
  });
}

/** Ends a membership: one's own, or another's by a guardian. @throws Refused forbidden, conflict for the owner */
export async function removeMember(platform: Platform, scope: FamilyScope, userId: string): Promise<void> {
  await withMember(platform, scope, userId, async (tx, member, me) => {
    if (!mayRemoveMember(me, userId)) throw refuse.forbidden();
    if (member.role === 'owner') throw refuse.conflict(message('family.refusals.owner'));
    await endMembership(platform, tx, { familyId: scope.familyId, userId }, scope.userId);
  });
}

/** Ends a membership inside a transaction that holds the family. @param by the user who does it */
export async function endMembership(platform: Platform, tx: Tx, left: { familyId: string; userId: string }, by: string): Promise<void> {
  await publish(platform, tx, { familyId: left.familyId, userId: by }, { type: 'member.left', ids: { user_id: left.userId } });
  await store.endMembership(tx, left.familyId, left.userId, platform.clock.now());
  const stays = await store.membershipsOf(tx, left.userId);
  await store.leaveCurrentFamily(tx, left.userId, left.familyId, stays[0]?.familyId ?? null);
  // An open page listens to one family alone.
  for (const { familyId } of stays)
    await publish(platform, tx, { familyId, userId: left.userId }, { type: 'family.left', ids: { user_id: left.userId } });
}

/** Makes another member the owner, and tells them; the owner becomes a guardian. @throws Refused forbidden, validation_failed */
export async function handOver(platform: Platform, scope: FamilyScope, userId: string, coverFor: CoverFor): Promise<void> {
  if (scope.role !== 'owner') throw refuse.forbidden();
  await platform.db.transaction(async (tx) => {
    await store.lockFamily(tx, scope.familyId);
    const members = await store.membersOf(tx, scope.familyId);
    if (members.find((one) => one.role === 'owner')?.userId !== scope.userId) throw refuse.forbidden();
    if (!members.some((one) => one.userId === userId))
      throw refuse.invalid({ user_id: [problemMessage({ rule: 'default', field: 'user_id' })] });
    await store.setRole(tx, scope.familyId, scope.userId, 'guardian');
    await store.setRole(tx, scope.familyId, userId, 'owner');
    for (const id of [scope.userId, userId]) await publish(platform, tx, scope, { type: 'role.changed', ids: { user_id: id } });
    await tellOwner(platform, tx, { familyId: scope.familyId, ownerId: userId, giverId: scope.userId }, coverFor);
  });
}

/**
 * Tells somebody by mail that they own a family from now on, and what covers it. It comes after the fact of their role: that decides what covers.
 * An address that nobody has proved may be a stranger's: it gets a few of these mails alone.
 * @param now.giverId who has handed it over; null where its owner has deleted their account
 */
export async function tellOwner(
  platform: Platform,
  tx: Tx,
  { familyId, ownerId, giverId }: { familyId: string; ownerId: string; giverId: string | null },
  coverFor: CoverFor,
): Promise<void> {
  const [user, family] = [await userById(tx, ownerId), await store.familyById(tx, familyId)];
  if (!user || !family) return;
  if (!user.emailVerifiedAt && !(await platform.limits.tryTake(accountLimits.mailToUnproved, user.email, tx))) return;
  const addressee = { to: user.email, ...(await readerOf(tx, ownerId)) };
  const giver = giverId && (await store.nameOf(tx, giverId));
  const given = {
    family: family.name,
    giver: giver ? `${giver.firstname} ${giver.lastname}`.trim() : null,
    cover: await coverFor(platform, tx, { familyId, ownerId }),
  };
  await platform.mail.send(tx, ownerMail(platform.config.publicUrl, addressee, given), giverId ? { userId: giverId } : undefined);
}

/** Tells every feature what happened. Features above this one do so by `record` of activity. */
export const publish = <T extends FactType>(
  platform: Platform,
  tx: Tx,
  { familyId, userId }: { familyId: string; userId: string | null },
  fact: Fact<T>,
): Promise<void> => platform.features.publish(platform, tx, { familyId, actorId: userId, fact } as unknown as Happened<T>);

/** Only the user hears that they have left another of their families. */
export const listenersWhoLeft = async (
  _platform: Platform,
  listeners: readonly FamilyScope[],
  { fact }: Happened<'family.left'>,
): Promise<FamilyScope[]> => listeners.filter(({ userId }) => userId === fact.ids.user_id);

/** What a user changes about themself changes the person they are in each of their families. */
export async function tellFamilies(platform: Platform, tx: Tx, userId: string): Promise<void> {
  for (const { familyId, personId } of await store.membershipsOf(tx, userId))
    await publish(platform, tx, { familyId, userId }, { type: 'person.changed', ids: { heartwood_id: personId } });
}

type MemberRow = Awaited<ReturnType<typeof store.membersOf>>[number];

/** Acts on a membership while no other request can change the family's: roles are those of this time, not of the request's beginning. */
async function withMember(
  platform: Platform,
  scope: FamilyScope,
  userId: string,
  act: (tx: Tx, member: MemberRow, me: MemberRow) => Promise<void>,
): Promise<void> {
  await platform.db.transaction(async (tx) => {
    await store.lockFamily(tx, scope.familyId);
    const members = await store.membersOf(tx, scope.familyId);
    const me = members.find((one) => one.userId === scope.userId);
    const member = members.find((one) => one.userId === userId);
    if (!me || !member) throw refuse.notFound();
    await act(tx, member, me);
  });
}

/** Families a user is in, owns, or is remembered by, who else is in them, one family, who of some users is in a family, and where they are: for features above. */
export const { membersOf, timeZonesOf, membershipsOf, ownerOf, ownedBy, familiesWithPersonOf, roleOf, fellowsOf } = store;
/** One family, what its members are called, and which one a user looks at. */
export const { familyById, membersAmong, nameOf, currentFamilyOf } = store;

/** What other features need while a user joins or a person is added: one at a time per family, every person related, no slug twice. */
export const { lockFamily, insertPerson, relateEverybody, slugsOf } = store;
