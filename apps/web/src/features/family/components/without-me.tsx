import { listIn } from '@heartwood/messages/formats';
import { currentLanguage, t } from '@heartwood/messages/current';
import { useQueries, useQuery } from '@tanstack/react-query';
import { CreditCard, Users } from 'lucide-react';
import { meQuery } from '#features/accounts/api.ts';
import { Consequence } from '#features/accounts/components/consequence.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { membersQuery } from '../api.ts';
import { planWithoutOwner, withoutOwner } from './what-stays.ts';

/** What becomes of one's families, and of what is paid for them, when the account is deleted: who gets them, and which are gone with it. */
export function WithoutMe() {
  const { data: me } = useQuery({ ...meQuery, throwOnError: false });
  const owned = me?.families.filter(({ role }) => role === 'owner') ?? [];
  const others = me?.families.filter(({ role }) => role !== 'owner') ?? [];
  // Nobody looks into a family that nothing covers.
  const members = useQueries({
    queries: owned.map(({ id, covered }) => ({ ...membersQuery(id), staleTime: 0, enabled: covered, throwOnError: false })),
  });
  if (!me) return <Consequence icon={Users}>{t('family.without.any')}</Consequence>;
  if (members.some(({ isLoading }) => isLoading))
    return (
      <li>
        <Loading className="py-[7px]">
          <Skeleton className="h-12" />
        </Loading>
      </li>
    );
  const known = owned.map((family, index) => ({ ...family, members: members[index]?.data }));
  const plan = planWithoutOwner(
    me.subscription,
    known.map(({ id, name, members: those }) => ({ id, name, stays: those && those.length > 1 })),
  );
  return (
    <>
      {known.map(({ members: those, ...family }) => (
        <Consequence key={family.id} icon={Users}>
          {withoutOwner(family, those, me.user.id)}
        </Consequence>
      ))}
      {others.length > 0 && (
        <Consequence icon={Users}>
          {t('family.without.others', {
            families: listIn(
              currentLanguage.forIntl(),
              others.map(({ name }) => name),
            ),
            count: others.length,
          })}
        </Consequence>
      )}
      {plan && <Consequence icon={CreditCard}>{plan}</Consequence>}
    </>
  );
}
