import type { Relationship } from '@heartwood/contract/people';
import { useQuery } from '@tanstack/react-query';
import { cameAsQuery, useCurrentFamily } from '#features/family/api.ts';
import { answerTo } from '#features/family/components/relations.ts';

/** What somebody who has invited one is to oneself, while one has not said it: what follows from the invitation. Undefined where nothing does. */
export function useSuggested(person: Relationship | undefined): number | undefined {
  const family = useCurrentFamily();
  const isUnsaid = person !== undefined && person.related_user_id !== null && person.relationship_id === 0;
  const { data } = useQuery({ ...cameAsQuery(family?.id ?? ''), enabled: isUnsaid && family !== undefined, throwOnError: false });
  const came = isUnsaid && data?.find(({ inviter_id: id }) => id === person.related_user_id);
  return came ? answerTo(came.relationship_id, person.gender) : undefined;
}
