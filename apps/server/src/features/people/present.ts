import { relationshipKinds } from '@heartwood/contract/relationships';
import type { Relationship } from '@heartwood/contract/people';
import { translatorOf } from '@heartwood/messages/catalogues';
import type { ShownLanguage } from '@heartwood/contract/languages';
import { relationshipLabel } from '#features/family/rules.ts';
import type { FamilyScope } from '#features/family/scope.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Platform } from '#platform/platform.ts';
import * as store from './store.ts';

/** The kinds of relationship in a language. */
export function presentKinds(language: ShownLanguage) {
  const t = translatorOf(language);
  return relationshipKinds.map(({ id, child }) => ({ id, label: relationshipLabel(t, id, null), child }));
}

/** Everyone the family remembers, as one is related to them. */
export async function presentPeople(platform: Platform, scope: FamilyScope, where?: { childrenOnly: true }): Promise<Relationship[]> {
  return (await store.knownPeople(platform.db, scope, where)).map((row) => presentRelationship(platform, scope, row));
}

/**
 * One person, by the relationship or the person.
 * @throws Refused not_found
 */
export async function presentPerson(platform: Platform, scope: FamilyScope, id: string): Promise<Relationship> {
  const [row] = await store.knownPeople(platform.db, scope, { id });
  if (!row) throw refuse.notFound();
  return presentRelationship(platform, scope, row);
}

/** A person as one member is related to them. */
export function presentRelationship(
  { pictures }: Platform,
  scope: FamilyScope,
  { person, relation, memberId, ...known }: store.KnownPerson,
): Relationship {
  const images = memberId
    ? known.portraits.map((id) => pictures.portraitView('portraits', id))
    : known.images.map((id) => pictures.portraitView('people', id));
  return {
    id: relation.id,
    heartwood_id: person.id,
    name: known.profileName ?? person.name,
    slug: person.slug,
    user_id: relation.userId,
    related_user_id: memberId,
    relationship_id: relation.relationshipId,
    relationship: relationshipLabel(translatorOf(scope.language), relation.relationshipId, relation.relationshipLabel),
    is_user: memberId ? 1 : 0,
    is_child: person.isChild,
    birth_day: known.profileBirth ?? person.birthDay,
    gender: person.gender,
    images,
    created_at: person.createdAt.toISOString(),
    updated_at: later(person.updatedAt, relation.updatedAt).toISOString(),
  };
}

const later = (a: Date, b: Date): Date => (a > b ? a : b);
