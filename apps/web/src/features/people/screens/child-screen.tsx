import { t } from '@heartwood/messages/current';
import type { PlainKey } from '@heartwood/messages/translate';
import type { Relationship } from '@heartwood/contract/people';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ArrowLeft, FileText } from 'lucide-react';
import { Suspense, type ComponentType, type ReactNode } from 'react';
import { personQuery } from '#features/people/api.ts';
import { useIsGuardian } from '#features/family/api.ts';
import { AboutMember } from '#features/family/components/about-member.tsx';
import { useMember } from '#features/family/hooks/use-member.ts';
import { hasNotCome, NotLoaded } from '#platform/not-loaded.tsx';
import { useSession } from '#platform/session.ts';
import { useToday } from '#platform/today.ts';
import { usePageTitle } from '#platform/title.ts';
import { BackRow } from '#ui/back-row.tsx';
import { IconLink } from '#ui/icon-button.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { Page } from '#ui/page.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { NextBirthdays } from '../components/next-birthdays.tsx';
import { ChildHead } from '../components/child-head.tsx';
import { useBesides } from '../hooks/use-besides.ts';
import { areSiblings, isGrownUp, tabOf, tabs, type Tab } from '../logic.ts';

const tabNames = {
  timeline: 'people.child.tabs.timeline',
  milestones: 'people.child.tabs.milestones',
  growth: 'people.child.tabs.growth',
  siblings: 'people.child.tabs.siblings',
} satisfies Record<Tab, PlainKey>;

const EditPerson = lazyPart(() => import('../components/edit-person.tsx'));

type OfPerson = ComponentType<{ person: Relationship }>;

/** What the page of a child shows of the features above. */
export interface ChildParts {
  /** What stands in a tab. */
  tabs: Record<Tab, OfPerson>;
  GrowthCard: ComponentType<{ person: Relationship; none?: ReactNode }>;
  OtherMeasures: ComponentType<{ person: Relationship; none?: ReactNode }>;
  StillToCome: OfPerson;
}

/** One child: photo, name and exact age, then everything the child is in; milestones and growth for guardians and the child; and who else is growing up, at the same age. */
export function ChildScreen({ parts }: { parts: ChildParts }) {
  const { childId = '' } = useParams({ strict: false }) as { childId?: string };
  const { edit, tab: wanted } = useSearch({ strict: false }) as { edit?: string; tab?: string };
  const navigate = useNavigate();
  const asked = useQuery(personQuery(childId));
  const { data: person, refetch } = asked;
  const { knows, shown, hasSiblings } = useShownTabs(person, wanted);
  // What a member says of themself stands above the tabs: they wait for it, and do not jump down.
  const settled = useMember(childId).settled || person?.is_user !== 1;
  usePageTitle(person?.name);
  const here = { to: '/children/childDetail/$childId', params: { childId } } as const;
  if (person && edit)
    return (
      <Suspense>
        <EditPerson person={person} onClose={() => void navigate({ ...here, replace: true })} />
      </Suspense>
    );
  if (hasNotCome(asked)) return <NoChild onRetry={refetch} />;
  const tab = tabOf(wanted, shown);
  const knowsGrowth = shown.includes('growth');
  const beside = person && (
    <>
      {knows && <GoodToKnow person={person} />}
      {knowsGrowth ? <Beside person={person} tab={tab} parts={parts} /> : <NextBirthdays />}
    </>
  );
  const below = person && (
    <>
      {person.is_user === 1 && <AboutMember personId={person.heartwood_id} />}
      {knows && (
        <div className="mt-5 lg:hidden">
          <GoodToKnow person={person} />
        </div>
      )}
      {shown.length === 1 ? (
        <InTab person={person} Part={parts.tabs.timeline} />
      ) : (
        <Tabs
          label={person.name}
          tabs={shown.map((value) => ({
            value,
            label: t(value === 'siblings' && !hasSiblings ? 'people.child.sideBySide' : tabNames[value]),
          }))}
          value={tab}
          onChange={(next) =>
            void navigate({ ...here, search: next === 'timeline' ? {} : { tab: next }, replace: true, resetScroll: false })
          }
        >
          <InTab person={person} Part={parts.tabs[tab]} />
        </Tabs>
      )}
      {tab === 'timeline' && knowsGrowth && (
        <div className="mt-8 lg:hidden">
          <parts.GrowthCard person={person} />
        </div>
      )}
    </>
  );
  return (
    <Page edge aside={beside}>
      {!person && (
        <Loading label={t('people.loadingChild')}>
          <Skeleton className="bleed h-[400px]" />
        </Loading>
      )}
      {person && (
        <>
          <ChildHead person={person} />
          {settled ? below : <LoadingPart />}
        </>
      )}
    </Page>
  );
}

/** Stands in for a child that could not be loaded: the way back, and another try. */
function NoChild({ onRetry }: { onRetry: () => unknown }) {
  return (
    <Page alone>
      <BackRow
        back={
          <IconLink label={t('people.back')} to="/children">
            <ArrowLeft />
          </IconLink>
        }
      />
      <h1 className="mt-3 type-title">{t('app.pages.child')}</h1>
      <NotLoaded className="mt-5" onRetry={onRetry}>
        {t('people.childFailed')}
      </NotLoaded>
    </Page>
  );
}

/**
 * The tabs that are shown: milestones and growth to guardians and to the person themself, growth of no grown-up, others at the same age where
 * there are any. They are siblings where all of them are.
 * @param asked the tab in the address: `siblings` is shown also while it is not known whether there are any
 */
function useShownTabs(
  person: Relationship | undefined,
  asked: string | undefined,
): { knows: boolean; shown: readonly Tab[]; hasSiblings: boolean } {
  const on = useToday();
  const guardian = useIsGuardian();
  const me = useSession().user?.id;
  const others = useBesides(person);
  const knows = guardian === true || (person !== undefined && person.related_user_id === me);
  const hasOthers = others ? others.length > 0 : asked === 'siblings';
  const isGrown = person !== undefined && isGrownUp(person, on);
  const hasSiblings = person !== undefined && others?.every((other) => areSiblings(person, other)) === true;
  const isShown: Record<Tab, boolean> = { timeline: true, milestones: knows, growth: knows && !isGrown, siblings: hasOthers };
  return { knows, shown: tabs.filter((tab) => isShown[tab]), hasSiblings };
}

/** A link to what guardians keep about the child: health, sizes, school. It stands above the tabs on a phone, beside them on desktop. */
function GoodToKnow({ person }: { person: Relationship }) {
  return (
    <Link
      to="/private/additional-information/$name"
      params={{ name: person.slug || person.heartwood_id }}
      className="flex min-h-hit items-center gap-3 rounded-md bg-fir-soft px-4 py-2"
    >
      <FileText className="shrink-0 text-fir" />
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <span className="type-label">{t('app.pages.information')}</span>
        <span className="type-meta">{t('private.hub.knowText')}</span>
      </span>
    </Link>
  );
}

function LoadingPart() {
  return (
    <Loading label={t('people.loadingChild')}>
      <Skeleton className="mt-6 h-80" />
    </Loading>
  );
}

function InTab({ person, Part }: { person: Relationship; Part: OfPerson }) {
  return (
    <Suspense fallback={<LoadingPart />}>
      <Part person={person} />
    </Suspense>
  );
}

/** What a guardian sees beside a tab: of milestones and growth what the tab itself does not show; where nothing of growth is known, the birthdays ahead. */
function Beside({ person, tab, parts }: { person: Relationship; tab: Tab; parts: ChildParts }) {
  const Growth = tab === 'growth' ? parts.OtherMeasures : parts.GrowthCard;
  return (
    <>
      <Growth person={person} none={<NextBirthdays />} />
      {tab !== 'milestones' && <parts.StillToCome person={person} />}
    </>
  );
}
