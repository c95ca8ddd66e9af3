import { relationOf } from '#features/family/components/relations.ts';
import { t } from '@heartwood/messages/current';
import type { Invitation } from '@heartwood/contract/invitations';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toasts } from '#platform/toasts.ts';
import { useSession } from '#platform/session.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { List } from '#ui/list-row.tsx';
import { invitationsQuery, resendInvitation, revokeInvitation } from '../api.ts';
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
      <h2 className="mt-10 type-subhead">{t('invitations.open.title')}</h2>
      <List card label={t('invitations.open.title')} className="mt-3">
        {shown.map((invitation) => (
          <OnTheWay key={invitation.id} invitation={invitation} />
        ))}
      </List>
    </section>
  );
}

function OnTheWay({ invitation }: { invitation: Invitation }) {
  const { id, email, name, role, status, expires_at, inviter, can } = invitation;
  const { user } = useSession();
  const queries = useQueryClient();
  const [busy, setBusy] = useState<'again' | 'back'>();
  const run = async (which: 'again' | 'back', action: typeof resendInvitation | typeof revokeInvitation, done: string) => {
    setBusy(which);
    const answer = await action(id);
    await queries.invalidateQueries({ queryKey: invitationsQuery.queryKey });
    setBusy(undefined);
    toasts.add(answer.success ? done : answer.message, { type: answer.success ? 'success' : 'error' });
  };
  const open = status === 'open';
  return (
    <li>
      <div className="py-[18px]">
        <div className="flex items-center gap-3">
          <Avatar id={email} name={name ?? email.replace(/@.*/, '').replaceAll(/[._-]+/g, ' ')} size="l" />
          <div className="min-w-0 flex-1">
            <b className="block type-label break-words">{name ?? email}</b>
            <p className="type-meta break-words">
              {name && `${email}. `}
              {t('invitations.open.relation', { relation: relationOf(invitation), role })}{' '}
              {open
                ? t('invitations.open.until', { when: untilInWords(expires_at) })
                : t('invitations.open.ranOut', { day: dayOf(expires_at) })}
              {inviter.user_id !== user?.id && ` ${t('invitations.open.by', { name: firstName(inviter.name) })}`}
            </p>
          </div>
        </div>
        {(can.resend || can.revoke) && (
          <div className="mt-3 flex flex-wrap gap-2 sm:ps-16">
            {can.resend && (
              <Button
                small
                look="quiet"
                busy={busy === 'again'}
                aria-label={open ? t('invitations.open.againNamed', { email }) : t('invitations.open.renewNamed', { email })}
                onClick={() => void run('again', resendInvitation, t('invitations.open.sent', { email }))}
              >
                {open ? t('invitations.open.again') : t('invitations.open.renew')}
              </Button>
            )}
            {can.revoke && (
              <Button
                small
                look="danger"
                busy={busy === 'back'}
                aria-label={t('invitations.open.backNamed', { email })}
                onClick={() => void run('back', revokeInvitation, t('invitations.open.taken', { email }))}
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
