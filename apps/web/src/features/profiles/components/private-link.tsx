import { t } from '@heartwood/messages/current';
import { Link } from '@tanstack/react-router';
import { addressOf } from '#platform/addresses.ts';
import { useSession } from '#platform/session.ts';
import { Avatar, initialsOf } from '#ui/avatar.tsx';
import { cx } from '#ui/class-names.ts';

/** One's own picture in the head of a page, which leads to Private; where there is room the rail does. */
export function PrivateLink({ className }: { className?: string }) {
  const { user, profile } = useSession();
  const name = profile ? `${profile.firstname} ${profile.lastname}` : t('app.you');
  const photo = addressOf(profile?.images[0]?.thumb);
  // The letters that are seen are part of the name: somebody who speaks to the page says what they see.
  const label = photo ? t('app.pages.private') : t('app.nav.privateOf', { initials: initialsOf(name) });
  return (
    <Link to="/private" aria-label={label} className={cx('rounded-full lg:hidden', className)}>
      <Avatar id={user?.id ?? ''} name={name} src={photo} />
    </Link>
  );
}
