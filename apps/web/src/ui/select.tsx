import { t } from '@heartwood/messages/current';
import { Select as BaseSelect } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import { useId, useState, type AriaAttributes, type Ref } from 'react';
import { cx } from './class-names.ts';
import { describe, fieldBox, FieldShell, type FieldFrame } from './field.tsx';
import { floating, isLetGo, sheetBackdrop } from './floating.ts';
import { SheetHead } from './sheet-head.tsx';

/** What can be chosen; `hint` stands below its name in the list. Neighbours of one `group` stand below its name. */
interface SelectOption<Value extends string> {
  value: Value;
  label: string;
  hint?: string;
  group?: string;
}

/** What a select chooses from, and who hears of it. `value` '' is nothing chosen. */
interface Choosing<Value extends string> {
  options: readonly SelectOption<Value>[];
  value: Value | '';
  onChange: (value: Value) => void;
  /** The list has closed or the focus has left. */
  onBlur?: () => void;
  placeholder?: string;
  name?: string | undefined;
  disabled?: boolean | undefined;
  ref?: Ref<HTMLButtonElement>;
  'data-field-state'?: string | undefined;
}

/**
 * One of many: looks like a field; its list is a sheet on the phone, a popover on desktop.
 * @param props.named its name for screen readers and above its list, where the label is clear only beside what stands above it; holds the label
 */
export function Select<Value extends string>({
  label,
  error,
  hint,
  optional,
  beside,
  className,
  named,
  ...choosing
}: FieldFrame & Choosing<Value> & { className?: string; named?: string }) {
  const id = useId();
  return (
    <FieldShell {...{ label, error, hint, optional, beside, className }} htmlFor={id} labelId={`${id}-label`}>
      {named && (
        <span id={`${id}-name`} hidden>
          {named}
        </span>
      )}
      <SelectBox
        {...choosing}
        id={id}
        title={named ?? (typeof label === 'string' ? label : undefined)}
        bad={Boolean(error)}
        aria-labelledby={named ? `${id}-name ${id}` : `${id}-label ${id}`}
        {...describe(id, { error, hint })}
      />
    </FieldShell>
  );
}

/** The box of a select, without what stands around a field. `title` is above its list on the phone; `autoComplete` lets the browser fill it in. */
export function SelectBox<Value extends string>({
  id,
  title,
  bad,
  options,
  value,
  onChange,
  onBlur,
  placeholder = t('ui.choose'),
  name,
  autoComplete,
  disabled,
  ...rest
}: Choosing<Value> & AriaAttributes & { id?: string; title: string | undefined; bad: boolean; autoComplete?: string | undefined }) {
  const [open, setOpen] = useState(false);
  const chosen = options.find((option) => option.value === value);
  return (
    <BaseSelect.Root
      items={options}
      open={open}
      onOpenChange={(next, details) => {
        if (isLetGo(details)) return;
        setOpen(next);
        if (!next) onBlur?.();
      }}
      value={value === '' ? null : value}
      onValueChange={(next) => next !== null && onChange(next as Value)}
      {...(name ? { name } : {})}
      {...(autoComplete ? { autoComplete } : {})}
      {...(disabled ? { disabled } : {})}
    >
      <BaseSelect.Trigger
        {...(id ? { id } : {})}
        onBlur={() => !open && onBlur?.()}
        data-bad={bad ? '' : undefined}
        className={cx(
          fieldBox,
          'cursor-pointer py-2 text-start focus-visible:outline-none focus:shadow-[inset_0_0_0_2px_var(--hw-fir),0_0_0_4px_var(--hw-fir-soft)] disabled:opacity-55',
        )}
        {...rest}
      >
        <span className={cx('min-w-0 flex-1 [overflow-wrap:anywhere]', !chosen && 'text-ink-3')}>{chosen?.label ?? placeholder}</span>
        <ChevronDown className="text-ink-3" />
      </BaseSelect.Trigger>
      <SelectList title={title} options={options} onClose={() => (setOpen(false), onBlur?.())} />
    </BaseSelect.Root>
  );
}

function SelectList({
  title,
  options,
  onClose,
}: {
  title: string | undefined;
  options: readonly SelectOption<string>[];
  onClose: () => void;
}) {
  return (
    <BaseSelect.Portal>
      <BaseSelect.Backdrop className={sheetBackdrop} />
      <BaseSelect.Positioner alignItemWithTrigger={false} sideOffset={6} className={floating.positioner}>
        <BaseSelect.Popup className={cx(floating.popup, 'md:min-w-(--anchor-width)')}>
          <SheetHead title={title} onClose={onClose} />
          {groupsOf(options).map(({ group, options: some }) =>
            group ? (
              <BaseSelect.Group key={group}>
                <BaseSelect.GroupLabel className="px-3.5 pt-4 pb-1 type-meta font-semibold">{group}</BaseSelect.GroupLabel>
                <Items options={some} />
              </BaseSelect.Group>
            ) : (
              <Items key={some[0]?.value} options={some} />
            ),
          )}
        </BaseSelect.Popup>
      </BaseSelect.Positioner>
    </BaseSelect.Portal>
  );
}

function Items({ options }: { options: readonly SelectOption<string>[] }) {
  return options.map((option) => (
    <BaseSelect.Item key={option.value} value={option.value} className={floating.item}>
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <BaseSelect.ItemText>{option.label}</BaseSelect.ItemText>
        {option.hint && <span className="block type-meta">{option.hint}</span>}
      </span>
      <BaseSelect.ItemIndicator>
        <Check className="icon-s text-fir" />
      </BaseSelect.ItemIndicator>
    </BaseSelect.Item>
  ));
}

/** Neighbours of one group, together. */
function groupsOf(options: readonly SelectOption<string>[]): { group: string | undefined; options: SelectOption<string>[] }[] {
  const groups: ReturnType<typeof groupsOf> = [];
  for (const option of options) {
    const last = groups.at(-1);
    if (last && last.group === option.group) last.options.push(option);
    else groups.push({ group: option.group, options: [option] });
  }
  return groups;
}
