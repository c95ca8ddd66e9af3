import { OctagonAlert } from 'lucide-react';
import { useEffect } from 'react';
import { toasts } from '#platform/toasts.ts';
import type { Trouble } from '#platform/trouble.ts';
import { troubleLine } from './trouble.tsx';

/**
 * What went wrong that belongs to no field: an error toast, and the words stay above the button until the next try.
 * `trouble` is what kept the form from being decided; `instead` says that in place of `text`, which would speak of what was typed.
 */
export function FormProblem({ text, trouble, instead }: { text: string | undefined; trouble: Trouble | undefined; instead?: boolean }) {
  const why = trouble && troubleLine(trouble);
  const said = instead && why ? why : text;
  useEffect(() => {
    if (!said) return undefined;
    const id = toasts.add(said, { type: 'error' });
    return () => toasts.close(id);
  }, [said]);
  if (!said) return null;
  return (
    <p className="flex items-start gap-2 text-label font-medium text-error">
      <OctagonAlert className="icon-s mt-px" />
      <span className="min-w-0">
        {said}
        {why && why !== said && <span className="mt-1 block text-ink-2">{why}</span>}
      </span>
    </p>
  );
}
