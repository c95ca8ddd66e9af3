import type { Coverage, Plan } from '@heartwood/contract/billing';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#platform/http.ts';

const minutes = 60_000;

/** Plans and prices, as configured; also for visitors. */
export const plansQuery = () =>
  queryOptions({
    queryKey: ['billing', 'plans'],
    queryFn: ({ signal }): Promise<readonly Plan[]> => call('GET /api/subscription/plans', { signal }).then(({ plans }) => plans),
    staleTime: 60 * minutes,
    enabled: true,
  });

/** What covers whoever is signed in. */
export const coverageQuery = () =>
  queryOptions({
    queryKey: ['billing', 'coverage'],
    queryFn: ({ signal }): Promise<Coverage> => call('GET /api/subscription', { signal }),
    staleTime: minutes,
  });
