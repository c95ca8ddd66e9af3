import { useMembers } from '#features/family/api.ts';
import { DraftForm } from '#features/posts/components/draft-form.tsx';
import { ForFamily } from '#features/posts/components/for-family.tsx';
import { KeptAudience } from '#features/posts/components/kept-audience.tsx';
import { shareLabel } from '#features/posts/components/meta.ts';
import { useSharing } from '#features/posts/hooks/use-sharing.ts';
import { audienceCount } from '#features/posts/logic.ts';
import type { useDraft } from '#features/sending/hooks/use-draft.ts';
import { t } from '@heartwood/messages/current';
import { useSession } from '#platform/session.ts';
import { Button } from '#ui/button.tsx';
import { FlowPage } from '#ui/flow-page.tsx';
import { BackButton } from '#ui/page.tsx';

/** What is said of the film, who is in it and who sees it. */
export function ShareFilm({ handle, onBack }: { handle: ReturnType<typeof useDraft>; onBack: () => void }) {
  const { user } = useSession();
  const members = useMembers().data;
  const { share, problem, busy } = useSharing(handle);
  const reach = audienceCount(handle.draft, members, user?.id);
  return (
    <FlowPage
      card
      title={<h1>{t('filming.share.title')}</h1>}
      back={<BackButton onBack={onBack} label={t('filming.share.back')} />}
      action={
        <Button block busy={busy} onClick={() => share(reach)}>
          {shareLabel(reach, handle.draft.audience)}
        </Button>
      }
    >
      <ForFamily />
      <KeptAudience handle={handle} members={members} />
      <DraftForm handle={handle} problem={problem} />
    </FlowPage>
  );
}
