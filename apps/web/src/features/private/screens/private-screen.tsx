import { t } from '@heartwood/messages/current';
import type { Relationship } from '@heartwood/contract/people';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileText, Sprout } from 'lucide-react';
import { use } from 'react';
import { meQuery } from '#features/accounts/api.ts';
import { peopleQuery } from '#features/people/api.ts';
import { addressOf } from '#platform/addresses.ts';
import { hasNotCome, NotLoaded } from '#platform/not-loaded.tsx';
import { useSession } from '#platform/session.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Page, PageContext } from '#ui/page.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { FamilyCard } from '../components/family-card.tsx';
import { OtherFamilies } from '#features/family/components/other-families.tsx';
import { StartFamily, StartOwnFamily } from '#features/family/components/start-family.tsx';
import { SettingsList } from '../components/settings-list.tsx';

/** The private hub: oneself, the family, what guardians keep, and the settings. */
export function PrivateScreen() {
  const { Bell } = use(PageContext);
  const { user, profile } = useSession();
  const account = useQuery(meQuery);
  const families = account.data?.families ?? [];
  const family = families.find(({ current }) => current) ?? families[0];
  const guardian = family !== undefined && family.role !== 'relative';
  const people = useQuery({ ...peopleQuery(), enabled: family?.covered === true, throwOnError: false });
  const isMissing = hasNotCome(account) || hasNotCome(people);
  const me = people.data?.find(({ related_user_id: id }) => id === user?.id);
  return (
    <Page aside={<ItStaysYours />}>
      <div className="flex flex-wrap items-center gap-5 pt-6 pb-1">
        <Avatar
          id={user?.id ?? ''}
          name={profile ? `${profile.firstname} ${profile.lastname}` : ''}
          src={addressOf(profile?.images[0]?.path)}
          size="xxl"
        />
        <div className="min-w-0 flex-[1_1_9rem] [overflow-wrap:anywhere]">
          <div className="flex items-start justify-between gap-2">
            <h1 className="type-title">{profile?.firstname ?? t('private.hub.you')}</h1>
            {Bell && <Bell />}
          </div>
          <p className="hyphens-none soft">{account.data?.user.email ?? user?.email}</p>
          <Link to="/private/profile" className="link-row">
            {t('private.hub.edit')}
          </Link>
        </div>
      </div>
      {isMissing && (
        <NotLoaded className="mt-5" onRetry={() => (account.data ? people : account).refetch()}>
          {t('private.hub.failed')}
        </NotLoaded>
      )}
      {!isMissing && (account.isLoading || people.isLoading) ? (
        <PrivateLoading />
      ) : (
        <>
          {guardian && <ForGuardians people={people.data ?? []} />}
          {!guardian && me && <GoodToKnow about={me} className="mt-5" />}
          {family && <FamilyCard family={family} />}
          {account.data && families.length === 0 && <StartFamily lastname={profile?.lastname ?? ''} />}
          <OtherFamilies families={families} />
          <StartOwnFamily families={families} lastname={profile?.lastname ?? ''} className="mt-4" />
          <SettingsList
            coverage={account.data?.subscription}
            hasFamily={families.length > 0}
            unfinished={guardian && people.data?.some(({ is_child }) => is_child) === false}
          />
        </>
      )}
    </Page>
  );
}

/** What stands there until it is known who somebody is here, and of whom something is kept: the places of moments and facts, the family, the settings. */
function PrivateLoading() {
  return (
    <Loading className="mt-5 grid gap-8">
      <div className="grid grid-cols-2 gap-3">
        <Skeleton className="h-37 rounded-card" />
        <Skeleton className="h-37 rounded-card" />
      </div>
      <Skeleton className="h-44 rounded-card" />
      <Skeleton className="h-90 rounded-card" />
    </Loading>
  );
}

/** What guardians keep of the children: moments and facts. */
function ForGuardians({ people }: { people: readonly Relationship[] }) {
  const about = people.find(({ is_child }) => is_child) ?? people[0];
  return (
    <div className="mt-5 grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-3">
      <Link
        to="/private/meaningful-moments"
        className="flex min-h-37 flex-col justify-between gap-4 rounded-card bg-resin-soft p-[18px] leading-[1.3]"
      >
        <Sprout className="icon-l text-resin" />
        <span>
          <b className="font-bold">{t('private.hub.moments')}</b>
          <span className="block type-meta">{t('private.hub.momentsText')}</span>
        </span>
      </Link>
      {about && <GoodToKnow about={about} />}
    </div>
  );
}

/** To what is good to know about somebody; on that page others can be chosen. */
function GoodToKnow({ about, className }: { about: Relationship; className?: string }) {
  return (
    <Link
      to="/private/additional-information/$name"
      params={{ name: about.slug || about.heartwood_id }}
      className={`flex min-h-37 flex-col justify-between gap-4 rounded-card bg-fir-soft p-[18px] leading-[1.3] ${className ?? ''}`}
    >
      <FileText className="icon-l text-fir" />
      <span>
        <b className="font-bold">{t('private.hub.know')}</b>
        <span className="block type-meta">{t('private.hub.knowText')}</span>
      </span>
    </Link>
  );
}

function ItStaysYours() {
  return (
    <section>
      <h2 className="mb-2 flex min-h-hit items-center text-body font-semibold">{t('private.hub.yours')}</h2>
      <p className="soft">{t('private.hub.yoursText')}</p>
    </section>
  );
}
