import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { dayInWords, recentDay } from '#platform/dates.ts';
import { useToday } from '#platform/today.ts';
import { isCalendarDay } from '#ui/calendar-day.ts';
import { Chip, ChipRow } from '#ui/chip.tsx';
import { DateField } from '#ui/date-field.tsx';
import { dayBefore, takenDay, type Draft } from '../logic.ts';
import { words } from '../words.ts';

/** When it was: today, unless somebody says otherwise; the day the photos were taken is one tap away. */
export function WhenPicker({ draft, onChange }: { draft: Draft; onChange: (day: string) => void }) {
  const on = useToday();
  const [open, setOpen] = useState(false);
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
        <span>{words.when}</span>
        <span className="flex items-center gap-2 soft">
          {wrong ? '' : day === on ? words.today : recentDay(day, on)}
          <ChevronRight className={`text-ink-3 transition-transform ${open ? 'rotate-90' : ''}`} />
        </span>
      </button>
      {taken && taken !== day && (
        <ChipRow wrap className="mb-4">
          <Chip onClick={() => onChange(taken)}>{`${words.takenOn} ${dayInWords(taken)}`}</Chip>
        </ChipRow>
      )}
      {open && (
        <div className="mb-5">
          <ChipRow label={words.when} wrap className="mb-3">
            <Chip kind="pick" chosen={day === on} onClick={() => onChange('')}>
              {words.today}
            </Chip>
            <Chip kind="pick" chosen={day === dayBefore(on)} onClick={() => onChange(dayBefore(on))}>
              {words.yesterday}
            </Chip>
          </ChipRow>
          <DateField label={words.dayOfMemory} value={day} onChange={onChange} {...(wrong ? { error: words.noSuchDay } : {})} />
        </div>
      )}
    </div>
  );
}
