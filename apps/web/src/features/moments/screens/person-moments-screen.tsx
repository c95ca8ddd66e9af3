import { t } from '@heartwood/messages/current';
import type { Relationship } from '@heartwood/contract/people';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { Suspense, type ReactNode } from 'react';
import { peopleQuery, useNames } from '#features/people/api.ts';
import { useIsGuardian, useMembers } from '#features/family/api.ts';
import { NextBirthdays } from '#features/people/components/next-birthdays.tsx';
import { isGrownUp, ringsOf } from '#features/people/logic.ts';
import { yearHeading } from '#features/people/components/ages.ts';
import { partsListed } from '#platform/formats.ts';
import { addressOf } from '#platform/addresses.ts';
import { useIsMissing } from '#platform/not-loaded.tsx';
import { useSession } from '#platform/session.ts';
import { usePageTitle } from '#platform/title.ts';
import { useToday } from '#platform/today.ts';
import { Avatar } from '#ui/avatar.tsx';
import { BackRow } from '#ui/back-row.tsx';
import { Banner, BannerButton } from '#ui/banner.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { IconLink } from '#ui/icon-button.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { NextPage } from '#ui/next-page.tsx';
import { BackButton, Page } from '#ui/page.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { milestonesQuery, momentsQuery } from '../api.ts';
import { Rest } from '../components/child-milestones.tsx';
import { Soon } from '../components/milestone-list.tsx';
import { MomentCard } from '../components/moment-card.tsx';
import { MomentsSkeleton } from '../components/moments-skeleton.tsx';
import { ageThen, byYear, groupsOf, personBy, whoElseSees } from '../logic.ts';
import { together, whoSeesThese } from '../components/sentences.ts';

const NewMoment = lazyPart(() => import('../components/new-moment.tsx'));
const EditMoment = lazyPart(() => import('../components/edit-moment.tsx'));
const MomentDetail = lazyPart(() => import('../components/moment-detail.tsx'));

/** One person's moments by age, and the milestones still to come; over it a moment, its editing, or a new one. */
export function PersonMomentsScreen() {
  const { name = '' } = useParams({ strict: false }) as { name?: string };
  const { moment, edit, add } = useSearch({ strict: false }) as { moment?: string; edit?: string; add?: string };
  const navigate = useNavigate();
  const guardian = useIsGuardian();
  const { user } = useSession();
  const { data: people, isError, refetch } = useQuery(peopleQuery());
  const person = people && personBy(people, name);
  usePageTitle(person && t('moments.of', { name: person.name }));
  const show = (opened: { moment?: string } = {}) =>
    navigate({ to: '/private/meaningful-moments/$name', params: { name }, search: opened, replace: true });

  if (isError && !people)
    return (
      <Page alone>
        <Banner tone="error" className="mt-6" action={<BannerButton onClick={() => void refetch()}>{t('moments.retry')}</BannerButton>}>
          {t('moments.failed')}
        </Banner>
      </Page>
    );
  if (!people || guardian === undefined)
    return (
      <Page aside={<Skeleton className="h-40" />}>
        <MomentsSkeleton />
      </Page>
    );
  if (!person)
    return (
      <Kind
        title={t('moments.nobodyHere.title')}
        text={t('moments.nobodyHere.text')}
        action={t('moments.nobodyHere.action')}
        to="/private/meaningful-moments"
      />
    );
  if (!guardian && person.related_user_id !== user?.id && !moment)
    return (
      <Kind
        title={t('moments.forGuardians.title')}
        text={t('moments.forGuardians.text')}
        action={t('moments.forGuardians.action')}
        to="/dashboard"
      />
    );
  const eligible = guardian ? people : [person];
  return (
    <Suspense fallback={<Page alone>{null}</Page>}>
      {add ? (
        <NewMoment
          key={add}
          people={eligible}
          chosen={[person.heartwood_id]}
          {...(add === 'own' ? {} : { milestone: add })}
          onClose={show}
        />
      ) : edit ? (
        <EditMoment key={edit} id={edit} people={eligible} onClose={() => show({ moment: edit })} />
      ) : moment ? (
        <MomentDetail key={moment} id={moment} name={name} onClose={() => show()} />
      ) : (
        <Overview person={person} name={name} />
      )}
    </Suspense>
  );
}

function Overview({ person, name }: { person: Relationship; name: string }) {
  const navigate = useNavigate();
  const on = useToday();
  const milestones = useQuery(milestonesQuery(person.heartwood_id));
  const isMissing = useIsMissing(milestones);
  const groups = milestones.data && groupsOf(milestones.data);
  const isGrown = isGrownUp(person, on);
  const born = person.birth_day && person.birth_day <= on ? person.birth_day : undefined;
  const soon = groups && groups.now.length > 0 && (
    <>
      <h2 className="type-subhead">{t('moments.now')}</h2>
      <Soon milestones={groups.now} name={name} />
      {!isGrown && <p className="mt-3 type-meta">{t('moments.hints')}</p>}
    </>
  );
  return (
    <Page aside={milestones.isPending ? <Skeleton className="h-40" /> : soon ? <section>{soon}</section> : <NextBirthdays />}>
      <BackRow back={<BackButton label={t('moments.back')} onBack={() => void navigate({ to: '/private/meaningful-moments' })} />}>
        <IconLink label={t('moments.add')} to="/private/meaningful-moments/$name" params={{ name }} search={{ add: 'own' }}>
          <Plus />
        </IconLink>
      </BackRow>
      <header className="mt-2 mb-6 flex flex-wrap items-center gap-5">
        <Avatar
          id={person.heartwood_id}
          name={person.name}
          src={addressOf(person.images[0]?.thumb)}
          size={born ? 'xl' : 'xxl'}
          rings={born ? ringsOf(born, on) : undefined}
        />
        <div className="min-w-0 flex-[1_1_9rem] [overflow-wrap:anywhere]">
          <h1 className="type-title">{t('moments.of', { name: person.name })}</h1>
          <WhoSees person={person} />
        </div>
      </header>
      <Years person={person} name={name} />
      {soon && <section className="mt-8 lg:hidden">{soon}</section>}
      {isMissing && (
        <Banner
          tone="error"
          className="mt-8"
          action={<BannerButton onClick={() => void milestones.refetch()}>{t('moments.retry')}</BannerButton>}
        >
          {t('moments.failed')}
        </Banner>
      )}
      {groups && <Rest {...groups} passed={isGrown ? [] : groups.passed} name={name} />}
    </Page>
  );
}

/** '26 so far. Only you and Sam see these.' */
function WhoSees({ person }: { person: Relationship }) {
  const { user } = useSession();
  const members = useMembers().data;
  const { data } = useInfiniteQuery(momentsQuery(person.heartwood_id));
  const total = data?.pages[0]?.total;
  const said = [
    total !== undefined && t('moments.soFar', { count: total }),
    members && whoSeesThese(whoElseSees(members, user?.id, [person.heartwood_id])),
  ];
  return <p className="mt-2 min-h-6 soft">{said.filter(Boolean).join(' ')}</p>;
}

function Years({ person, name }: { person: Relationship; name: string }) {
  const { names } = useNames();
  const moments = useInfiniteQuery(momentsQuery(person.heartwood_id));
  const items = moments.data?.pages.flatMap((page) => page.items);
  if (moments.isPending) return <MomentsSkeleton />;
  if (!items)
    return (
      <Banner tone="error" action={<BannerButton onClick={() => void moments.refetch()}>{t('moments.retry')}</BannerButton>}>
        {t('moments.failed')}
      </Banner>
    );
  if (items.length === 0)
    return (
      <EmptyState
        drawing="sprout"
        title={t('moments.none.title')}
        action={
          <ButtonLink small to="/private/meaningful-moments/$name" params={{ name }} search={{ add: 'own' }}>
            {t('moments.add')}
          </ButtonLink>
        }
      >
        {t('moments.none.text')}
      </EmptyState>
    );
  return (
    <>
      {byYear(items, person.birth_day).map(({ years, moments: of }) => (
        <section key={years ?? 'before'} className="not-first-of-type:mt-8">
          {years !== undefined && <h2 className="type-subhead">{years === null ? t('moments.beforeBirth') : yearHeading(years)}</h2>}
          <div className="mt-3 grid gap-3">
            {of.map((moment) => {
              const others = moment.people.filter((id) => id !== person.heartwood_id).flatMap((id) => names.get(id) ?? []);
              const line = partsListed([ageThen(person.birth_day, moment.occurred_on), together(others)]);
              return <MomentCard key={moment.id} moment={moment} name={name} line={line} />;
            })}
          </div>
        </section>
      ))}
      <NextPage list={moments} failed={t('moments.failed')} block look="quiet" className="mt-4">
        {t('moments.earlier')}
      </NextPage>
    </>
  );
}

/** A page that says kindly why there is nothing, with a way on. */
function Kind({
  title,
  text,
  action,
  to,
}: {
  title: string;
  text: string;
  action: string;
  to: '/dashboard' | '/private/meaningful-moments';
}): ReactNode {
  return (
    <Page alone>
      <EmptyState
        className="mt-5"
        level={1}
        drawing="sprout"
        title={title}
        action={
          <ButtonLink small to={to}>
            {action}
          </ButtonLink>
        }
      >
        {text}
      </EmptyState>
    </Page>
  );
}
