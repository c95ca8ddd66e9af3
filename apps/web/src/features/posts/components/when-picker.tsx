import { t } from '@heartwood/messages/current';
import { ChevronRight } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { dayInWords, recentDay } from '#platform/dates.ts';
import { useToday } from '#platform/today.ts';
import { isDay, plusDays } from '@heartwood/contract/days';
import { Chip, ChipRow } from '#ui/chip.tsx';
import { DateField } from '#ui/date-field.tsx';
import { takenDay } from '../logic.ts';
import type { Draft } from '#features/sending/logic.ts';

/** When it was: today, unless somebody says otherwise; the day the photos were taken is one tap away. It opens where there is an `error`. */
export function WhenPicker({ draft, onChange, error }: { draft: Draft; onChange: (day: string) => void; error?: string | undefined }) {
  const on = useToday();
  const [open, setOpen] = useState(false);
  if (error && !open) setOpen(true);
  const choices = useRef<HTMLDivElement>(null);
  const row = useRef<HTMLButtonElement>(null);
  const label = useId();
  useEffect(() => {
    if (open) choices.current?.scrollIntoView({ block: 'nearest' });
  }, [open]);
  const { occurredOn } = draft;
  const day = occurredOn || on;
  const taken = takenDay(
    draft.photos.map(({ media }) => media),
    on,
  );
  const isSaid = occurredOn === '' || isDay(occurredOn);
  const wrong = error ?? (isSaid ? undefined : t('posts.noSuchDay'));
  return (
    <div>
      <div className="relative flex min-h-16 items-center gap-3 py-2.5">
        <span id={label} className="shrink-0">
          {t('posts.when')}
        </span>
        {/* It comes when a photo has arrived, later than what stands below. */}
        <span className="flex min-w-0 flex-1 justify-end">
          {taken && taken !== day && (
            <Chip
              className="z-1 px-3! py-1! whitespace-normal!"
              onClick={() => {
                onChange(taken);
                row.current?.focus();
              }}
            >
              <span className="min-w-0 text-balance">
                {t('posts.takenOn', { day: dayInWords(taken, { year: taken.slice(0, 4) !== on.slice(0, 4) }) })}
              </span>
            </Chip>
          )}
        </span>
        <button
          ref={row}
          type="button"
          id={`${label}-day`}
          aria-labelledby={`${label} ${label}-day`}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="flex min-h-hit items-center gap-2 text-end soft outline-none after:absolute after:inset-0 after:rounded-sm focus-visible:after:outline-3 focus-visible:after:outline-offset-3 focus-visible:after:outline-focus"
        >
          {!isSaid ? '' : day === on ? t('posts.today') : recentDay(day, on)}
          <ChevronRight className={`shrink-0 text-ink-3 transition-transform ${open ? 'rotate-90 rtl:-rotate-90' : ''}`} />
        </button>
      </div>
      {open && (
        <div ref={choices} className="scroll-mb-2 pb-5">
          <ChipRow label={t('posts.when')} wrap className="mb-3">
            <Chip kind="pick" chosen={day === on} onClick={() => onChange('')}>
              {t('posts.today')}
            </Chip>
            <Chip kind="pick" chosen={day === plusDays(on, -1)} onClick={() => onChange(plusDays(on, -1))}>
              {t('posts.yesterday')}
            </Chip>
          </ChipRow>
          <DateField label={t('posts.dayOfMemory')} value={day} onChange={onChange} error={wrong} />
        </div>
      )}
    </div>
  );
}
