import { OctagonAlert } from 'lucide-react';
import { useEffect } from 'react';
import { toasts } from '#platform/toasts.ts';

/** What went wrong that belongs to no field: an error toast, and the words stay above the button until the next try. */
export function FormProblem({ text }: { text: string | undefined }) {
  useEffect(() => {
    if (!text) return undefined;
    const id = toasts.add(text, { type: 'error' });
    return () => toasts.close(id);
  }, [text]);
  if (!text) return null;
  return (
    <p className="flex items-start gap-2 text-label font-medium text-error">
      <OctagonAlert className="icon-s mt-px" />
      <span className="min-w-0">{text}</span>
    </p>
  );
}
