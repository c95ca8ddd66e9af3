import { useId, type ReactNode } from 'react';

/** One of a few, side by side (two to four). Radio buttons underneath: arrow keys move, the choice is announced. */
export function Segments<Value extends string>({
  label,
  options,
  value,
  onChange,
  className = '',
}: {
  /** Read to screen readers; not drawn. */
  label: string;
  options: readonly { value: Value; label: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string;
}) {
  const name = useId();
  return (
    <fieldset className={`flex min-w-0 flex-wrap gap-1 rounded-md bg-sunken p-1 ${className}`}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="relative flex min-h-hit flex-[1_0_auto] cursor-pointer items-center justify-center rounded-sm px-3 text-center text-label font-[550] text-ink-2 has-checked:bg-raised has-checked:font-[650] has-checked:text-ink has-checked:shadow-rest has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-focus dark:has-checked:bg-line"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
