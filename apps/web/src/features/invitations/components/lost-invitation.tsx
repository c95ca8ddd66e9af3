import { useSession } from '#platform/session.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { words } from '../words.ts';

const { invitation: said } = words;

/** A link that was used, taken back, ran out, or never was: what to do now. */
export function LostInvitation() {
  const { token } = useSession();
  return (
    <EmptyState
      level={1}
      drawing="chest"
      title={said.lostTitle}
      className="mx-auto max-w-[560px]"
      action={
        <>
          <ButtonLink small to="/invite">
            {said.otherCode}
          </ButtonLink>
          <ButtonLink small look="quiet" to={token ? '/dashboard' : '/login'}>
            {token ? said.home : words.code.login}
          </ButtonLink>
        </>
      }
    >
      {said.lost}
    </EmptyState>
  );
}
