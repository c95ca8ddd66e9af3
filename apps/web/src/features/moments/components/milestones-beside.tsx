import { t } from '@heartwood/messages/current';
import type { Relationship } from '@heartwood/contract/people';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNames } from '#features/people/api.ts';
import { momentsQuery, milestonesQuery } from '#features/moments/api.ts';
import { MilestoneList } from '#features/moments/components/milestone-list.tsx';
import { MomentCard } from '#features/moments/components/moment-card.tsx';
import { ageThen, groupsOf } from '#features/moments/logic.ts';
import { partsListed } from '#platform/formats.ts';
import { Skeleton } from '#ui/skeleton.tsx';

const few = 2;

/** The milestones around a child's age, a few of them, beside the timeline. */
export function StillToCome({ person }: { person: Relationship }) {
  const { data } = useQuery(milestonesQuery(person.heartwood_id));
  const now = data ? groupsOf(data).now.slice(0, few) : [];
  if (now.length === 0) return null;
  return (
    <section>
      <h2 className="mb-2 type-subhead">{t('moments.stillToCome')}</h2>
      <MilestoneList milestones={now} name={person.slug || person.heartwood_id} />
    </section>
  );
}

/** The latest moments of the family's people, beside the children. */
export function MilestonesLately() {
  const { data, isPending } = useInfiniteQuery(momentsQuery(undefined, few));
  const { people, isLoading } = useNames();
  if (isPending || isLoading) return <Skeleton className="h-60 rounded-card" />;
  const latest = (data?.pages[0]?.items ?? []).slice(0, few);
  if (latest.length === 0) return null;
  return (
    <section>
      <h2 className="mb-3 type-subhead">{t('moments.lately')}</h2>
      <div className="grid gap-3">
        {latest.map((moment) => {
          const whose = people.find(({ heartwood_id: id }) => id === moment.people[0]);
          const line = partsListed([whose?.name, whose && ageThen(whose.birth_day, moment.occurred_on, true)]);
          return <MomentCard key={moment.id} moment={moment} name={whose?.slug || (moment.people[0] ?? '')} line={line} />;
        })}
      </div>
    </section>
  );
}
