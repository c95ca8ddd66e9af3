import { t } from '@heartwood/messages/current';
import type { Moment } from '@heartwood/contract/moments';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { useMembers } from '#features/family/api.ts';
import { AudiencePicker } from '#features/posts/components/audience-picker.tsx';
import { audienceCount, lacksPeople } from '#features/posts/logic.ts';
import { emptyDraft, type Draft } from '#features/sending/logic.ts';
import { sharedToast, shareLabel } from '#features/posts/components/meta.ts';
import { toastRefusal } from '#platform/refusal-toast.ts';
import { useSession } from '#platform/session.ts';
import { toasts } from '#platform/toasts.ts';
import { Banner } from '#ui/banner.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Dialog, DialogActions } from '#ui/dialog.tsx';
import { useShareMoment } from '../api.ts';

/** Sharing a moment as a post; where it is shared, the way to that. */
export function ShareMoment({ moment }: { moment: Moment }) {
  const [asks, ask] = useState(false);
  if (moment.post_id)
    return (
      <Banner
        tone="saved"
        className="mt-6"
        action={
          <ButtonLink small look="text" to="/post/$id" params={{ id: moment.post_id }} className="-my-2">
            {t('moments.seePost')}
          </ButtonLink>
        }
      >
        {t('moments.isShared')}
      </Banner>
    );
  if (!moment.can.share) return null;
  return (
    <>
      <Button look="quiet" icon={<Send />} className="mt-6" onClick={() => ask(true)}>
        {t('moments.shareTitle')}
      </Button>
      <Dialog title={t('moments.shareTitle')} text={t('moments.shareText')} open={asks} onOpenChange={ask}>
        {asks && <Ask id={moment.id} onDone={() => ask(false)} />}
      </Dialog>
    </>
  );
}

function Ask({ id, onDone }: { id: string; onDone: () => void }) {
  const { user } = useSession();
  const members = useMembers().data;
  const share = useShareMoment();
  const [draft, change] = useState<Draft>(emptyDraft);
  const reach = audienceCount(draft, members, user?.id);
  const { audience, audienceUserIds } = draft;
  const send = async () => {
    if (lacksPeople(draft)) return void toasts.add(t('posts.choosePerson'), { type: 'error' });
    try {
      await share.mutateAsync({ id, body: audience === 'people' ? { audience, audience_user_ids: audienceUserIds } : { audience } });
      toasts.add(sharedToast(reach, audience));
      onDone();
    } catch (error) {
      toastRefusal(error);
    }
  };
  return (
    <>
      <div className="mt-4">
        <AudiencePicker draft={draft} onChange={(to) => change({ ...draft, ...to })} members={members} me={user?.id} />
      </div>
      <DialogActions>
        <Button block busy={share.isPending} onClick={() => void send()}>
          {shareLabel(reach, audience)}
        </Button>
        <Button block look="quiet" onClick={onDone}>
          {t('moments.close')}
        </Button>
      </DialogActions>
    </>
  );
}
