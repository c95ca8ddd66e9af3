import { t } from '@heartwood/messages/current';
import { Baby, Mail } from 'lucide-react';
import { List, ListLink } from '#ui/list-row.tsx';
import { StripLink } from '#ui/strip-card.tsx';
import { useBeginning } from '../hooks/use-beginning.ts';

/** How a family begins (a child, somebody to see it), as far as that is not done, in the row above the feed, on a phone. */
export function BeginStrip() {
  const { child, invite } = useBeginning();
  if (!child && !invite) return null;
  return (
    <section aria-label={t('posts.empty.next')} className="scroll-row mt-5 gap-3 pb-1 lg:hidden">
      {child && (
        <StripLink
          to="/children"
          search={{ add: '1' }}
          start={<Baby className="text-fir" />}
          title={t('posts.empty.child')}
          meta={t('posts.empty.childHint')}
        />
      )}
      {invite && (
        <StripLink
          to="/private/family"
          start={<Mail className="text-fir" />}
          title={t('posts.empty.invite')}
          meta={t('posts.empty.inviteHint')}
        />
      )}
    </section>
  );
}

/** How a family begins: a child, and somebody to see it, as far as that is not done. */
export function BeginWithFamily({ className }: { className?: string }) {
  const { child, invite } = useBeginning();
  if (!child && !invite) return null;
  return (
    <section className={className}>
      <h2 className="mb-2 type-subhead">{t('posts.empty.next')}</h2>
      <List>
        {child && (
          <ListLink
            to="/children"
            search={{ add: '1' }}
            start={<Baby className="text-fir" />}
            title={t('posts.empty.child')}
            meta={t('posts.empty.childHint')}
          />
        )}
        {invite && (
          <ListLink
            to="/private/family"
            start={<Mail className="text-fir" />}
            title={t('posts.empty.invite')}
            meta={t('posts.empty.inviteHint')}
          />
        )}
      </List>
    </section>
  );
}
