import { t } from '@heartwood/messages/current';
import { Search, X } from 'lucide-react';
import type { RefObject } from 'react';
import { FieldError } from '#ui/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';

/** The field one writes into. */
export function SearchField({
  value,
  problem,
  onChange,
  onEnter,
  ref,
}: {
  value: string;
  /** What is wrong with it. */
  problem: string | undefined;
  onChange: (value: string) => void;
  onEnter: () => unknown;
  ref: RefObject<HTMLInputElement | null>;
}) {
  return (
    <div className="min-w-0 flex-1">
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          onEnter();
        }}
        className="hw-field flex min-h-[54px] items-center gap-3 rounded-sm bg-surface pe-1.5 ps-4 shadow-[inset_0_0_0_1px_var(--hw-line-strong)] focus-within:shadow-[inset_0_0_0_2px_var(--hw-fir),0_0_0_4px_var(--hw-fir-soft)]"
      >
        <Search className="shrink-0 text-ink-3" aria-hidden="true" />
        <input
          ref={ref}
          type="search"
          value={value}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? 'search-problem' : undefined}
          aria-label={t('search.label')}
          placeholder={t('search.label')}
          autoComplete="off"
          enterKeyHint="search"
          // The page is for nothing else.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          onChange={(event) => onChange(event.target.value)}
          className="min-w-0 flex-1 bg-transparent text-body outline-none placeholder:text-ink-3 [&::-webkit-search-cancel-button]:hidden"
        />
        {value !== '' && (
          <IconButton
            label={t('search.clear')}
            onClick={() => {
              onChange('');
              ref.current?.focus();
            }}
          >
            <X />
          </IconButton>
        )}
      </form>
      {problem && <FieldError id="search-problem">{problem}</FieldError>}
    </div>
  );
}
