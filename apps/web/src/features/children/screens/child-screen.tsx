import type { Relationship } from '@heartwood/contract/people';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { personQuery, useIsGuardian } from '#features/family/api.ts';
import { words as said } from '#features/family/words.ts';
import { GrowthCard, OtherMeasures } from '#features/growth/components/measure-card.tsx';
import { ChildTimeline } from '#features/posts/components/child-timeline.tsx';
import { useSession } from '#platform/session.ts';
import { usePageTitle } from '#platform/title.ts';
import { Banner, BannerButton } from '#ui/banner.tsx';
import { Page } from '#ui/page.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { ChildHead } from '../components/child-head.tsx';
import { StillToCome } from '../components/milestones-beside.tsx';
import { tabOf, tabs, type Tab } from '../logic.ts';
import { words } from '../words.ts';

const EditPerson = lazy(() => import('#features/family/components/edit-person.tsx'));
const GrowthTab = lazy(() => import('#features/growth/components/growth-tab.tsx'));
const ChildMilestones = lazy(() =>
  import('#features/moments/components/child-milestones.tsx').then((module) => ({ default: module.ChildMilestones })),
);
const SideBySide = lazy(() => import('../components/side-by-side.tsx'));

/** One child: photo, name and exact age, then everything the child is in; milestones and growth for guardians and the child; and brothers and sisters at the same age. */
export function ChildScreen() {
  const { childId = '' } = useParams({ strict: false }) as { childId?: string };
  const { edit, tab: asked } = useSearch({ strict: false }) as { edit?: string; tab?: string };
  const navigate = useNavigate();
  const { data: person, isError, refetch } = useQuery(personQuery(childId));
  const shown = useShownTabs(person);
  usePageTitle(person?.name);
  const here = { to: '/children/childDetail/$childId', params: { childId } } as const;
  if (person && edit)
    return (
      <Suspense>
        <EditPerson person={person} onClose={() => void navigate({ ...here, replace: true })} />
      </Suspense>
    );
  const tab = tabOf(asked, shown);
  const knowsGrowth = shown.includes('growth');
  return (
    <Page edge aside={person && <Beside person={person} tab={tab} knowsGrowth={knowsGrowth} />}>
      {isError && !person && (
        <Banner tone="error" className="mt-6" action={<BannerButton onClick={() => void refetch()}>{said.retry}</BannerButton>}>
          {said.childFailed}
        </Banner>
      )}
      {!person && !isError && (
        <Loading label={said.loadingChild}>
          <Skeleton className="bleed h-[400px]" />
        </Loading>
      )}
      {person && (
        <>
          <ChildHead person={person} small={tab !== 'timeline'} />
          <Tabs
            label={person.name}
            tabs={shown.map((value) => ({ value, label: words.tabs[value] }))}
            value={tab}
            onChange={(next) =>
              void navigate({ ...here, search: next === 'timeline' ? {} : { tab: next }, replace: true, resetScroll: false })
            }
          >
            <Part person={person} tab={tab} />
          </Tabs>
          {tab === 'timeline' && knowsGrowth && (
            <div className="mt-8 lg:hidden">
              <GrowthCard person={person} />
            </div>
          )}
        </>
      )}
    </Page>
  );
}

/** The tabs one may see: milestones and growth are for guardians, and for who grows. */
function useShownTabs(person: Relationship | undefined): readonly Tab[] {
  const guardian = useIsGuardian();
  const me = useSession().user?.id;
  const knows = guardian || (person !== undefined && person.related_user_id === me);
  return knows ? tabs : ['timeline', 'siblings'];
}

function Part({ person, tab }: { person: Relationship; tab: Tab }) {
  if (tab === 'timeline') return <ChildTimeline person={person} />;
  return (
    <Suspense
      fallback={
        <Loading label={said.loadingChild}>
          <Skeleton className="mt-6 h-80" />
        </Loading>
      }
    >
      {tab === 'milestones' && <ChildMilestones person={person} />}
      {tab === 'growth' && <GrowthTab person={person} />}
      {tab === 'siblings' && <SideBySide person={person} />}
    </Suspense>
  );
}

function Beside({ person, tab, knowsGrowth }: { person: Relationship; tab: Tab; knowsGrowth: boolean }) {
  if (!knowsGrowth) return null;
  if (tab === 'growth') return <OtherMeasures person={person} />;
  if (tab !== 'timeline') return null;
  return (
    <>
      <GrowthCard person={person} />
      <StillToCome person={person} />
    </>
  );
}
