import type { Notification } from '@heartwood/contract/notifications';
import { t } from '@heartwood/messages/current';
import type { PlainKey } from '@heartwood/messages/translate';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useRef, useState, type MouseEvent } from 'react';
import { meQuery } from '#features/accounts/api.ts';
import { useChooseFamily } from '#features/family/hooks/use-family-change.ts';
import { useNames } from '#features/people/api.ts';
import { navigation } from '#platform/navigation.ts';
import { useIsMissing } from '#platform/not-loaded.tsx';
import { session } from '#platform/session.ts';
import { useToday } from '#platform/today.ts';
import { Banner, BannerButton } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { IconLink } from '#ui/icon-button.tsx';
import { useIsNextPageMissing } from '#ui/next-page-missing.ts';
import { NextPage } from '#ui/next-page.tsx';
import { Page } from '#ui/page.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { NotificationRow } from '../components/notification-row.tsx';
import { useLines, useRead } from '../hooks/use-lines.ts';
import { byAge, placeOf } from '../logic.ts';
import type { Age } from '../logic.ts';

const ages = {
  today: 'notifications.ages.today',
  yesterday: 'notifications.ages.yesterday',
  week: 'notifications.ages.week',
  earlier: 'notifications.ages.earlier',
} as const satisfies Record<Age, PlainKey>;

/** What has happened and concerns somebody, in all of their families: what is not read is marked, and a tap leads to it. */
export function NotificationsScreen() {
  const { list, lines: known, unread } = useLines();
  const isMissing = useIsMissing(list);
  const isNextPageMissing = useIsNextPageMissing(list);
  const { mutate: read } = useRead();
  const heading = useRef<HTMLHeadingElement>(null);
  const [isRead, setIsRead] = useState(false);
  const { isLoading } = useNames();
  const lines = isLoading ? undefined : known?.pages.flatMap(({ items }) => items);
  // The button goes with what it was for: the focus must not be lost with it.
  const readAll = () => {
    read(undefined);
    heading.current?.focus();
    setIsRead(true);
  };
  return (
    <Page aside={<LessIsKinder />}>
      <div className="-mx-2 flex min-h-14 items-center justify-between">
        <IconLink to="/dashboard" label={t('notifications.back')}>
          <ArrowLeft />
        </IconLink>
        {lines && unread > 0 && (
          <Button small look="text" onClick={readAll}>
            {t('notifications.readAll')}
          </Button>
        )}
      </div>
      <h1 ref={heading} tabIndex={-1} className="mt-1 type-title text-[min(var(--hw-text-title),10vw)] outline-none">
        {t('notifications.title')}
      </h1>
      <p role="status" className="sr-only">
        {isRead && unread === 0 && t('notifications.allRead')}
      </p>
      {isMissing && !list.isPaused && !isNextPageMissing && (
        <Banner
          tone="error"
          className="mt-6"
          action={<BannerButton onClick={() => void list.refetch()}>{t('notifications.retry')}</BannerButton>}
        >
          {t('notifications.failed')}
        </Banner>
      )}
      {!lines && list.isPaused && <p className="mt-6 soft">{t('notifications.offline')}</p>}
      {(list.isPending || (list.data && isLoading)) && !list.isPaused && <Waiting />}
      {lines?.length === 0 && (
        <EmptyState drawing="voices" title={t('notifications.empty.title')} className="mt-6">
          {t('notifications.empty.text')}
        </EmptyState>
      )}
      {lines && lines.length > 0 && <Lines lines={lines} onRead={read} />}
      {lines && (
        <NextPage list={list} failed={t('notifications.failed')} small look="quiet" className="mt-4">
          {t('notifications.more')}
        </NextPage>
      )}
      {lines && lines.length > 0 && (
        <p className="mt-8 rounded-card bg-sunken p-5 lg:hidden">
          <Kinder />
        </p>
      )}
    </Page>
  );
}

function Lines({ lines, onRead }: { lines: readonly Notification[]; onRead: (line: Notification) => void }) {
  const on = useToday();
  const names = useNames();
  const client = useQueryClient();
  const { data: me } = useQuery(meQuery);
  const navigate = useNavigate();
  const choose = useChooseFamily();
  const [going, setGoing] = useState<string>();
  const families = me?.families ?? [];
  /** What is told of another family is looked at there. */
  const follow = (line: Notification) => (event: MouseEvent<HTMLAnchorElement>) => {
    if (!line.is_read) onRead(line);
    if (event.ctrlKey || event.metaKey || event.shiftKey || line.family_id === session.family()) return;
    event.preventDefault();
    if (going) return;
    setGoing(line.id);
    void goTo(line)
      .catch(() => undefined)
      .finally(() => setGoing(undefined));
  };
  const goTo = async (line: Notification) => {
    // With the family all that is shown goes, this list too: its own callbacks would not be called, and only the address says whether one has gone on.
    const here = navigation.here();
    // It may be pressed before it is known which families there are; where nobody says that, it leads where the link does.
    const known = await client.ensureQueryData(meQuery).catch(() => undefined);
    const family = known?.families.find(({ id }) => id === line.family_id && id !== session.family());
    if (family) await choose.mutateAsync(family);
    if (navigation.here() === here) await navigate(placeOf(line));
  };
  return byAge(lines, on).map(({ age, lines: some }) => (
    <section key={age} aria-labelledby={`lines-${age}`} className="mt-7">
      <h2 id={`lines-${age}`} className="type-subhead">
        {t(ages[age])}
      </h2>
      <ul className="mt-2">
        {some.map((line) => (
          <NotificationRow
            key={line.id}
            line={line}
            names={names}
            family={families.length > 1 ? families.find(({ id }) => id === line.family_id)?.name : undefined}
            on={on}
            isPending={going === line.id}
            onFollow={follow(line)}
          />
        ))}
      </ul>
    </section>
  ));
}

function Waiting() {
  return (
    <Loading label={t('notifications.loading')} className="mt-7 grid gap-3">
      <Skeleton className="h-[76px] rounded-photo" />
      <Skeleton className="h-[76px] rounded-photo" />
      <Skeleton className="h-[76px] rounded-photo" />
    </Loading>
  );
}

function LessIsKinder() {
  return (
    <section className="rounded-card bg-sunken p-5">
      <h2 className="type-label">{t('notifications.kinder.title')}</h2>
      <p className="mt-1 soft">
        <Kinder />
      </p>
    </section>
  );
}

/** That there need not be more of it, and where that is chosen. */
function Kinder() {
  return (
    <>
      {t('notifications.kinder.text')}{' '}
      <Link to="/private/profile" hash="notifications" className="font-semibold text-fir">
        {t('notifications.kinder.change')}
      </Link>
    </>
  );
}
