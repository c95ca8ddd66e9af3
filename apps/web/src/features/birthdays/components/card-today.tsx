import { t } from '@heartwood/messages/current';
import type { Relationship } from '@heartwood/contract/people';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight, Gift } from 'lucide-react';
import { useIsGuardian } from '#features/family/api.ts';
import { useNames } from '#features/people/api.ts';
import type { UpcomingBirthday } from '#features/people/logic.ts';
import { useSession } from '#platform/session.ts';
import { gatheredQuery } from '../api.ts';
import { cardToday } from '../logic.ts';

/** On a birthday: the card that waits for who looks, or for somebody they read it out to. */
export default function CardToday({ birthdays }: { birthdays: readonly UpcomingBirthday<Relationship>[] }) {
  const { user } = useSession();
  const guardian = useIsGuardian();
  return cardToday(birthdays, user?.id, guardian === true).map((person) => (
    <Waiting key={person.heartwood_id} person={person} isOwn={person.related_user_id === user?.id} />
  ));
}

function Waiting({ person: { heartwood_id: id, name, slug }, isOwn }: { person: Relationship; isOwn: boolean }) {
  const { names } = useNames();
  const { data } = useQuery(gatheredQuery(id));
  if (!data?.delivered) return null;
  const count = data.wished.length;
  const short = names.get(id) ?? name;
  return (
    <Link
      to="/inspiration/share-birthday"
      search={{ person: slug || id }}
      className="mb-5 flex items-center gap-4 rounded-card bg-resin-soft p-5 shadow-card"
    >
      <Gift className="icon-l shrink-0 text-resin" />
      <span className="min-w-0 flex-1">
        <b className="block type-heading">{isOwn ? t('birthdays.card.today') : t('birthdays.card.todayFor', { name: short })}</b>
        <span className="soft">
          {isOwn ? t('birthdays.card.thought', { count }) : t('birthdays.card.thoughtOf', { count, name: short })}
        </span>
      </span>
      <ChevronRight className="icon-s shrink-0 text-ink-3 rtl:-scale-x-100" />
    </Link>
  );
}
