import { t } from '@heartwood/messages/current';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

/** There is no such shelf. */
export function NoShelf() {
  return (
    <EmptyState
      level={1}
      drawing="chest"
      title={t('posts.noShelf')}
      action={
        <ButtonLink small to="/treasures">
          {t('treasures.chooseCategory')}
        </ButtonLink>
      }
    >
      {t('posts.noShelfHint')}
    </EmptyState>
  );
}

/** Nothing is kept on it yet. */
export function EmptyShelf() {
  return (
    <div className="py-5">
      <EmptyState drawing="chest" title={t('posts.emptyShelf.title')}>
        {t('posts.emptyShelf.text')}
      </EmptyState>
    </div>
  );
}

/** Nothing on it is as it was narrowed. */
export function NothingLikeThat({ onAll }: { onAll: () => void }) {
  return (
    <div className="py-5">
      <EmptyState
        drawing="magnifier"
        title={t('treasures.nothingLikeThat.title')}
        action={
          <Button small onClick={onAll}>
            {t('treasures.showAll')}
          </Button>
        }
      >
        {t('treasures.nothingLikeThat.text')}
      </EmptyState>
    </div>
  );
}
