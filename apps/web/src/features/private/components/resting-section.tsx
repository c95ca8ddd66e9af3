import { t } from '@heartwood/messages/current';
import type { FamilySummary } from '@heartwood/contract/family';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { meQuery } from '#features/accounts/api.ts';
import { leavingFamily } from '#features/family/api.ts';
import { StartOwnFamily } from '#features/family/components/start-family.tsx';
import { revocableQuery } from '#features/invitations/api.ts';
import { call } from '#platform/http.ts';
import { navigation } from '#platform/navigation.ts';
import { useOwnPage } from '#platform/own-page.ts';
import { toastRefusal } from '#platform/refusal-toast.ts';
import { useSession } from '#platform/session.ts';
import { toasts } from '#platform/toasts.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { focusLater } from '#ui/focus-later.ts';
import { Section } from '#ui/section.tsx';

/** What stays possible in families that nobody covers, whose own pages are closed: leaving, and taking invitations back. */
export function RestingSection() {
  const { data: me } = useQuery(meQuery);
  const { profile } = useSession();
  const page = useOwnPage();
  const families = me?.families.filter(({ covered }) => !covered) ?? [];
  if (families.length === 0) return null;
  return (
    <Section id="resting" title={t('private.resting.title')}>
      <p className="mt-2 soft">{t('private.resting.text')}</p>
      {families.map((family) => (
        <RestingFamily key={family.id} family={family} />
      ))}
      <StartOwnFamily
        families={me?.families ?? []}
        lastname={profile?.lastname ?? ''}
        className="mt-4"
        // See [Note: What is answered late leads nobody away].
        onStarted={() => page.isShown() && navigation.inApp('/private')}
      />
    </Section>
  );
}

/** What was pressed goes with what it was for: the focus goes to the heading above, or to the one below where the whole section has gone. */
const focusHeading = () =>
  focusLater(() => (document.activeElement === document.body ? document.querySelector<HTMLElement>('#resting h2, #export h2') : null));

/** Does something in a family that nobody covers, and says that it is `done`. */
function useRestingChange(
  action: () => Promise<unknown>,
  { done, settled, mutationKey }: { done: () => string; settled?: () => void; mutationKey?: readonly string[] },
) {
  const queries = useQueryClient();
  return useMutation({
    ...(mutationKey ? { mutationKey } : {}),
    mutationFn: action,
    onSuccess: () => void toasts.add(done()),
    onError: toastRefusal,
    onSettled: async () => {
      settled?.();
      await queries.invalidateQueries();
      focusHeading();
    },
  });
}

function RestingFamily({ family }: { family: FamilySummary }) {
  const { data: invitations = [] } = useQuery({ ...revocableQuery, throwOnError: false });
  const { user } = useSession();
  const [asking, ask] = useState(false);
  const params = { id: family.id, user_id: user?.id ?? '' };
  const leave = useRestingChange(() => call('DELETE /api/families/:id/members/:user_id', { params }), {
    done: () => t('family.left'),
    settled: () => ask(false),
    mutationKey: [...leavingFamily, family.id],
  });
  const mine = invitations.filter(({ family_id }) => family_id === family.id);
  return (
    <Card pad className="mt-4">
      <h3 className="type-label text-body">{family.name}</h3>
      {mine.length > 0 && (
        <ul aria-label={t('invitations.open.title')} className="mt-3 grid gap-3">
          {mine.map((invitation) => (
            <OpenInvitation key={invitation.id} {...invitation} />
          ))}
        </ul>
      )}
      {family.role === 'owner' ? (
        <p className="mt-3 type-meta">{t('private.resting.owner')}</p>
      ) : (
        <Button small flush look="danger" className="mt-3" onClick={() => ask(true)}>
          {t('family.leave')}
        </Button>
      )}
      <ConfirmDialog
        title={t('family.leaveTitle')}
        text={t('family.leaveText')}
        confirm={t('family.leaveConfirm')}
        keep={t('family.leaveKeep')}
        open={asking}
        onOpenChange={ask}
        onConfirm={() => leave.mutate()}
        busy={leave.isPending}
      />
    </Card>
  );
}

/** An invitation that can be taken back. */
function OpenInvitation({ id, name, email }: { id: string; name: string | null; email: string }) {
  const takeBack = useRestingChange(() => call('DELETE /api/invitations/:id', { params: { id } }), {
    done: () => t('invitations.open.taken', { email }),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-8 gap-y-1">
      <span className="min-w-0">
        <b className="block type-label break-words">{name ?? email}</b>
        {name && <span className="block type-meta break-words">{email}</span>}
      </span>
      <Button
        small
        flush
        look="danger"
        busy={takeBack.isPending}
        aria-label={t('invitations.open.backNamed', { email })}
        onClick={() => takeBack.mutate()}
      >
        {t('invitations.open.back')}
      </Button>
    </li>
  );
}
