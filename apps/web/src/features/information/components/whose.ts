import { t } from '@heartwood/messages/current';
import type { Relationship } from '@heartwood/contract/people';
import { useQuery } from '@tanstack/react-query';
import { peopleQuery } from '#features/people/api.ts';
import { useIsGuardian, useMembers } from '#features/family/api.ts';
import { listed } from '#platform/formats.ts';
import { hasNotCome } from '#platform/not-loaded.tsx';
import { firstName } from '#features/family/logic.ts';
import { useSession } from '#platform/session.ts';

/** Whom a page is about, and who may read it. */
export interface Whose {
  /** Undefined while people are loading; null where there is nobody of that name. */
  person: Relationship | null | undefined;
  /** Whether the people did not come, also while they are asked for again. */
  failed: boolean;
  /** Tries once more; resolves once they have come, or have failed. */
  retry: () => Promise<unknown>;
  /** Everybody one may know about: everyone for guardians, oneself for others. */
  people: readonly Relationship[];
  /** Undefined until it is known. */
  mayKnow: boolean | undefined;
  /** The guardians' first names in one line, with 'you' for oneself. */
  guardians: string;
  isMe: boolean;
}

/** Finds whom a page is about by slug or id. */
export function useWhose(name: string): Whose {
  const { user } = useSession();
  const guardian = useIsGuardian();
  const members = useMembers().data ?? [];
  const asked = useQuery({ ...peopleQuery(), throwOnError: false });
  const { data, isError, refetch } = asked;
  const person = data && (data.find(({ slug, heartwood_id: id }) => slug === name || id === name) ?? null);
  const isMe = user !== null && user !== undefined && person?.related_user_id === user.id;
  const parents = members
    .filter(({ role }) => role !== 'relative')
    .toSorted((a, b) => Number(b.user_id === user?.id) - Number(a.user_id === user?.id));
  return {
    person,
    failed: isError || hasNotCome(asked),
    retry: refetch,
    people: guardian ? (data ?? []) : (data ?? []).filter(({ related_user_id: id }) => id === user?.id),
    mayKnow: person === undefined || guardian === undefined ? undefined : guardian || isMe,
    guardians: listed(parents.map(({ user_id: id, name: whole }) => (id === user?.id ? t('family.you') : firstName(whole)))),
    isMe,
  };
}

/** Who sees what is kept of somebody: the guardians, and they themselves where they have an account and it is not oneself. */
export function whoSees(person: Relationship | null | undefined, isMe: boolean, guardians: string): string {
  if (!person || !person.is_user || isMe)
    return guardians ? t('information.onlyGuardians.named', { names: guardians }) : t('information.onlyGuardians.unnamed');
  const name = firstName(person.name);
  return guardians ? t('information.andThem.named', { name, guardians }) : t('information.andThem.unnamed', { name });
}

/** How a person's pages are addressed. */
export const nameOf = ({ slug, heartwood_id: id }: Pick<Relationship, 'slug' | 'heartwood_id'>): string => slug || id;
