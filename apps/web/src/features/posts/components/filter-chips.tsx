import { Check, ChevronDown, X } from 'lucide-react';
import { Chip } from '#ui/chip.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { takeAway } from '../words.ts';

/** One thing a list can be narrowed to: a menu while it is not, then a chip that takes it away again. */
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
  if (value !== undefined) {
    const shown = options.find((one) => one.value === value)?.label ?? value;
    return (
      <Chip kind="pick" chosen aria-label={takeAway(shown)} onClick={() => onChange(undefined)}>
        {shown}
        <X className="icon-s" />
      </Chip>
    );
  }
  if (options.length === 0) return null;
  return (
    <Menu
      trigger={
        <Chip aria-pressed={undefined}>
          {label}
          <ChevronDown className="icon-s" />
        </Chip>
      }
    >
      <MenuItem icon={<Check />} onClick={() => onChange(undefined)}>
        {label}
      </MenuItem>
      {options.map((option) => (
        <MenuItem key={option.value} icon={<span className="size-5.5" />} onClick={() => onChange(option.value)}>
          {option.label}
        </MenuItem>
      ))}
    </Menu>
  );
}
