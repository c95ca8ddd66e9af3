import { t } from '@heartwood/messages/current';
import { Baby, Mail } from 'lucide-react';
import { useIsGuardian } from '#features/family/api.ts';
import { List, ListLink } from '#ui/list-row.tsx';
import { StripLink } from '#ui/strip-card.tsx';

/** How a family begins (a child, somebody to see it), in the row above the feed, on a phone. */
export function BeginStrip() {
  if (useIsGuardian() === false) return null;
  return (
    <section aria-label={t('posts.empty.next')} className="scroll-row mt-5 gap-3 pb-1 lg:hidden">
      <StripLink
        to="/children"
        search={{ add: '1' }}
        start={<Baby className="text-fir" />}
        title={t('posts.empty.child')}
        meta={t('posts.empty.childHint')}
      />
      <StripLink
        to="/private/family"
        start={<Mail className="text-fir" />}
        title={t('posts.empty.invite')}
        meta={t('posts.empty.inviteHint')}
      />
    </section>
  );
}

/** Nobody else is in the family yet: a child, and somebody to see it. */
export function BeginWithFamily() {
  const guardian = useIsGuardian();
  if (guardian === false) return null;
  return (
    <section>
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
  );
}
