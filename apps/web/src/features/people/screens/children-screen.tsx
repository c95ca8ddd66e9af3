import { t } from '@heartwood/messages/current';
import type { Relationship } from '@heartwood/contract/people';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { History, Plus, Ruler, Sprout } from 'lucide-react';
import { Suspense, type ReactNode } from 'react';
import { addressOf } from '#platform/addresses.ts';
import { hasNotCome, NotLoaded, useIsMissing } from '#platform/not-loaded.tsx';
import { useSettled } from '#platform/settled.ts';
import { useToday } from '#platform/today.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Banner, BannerButton } from '#ui/banner.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Explained } from '#ui/explained.tsx';
import { List, ListLink } from '#ui/list-row.tsx';
import { Page } from '#ui/page.tsx';
import { PageHead, SectionHead } from '#ui/page-head.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { childrenQuery, peopleQuery } from '#features/people/api.ts';
import { useIsGuardian } from '#features/family/api.ts';
import { byBirth, sortPeople } from '#features/people/logic.ts';
import { besideLine } from '../components/ages.ts';
import { relationSaid } from '#features/family/components/relations.ts';
import { lazyPart } from '#ui/lazy-part.ts';
import { ChildCard } from '../components/child-card.tsx';
import { NextBirthdays } from '../components/next-birthdays.tsx';

const AddChild = lazyPart(() => import('#features/people/components/add-child.tsx'));

/**
 * The family's children, then cousins and friends. `?add=1` adds a child.
 * @param memories in how many memories each person is, by person; undefined until it is known
 * @param beside what stands beside the children, for guardians; for others, and until it is known who somebody is, the birthdays ahead do
 */
export function ChildrenScreen({ memories, beside: aside }: { memories: ReadonlyMap<string, number> | undefined; beside: ReactNode }) {
  const { add } = useSearch({ strict: false }) as { add?: string };
  const navigate = useNavigate();
  const children = useQuery({ ...childrenQuery(), throwOnError: false });
  const isMissing = useIsMissing(children);
  const people = useQuery({ ...peopleQuery(), throwOnError: false });
  const areOthersMissing = hasNotCome(people);
  const areOthersKnown = useSettled(people.isLoading);
  const guardian = useIsGuardian();
  const { beside, others } = sortPeople(people.data ?? [], useToday());
  if (add && guardian !== false)
    return (
      <Suspense>
        <AddChild onClose={() => void navigate({ to: '/children', replace: true })} />
      </Suspense>
    );
  return (
    <Page aside={!guardian ? <NextBirthdays /> : children.data?.length === 0 ? <WhatGrows /> : aside}>
      <PageHead title={t('people.children')} main />
      {children.isPending && (
        <Loading label={t('people.loadingChildren')} className="grid gap-5 lg:grid-cols-2 lg:gap-6">
          <Skeleton className="aspect-[1/1.2] rounded-card" />
          <Skeleton className="aspect-[1/1.2] rounded-card" />
        </Loading>
      )}
      {isMissing && (
        <Banner
          tone="error"
          className="mb-5"
          action={<BannerButton onClick={() => void children.refetch()}>{t('people.retry')}</BannerButton>}
        >
          {t('people.childrenFailed')}
        </Banner>
      )}
      {children.data?.length === 0 && (
        <EmptyState
          drawing="sprout"
          title={t('people.empty.title')}
          action={
            guardian && (
              <ButtonLink small to="/children" search={{ add: '1' }}>
                {t('people.addChild')}
              </ButtonLink>
            )
          }
        >
          {guardian === false ? t('people.emptyForRelatives') : t('people.empty.text')}
        </EmptyState>
      )}
      {guardian && children.data?.length === 0 && (
        <div className="mt-10 lg:hidden">
          <WhatGrows />
        </div>
      )}
      {children.data && children.data.length > 0 && (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-2 lg:gap-6">
          {children.data.toSorted(byBirth).map((child, index) => (
            <li key={child.heartwood_id}>
              <ChildCard child={child} memories={memories?.get(child.heartwood_id)} eager={index < 2} />
            </li>
          ))}
        </ul>
      )}
      <PeopleList title={t('people.beside')} people={beside} />
      <PeopleList title={t('people.others')} people={others} />
      {areOthersMissing && (
        <NotLoaded className="mt-10" onRetry={people.refetch}>
          {t('people.othersFailed')}
        </NotLoaded>
      )}
      {/* How long the lists are, is not known before: what stands below them does not move. */}
      {guardian && children.data && children.data.length > 0 && areOthersKnown && (
        <ButtonLink block look="quiet" icon={<Plus />} to="/children" search={{ add: '1' }} className="mt-5">
          {t('people.addChild')}
        </ButtonLink>
      )}
    </Page>
  );
}

/** What the page of a child holds, for whoever has not added one yet. */
function WhatGrows() {
  return (
    <section>
      <SectionHead title={t('people.grows.title')} />
      <Explained
        of={[
          { icon: <History />, name: t('people.child.tabs.timeline'), text: t('people.grows.timeline') },
          { icon: <Sprout />, name: t('people.child.tabs.milestones'), text: t('people.grows.moments') },
          { icon: <Ruler />, name: t('people.child.tabs.growth'), text: t('people.grows.growth') },
        ]}
      />
    </section>
  );
}

function PeopleList({ title, people }: { title: string; people: readonly Relationship[] }) {
  const on = useToday();
  const isGuardian = useIsGuardian();
  if (people.length === 0) return null;
  return (
    <section className="mt-10">
      <h2 className="mb-2 type-subhead">{title}</h2>
      <List>
        {people.map((person) => (
          <ListLink
            key={person.heartwood_id}
            to="/children/childDetail/$childId"
            params={{ childId: person.heartwood_id }}
            start={<Avatar id={person.heartwood_id} name={person.name} src={addressOf(person.images[0]?.thumb)} size="l" />}
            title={<b className="font-semibold">{person.name}</b>}
            meta={
              <>
                {besideLine(person.birth_day, on)}
                <span className="block">{relationSaid(person, isGuardian)}</span>
              </>
            }
          />
        ))}
      </List>
    </section>
  );
}
