import { t } from '@heartwood/messages/current';
import { ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { dayInWords, recentDay } from '#platform/dates.ts';
import { useToday } from '#platform/today.ts';
import { isCalendarDay } from '#ui/calendar-day.ts';
import { Chip, ChipRow } from '#ui/chip.tsx';
import { DateField } from '#ui/date-field.tsx';
import { dayBefore, takenDay } from '../logic.ts';
import type { Draft } from '#features/sending/logic.ts';

/** When it was: today, unless somebody says otherwise; the day the photos were taken is one tap away. */
export function WhenPicker({ draft, onChange }: { draft: Draft; onChange: (day: string) => void }) {
  const on = useToday();
  const [open, setOpen] = useState(false);
  const choices = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (open) choices.current?.scrollIntoView({ block: 'nearest' });
  }, [open]);
  const { occurredOn } = draft;
  const day = occurredOn || on;
  const taken = takenDay(
    draft.photos.map(({ media }) => media),
    on,
  );
  const wrong = occurredOn !== '' && !isCalendarDay(occurredOn);
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex min-h-16 w-full items-center justify-between gap-4 py-2.5 text-start"
      >
        <span>{t('posts.when')}</span>
        <span className="flex items-center gap-2 soft">
          {wrong ? '' : day === on ? t('posts.today') : recentDay(day, on)}
          <ChevronRight className={`text-ink-3 transition-transform ${open ? 'rotate-90 rtl:-rotate-90' : ''}`} />
        </span>
      </button>
      {taken && taken !== day && (
        <ChipRow wrap className="mb-4">
          <Chip onClick={() => onChange(taken)}>{t('posts.takenOn', { day: dayInWords(taken) })}</Chip>
        </ChipRow>
      )}
      {open && (
        <div ref={choices} className="scroll-mb-30 pb-5">
          <ChipRow label={t('posts.when')} wrap className="mb-3">
            <Chip kind="pick" chosen={day === on} onClick={() => onChange('')}>
              {t('posts.today')}
            </Chip>
            <Chip kind="pick" chosen={day === dayBefore(on)} onClick={() => onChange(dayBefore(on))}>
              {t('posts.yesterday')}
            </Chip>
          </ChipRow>
          <DateField label={t('posts.dayOfMemory')} value={day} onChange={onChange} {...(wrong ? { error: t('posts.noSuchDay') } : {})} />
        </div>
      )}
    </div>
  );
}
