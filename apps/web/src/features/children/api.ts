import { postsApi } from '@heartwood/contract/posts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#platform/http.ts';

/** In how many memories each person is, by person. */
export const countsQuery = () =>
  queryOptions({
    queryKey: ['posts', 'counts'],
    queryFn: ({ signal }) =>
      call(postsApi.counts, { signal }).then(({ people }) => new Map(people.map((one) => [one.heartwood_id, one.memories]))),
    staleTime: 60_000,
  });

const most = 12;

/** Memories of somebody from some days, the latest first. */
export const memoriesQuery = (person: string, days: { from: string; to: string }) =>
  queryOptions({
    queryKey: ['posts', 'between', person, days],
    queryFn: ({ signal }) =>
      call(postsApi.list, { query: { person, ...days, sort: 'occurred', limit: most }, signal }).then(({ items }) => items),
    staleTime: 60_000,
  });
