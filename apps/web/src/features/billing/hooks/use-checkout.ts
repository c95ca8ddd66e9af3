import type { Checkout } from '@heartwood/contract/billing';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { meQuery } from '#features/accounts/api.ts';
import { navigation } from '#platform/navigation.ts';
import { useOwnPage } from '#platform/own-page.ts';
import { problemOf } from '../logic.ts';

/** Goes to the page on which something is paid: the sandbox's is one of ours, any other one is left for. */
function goAndPay({ url, provider }: Checkout): void {
  if (!url) return;
  if (provider === 'sandbox') navigation.inApp(new URL(url).pathname);
  else navigation.fully(url);
}

/**
 * Opens the place where something is paid, and goes there: to a page, or to the provider's form inside ours, where the server answers with a
 * secret for it.
 * @param open asks the server; `hosted` for a page of the provider in place of a form
 */
export function useCheckout<Order>(open: (order: Order, hosted: boolean) => Promise<Checkout>) {
  const queries = useQueryClient();
  const page = useOwnPage();
  const [form, setForm] = useState<{ secret: string; order: Order }>();
  const [left, setLeft] = useState<Order>();
  const opening = useMutation({
    networkMode: 'always',
    mutationFn: ({ order, hosted }: { order: Order; hosted: boolean }) => open(order, hosted),
    // Refused: most likely somebody has paid elsewhere. What covers says so.
    onError: () => queries.invalidateQueries({ queryKey: meQuery.queryKey }),
  });
  // Given with the call, so that it is dropped with the component, and where one goes back to the choice.
  const onSuccess = (checkout: Checkout, { order }: { order: Order }): void => {
    if (checkout.client_secret) setForm({ secret: checkout.client_secret, order });
    else if (page.isShown()) goAndPay(checkout);
  };
  const begin = (order: Order, hosted: boolean): void => {
    if (!opening.isPending) opening.mutate({ order, hosted }, { onSuccess });
  };
  return {
    begin: (order: Order): void => begin(order, false),
    /** The same for a form. @throws CallError where it could not be opened */
    open: async (order: Order): Promise<void> => void (await opening.mutateAsync({ order, hosted: false }, { onSuccess })),
    /** Pays the same on a page of the provider, where its form does not come. */
    beginHosted: (): void => {
      if (form) begin(form.order, true);
    },
    /** The order that is being opened. */
    opening: opening.isPending ? opening.variables.order : undefined,
    /** The order whose form somebody has come back from: the button that led back has gone with it. */
    left: form === undefined ? left : undefined,
    /** Of the form in which it is paid, once there is one. */
    secret: form?.secret,
    /** Back from the form to the choice. */
    leave: (): void => {
      setLeft(form?.order);
      setForm(undefined);
      opening.reset();
    },
    /** Why it could not be opened, in words. */
    problem: opening.isError ? problemOf(opening.error) : undefined,
  };
}

/** Where a payment stands that is being opened. */
export type CheckoutState = Pick<ReturnType<typeof useCheckout>, 'beginHosted' | 'opening' | 'problem' | 'leave'>;
