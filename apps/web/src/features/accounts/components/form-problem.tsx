import { OctagonAlert } from 'lucide-react';
import type { Trouble } from '#platform/trouble.ts';
import { troubleLine } from './trouble.tsx';

const intoView = (words: HTMLElement | null): void => words?.scrollIntoView({ block: 'nearest' });

/**
 * What went wrong that belongs to no field: the words stand above the button until the next try.
 * `trouble` is what kept the form from being decided; `instead` says that in place of `text`, which would speak of what was typed.
 */
export function FormProblem({ text, trouble, instead }: { text: string | undefined; trouble: Trouble | undefined; instead?: boolean }) {
  const why = trouble && troubleLine(trouble);
  const said = instead && why ? why : text;
  if (!said) return null;
  return (
    <p key={said} ref={intoView} role="alert" className="flex scroll-my-24 items-start gap-2 text-label font-medium text-error">
      <OctagonAlert className="icon-s mt-px" />
      <span className="min-w-0">
        {said}
        {why && why !== said && <span className="mt-1 block text-ink-2">{why}</span>}
      </span>
    </p>
  );
}
