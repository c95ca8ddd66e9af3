import { t } from '@heartwood/messages/current';
import type { FamilyRole } from '@heartwood/contract/family';
import { useQuery } from '@tanstack/react-query';
import { meQuery } from '#features/accounts/api.ts';
import { useSession } from '#platform/session.ts';
import { useSettled } from '#platform/settled.ts';
import { Dialog } from '#ui/dialog.tsx';
import { useInviting } from '../hooks/use-inviting.ts';
import { InviteForm, InviteLoading } from './invite-form.tsx';
import { VerifyFirst } from './verify-first.tsx';

/** Inviting somebody, over the page of the family. */
export function InviteDialog({ mine, open, onOpenChange }: { mine: FamilyRole; open: boolean; onOpenChange: (open: boolean) => void }) {
  const family = useSession().user?.current_family_id;
  const me = useQuery(meQuery);
  const isKnown = useSettled(me.isLoading);
  const user = me.data?.user;
  return (
    <Dialog title={t('invitations.form.title')} text={t('invitations.form.text')} closable open={open} onOpenChange={onOpenChange}>
      {user && <VerifyFirst email={user.email} confirmed={user.email_verified} />}
      {isKnown ? (
        <Invite key={family} mine={mine} waits={user?.email_verified === false} onSent={() => onOpenChange(false)} />
      ) : (
        <InviteLoading />
      )}
    </Dialog>
  );
}

/** `onSent` follows an invitation that was sent. */
function Invite({ onSent, ...rest }: { mine: FamilyRole; waits: boolean; onSent: () => void }) {
  return <InviteForm {...rest} inviting={useInviting(onSent)} />;
}
