import { relationSaid } from '#features/family/components/relations.ts';
import { t } from '@heartwood/messages/current';
import type { Relationship } from '@heartwood/contract/people';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { useNames } from '#features/people/api.ts';
import { familiesQuery, useIsGuardian } from '#features/family/api.ts';
import { byBirth, ringsOf } from '#features/people/logic.ts';
import { listed, partsListed } from '#platform/formats.ts';
import { ageLine } from '#features/people/components/ages.ts';
import { addressOf } from '#platform/addresses.ts';
import { useSession } from '#platform/session.ts';
import { useToday } from '#platform/today.ts';
import { Avatar } from '#ui/avatar.tsx';
import { BackRow } from '#ui/back-row.tsx';
import { Banner, BannerButton } from '#ui/banner.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { focusLater } from '#ui/focus-later.ts';
import { IconLink } from '#ui/icon-button.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { List, ListLink } from '#ui/list-row.tsx';
import { NextPage } from '#ui/next-page.tsx';
import { BackButton, Page } from '#ui/page.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { latestMomentsQuery } from '../api.ts';
import { MomentCard } from '../components/moment-card.tsx';
import { ageThen } from '../logic.ts';

const NewMoment = lazyPart(() => import('../components/new-moment.tsx'));

/** Whose moments there are, and the latest. Who is no guardian finds their own. `?add=own` is a new one. */
export function MomentsScreen() {
  const navigate = useNavigate();
  const { add } = useSearch({ strict: false }) as { add?: string };
  const { user } = useSession();
  const guardian = useIsGuardian();
  const { isLoading: isAskedWho } = useQuery(familiesQuery());
  const { people, isLoading } = useNames();
  const mine = people.filter(({ related_user_id }) => related_user_id === user?.id);
  const shown = guardian
    ? [...people.filter(({ is_child }) => is_child).toSorted(byBirth), ...people.filter(({ is_child }) => !is_child)]
    : mine;
  const close = () => void navigate({ to: '/private/meaningful-moments', replace: true });
  if (add && guardian !== undefined && people.length > 0)
    return (
      <Suspense>
        <NewMoment people={shown} chosen={[]} onClose={close} />
      </Suspense>
    );
  return (
    <Page alone>
      <BackRow back={<BackButton label={t('moments.back')} onBack={() => void navigate({ to: '/private' })} />}>
        <IconLink label={t('moments.add')} to="/private/meaningful-moments" search={{ add: 'own' }}>
          <Plus />
        </IconLink>
      </BackRow>
      <h1 className="mt-2 type-title">{t('moments.title')}</h1>
      <p className="mt-2 soft">{guardian === false ? t('moments.ownOnly') : t('moments.intro')}</p>
      {isLoading || isAskedWho ? (
        <MomentsSkeleton />
      ) : (
        <>
          {shown.length > 0 && <People people={shown} />}
          <Latest people={people} />
        </>
      )}
    </Page>
  );
}

function People({ people }: { people: readonly Relationship[] }) {
  const on = useToday();
  const isGuardian = useIsGuardian();
  const [all, showAll] = useState(false);
  const children = people.filter(({ is_child }) => is_child);
  const shown = all || children.length === 0 ? people : children;
  const section = useRef<HTMLElement>(null);
  const show = () => {
    showAll(true);
    focusLater(() => section.current?.querySelectorAll('a')[children.length]);
  };
  return (
    <section ref={section} className="mt-8">
      <h2 className="type-subhead">{t('moments.people')}</h2>
      <List card className="mt-3">
        {shown.map((person) => {
          const born = person.is_child && person.birth_day && person.birth_day <= on ? person.birth_day : undefined;
          return (
            <ListLink
              key={person.heartwood_id}
              to="/private/meaningful-moments/$name"
              params={{ name: person.slug || person.heartwood_id }}
              start={
                <Avatar
                  id={person.heartwood_id}
                  name={person.name}
                  src={addressOf(person.images[0]?.thumb)}
                  size={born ? 's' : 'm'}
                  rings={born ? ringsOf(born, on) : undefined}
                  className={born ? '' : 'mx-[11px]'}
                />
              }
              title={<b className="font-semibold">{person.name}</b>}
              meta={person.is_child ? ageLine(person.birth_day, on) : relationSaid(person, isGuardian)}
            />
          );
        })}
      </List>
      {shown.length < people.length && (
        <Button small look="quiet" className="mt-3" onClick={show}>
          {t('moments.everybody')}
        </Button>
      )}
    </section>
  );
}

function Latest({ people }: { people: readonly Relationship[] }) {
  const { names } = useNames();
  const moments = useInfiniteQuery(latestMomentsQuery());
  const items = moments.data?.pages.flatMap((page) => page.items);
  if (moments.isPending) return <MomentsSkeleton />;
  if (!items)
    return (
      <Banner
        tone="error"
        className="mt-8"
        action={<BannerButton onClick={() => void moments.refetch()}>{t('moments.retry')}</BannerButton>}
      >
        {t('moments.failed')}
      </Banner>
    );
  if (items.length === 0)
    return (
      <EmptyState
        className="mt-8"
        drawing="sprout"
        title={t('moments.none.title')}
        action={
          <ButtonLink small to="/private/meaningful-moments" search={{ add: 'own' }}>
            {t('moments.add')}
          </ButtonLink>
        }
      >
        {t('moments.none.text')}
      </EmptyState>
    );
  return (
    <section className="mt-8">
      <h2 className="type-subhead">{t('moments.latest')}</h2>
      <div className="mt-3 grid gap-3">
        {items.map((moment) => {
          const of = moment.people.flatMap((id) => people.find(({ heartwood_id }) => heartwood_id === id) ?? []);
          const age = of.length === 1 ? ageThen(of[0]!.is_child ? of[0]!.birth_day : null, moment.occurred_on) : undefined;
          const line = partsListed([listed(of.map((person) => names.get(person.heartwood_id) ?? person.name)), age]);
          return <MomentCard key={moment.id} moment={moment} name={of[0]?.slug || moment.people[0]!} line={line} />;
        })}
      </div>
      <NextPage list={moments} failed={t('moments.failed')} block look="quiet" className="mt-4">
        {t('moments.earlier')}
      </NextPage>
    </section>
  );
}

function MomentsSkeleton() {
  return (
    <Loading label={t('moments.loading')} className="mt-8 grid gap-3">
      {[1, 2, 3].map((place) => (
        <Skeleton key={place} className="h-26 rounded-card" />
      ))}
    </Loading>
  );
}
