import { createAccount, prepareAccount, register } from '#features/accounts/actions.ts';
import type { NewAccount, Session } from '#features/accounts/actions.ts';
import { joinFamily, relate, renameFamily, startFirstFamily } from '#features/family/actions.ts';
import { enterFamily } from '#features/family/scope.ts';
import type { FamilyScope } from '#features/family/scope.ts';
import { addPerson } from '#features/people/actions.ts';
import { editProfile } from '#features/profiles/actions.ts';
import { dayOf } from '#platform/clock.ts';
import type { Platform } from '#platform/platform.ts';
import { sampleChildren, sampleMembers, samplePassword, sampleRelations } from './family.ts';
import type { SampleMember } from './family.ts';
import { ago, at, find, photo } from './making.ts';
import type { Making } from './making.ts';

/** When their family began, and when the others had joined it. */
const [begun, together] = [{ years: 1 }, { months: 11, weeks: 3 }];

/**
 * Makes the sample family as far as it is people: members, children, and what they are to each other.
 * @returns the owner's session and membership with them; undefined where the sample family is there already
 */
export async function beginFamily(platform: Platform): Promise<{ making: Making; session: Session; scope: FamilyScope } | undefined> {
  const [owner, ...others] = sampleMembers;
  if (!owner) return undefined;
  const session = await registerOwner(platform, owner);
  if (!session) return undefined;
  const making: Making = { platform, members: new Map(), people: new Map() };
  const scope = await remember(making, owner, session);
  await renameFamily(platform, scope, 'The Whitlocks');
  await platform.db.$client.query('update members set joined_at = $2 where user_id = $1', [scope.userId, ago(platform, begun)]);
  for (const member of others) await joinAs(making, scope, member);
  for (const child of sampleChildren) {
    const input = {
      name: child.name,
      relationship_id: child.relationshipId,
      relationship_label: null,
      birth_day: dayOf(ago(platform, child.born)),
      gender: child.gender,
    };
    const image = child.photo ? await photo(platform, child.photo) : null;
    making.people.set(child.name, await addPerson(platform, scope, { ...input, image }, undefined));
  }
  for (const [by, others] of Object.entries(sampleRelations)) await sayRelations(making, by, others);
  return { making, session, scope };
}

/** @returns undefined where the sample family is there already */
async function registerOwner(platform: Platform, owner: SampleMember): Promise<Session | undefined> {
  const { rows } = await platform.db.$client.query('select 1 from users where email = $1', [owner.email]);
  if (rows.length > 0) return undefined;
  const image = owner.photo ? await photo(platform, owner.photo) : null;
  const input = { ...personal(platform, owner), password_confirmation: samplePassword, phone: null, device_name: null, image };
  const { userId } = await register(
    platform,
    input,
    { address: '127.0.0.1', deviceName: 'Sample', locale: 'en' },
    { idempotency: undefined, whenRegistered: startFirstFamily },
  );
  await confirm(platform, userId);
  await introduce(platform, userId, owner);
  return sessionOf(platform, userId, owner.email);
}

const personal = (platform: Platform, member: SampleMember) => ({
  firstname: member.firstname,
  lastname: member.lastname,
  email: member.email,
  password: samplePassword,
  birth: dayOf(ago(platform, member.born)),
});

async function joinAs(making: Making, owner: FamilyScope, member: SampleMember): Promise<void> {
  const { platform } = making;
  const image = member.photo ? await photo(platform, member.photo) : null;
  const account: NewAccount = { ...personal(platform, member), image, locale: 'en', emailVerified: true };
  const prepared = await prepareAccount(platform, account);
  const { familyId } = owner;
  const userId = await platform.db.transaction(async (tx) => {
    const id = await createAccount(platform, tx, account, prepared);
    const { firstname, lastname, role } = member;
    const personId = await joinFamily(at(platform, together), tx, { familyId, userId: id, firstname, lastname, role });
    await relate(platform, tx, { familyId, userId: owner.userId, personId }, { relationshipId: member.relationshipId });
    return id;
  });
  await introduce(platform, userId, member);
  await remember(making, member, await sessionOf(platform, userId, member.email));
}

/** Writes what somebody says about themself. */
async function introduce(platform: Platform, userId: string, { description }: SampleMember): Promise<void> {
  if (description) await editProfile(platform, userId, { description });
}

async function sayRelations({ platform, members, people }: Making, by: string, others: Record<string, number>): Promise<void> {
  const { familyId, userId } = find(members, by).scope;
  await platform.db.transaction(async (tx) => {
    for (const [name, relationshipId] of Object.entries(others))
      await relate(platform, tx, { familyId, userId, personId: find(people, name) }, { relationshipId });
  });
}

async function remember(making: Making, member: SampleMember, session: Session): Promise<FamilyScope> {
  const scope = await enterFamily(making.platform.db, session);
  making.members.set(member.firstname, { session, scope });
  making.people.set(member.firstname, scope.personId);
  return scope;
}

async function confirm(platform: Platform, userId: string): Promise<void> {
  await platform.db.$client.query('update users set email_verified_at = $2 where id = $1', [userId, platform.clock.now()]);
}

async function sessionOf(platform: Platform, userId: string, email: string): Promise<Session> {
  const { rows } = await platform.db.$client.query<{ current_family_id: string }>('select current_family_id from users where id = $1', [
    userId,
  ]);
  return {
    id: userId,
    userId,
    email,
    emailVerified: true,
    language: 'en',
    role: 'member',
    currentFamilyId: rows[0]?.current_family_id ?? null,
    freshUntil: platform.clock.now(),
  };
}
