import type { Relationship } from '@heartwood/contract/people';
import { useQuery } from '@tanstack/react-query';
import { useToday } from '#platform/today.ts';
import { childrenQuery, peopleQuery } from '../api.ts';
import { besides, sortPeople } from '../logic.ts';

/** Who can stand beside a child at the same age, the nearest in age first; undefined until that is known. */
export function useBesides(person: Relationship | undefined): Relationship[] | undefined {
  const on = useToday();
  const { data: children } = useQuery({ ...childrenQuery(), throwOnError: false });
  const { data: people, isError } = useQuery({ ...peopleQuery(), throwOnError: false });
  const isKnown = people !== undefined || isError;
  return person && children && isKnown ? besides(person, [...children, ...sortPeople(people ?? [], on).beside], on) : undefined;
}
