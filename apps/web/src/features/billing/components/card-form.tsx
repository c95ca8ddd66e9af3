import { t } from '@heartwood/messages/current';
import type { PlainKey } from '@heartwood/messages/translate';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { FormProblem } from '#features/accounts/components/form-problem.tsx';
import { useForm } from '#platform/form.ts';
import { CallError } from '#platform/http.ts';
import { useOwnPage } from '#platform/own-page.ts';
import { toastRefusal } from '#platform/refusal-toast.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/field.tsx';
import { payAtSandbox, sandboxQuery, type TestCard } from '../api.ts';

/** The well-known test numbers, and what becomes of each. */
const numbers = [
  { number: '4242 4242 4242 4242', becomes: 'billing.sandbox.good' },
  { number: '4000 0000 0000 0341', becomes: 'billing.sandbox.failsLater' },
  { number: '4000 0000 0000 0002', becomes: 'billing.sandbox.declined' },
  { number: '4000 0025 0000 3155', becomes: 'billing.sandbox.asks' },
] as const satisfies readonly { number: string; becomes: PlainKey }[];

/**
 * A test card. A declined one leaves what was typed; a bank that wants to be asked is asked in a dialog.
 * @param id of the sandbox's checkout
 * @param price in words
 * @param bought what is paid, for the page that follows
 */
export function CardForm({ id, price, bought }: { id: string; price: string; bought: string }) {
  const navigate = useNavigate();
  const page = useOwnPage();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<TestCard>();
  const paid = async () => {
    if (page.isShown()) await navigate({ to: bought === 'gift' ? '/gift' : '/subscribe', search: { checkout: bought }, replace: true });
  };
  const paying = useMutation({ mutationFn: (card: TestCard) => payAtSandbox(id, card, false), onSuccess: paid });
  const form = useForm({
    defaults: { number: '', expiry: '', cvc: '' },
    rules: {
      number: ['required', 'regex:^[\\s\\-]*([0-9][\\s\\-]*){12,19}$'],
      expiry: ['required', 'regex:^\\s*(0?[1-9]|1[0-2])\\s*/\\s*([0-9]{2}|20[0-9]{2})\\s*$'],
      cvc: ['required', 'regex:^\\s*[0-9]{3,4}\\s*$'],
    },
    labels: { number: t('billing.sandbox.number'), expiry: t('billing.sandbox.expiry'), cvc: t('billing.sandbox.cvc') },
    send: (card) =>
      paying.mutateAsync(card).catch(async (error: unknown) => {
        if (!(await isBankAsking(error))) throw error;
        setAsked(card);
      }),
  });

  /** What else a conflict can be, the page says once it knows: it has been paid, or is over. */
  async function isBankAsking(error: unknown): Promise<boolean> {
    if (!(error instanceof CallError) || error.status !== 409) return false;
    return (await queries.fetchQuery({ ...sandboxQuery(id), staleTime: 0 })).state === 'open';
  }

  const confirming = useMutation({
    mutationFn: (card: TestCard) => payAtSandbox(id, card, true),
    onSuccess: paid,
    onError: (error) => {
      toastRefusal(error);
      return queries.invalidateQueries({ queryKey: sandboxQuery(id).queryKey });
    },
    onSettled: () => setAsked(undefined),
  });
  return (
    <>
      <form {...form.props} className="mt-6 grid gap-5">
        <TextField {...form.text('number')} inputMode="numeric" autoComplete="cc-number" dir="ltr" />
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
          <TextField {...form.text('expiry')} hint={t('billing.sandbox.expiryHint')} autoComplete="cc-exp" dir="ltr" />
          <TextField {...form.text('cvc')} hint={t('billing.sandbox.cvcHint')} inputMode="numeric" autoComplete="cc-csc" dir="ltr" />
        </div>
        <FormProblem {...form.problem} instead />
        <Button type="submit" block busy={form.busy}>
          {t('billing.sandbox.pay', { price })}
        </Button>
      </form>
      <h2 className="mt-8 type-label">{t('billing.sandbox.cards')}</h2>
      <ul className="mt-2 grid gap-1 type-meta">
        {numbers.map(({ number, becomes }) => (
          <li key={number}>
            <bdi dir="ltr" className="num whitespace-nowrap text-ink">
              {number}
            </bdi>{' '}
            {t(becomes)}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        title={t('billing.sandbox.bank')}
        text={t('billing.sandbox.bankText')}
        confirm={t('billing.sandbox.confirm', { price })}
        keep={t('billing.sandbox.notNow')}
        look="filled"
        open={asked !== undefined}
        onOpenChange={(open) => !open && setAsked(undefined)}
        onConfirm={() => asked && confirming.mutate(asked)}
        busy={confirming.isPending}
      />
    </>
  );
}
