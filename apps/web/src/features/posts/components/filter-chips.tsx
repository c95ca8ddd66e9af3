import { t } from '@heartwood/messages/current';
import { ChevronDown, X } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { listed } from '#platform/formats.ts';
import { OnPress } from '#platform/part.tsx';
import { Chip } from '#ui/chip.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { pressedBy, type PressedBy } from '#ui/pressed-by.ts';

const FilterMenu = lazyPart(() => import('./filter-menu.tsx'));

/** One thing a list can be narrowed to: a menu, loaded when somebody reaches for it; then a chip that takes the filter away again. */
export function FilterChip<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  /** What it says while everything is shown: 'Anyone'. */
  label: string;
  value: Value | undefined;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value | undefined) => void;
}) {
  const [asked, ask] = useState<PressedBy>();
  const chip = useRef<HTMLButtonElement>(null);
  const isChosenHere = useRef(false);
  // The menu, which had the focus, goes as the chip comes.
  useLayoutEffect(() => {
    if (isChosenHere.current) chip.current?.focus({ preventScroll: true });
    isChosenHere.current = false;
  }, [value]);
  if (value !== undefined) {
    const shown = options.find((one) => one.value === value)?.label ?? value;
    return (
      <Chip ref={chip} kind="pick" chosen aria-label={t('posts.takeAway', { label: shown })} onClick={() => onChange(undefined)}>
        {shown}
        <X className="icon-s" />
      </Chip>
    );
  }
  if (options.length === 0) return null;
  const plain = (
    <Chip
      aria-haspopup="menu"
      data-pending={asked}
      onPointerEnter={FilterMenu.soon}
      onFocus={FilterMenu.soon}
      onClick={(event) => ask(pressedBy(event))}
    >
      {label}
      <ChevronDown className="icon-s" />
    </Chip>
  );
  if (!asked) return plain;
  const choose = (chosen: string) => {
    isChosenHere.current = true;
    // Whatever takes the filter away later, the menu is not open again then.
    ask(undefined);
    onChange(chosen as Value);
  };
  return (
    <OnPress fallback={plain} onFail={() => ask(undefined)}>
      <FilterMenu label={label} options={options} opens={asked} onChange={choose} />
    </OnPress>
  );
}

/** Tells what is shown, once that has changed here. @param filters what is chosen, in words; `count` of what is left, where that is known */
export function FilterStatus({ filters, count, isThere }: { filters: readonly string[]; count: number | undefined; isThere: boolean }) {
  const words = listed(filters);
  const [first, forget] = useState<string | undefined>(words);
  if (first !== undefined && first !== words) forget(undefined);
  const said = () => {
    if (words === '') return t('posts.filtered.not');
    return count === undefined ? t('posts.filtered.by', { filters: words }) : t('posts.filtered.count', { count, filters: words });
  };
  return (
    <p role="status" className="sr-only">
      {first === undefined && isThere && said()}
    </p>
  );
}
