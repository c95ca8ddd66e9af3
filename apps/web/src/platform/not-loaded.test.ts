import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { hasNotCome } from './not-loaded.tsx';

test('what could not be loaded is missing until it comes, also while it is asked for again', async () => {
  let answer = Promise.withResolvers<string>();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const asked = new QueryObserver(client, { queryKey: ['faces'], queryFn: () => answer.promise });
  const isMissing = () => hasNotCome(asked.getCurrentResult());
  const leave = asked.subscribe(() => undefined);
  expect(isMissing(), 'while it is asked for first').toBe(false);
  answer.reject(new Error('no'));
  await vi.waitFor(() => expect(isMissing()).toBe(true));
  answer = Promise.withResolvers();
  const again = asked.refetch();
  expect(asked.getCurrentResult().isFetching).toBe(true);
  expect(isMissing()).toBe(true);
  answer.resolve('Nora');
  await again;
  expect(isMissing()).toBe(false);
  leave();
});
