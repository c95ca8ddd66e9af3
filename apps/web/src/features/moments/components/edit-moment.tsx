import { t } from '@heartwood/messages/current';
import type { Relationship } from '@heartwood/contract/people';
import type { Moment } from '@heartwood/contract/moments';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { KeptEditNote } from '#features/sending/components/kept-edit-note.tsx';
import { TheirVersion } from '#features/sending/components/their-version.tsx';
import { UnsavedDialog } from '#features/sending/components/unsaved-dialog.tsx';
import type { Draft } from '#features/sending/logic.ts';
import { useKeptEdit } from '#platform/kept-edits.ts';
import { useOwnPage } from '#platform/own-page.ts';
import { toastRefusal } from '#platform/refusal-toast.ts';
import { toasts } from '#platform/toasts.ts';
import { useUnsaved } from '#platform/unsaved.ts';
import { FlowPage } from '#ui/flow-page.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { editableQuery, useEditMoment } from '../api.ts';
import { useEditedMoment } from '../hooks/use-edited-moment.ts';
import { MomentWaiting } from './moment-waiting.tsx';
import { MomentEditor } from './moment-editor.tsx';

/** A moment as it is changed. Where somebody else has changed it meanwhile, what was written stays, and one chooses between the two. */
export default function EditMoment({ id, people, onClose }: { id: string; people: readonly Relationship[]; onClose: () => void }) {
  const client = useQueryClient();
  const { data, isError, refetch } = useQuery(editableQuery(id));
  const kept = useKeptEdit<Draft>(`moment ${id}`);
  if (data && kept.looked)
    return (
      <Form
        key={id}
        moment={data.moment}
        etag={data.etag}
        kept={kept}
        people={people}
        onClose={onClose}
        onStale={() => client.fetchQuery({ ...editableQuery(id), staleTime: 0 })}
      />
    );
  return (
    <FlowPage
      card
      title={<h1>{t('moments.editTitle')}</h1>}
      back={
        <IconButton label={t('moments.close')} onClick={onClose}>
          <X />
        </IconButton>
      }
    >
      <MomentWaiting isError={isError} retry={refetch} />
    </FlowPage>
  );
}

function Form({
  moment,
  etag,
  kept,
  people,
  onClose,
  onStale,
}: {
  moment: Moment;
  etag: string | null;
  /** What is kept of it on this device. */
  kept: ReturnType<typeof useKeptEdit<Draft>>;
  people: readonly Relationship[];
  onClose: () => void;
  /** Looks how the moment stands now; `moment` and `etag` are of that version from then on. */
  onStale: () => Promise<{ moment: Moment }>;
}) {
  const { title, milestone } = moment;
  const { handle, saying, isRestored, isChanged, theirs, follow, take } = useEditedMoment(moment, kept);
  const unsaved = useUnsaved(isChanged, { onReload: true });
  const page = useOwnPage();
  const sending = useEditMoment(
    { id: moment.id, etag },
    {
      onSaved: () => {
        unsaved.finish();
        kept.forget();
        handle.finish(true);
        toasts.add(t('moments.saved'));
        if (page.isShown()) onClose();
      },
      onStale: () => onStale().then((now) => follow(now.moment), toastRefusal),
    },
  );
  return (
    <MomentEditor
      heading={t('moments.editTitle')}
      action={t('moments.save')}
      people={people}
      handle={handle}
      first={{ title, milestone }}
      saying={saying}
      moment={moment.id}
      onClose={onClose}
      {...(milestone ? { offered: milestone } : {})}
      sending={sending}
      note={
        theirs ? (
          <TheirVersion version={theirs} busy={sending.hasLeft} onTake={() => take(theirs)} className="mt-4">
            {t('moments.changedSince')}
            <q className="mt-2 line-clamp-2 font-serif">{theirs.title}</q>
            {theirs.text && <q className="mt-2 line-clamp-4 font-serif">{theirs.text}</q>}
          </TheirVersion>
        ) : (
          <KeptEditNote shown={isRestored && isChanged && !sending.hasLeft} onDiscard={() => take(moment)} className="mt-4" />
        )
      }
    >
      <UnsavedDialog
        unsaved={unsaved}
        onLeave={() => {
          // What is being saved is kept until it is.
          if (sending.isUnderWay) return;
          kept.forget();
          handle.finish(false);
        }}
      />
    </MomentEditor>
  );
}
