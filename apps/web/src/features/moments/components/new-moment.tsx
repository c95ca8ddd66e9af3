import { t } from '@heartwood/messages/current';
import type { Relationship } from '@heartwood/contract/people';
import { useNavigate } from '@tanstack/react-router';
import { useMembers } from '#features/family/api.ts';
import { AudiencePicker } from '#features/posts/components/audience-picker.tsx';
import { audienceCount, lacksPeople } from '#features/posts/logic.ts';
import { sharedToast, audiences } from '#features/posts/components/meta.ts';
import { UnsavedDialog } from '#features/sending/components/unsaved-dialog.tsx';
import { useKeeps } from '#platform/device-storage.ts';
import { useOwnPage } from '#platform/own-page.ts';
import { useSession } from '#platform/session.ts';
import { toasts } from '#platform/toasts.ts';
import { useUnsaved } from '#platform/unsaved.ts';
import { DraftNote } from '#ui/draft-note.tsx';
import { FlowPage } from '#ui/flow-page.tsx';
import { BackButton } from '#ui/page.tsx';
import { Switch } from '#ui/switch.tsx';
import { useKeepMoment, useShareMoment } from '../api.ts';
import { isMomentWritten } from '../logic.ts';
import { shareHint } from './sentences.ts';
import { MomentEditor } from './moment-editor.tsx';
import { useNewMoment } from '../hooks/use-new-moment.ts';

interface NewMomentProps {
  people: readonly Relationship[];
  chosen: readonly string[];
  milestone?: string;
  onClose: () => void;
}

/** A new moment of the family that is looked at. `chosen` are whose it is to begin with, `milestone` the slug of one that has just been reached. */
export default function NewMoment(props: NewMomentProps) {
  return <Moment key={useSession().user?.current_family_id} {...props} />;
}

function Moment({ people, chosen, milestone, onClose }: NewMomentProps) {
  const navigate = useNavigate();
  const page = useOwnPage();
  const { user } = useSession();
  const members = useMembers().data;
  const name = `moment ${user?.id ?? ''} ${user?.current_family_id ?? ''} ${chosen.join(' ')} ${milestone ?? ''}`;
  const { handle, saying } = useNewMoment(name, chosen);
  const share = useShareMoment();
  const shares = saying?.[0].shares ?? false;
  const { draft, change } = handle;
  const { audience, audienceUserIds } = draft;
  const reach = audienceCount(draft, members, user?.id);

  const isWritten = saying !== undefined && isMomentWritten(saying[0], draft);
  const unsaved = useUnsaved(!useKeeps() && isWritten, { onReload: true });
  const sending = useKeepMoment(name, async ({ id, people: of }) => {
    unsaved.finish();
    handle.finish(true);
    const shared =
      shares &&
      !lacksPeople(draft) &&
      (await share.mutateAsync({ id, body: audience === 'people' ? { audience, audience_user_ids: audienceUserIds } : { audience } }).then(
        () => true,
        () => false,
      ));
    if (shares && !shared) toasts.add(t('moments.keptNotShared'), { type: 'error' });
    else toasts.add(shared ? sharedToast(reach, audience) : t('moments.keptToast'));
    const name = people.find(({ heartwood_id }) => heartwood_id === (chosen[0] ?? of[0]))?.slug || of[0]!;
    const search = shares && !shared ? { moment: id } : {};
    if (page.isShown()) void navigate({ to: '/private/meaningful-moments/$name', params: { name }, search, replace: true });
  });

  if (!saying)
    return sending.isElsewhere ? (
      <FlowPage card title={<h1>{t('moments.new')}</h1>} back={<BackButton onBack={onClose} />}>
        <DraftNote shown={false} isSending onDiscard={onClose} />
      </FlowPage>
    ) : null;
  return (
    <MomentEditor
      heading={t('moments.new')}
      action={t('moments.keep')}
      people={people}
      handle={handle}
      first={{ title: '', milestone: null }}
      saying={saying}
      isKept
      onClose={() => {
        unsaved.finish();
        handle.finish(false);
        onClose();
      }}
      {...(milestone ? { offered: milestone } : {})}
      sending={sending}
    >
      <div className="mt-8 border-t border-line pt-5">
        <Switch
          label={<b className="font-semibold">{t('moments.share')}</b>}
          hint={shareHint(audience === 'family' ? t('moments.withFamily') : t(audiences[audience].label), reach)}
          checked={shares}
          onChange={(is) => saying[1]({ ...saying[0], shares: is })}
        />
        {shares && (
          <div className="mt-3">
            <AudiencePicker draft={draft} onChange={change} members={members} me={user?.id} />
          </div>
        )}
      </div>
      <UnsavedDialog unsaved={unsaved} title={t('moments.discard.title')} text={t('posts.unsaved.draftText')} />
    </MomentEditor>
  );
}
