import { plusDays } from '@heartwood/contract/days';
import { t } from '@heartwood/messages/current';
import type { Relationship } from '@heartwood/contract/people';
import { earlyWeeks } from '@heartwood/contract/limits';
import type { Growth } from '@heartwood/contract/growth';
import { useState } from 'react';
import { exactAge } from '#features/people/logic.ts';
import { Dialog, DialogActions } from '#ui/dialog.tsx';
import { Button } from '#ui/button.tsx';
import { Segments } from '#ui/segments.tsx';
import { Select } from '#ui/select.tsx';
import { useEarlyWeeks } from '../api.ts';
import { useView } from '../hooks/use-view.ts';
import { countingLine } from './sentences.ts';

const countings = [
  { value: 'corrected', label: 'growth.countings.corrected' },
  { value: 'birth', label: 'growth.countings.birth' },
] as const;

const choices = () => [
  { value: '0', label: t('growth.onTime') },
  ...Array.from({ length: earlyWeeks.max - earlyWeeks.min + 1 }, (_, n) => ({
    value: String(n + earlyWeeks.min),
    label: t('growth.weeksEarly', { count: n + earlyWeeks.min }),
  })),
];

/** Which age the curves count by, for who was born early: both ages, and the choice between them. */
export function CountingChoice({ growth, person }: { growth: Growth; person: Relationship }) {
  const { counting, set } = useView();
  const latest = growth.entries.find(({ corrected_days: days }) => days !== null);
  if (!latest || !person.birth_day) return null;
  const { corrected_days: corrected, measured_on: on } = latest;
  const due = plusDays(on, -(corrected ?? 0));
  const ages = { corrected: exactAge(due, on) ?? t('growth.beforeDue'), birth: exactAge(person.birth_day, on) ?? '' };
  return (
    <div className="mt-4">
      <Segments
        label={t('growth.counting')}
        options={countings.map(({ value, label }) => ({ value, label: t(label) }))}
        value={counting}
        onChange={(value) => set({ counting: value })}
      />
      <p className="mt-2 type-meta">
        {(corrected ?? 0) < 0 ? t('growth.beforeDue') : countingLine(growth.born_early_weeks, counting, ages)}
      </p>
    </div>
  );
}

/** Asks how many weeks before the due date somebody was born. */
export function EarlyBirth({ growth, person }: { growth: Growth; person: Relationship }) {
  const [open, show] = useState(false);
  const [weeks, choose] = useState<string>();
  const put = useEarlyWeeks(person.heartwood_id);
  const said = growth.born_early_weeks < earlyWeeks.min ? '0' : String(growth.born_early_weeks);
  return (
    <Dialog
      title={t('growth.earlyTitle')}
      text={t('growth.earlyText')}
      open={open}
      onOpenChange={(next) => {
        choose(undefined);
        show(next);
      }}
      trigger={
        <button type="button" className="link-row">
          {said === '0' ? t('growth.early') : t('growth.earlyBy', { count: growth.born_early_weeks })}
        </button>
      }
    >
      <div className="mt-5">
        <Select label={t('growth.early')} options={choices()} value={weeks ?? said} onChange={choose} />
      </div>
      <DialogActions>
        <Button busy={put.isPending} onClick={() => put.mutate(Number(weeks ?? said), { onSuccess: () => show(false) })}>
          {t('growth.save')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
