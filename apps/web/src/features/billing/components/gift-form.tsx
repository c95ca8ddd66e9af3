import { limits } from '@heartwood/contract/limits';
import { t } from '@heartwood/messages/current';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { FormProblem } from '#features/accounts/components/form-problem.tsx';
import { useForm } from '#platform/form.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { DraftNote } from '#ui/draft-note.tsx';
import { TextArea, TextField } from '#ui/field.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { openGift, plansQuery } from '../api.ts';
import { useCheckout } from '../hooks/use-checkout.ts';
import { giftDraft, planOf, priceInWords } from '../logic.ts';
import { PayHere } from './pay-here.tsx';
import { PayNote } from './pay-note.tsx';

/** Whom a year is for, and with what words; then the way to pay it. What is written stays until it is paid. */
export function GiftForm() {
  const checkout = useCheckout(openGift);
  const form = useForm({
    defaults: { email: '', message: '' },
    rules: { email: ['required', `max:${limits.email}`, 'email'], message: [`max:${limits.comment}`] },
    labels: { email: t('billing.gift.give.email'), message: t('billing.gift.give.message') },
    draft: giftDraft,
    send: async (order) => {
      await checkout.open(order);
      return false;
    },
  });
  const submit = useRef<HTMLButtonElement>(null);
  const { left } = checkout;
  useEffect(() => {
    if (left) submit.current?.focus();
  }, [left]);
  if (checkout.secret) return <PayHere secret={checkout.secret} checkout={checkout} back={t('billing.gift.give.change')} />;
  return (
    <form {...form.props} className="mt-6 grid gap-5">
      <DraftNote {...form.draft} />
      <TextField {...form.text('email')} type="email" inputMode="email" autoComplete="off" hint={t('billing.gift.give.emailHint')} />
      <TextArea {...form.text('message')} optional story hint={t('billing.gift.give.messageHint')} />
      <Price />
      <FormProblem {...form.problem} instead />
      <Button ref={submit} type="submit" block busy={form.busy}>
        {t('billing.gift.give.submit')}
      </Button>
    </form>
  );
}

/** What a year costs, and who takes the money. */
function Price() {
  const { data, isLoading } = useQuery({ ...plansQuery(), throwOnError: false });
  const year = planOf(data?.plans ?? [], 'yearly');
  if (isLoading)
    return (
      <Loading label={t('billing.loading')}>
        <Skeleton className="h-[calc(40px+2.1875rem)] rounded-card" />
        {/* As high as what comes; only who tries Heartwood out gets a shorter one. */}
        <div aria-hidden="true" className="invisible">
          <PayNote provider="stripe" problem={undefined} />
        </div>
      </Loading>
    );
  if (!data || !year) return null;
  return (
    <div>
      <Card pad className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="soft">{t('billing.gift.give.price')}</span>
        <b className="num font-serif text-[1.75rem] leading-tight font-[430]">{priceInWords(year.amount, year.currency)}</b>
      </Card>
      <PayNote provider={data.provider} problem={undefined} />
    </div>
  );
}
