import { t } from '@heartwood/messages/current';
import { Users } from 'lucide-react';
import { useId } from 'react';
import { firstName } from '#features/family/logic.ts';
import { useNames } from '#features/people/api.ts';
import { addressOf } from '#platform/addresses.ts';
import { NotLoaded } from '#platform/not-loaded.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Chip, ChipRow } from '#ui/chip.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { useOthers } from '../hooks/use-others.ts';
import { withRecipient, type Asking } from '../logic.ts';

/** Whom somebody asks: everyone, or those who are chosen. */
export function RecipientsPicker({
  asking,
  whom: { others, isMissing, retry },
  onChange,
}: {
  asking: Asking;
  whom: ReturnType<typeof useOthers>;
  onChange: (to: Partial<Asking>) => void;
}) {
  const label = useId();
  const { users } = useNames();
  const count = asking.userIds.length;
  return (
    <section aria-labelledby={label}>
      <h2 id={label} className="mb-2 type-label">
        {t('questions.whom')}
      </h2>
      <ChipRow label={t('questions.whom')} wrap>
        <Chip
          kind="pick"
          chosen={asking.everyone}
          start={<Users className="ms-2.5 icon-s" />}
          onClick={() => onChange({ everyone: true, userIds: [] })}
        >
          {t('questions.everyone')}
        </Chip>
        {!others && !isMissing && <Skeleton className="h-hit w-28 rounded-full" />}
        {others?.map(({ user_id: userId, heartwood_id: personId, name, image }) => (
          <Chip
            key={userId}
            kind="pick"
            chosen={asking.userIds.includes(userId)}
            start={<Avatar id={personId} name={name} src={addressOf(image?.thumb)} size="s" />}
            onClick={() => onChange(withRecipient(asking, userId))}
          >
            {users.get(userId) ?? firstName(name)}
          </Chip>
        ))}
      </ChipRow>
      {isMissing && (
        <NotLoaded className="mt-3" onRetry={retry}>
          {t('questions.whomFailed')}
        </NotLoaded>
      )}
      <p role="status" className="mt-2 type-meta">
        {asking.everyone ? t('questions.everyoneSees') : t('questions.onlyTheySee', { count })}
      </p>
    </section>
  );
}
