import { t } from '@heartwood/messages/current';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

/** No post of the feed is as it was narrowed. */
export default function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <div className="py-7">
      <EmptyState
        drawing="magnifier"
        title={t('posts.nothingLikeThat.title')}
        action={
          <Button small onClick={onClear}>
            {t('posts.showAll')}
          </Button>
        }
      >
        {t('posts.nothingLikeThat.text')}
      </EmptyState>
    </div>
  );
}
