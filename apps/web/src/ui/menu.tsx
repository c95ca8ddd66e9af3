import { Menu as BaseMenu } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import { useEffect, useRef, useState, type ReactElement, type ReactNode, type RefObject } from 'react';
import { cx } from './class-names.ts';
import { floating, isLetGo, sheetBackdrop } from './floating.ts';
import type { PressedBy } from './pressed-by.ts';
import { SheetHead } from './sheet-head.tsx';

/** A few verbs behind three dots: a popover on desktop, a sheet on the phone, titled as its trigger is named, or by `title`. `trigger` is one element, usually an `IconButton`; `opens` for one that loads when it is asked for: how it was. */
export function Menu({
  trigger,
  title,
  opens,
  within,
  children,
}: {
  trigger: ReactElement<{ label?: string; 'aria-label'?: string }>;
  title?: string;
  opens?: PressedBy | undefined;
  /** Where it is put in the page, for what lies over all else of it. */
  within?: RefObject<HTMLElement | null>;
  children: ReactNode;
}) {
  const [open, setOpen] = useState(opens === 'pointer');
  const button = useRef<HTMLButtonElement>(null);
  // A press tells the library where the focus goes: whoever uses keys begins at the first verb.
  useEffect(() => {
    if (opens === 'keyboard') button.current?.click();
  }, [opens]);
  const { label, 'aria-label': name } = trigger.props;
  return (
    <BaseMenu.Root open={open} onOpenChange={(next, details) => isLetGo(details) || setOpen(next)}>
      <BaseMenu.Trigger ref={button} render={trigger} />
      <BaseMenu.Portal {...(within ? { container: within } : {})}>
        <BaseMenu.Backdrop className={sheetBackdrop} />
        <BaseMenu.Positioner align="end" sideOffset={6} className={floating.positioner}>
          <BaseMenu.Popup className={cx(floating.popup, 'md:min-w-[200px]')}>
            <SheetHead title={title ?? label ?? name} onClose={() => setOpen(false)} />
            {children}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

/** One verb of a menu. `danger` for what takes something away. */
export function MenuItem({
  icon,
  danger,
  onClick,
  children,
}: {
  icon?: ReactNode;
  danger?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <BaseMenu.Item onClick={onClick} className={cx(floating.item, danger && 'text-error')}>
      {icon}
      <span className="min-w-0 flex-1">{children}</span>
    </BaseMenu.Item>
  );
}

/** The choices of a menu, of which one is in force and is told as such. `value` is that of its `MenuChoice`; a press chooses and closes. */
export function MenuChoices({ value, onChange, children }: { value: string; onChange: (value: string) => void; children: ReactNode }) {
  return (
    <BaseMenu.RadioGroup value={value} onValueChange={(chosen: string) => onChange(chosen)}>
      {children}
    </BaseMenu.RadioGroup>
  );
}

/** One of {@link MenuChoices}; the one in force has a tick at its end. */
export function MenuChoice({ value, children }: { value: string; children: ReactNode }) {
  return (
    <BaseMenu.RadioItem value={value} closeOnClick className={floating.item}>
      <span className="flex min-w-0 flex-1 items-center gap-3">{children}</span>
      <BaseMenu.RadioItemIndicator>
        <Check className="icon-s text-fir" />
      </BaseMenu.RadioItemIndicator>
    </BaseMenu.RadioItem>
  );
}
