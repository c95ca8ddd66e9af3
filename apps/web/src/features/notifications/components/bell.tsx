import { t } from '@heartwood/messages/current';
import { Bell as BellIcon } from 'lucide-react';
import { IconLink } from '#ui/icon-button.tsx';
import { useUnread } from '../hooks/use-unread.ts';

/** The way to what has happened; a dot where something is not read. */
export function Bell({ look, className }: { look?: 'glass'; className?: string }) {
  const count = useUnread();
  return (
    <IconLink {...{ look, className }} to="/private/notifications" label={t('app.nav.notifications', { count })} dot={count > 0}>
      <BellIcon />
    </IconLink>
  );
}

/** The same in the head of a page on a phone: where there is room the rail has it. */
export const HeadBell = ({ look }: { look?: 'glass' }) => <Bell {...(look ? { look } : {})} className="lg:hidden" />;
