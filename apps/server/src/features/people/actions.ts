import { message } from '@heartwood/messages/message';
import type { BodyOf } from '@heartwood/contract/endpoint';
import { personImageLimit } from '@heartwood/contract/limits';
import type { peopleApi } from '@heartwood/contract/people';
import type { UploadedFile } from '@heartwood/contract/fields';
import { problemMessage } from '@heartwood/messages/validation';
import { record } from '#features/activity/actions.ts';
import { insertPerson, lockFamily, relate, relateEverybody, slugsOf } from '#features/family/actions.ts';
import { isGuardian, uniqueSlug } from '#features/family/rules.ts';
import type { FamilyScope } from '#features/family/scope.ts';
import type { Tx } from '#platform/db/pool.ts';
import { createIdempotently } from '#platform/http/idempotency.ts';
import type { Idempotency } from '#platform/http/idempotency.ts';
import { refuse } from '#platform/http/refusal.ts';
import { newId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { within } from '#platform/within.ts';
import { forgetPictures } from './jobs.ts';
import { asId, isBirthday, isChildKind, ownedByThemself, peopleLimit } from './rules.ts';
import * as store from './store.ts';

type NewPerson = BodyOf<typeof peopleApi.add>;
type PersonChange = BodyOf<typeof peopleApi.update>;

/**
 * Adds a person without an account; every member is related to them, the scope's user as they say.
 * @returns the person's id
 * @throws Refused forbidden, validation_failed, unsupported_media, conflict
 */
export async function addPerson(
  platform: Platform,
  scope: FamilyScope,
  input: NewPerson,
  idempotency: Idempotency | undefined,
): Promise<string> {
  if (!isGuardian(scope.role)) throw refuse.forbidden();
  assertBirthday(platform, input.birth_day);
  const files = filesOf(input);
  assertImageCount(files.length);
  return withPictures(platform, files, (pictures, used) =>
    createIdempotently(platform.db, idempotency, platform.clock.now(), async (tx) => {
      const now = platform.clock.now();
      const { familyId, userId } = scope;
      const id = newId(platform.clock);
      await lockFamily(tx, familyId);
      if ((await store.countPeople(tx, scope)) >= peopleLimit)
        throw refuse.conflict(message('people.refusals.most', { count: peopleLimit }));
      const slug = uniqueSlug(input.name, await slugsOf(tx, familyId), id);
      const { name, birth_day: birthDay, gender, relationship_id: relationshipId } = input;
      await insertPerson(tx, {
        id,
        familyId,
        name,
        slug,
        birthDay,
        gender,
        isChild: isChildKind(relationshipId),
        createdAt: now,
        updatedAt: now,
      });
      await relateEverybody(tx, familyId, now, () => newId(platform.clock));
      await relate(platform, tx, { familyId, userId, personId: id }, { relationshipId, ownWords: input.relationship_label });
      await store.addImages(tx, id, pictures);
      await record(platform, tx, scope, { type: 'person.added', ids: { heartwood_id: id } });
      used();
      return id;
    }),
  );
}

/**
 * Changes a person, or how the scope's user is related to them. What members say of themselves in their profile is theirs alone to change.
 * @returns the person's id
 * @throws Refused not_found, forbidden, validation_failed, unsupported_media
 */
export async function updatePerson(platform: Platform, scope: FamilyScope, input: PersonChange): Promise<string> {
  const { person } = (await admitChange(platform, scope, input)).known;
  const files = filesOf(input);
  assertImageCount(files.length);
  await withPictures(platform, files, (pictures, used) =>
    platform.db.transaction(async (tx) => {
      await lockFamily(tx, scope.familyId);
      // They may have joined meanwhile, or somebody has changed them.
      const { known, change } = await admitChange(within(platform, tx), scope, input);
      const slug = change.name ? { slug: uniqueSlug(change.name, await slugsOf(tx, scope.familyId, person.id), person.id) } : {};
      const updatedAt = platform.clock.now();
      if (!(await store.updatePerson(tx, scope, person.id, { ...change, ...slug, updatedAt }))) throw refuse.notFound();
      await changeRelation(platform, tx, scope, known, input);
      await forgetPictures(platform, tx, await store.removeImages(tx, person.id, input.removed_images ?? []));
      assertImageCount((await store.countImages(tx, person.id)) + pictures.length);
      await store.addImages(tx, person.id, pictures);
      await record(platform, tx, scope, { type: 'person.changed', ids: { heartwood_id: person.id } });
      used();
    }),
  );
  return person.id;
}

/** Removes a person who is no member, with their pictures. @throws Refused not_found, forbidden, conflict */
export async function removePerson(platform: Platform, scope: FamilyScope, id: string): Promise<void> {
  if (!isGuardian(scope.role)) throw refuse.forbidden();
  await platform.db.transaction(async (tx) => {
    await lockFamily(tx, scope.familyId);
    const [known] = await store.knownPeople(tx, scope, { id });
    if (!known) throw refuse.notFound();
    if (known.memberId) throw refuse.conflict(message('people.refusals.account'));
    await forgetPictures(platform, tx, await store.removeImages(tx, id));
    await store.deletePerson(tx, scope, id);
    await record(platform, tx, scope, { type: 'person.removed', ids: { heartwood_id: id } });
  });
}

/**
 * A person of the family, by the scope's relationship to them or by themself.
 * @throws Refused not_found
 */
export async function findPerson(platform: Platform, scope: FamilyScope, id: string): Promise<store.KnownPerson> {
  const known = asId(id);
  const [row] = known ? await store.knownPeople(platform.db, scope, { id: known }) : [];
  if (!row) throw refuse.notFound();
  return row;
}

/** The id of a person named by it or by their slug. @throws Refused not_found */
export async function personIdOf(platform: Platform, scope: FamilyScope, person: string): Promise<string> {
  const id = asId(person);
  const [byId] = id ? await store.peopleAmong(platform.db, scope, [id]) : [];
  const found = byId ?? (await store.personBySlug(platform.db, scope, person));
  if (!found) throw refuse.notFound();
  return found;
}

/** Whether a person of the family has, or has had, an account in it; undefined where there is no such person. */
export async function hasAccount(platform: Platform, scope: FamilyScope, id: string): Promise<boolean | undefined> {
  const [known] = await store.knownPeople(platform.db, scope, { id });
  return known?.person.id === id ? known.person.userId !== null : undefined;
}

/** The birthday of a person, what they say of themself first; null where it is not known. @throws Refused not_found */
export async function birthdayOf(platform: Platform, scope: FamilyScope, id: string): Promise<string | null> {
  const { person, profileBirth } = await findPerson(platform, scope, id);
  return profileBirth ?? person.birthDay;
}

/** Who of some ids is a person of a family: for features above. */
export const { peopleAmong } = store;

async function admitChange(platform: Platform, scope: FamilyScope, input: PersonChange) {
  const known = await findPerson(platform, scope, input.id);
  const { name, birth_day: birthDay, gender } = input;
  const facts = {
    ...(name === undefined ? {} : { name }),
    ...(birthDay === undefined ? {} : { birthDay }),
    ...(gender === undefined ? {} : { gender }),
  };
  const touchesImages = filesOf(input).length > 0 || (input.removed_images?.length ?? 0) > 0;
  if (!isGuardian(scope.role) && (Object.keys(facts).length > 0 || touchesImages))
    throw refuse.forbidden(message('people.refusals.guardians'));
  const change = known.memberId ? ownedByThemself(facts, { name: known.profileName, birth: known.profileBirth }, touchesImages) : facts;
  if (!change) throw refuse.forbidden(message('people.refusals.themselves'));
  if (known.memberId === scope.userId && input.relationship_id !== undefined)
    throw refuse.invalid({ relationship_id: [problemMessage({ rule: 'default', field: 'relationship_id' })] });
  assertBirthday(platform, birthDay);
  return { known, change };
}

/** Words of one's own may be changed alone, where the kind is the one that has them. */
async function changeRelation(
  platform: Platform,
  tx: Tx,
  scope: FamilyScope,
  { person, relation }: store.KnownPerson,
  input: PersonChange,
): Promise<void> {
  const { relationship_id: relationshipId = relation.relationshipId, relationship_label: ownWords = relation.relationshipLabel } = input;
  if (input.relationship_id === undefined && input.relationship_label === undefined) return;
  await relate(platform, tx, { familyId: scope.familyId, userId: scope.userId, personId: person.id }, { relationshipId, ownWords });
}

function assertBirthday(platform: Platform, day: string | null | undefined): void {
  if (day && !isBirthday(day, platform.clock.now()))
    throw refuse.invalid({ birth_day: [problemMessage({ rule: 'default', field: 'birth_day' })] });
}

function assertImageCount(count: number): void {
  if (count > personImageLimit) throw refuse.invalid({ images: [problemMessage({ rule: 'default', field: 'images' })] });
}

/** The pictures that came with a request, the portrait first, each with its field. */
function filesOf({ image, images = [] }: Pick<PersonChange, 'image' | 'images'>): [field: string, file: UploadedFile][] {
  const several = images.map((file, index): [string, UploadedFile] => [`images.${index}`, file as UploadedFile]);
  return image ? [['image', image as UploadedFile], ...several] : several;
}

/**
 * Stores pictures, then does what makes them a person's.
 * @param act calls `used` once their rows are written; pictures whose rows surely are not there are removed again
 */
async function withPictures<T>(
  { pictures }: Platform,
  files: [field: string, file: UploadedFile][],
  act: (ids: string[], used: () => void) => Promise<T>,
): Promise<T> {
  const stored: string[] = [];
  let kept = false;
  try {
    for (const [field, file] of files) stored.push(await pictures.storePortrait(file.path, 'people', field));
    return await act(stored, () => void (kept = true));
  } finally {
    if (!kept) await Promise.all(stored.map((id) => pictures.removePortrait('people', id)));
  }
}
