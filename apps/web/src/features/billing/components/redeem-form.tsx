import type { Coverage } from '@heartwood/contract/billing';
import { limits } from '@heartwood/contract/limits';
import { t } from '@heartwood/messages/current';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Gift } from 'lucide-react';
import { FormProblem } from '#features/accounts/components/form-problem.tsx';
import { useForm } from '#platform/form.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { redeemGift } from '../api.ts';
import { hearOfCoverage } from '../state.ts';

/**
 * Takes a year by its code. Why it cannot be taken, and what to do then, is said in the server's words.
 * @param props.code that the mail's link has brought
 * @param props.toPlan whether a plan runs that may have to be ended first
 */
export function RedeemForm({ code, toPlan, onTaken }: { code: string; toPlan: boolean; onTaken: (coverage: Coverage) => void }) {
  const queries = useQueryClient();
  const redeeming = useMutation({
    mutationFn: redeemGift,
    onSuccess: async (coverage) => {
      onTaken(coverage);
      await hearOfCoverage(queries);
    },
  });
  const form = useForm({
    defaults: { code },
    rules: { code: ['required', `max:${limits.giftCode}`] },
    labels: { code: t('billing.redeem.code') },
    send: (values) => redeeming.mutateAsync(values.code),
  });
  return (
    <form {...form.props} className="mt-8 grid gap-5">
      <TextField
        {...form.text('code')}
        hint={t('billing.redeem.hint')}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        dir="ltr"
        icon={<Gift />}
      />
      <FormProblem {...form.problem} instead />
      <Button type="submit" block busy={form.busy}>
        {t('billing.redeem.submit')}
      </Button>
      {form.problem.text && toPlan && (
        <ButtonLink block look="quiet" to="/private/profile" hash="subscription">
          {t('billing.redeem.toPlan')}
        </ButtonLink>
      )}
    </form>
  );
}
