import { invitationHours } from '@heartwood/contract/limits';
import { t } from '@heartwood/messages/current';
import { LinkTrouble } from '#features/accounts/components/trouble.tsx';
import { refusalFrom } from '#platform/http.ts';
import { useSession } from '#platform/session.ts';
import { troubleOf } from '#platform/trouble.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

/** In place of an invitation: why nobody could look at it, with another try, or that it is over. */
export function UnopenedInvitation({ error, busy, retry }: { error: Error | null; busy: boolean; retry: () => void }) {
  const trouble = error && troubleOf(refusalFrom(error, 'invalidInvitation'), navigator.onLine);
  return trouble ? <LinkTrouble trouble={trouble} busy={busy} retry={retry} /> : <LostInvitation />;
}

/** A link that was used, taken back, ran out, or never was: what to do now. */
function LostInvitation() {
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
