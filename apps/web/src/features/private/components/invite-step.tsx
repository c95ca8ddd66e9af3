import { t } from '@heartwood/messages/current';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { meQuery } from '#features/accounts/api.ts';
import { useCurrentFamily } from '#features/family/api.ts';
import { relationSaid } from '#features/family/components/relations.ts';
import { invitationsQuery } from '#features/invitations/api.ts';
import { InviteForm } from '#features/invitations/components/invite-form.tsx';
import { VerifyFirst } from '#features/invitations/components/verify-first.tsx';
import { useInviting } from '#features/invitations/hooks/use-inviting.ts';
import { onTheirWay } from '#features/invitations/logic.ts';
import { peopleQuery } from '#features/people/api.ts';
import { useSession } from '#platform/session.ts';
import { useSettled } from '#platform/settled.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Card } from '#ui/card.tsx';
import { List, ListRow } from '#ui/list-row.tsx';
import { StepButton, StepFrame, useNextStep } from './step-frame.tsx';

/** The third step: whom to invite. What somebody writes who has just registered leaves when their address is confirmed. */
export function InviteStep() {
  return <Inviting key={useSession().user?.current_family_id} />;
}

function Inviting() {
  const next = useNextStep('invite');
  const family = useCurrentFamily();
  const me = useQuery(meQuery);
  const invitations = useQuery(invitationsQuery);
  // The form is drawn once they are known.
  const people = useQuery({ ...peopleQuery(), throwOnError: false });
  const isKnown = useSettled(invitations.isLoading || people.isLoading);
  const goesOn = useRef(false);
  const inviting = useInviting(() => goesOn.current && next());
  const { form, isBlank } = inviting;
  const user = me.data?.user;
  const isDrawn = family !== undefined && user !== undefined && isKnown;
  // What is written and not sent yet goes first.
  const finish = async () => {
    if (!isDrawn || isBlank()) return next();
    goesOn.current = true;
    await form.submit();
    goesOn.current = false;
  };
  const written = onTheirWay(invitations.data ?? []);
  return (
    <StepFrame
      step="invite"
      title={t('private.invite.title')}
      text={t('private.invite.text')}
      action={
        <StepButton busy={form.busy} onClick={() => void finish()}>
          {t('private.steps.finish')}
        </StepButton>
      }
    >
      {written.length > 0 && (
        <section className="mt-8">
          <h2 className="type-subhead">{t('private.invite.sent')}</h2>
          <List card label={t('private.invite.sent')} className="mt-3">
            {written.map(({ id, email, name, status, ...relation }) => (
              <ListRow
                key={id}
                start={<Avatar id={email} name={name ?? email} />}
                title={name ?? email}
                meta={
                  status === 'waiting'
                    ? t('invitations.open.waits')
                    : relationSaid({ name: name ?? email, ...relation }, family && family.role !== 'relative')
                }
              />
            ))}
          </List>
        </section>
      )}
      {isDrawn && <VerifyFirst email={user.email} confirmed={user.email_verified} level={2} />}
      {isDrawn && (
        <Card pad className="mt-8 [&>form]:mt-0">
          <InviteForm mine={family.role} waits={!user.email_verified} look="quiet" inviting={inviting} />
        </Card>
      )}
    </StepFrame>
  );
}
