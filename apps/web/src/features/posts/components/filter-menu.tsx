import { ChevronDown } from 'lucide-react';
import { Chip } from '#ui/chip.tsx';
import { Menu, MenuChoice, MenuChoices } from '#ui/menu.tsx';
import type { PressedBy } from '#ui/pressed-by.ts';

/** What a filter can be set to, `label` for everything, which is in force; open at once, as it loads when it is asked for. */
export default function FilterMenu({
  label,
  options,
  opens,
  onChange,
}: {
  label: string;
  options: readonly { value: string; label: string }[];
  opens: PressedBy;
  onChange: (value: string) => void;
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
      <MenuChoices value="" onChange={(chosen) => chosen && onChange(chosen)}>
        <MenuChoice value="">{label}</MenuChoice>
        {options.map((option) => (
          <MenuChoice key={option.value} value={option.value}>
            {option.label}
          </MenuChoice>
        ))}
      </MenuChoices>
    </Menu>
  );
}
