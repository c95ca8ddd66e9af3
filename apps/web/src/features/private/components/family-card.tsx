import { t } from '@heartwood/messages/current';
import type { FamilySummary } from '@heartwood/contract/family';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { membersQuery } from '#features/family/api.ts';
import { invitationsQuery } from '#features/invitations/api.ts';
import { onTheirWay } from '#features/invitations/logic.ts';
import { inSentence } from '#features/family/logic.ts';
import { addressOf } from '#platform/addresses.ts';
import { hasNotCome, NotLoaded } from '#platform/not-loaded.tsx';
import { Avatar, AvatarGroup } from '#ui/avatar.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { focusLater } from '#ui/focus-later.ts';
import { Skeleton } from '#ui/skeleton.tsx';

const shown = 5;

/** The family in short: its faces, how many are still on the way, inviting. */
export function FamilyCard({ family }: { family: FamilySummary }) {
  const members = useQuery({ ...membersQuery(family.id), throwOnError: false });
  const isMissing = hasNotCome(members);
  const heading = useRef<HTMLHeadingElement>(null);
  const invitations = useQuery({ ...invitationsQuery, enabled: family.covered, throwOnError: false });
  const others = members.data?.length ?? 0;
  const open = onTheirWay(invitations.data ?? []).filter(({ status }) => status === 'open').length;
  const retry = async () => {
    const { isSuccess } = await members.refetch();
    if (!isSuccess) return;
    // The button that was pressed has gone.
    focusLater(() => (document.activeElement === document.body ? heading.current : null));
  };
  return (
    <section>
      <h2 ref={heading} tabIndex={-1} className="mt-8 type-subhead outline-none">
        {family.name}
      </h2>
      <Card pad className="mt-3">
        <div className="flex flex-wrap items-center justify-between gap-4">
          {members.data ? (
            <AvatarGroup ground="surface">
              {members.data.slice(0, shown).map(({ heartwood_id, name, image }) => (
                <Avatar key={heartwood_id} id={heartwood_id} name={name} src={addressOf(image?.thumb)} />
              ))}
            </AvatarGroup>
          ) : (
            !isMissing && <Skeleton className="size-11 rounded-full" />
          )}
          <ButtonLink small className={isMissing ? 'ms-auto' : ''} to="/private/family" search={{ invite: '1' }}>
            {t('private.hub.invite')}
          </ButtonLink>
        </div>
        {isMissing && (
          <NotLoaded className="mt-3" onRetry={retry}>
            {t('private.hub.failed')}
          </NotLoaded>
        )}
        {((members.isLoading && !isMissing) || invitations.isLoading) && <Skeleton className="mt-3 h-5 w-3/5" />}
        {members.data && !invitations.isLoading && (
          <p className="mt-3 type-meta">
            {t('private.hub.people', { count: others })} {open > 0 && t('private.hub.open', { count: open })}
          </p>
        )}
        <Link to="/private/family" className="link-row [overflow-wrap:anywhere]">
          {t('private.hub.seeFamily', { name: inSentence(family.name) })}
        </Link>
      </Card>
    </section>
  );
}
