import { relationOfTwo, relationSaid } from '#features/family/components/relations.ts';
import { t } from '@heartwood/messages/current';
import type { Invitation } from '@heartwood/contract/invitations';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useIsGuardian } from '#features/family/api.ts';
import { useSession } from '#platform/session.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { focusLater } from '#ui/focus-later.ts';
import { List } from '#ui/list-row.tsx';
import { invitationsQuery } from '../api.ts';
import { useOpenInvitation } from '../hooks/use-open-invitation.ts';
import { onTheirWay } from '../logic.ts';
import { firstName } from '#features/family/logic.ts';
import { dayOf, untilInWords } from '#platform/dates.ts';

/** Invitations on their way, each with its verbs: send again, take back; one that ran out offers a new link. */
export function OpenInvitations() {
  const { data: invitations = [] } = useQuery(invitationsQuery);
  const shown = onTheirWay(invitations);
  if (shown.length === 0) return null;
  return (
    <section>
      <h2 id="on-their-way" tabIndex={-1} className="mt-10 type-subhead">
        {t('invitations.open.title')}
      </h2>
      <List card label={t('invitations.open.title')} className="mt-3">
        {shown.map((invitation) => (
          <OnTheWay key={invitation.id} invitation={invitation} />
        ))}
      </List>
    </section>
  );
}

/** How long an invitation is open; one that waits says for what. */
function untilWhen({ status, expires_at }: Invitation): string {
  if (!expires_at) return t('invitations.open.waits');
  return status === 'open'
    ? t('invitations.open.until', { when: untilInWords(expires_at) })
    : t('invitations.open.ranOut', { day: dayOf(expires_at) });
}

/** The heading of the list, or of the page where the last one has gone. */
const headingAbove = () => document.querySelector<HTMLElement>('#on-their-way') ?? document.querySelector<HTMLElement>('#content h1');

function OnTheWay({ invitation }: { invitation: Invitation }) {
  const { email, name, role, status, inviter, can } = invitation;
  const invited = { ...invitation, name: name ?? email };
  const { user } = useSession();
  const isGuardian = useIsGuardian();
  const { resend, revoke } = useOpenInvitation(invitation);
  const leave = useEffectEvent(() => {
    if (!revoke.isPending && !revoke.isSuccess) return;
    focusLater(() => (document.activeElement === document.body ? headingAbove() : null));
  });
  // The row goes with its button: the focus must not be lost with it.
  useEffect(() => () => leave(), []);
  const open = status === 'open';
  return (
    <li>
      <div className="py-[18px]">
        <div className="flex items-center gap-3">
          <Avatar id={email} name={name ?? email.replace(/@.*/, '').replaceAll(/[._-]+/g, ' ')} size="l" />
          <div className="min-w-0 flex-1">
            <b className="block type-label break-words">{name ?? email}</b>
            <p className="type-meta break-words">
              {inviter.user_id === user?.id ? relationSaid(invited, isGuardian) : relationOfTwo(invited, inviter.name)}
            </p>
            {name && <p className="type-meta break-words">{email}</p>}
            <p className="type-meta break-words">
              {t('invitations.open.role', { role })} {untilWhen(invitation)}
              {inviter.user_id !== user?.id && ` ${t('invitations.open.by', { name: firstName(inviter.name) })}`}
            </p>
          </div>
        </div>
        {(can.resend || can.revoke) && (
          <div className="mt-3 flex flex-wrap gap-x-6.5 gap-y-2 sm:ps-16">
            {can.resend && (
              <Button
                small
                look="quiet"
                busy={resend.isPending}
                aria-label={open ? t('invitations.open.againNamed', { email }) : t('invitations.open.renewNamed', { email })}
                onClick={() => resend.mutate()}
              >
                {open ? t('invitations.open.again') : t('invitations.open.renew')}
              </Button>
            )}
            {can.revoke && (
              <Button
                small
                flush
                look="danger"
                busy={revoke.isPending}
                aria-label={t('invitations.open.backNamed', { email })}
                onClick={() => revoke.mutate()}
              >
                {t('invitations.open.back')}
              </Button>
            )}
          </div>
        )}
      </div>
    </li>
  );
}
