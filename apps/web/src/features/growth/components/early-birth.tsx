import type { Relationship } from '@heartwood/contract/people';
import { earlyWeeks, type Growth } from '@heartwood/contract/growth';
import { useState } from 'react';
import { exactAge } from '#features/people/logic.ts';
import { Dialog, DialogActions } from '#ui/dialog.tsx';
import { Button } from '#ui/button.tsx';
import { Segments } from '#ui/segments.tsx';
import { Select } from '#ui/select.tsx';
import { useEarlyWeeks } from '../api.ts';
import { countingLine, weeksEarly, words } from '../words.ts';
import { useView } from '../hooks/use-view.ts';

const countings = (['corrected', 'birth'] as const).map((value) => ({ value, label: words.countings[value] }));
const choices = [
  { value: '0', label: words.onTime },
  ...Array.from({ length: earlyWeeks.max - earlyWeeks.min + 1 }, (_, n) => ({
    value: String(n + earlyWeeks.min),
    label: weeksEarly(n + earlyWeeks.min),
  })),
];

/** Which age the curves count by, for who was born early: both ages, and the choice between them. */
export function CountingChoice({ growth, person }: { growth: Growth; person: Relationship }) {
  const { counting, set } = useView();
  const latest = growth.entries.find(({ corrected_days: days }) => days !== null);
  if (!latest || !person.birth_day) return null;
  const { corrected_days: corrected, measured_on: on } = latest;
  const due = new Date(Date.parse(`${on}T00:00:00Z`) - (corrected ?? 0) * 86_400_000).toISOString().slice(0, 10);
  const ages = { corrected: exactAge(due, on) ?? words.beforeDue, birth: exactAge(person.birth_day, on) ?? '' };
  return (
    <div className="mt-4">
      <Segments label={words.counting} options={countings} value={counting} onChange={(value) => set({ counting: value })} />
      <p className="mt-2 type-meta">{(corrected ?? 0) < 0 ? words.beforeDue : countingLine(growth.born_early_weeks, counting, ages)}</p>
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
      title={words.earlyTitle}
      text={words.earlyText}
      open={open}
      onOpenChange={(next) => {
        choose(undefined);
        show(next);
      }}
      trigger={
        <button type="button" className="link-row">
          {said === '0' ? words.early : `${words.early} ${weeksEarly(growth.born_early_weeks)}`}
        </button>
      }
    >
      <div className="mt-5">
        <Select label={words.early} options={choices} value={weeks ?? said} onChange={choose} />
      </div>
      <DialogActions>
        <Button busy={put.isPending} onClick={() => put.mutate(Number(weeks ?? said), { onSuccess: () => show(false) })}>
          {words.save}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
