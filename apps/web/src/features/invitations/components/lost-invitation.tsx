import { invitationHours } from '@heartwood/contract/limits';
import { t } from '@heartwood/messages/current';
import { useSession } from '#platform/session.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

/** A link that was used, taken back, ran out, or never was: what to do now. */
export function LostInvitation() {
  const { token } = useSession();
  return (
    <EmptyState
      level={1}
      drawing="chest"
      title={t('invitations.invitation.lostTitle')}
      className="mx-auto max-w-[560px]"
      action={
        <>
          <ButtonLink small to="/invite">
            {t('invitations.invitation.otherCode')}
          </ButtonLink>
          <ButtonLink small look="quiet" to={token ? '/dashboard' : '/login'}>
            {token ? t('invitations.invitation.home') : t('invitations.code.login')}
          </ButtonLink>
        </>
      }
    >
      {t('invitations.invitation.lost', { hours: invitationHours })}
    </EmptyState>
  );
}
