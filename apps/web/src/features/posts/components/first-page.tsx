import { t } from '@heartwood/messages/current';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { BeginWithFamily } from './begin-with-family.tsx';

/** A family's first day: one photo, and unless it is `toldAbove` a child and somebody to see it, as far as there are none. */
export function FirstPage({ toldAbove }: { toldAbove: boolean }) {
  return (
    <div className="py-7">
      <EmptyState
        drawing="photos"
        title={t('posts.empty.title')}
        action={
          <ButtonLink small to="/treasures/share-something">
            {t('posts.empty.share')}
          </ButtonLink>
        }
      >
        {t('posts.empty.text')}
      </EmptyState>
      {!toldAbove && <BeginWithFamily className="mt-8" />}
    </div>
  );
}
