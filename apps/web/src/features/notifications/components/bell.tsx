import { t } from '@heartwood/messages/current';
import { Bell as BellIcon } from 'lucide-react';
import { IconLink } from '#ui/icon-button.tsx';
import { useUnread } from '../hooks/use-unread.ts';

/** The way to what has happened, in the head of a page; a dot where something is not read. */
export function Bell() {
  const count = useUnread();
  return (
    <IconLink to="/private/notifications" label={t('app.nav.notifications', { count })} dot={count > 0}>
      <BellIcon />
    </IconLink>
  );
}
