import { Check, ChevronDown } from 'lucide-react';
import { Chip } from '#ui/chip.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import type { PressedBy } from '#ui/pressed-by.ts';

/** What a filter can be set to; open at once, as it loads when it is asked for. */
export default function FilterMenu({
  label,
  options,
  opens,
  onChange,
}: {
  label: string;
  options: readonly { value: string; label: string }[];
  opens: PressedBy;
  onChange: (value: string | undefined) => void;
}) {
  return (
    <Menu
      opens={opens}
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
