import { t } from '@heartwood/messages/current';
import type { Relationship } from '@heartwood/contract/people';
import { Plus } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useNames } from '#features/people/api.ts';
import { PersonChip } from '#features/people/components/person-chip.tsx';
import { byBirth } from '#features/people/logic.ts';
import { Chip, ChipRow } from '#ui/chip.tsx';
import { FieldError } from '#ui/field.tsx';
import { focusLater } from '#ui/focus-later.ts';

/** Whose moment it is: the children at once, everybody else one tap away. */
export function WhoReached({
  people,
  chosen,
  onChange,
  error,
}: {
  people: readonly Relationship[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  error: string | undefined;
}) {
  const label = useId();
  const { names } = useNames();
  const [all, showAll] = useState(false);
  const children = people.filter(({ is_child }) => is_child).toSorted(byBirth);
  const others = people.filter(({ is_child }) => !is_child).toSorted((a, b) => a.name.localeCompare(b.name));
  const open = all || children.length === 0;
  const shown = [...children, ...others.filter(({ heartwood_id }) => open || chosen.includes(heartwood_id))];
  const section = useRef<HTMLElement>(null);
  const show = () => {
    showAll(true);
    focusLater(() => section.current?.querySelectorAll('button')[children.length]);
  };
  return (
    <section ref={section} aria-labelledby={label} data-field="people" className="mt-6">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-3 type-label">
        <h2 id={label}>{t('moments.who')}</h2>
        <span className="font-normal text-ink-3">{t('moments.oneOrSeveral')}</span>
      </div>
      <ChipRow label={t('moments.who')} wrap>
        {shown.map((person) => (
          <PersonChip key={person.heartwood_id} person={person} name={names.get(person.heartwood_id)} chosen={chosen} onChange={onChange} />
        ))}
        {shown.length < people.length && (
          <Chip start={<Plus className="icon-s ms-2" />} onClick={show}>
            {t('moments.someoneElse')}
          </Chip>
        )}
      </ChipRow>
      {error && <FieldError id={`${label}-help`}>{error}</FieldError>}
    </section>
  );
}
