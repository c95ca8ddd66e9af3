import { t } from '@heartwood/messages/current';
import { Button } from './button.tsx';

/** Says that what stands in a form was written before, and offers to begin anew. */
export function DraftNote({ shown, onDiscard }: { shown: boolean; onDiscard: () => void }) {
  if (!shown) return null;
  return (
    <p role="status" className="flex flex-wrap items-center justify-between gap-x-4 type-meta">
      <span className="min-w-0 flex-[1_1_11rem]">{t('ui.draft.kept')}</span>
      <Button small look="text" onClick={onDiscard} className="-me-3 shrink-0">
        {t('ui.draft.startOver')}
      </Button>
    </p>
  );
}
