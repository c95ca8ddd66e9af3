import { t } from '@heartwood/messages/current';
import { Search } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { dayInWords, greetingAt } from '#platform/dates.ts';
import { useSession } from '#platform/session.ts';
import { useMinute, useToday } from '#platform/today.ts';
import { IconLink } from '#ui/icon-button.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { Page } from '#ui/page.tsx';
import { ComposerBar } from '../components/composer-bar.tsx';
import { Feed } from '../components/feed.tsx';
import type { PostInList } from '../components/post-card.tsx';
import { OccasionColumn, OccasionStrip } from '../components/lazy-occasions.tsx';
import { useOccasions } from '../hooks/use-occasions.ts';

/** Home: a greeting, the way to share, what is of `today`, what is coming up, and what the family shared, each post drawn as `Card`. `idea` stands where nothing is shared yet. */
export function DashboardScreen({ Card, today, idea }: { Card: ComponentType<PostInList>; today?: ReactNode; idea?: ReactNode }) {
  const { profile } = useSession();
  const hour = new Date(useMinute()).getHours();
  const greeting = greetingAt(hour);
  const on = useToday();
  const occasions = useOccasions();
  return (
    <Page aside={<OccasionColumn {...occasions} />}>
      <PageHead
        main
        long
        className="pb-4"
        above={dayInWords(on, { weekday: true })}
        title={
          <span className="max-lg:text-[1.6875rem]">
            {/* Where there is no room for one line, it ends after the greeting. */}
            <span className="inline-block">{profile ? `${greeting},` : greeting}</span> {profile?.firstname}
          </span>
        }
        end={
          <IconLink label={t('posts.search')} to="/dashboard" search={{ search: '1' }}>
            <Search />
          </IconLink>
        }
      />
      <ComposerBar />
      {/* It comes late, and must not move the way to share from under a finger. */}
      <div className="mt-5 empty:hidden">{today}</div>
      <OccasionStrip {...occasions} />
      <Feed Card={Card} isBeginning={occasions.isBeginning} idea={idea} />
    </Page>
  );
}
