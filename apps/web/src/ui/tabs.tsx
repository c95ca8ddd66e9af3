import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import type { CSSProperties, ReactNode } from 'react';

/** About how wide a row of tabs is with these labels, in their font's size. */
const widthOf = (labels: readonly string[]): string => `${labels.join('').length * 0.55 + labels.length * 1.1}em`;

/**
 * Parts of a page, one shown at a time, in the look of segments: in one row, or where that has no room two in a row. Arrow keys move between
 * the tabs and show their part at once.
 */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
}: {
  /** Read to screen readers; not drawn. */
  label: string;
  tabs: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  /** The part of the chosen tab. */
  children: ReactNode;
}) {
  return (
    <BaseTabs.Root value={value} onValueChange={(next) => onChange(next as Value)}>
      <BaseTabs.List
        activateOnFocus
        aria-label={label}
        style={{ '--row': widthOf(tabs.map((tab) => tab.label)) } as CSSProperties}
        className="mt-5 flex min-w-0 flex-wrap gap-1 rounded-md bg-sunken p-1"
      >
        {tabs.map((tab) => (
          <BaseTabs.Tab
            key={tab.value}
            value={tab.value}
            className="flex min-h-hit max-w-[calc(50%-2px)] min-w-max flex-[1_0_calc((var(--row)-100%)*999)] cursor-pointer items-center justify-center rounded-sm px-1.5 last:odd:max-w-none text-center text-label font-[550] text-ink-2 aria-selected:bg-raised aria-selected:font-[650] aria-selected:text-ink aria-selected:shadow-rest focus-visible:-outline-offset-3 dark:aria-selected:bg-line"
          >
            {tab.label}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      <BaseTabs.Panel value={value} key={value} className="outline-none">
        {children}
      </BaseTabs.Panel>
    </BaseTabs.Root>
  );
}
