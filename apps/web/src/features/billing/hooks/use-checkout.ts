import type { Checkout } from '@heartwood/contract/billing';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { meQuery } from '#features/accounts/api.ts';
import { navigation } from '#platform/navigation.ts';
import { problemOf } from '../logic.ts';

/** Goes to the page on which something is paid: the sandbox's is one of ours, any other one is left for. */
function goAndPay({ url, provider }: Checkout): void {
  if (!url) return;
  if (provider === 'sandbox') navigation.inApp(new URL(url).pathname);
  else navigation.fully(url);
}

/** Opens the place where something is paid, and goes there. */
export function useCheckout<Order>(open: (order: Order) => Promise<Checkout>) {
  const queries = useQueryClient();
  const opening = useMutation({
    mutationFn: open,
    onSuccess: goAndPay,
    // Refused: most likely somebody has paid elsewhere. What covers says so.
    onError: () => queries.invalidateQueries({ queryKey: meQuery.queryKey }),
  });
  return {
    begin: (order: Order) => opening.isPending || opening.mutate(order),
    /** The order that is being opened. */
    opening: opening.isPending ? opening.variables : undefined,
    /** Why it could not be opened, in words. */
    problem: opening.isError ? problemOf(opening.error) : undefined,
  };
}
