import { t } from '@heartwood/messages/current';
import type { FamilySummary } from '@heartwood/contract/family';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { meQuery } from '#features/accounts/api.ts';
import { revocableQuery } from '#features/invitations/api.ts';
import { call } from '#platform/http.ts';
import { toastRefusal } from '#platform/refusal-toast.ts';
import { useSession } from '#platform/session.ts';
import { toasts } from '#platform/toasts.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { Section } from '#ui/section.tsx';

/** What stays possible in families that nobody covers, whose own pages are closed: leaving, and taking invitations back. */
export function RestingSection() {
  const { data: me } = useQuery(meQuery);
  const families = me?.families.filter(({ covered }) => !covered) ?? [];
  if (families.length === 0) return null;
  return (
    <Section id="resting" title={t('private.resting.title')}>
      <p className="mt-2 soft">{t('private.resting.text')}</p>
      {families.map((family) => (
        <RestingFamily key={family.id} family={family} />
      ))}
    </Section>
  );
}

function RestingFamily({ family }: { family: FamilySummary }) {
  const { data: invitations = [] } = useQuery({ ...revocableQuery, throwOnError: false });
  const queries = useQueryClient();
  const { user } = useSession();
  const [asking, ask] = useState(false);
  const change = useMutation({
    mutationFn: ({ action }: { action: () => Promise<unknown>; done: string }) => action(),
    onSuccess: (_, { done }) => void toasts.add(done),
    onError: toastRefusal,
    onSettled: () => {
      ask(false);
      return queries.invalidateQueries();
    },
  });
  const takeBack = (id: string, email: string) =>
    change.mutate({
      action: () => call('DELETE /api/invitations/:id', { params: { id } }),
      done: t('invitations.open.taken', { email }),
    });
  const leave = () => {
    const params = { id: family.id, user_id: user?.id ?? '' };
    change.mutate({ action: () => call('DELETE /api/families/:id/members/:user_id', { params }), done: t('family.left') });
  };
  const mine = invitations.filter(({ family_id }) => family_id === family.id);
  return (
    <Card pad className="mt-4">
      <h3 className="type-label text-body">{family.name}</h3>
      {mine.length > 0 && (
        <ul aria-label={t('invitations.open.title')} className="mt-3 grid gap-3">
          {mine.map(({ id, name, email }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-8 gap-y-1">
              <span className="min-w-0">
                <b className="block type-label break-words">{name ?? email}</b>
                {name && <span className="block type-meta break-words">{email}</span>}
              </span>
              <Button
                small
                flush
                look="danger"
                busy={change.isPending}
                aria-label={t('invitations.open.backNamed', { email })}
                onClick={() => takeBack(id, email)}
              >
                {t('invitations.open.back')}
              </Button>
            </li>
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
        onConfirm={leave}
        busy={change.isPending}
      />
    </Card>
  );
}
