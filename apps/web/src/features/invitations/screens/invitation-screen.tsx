import { t } from '@heartwood/messages/current';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { BrandedPage } from '../components/branded-page.tsx';
import { InvitationLetter } from '../components/invitation-letter.tsx';
import { UnopenedInvitation } from '../components/unopened-invitation.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { previewQuery } from '../api.ts';

/** The link of an invitation leads here: who invites, to which family, with which words. */
export function InvitationScreen() {
  const { token = '' } = useSearch({ strict: false }) as { token?: string };
  const preview = useQuery(previewQuery(token));
  return (
    <BrandedPage>
      {preview.data ? (
        <InvitationLetter token={token} preview={preview.data} />
      ) : preview.isPending && token ? (
        <Loading label={t('invitations.invitation.opening')} className="rounded-card bg-surface p-6 shadow-card">
          <h1 className="sr-only">{t('invitations.invitation.opening')}</h1>
          <Skeleton className="aspect-16/10 rounded-card" />
          <Skeleton className="mx-auto mt-6 h-8 w-2/3" />
          <Skeleton className="mt-6 h-32" />
        </Loading>
      ) : (
        <UnopenedInvitation error={preview.error} busy={preview.isFetching} retry={() => void preview.refetch()} />
      )}
    </BrandedPage>
  );
}
