import { t } from '@heartwood/messages/current';
import { Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { addressOf } from '#platform/addresses.ts';
import { dayInWords, greetingAt } from '#platform/dates.ts';
import { useSession } from '#platform/session.ts';
import { useMinute, useToday } from '#platform/today.ts';
import { Avatar } from '#ui/avatar.tsx';
import { IconLink } from '#ui/icon-button.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { Page } from '#ui/page.tsx';
import { ComposerBar } from '../components/composer-bar.tsx';
import { Feed } from '../components/feed.tsx';
import { OccasionColumn, OccasionStrip, useOccasions } from '../components/occasions.tsx';

/** Home: a greeting, the way to share, what is coming up, and what the family shared. */
export function DashboardScreen() {
  const { user, profile } = useSession();
  const hour = new Date(useMinute()).getHours();
  const on = useToday();
  const occasions = useOccasions();
  const name = profile ? `${profile.firstname} ${profile.lastname}` : '';
  return (
    <Page aside={<OccasionColumn {...occasions} />}>
      <PageHead
        className="pb-4"
        above={dayInWords(on, { weekday: true })}
        title={<span className="max-lg:text-[1.6875rem]">{[greetingAt(hour), profile?.firstname].filter(Boolean).join(', ')}</span>}
        end={
          <>
            <IconLink label={t('posts.search')} to="/dashboard" search={{ search: '1' }}>
              <Search />
            </IconLink>
            <Link to="/private" aria-label={t('app.pages.private')} className="rounded-full lg:hidden">
              <Avatar id={user?.id ?? ''} name={name} src={addressOf(profile?.images[0]?.thumb)} />
            </Link>
          </>
        }
      />
      <ComposerBar />
      <OccasionStrip {...occasions} />
      <Feed />
    </Page>
  );
}
