import { t } from '@heartwood/messages/current';
import { Baby, Mail } from 'lucide-react';
import { useIsGuardian } from '#features/family/api.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { List, ListLink } from '#ui/list-row.tsx';

/** A family's first day: one photo, a child, somebody to see it. */
export function FirstPage() {
  const guardian = useIsGuardian();
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
      {guardian !== false && (
        <section className="mt-8">
          <h2 className="mb-2 type-subhead">{t('posts.empty.next')}</h2>
          <List>
            <ListLink
              to="/children"
              search={{ add: '1' }}
              start={<Baby className="text-fir" />}
              title={t('posts.empty.child')}
              meta={t('posts.empty.childHint')}
            />
            <ListLink
              to="/private/family"
              start={<Mail className="text-fir" />}
              title={t('posts.empty.invite')}
              meta={t('posts.empty.inviteHint')}
            />
          </List>
        </section>
      )}
    </div>
  );
}
