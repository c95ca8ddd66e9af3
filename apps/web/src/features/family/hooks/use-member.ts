import type { Member } from '@heartwood/contract/family';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { familiesQuery, membersQuery, useCurrentFamily } from '../api.ts';

/** Who of the members of the family one is in now a person is. @returns `settled` once that is known, or could not be had: a page goes on without */
export function useMember(personId: string): { member: Member | undefined; settled: boolean } {
  const families = useQuery(familiesQuery());
  const family = useCurrentFamily();
  const { data, isPending } = useQuery({ ...membersQuery(family?.id ?? ''), enabled: family !== undefined, throwOnError: false });
  const isAnswered = family ? !isPending : !families.isPending;
  // What has failed is asked for again by the next part that shows it, and pends again: the page does not go for it.
  const [settled, setSettled] = useState(isAnswered);
  if (isAnswered && !settled) setSettled(true);
  return { member: data?.find(({ heartwood_id: id }) => id === personId), settled };
}
