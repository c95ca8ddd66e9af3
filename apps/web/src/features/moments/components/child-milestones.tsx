import { t } from '@heartwood/messages/current';
import type { Relationship } from '@heartwood/contract/people';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useIsGuardian } from '#features/family/api.ts';
import { Banner, BannerButton } from '#ui/banner.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { isGrownUp } from '#features/people/logic.ts';
import { useSession } from '#platform/session.ts';
import { useToday } from '#platform/today.ts';
import { milestonesQuery, momentsQuery } from '../api.ts';
import { ageThen, groupsOf } from '../logic.ts';
import { Folded, MilestoneList, Soon } from './milestone-list.tsx';
import { MomentCard } from './moment-card.tsx';
import { MomentsSkeleton } from './moments-skeleton.tsx';

/** The milestones of a child: what may come soon, what is kept, what is ahead, and what may be added late. For guardians, and the child. */
export function ChildMilestones({ person }: { person: Relationship }) {
  const guardian = useIsGuardian();
  const { user } = useSession();
  if (guardian === undefined) return <MomentsSkeleton />;
  if (!guardian && person.related_user_id !== user?.id)
    return (
      <EmptyState
        className="mt-6"
        drawing="sprout"
        title={t('moments.forGuardians.title')}
        action={
          <ButtonLink small to="/dashboard">
            {t('moments.forGuardians.action')}
          </ButtonLink>
        }
      >
        {t('moments.forGuardians.text')}
      </EmptyState>
    );
  return <Milestones person={person} />;
}

function Milestones({ person }: { person: Relationship }) {
  const isGrown = isGrownUp(person, useToday());
  const milestones = useQuery(milestonesQuery(person.heartwood_id));
  const moments = useInfiniteQuery(momentsQuery(person.heartwood_id));
  const name = person.slug || person.heartwood_id;
  if (milestones.isPending || moments.isPending) return <MomentsSkeleton />;
  if (!milestones.data || !moments.data) {
    const refetch = () => void Promise.all([milestones.refetch(), moments.refetch()]);
    return (
      <Banner tone="error" className="mt-6" action={<BannerButton onClick={refetch}>{t('moments.retry')}</BannerButton>}>
        {t('moments.failed')}
      </Banner>
    );
  }
  const { now, ahead, passed, anyAge } = groupsOf(milestones.data);
  const kept = moments.data.pages.flatMap(({ items }) => items);
  return (
    <>
      {!isGrown && <p className="mt-6 soft">{person.birth_day ? t('moments.hints') : t('moments.withoutBirthday')}</p>}
      <ButtonLink
        small
        block
        to="/private/meaningful-moments/$name"
        params={{ name }}
        search={{ add: 'own' }}
        icon={<Plus />}
        className="mt-4"
      >
        {t('moments.add')}
      </ButtonLink>
      {now.length > 0 && (
        <section className="mt-8">
          <h2 className="type-subhead">{t('moments.now')}</h2>
          <Soon milestones={now} name={name} hints />
        </section>
      )}
      {kept.length > 0 && (
        <section className="mt-8">
          <h2 className="mb-3 type-subhead">{t('moments.kept')}</h2>
          <div className="grid gap-3">
            {kept.map((moment) => (
              <MomentCard key={moment.id} moment={moment} name={name} line={ageThen(person.birth_day, moment.occurred_on) ?? ''} />
            ))}
          </div>
        </section>
      )}
      <Rest {...{ ahead, anyAge, name }} passed={isGrown ? [] : passed} />
    </>
  );
}

/** What is further away: ahead, or passed and welcome late. */
export function Rest({ ahead, passed, anyAge, name }: Omit<ReturnType<typeof groupsOf>, 'now'> & { name: string }) {
  return (
    <>
      {ahead.length > 0 && (
        <Folded title={t('moments.ahead')} open={t('moments.showAhead')}>
          <MilestoneList milestones={ahead} name={name} hints />
        </Folded>
      )}
      {passed.length > 0 && (
        <Folded title={t('moments.passed')} open={t('moments.showPassed')}>
          <MilestoneList milestones={passed} name={name} hints />
        </Folded>
      )}
      {anyAge.length > 0 && (
        <Folded title={t('moments.anyAge')} open={t('moments.allMilestones')}>
          <MilestoneList milestones={anyAge} name={name} hints />
        </Folded>
      )}
    </>
  );
}
