import { t } from '@heartwood/messages/current';
import type { Relationship } from '@heartwood/contract/people';
import type { Moment } from '@heartwood/contract/moments';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { TheirVersion } from '#features/sending/components/their-version.tsx';
import { UnsavedDialog } from '#features/sending/components/unsaved-dialog.tsx';
import { useDraft } from '#features/sending/hooks/use-draft.ts';
import { useOwnPage } from '#platform/own-page.ts';
import { toastRefusal } from '#platform/refusal-toast.ts';
import { toasts } from '#platform/toasts.ts';
import { useUnsaved } from '#platform/unsaved.ts';
import { FlowPage } from '#ui/flow-page.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { editableQuery, useEditMoment } from '../api.ts';
import { broughtTogether, momentDraftOf, writtenIn, type Said } from '../logic.ts';
import { MomentWaiting } from './moment-waiting.tsx';
import { MomentEditor } from './moment-editor.tsx';

/** A moment as it is changed. Where somebody else has changed it meanwhile, what was written stays, and one chooses between the two. */
export default function EditMoment({ id, people, onClose }: { id: string; people: readonly Relationship[]; onClose: () => void }) {
  const client = useQueryClient();
  const { data, isError, refetch } = useQuery(editableQuery(id));
  if (data)
    return (
      <Form
        key={id}
        moment={data.moment}
        etag={data.etag}
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
  people,
  onClose,
  onStale,
}: {
  moment: Moment;
  etag: string | null;
  people: readonly Relationship[];
  onClose: () => void;
  /** Looks how the moment stands now; `moment` and `etag` are of that version from then on. */
  onStale: () => Promise<{ moment: Moment }>;
}) {
  const { title, milestone } = moment;
  const first = momentDraftOf(moment);
  const handle = useDraft(first);
  const saying = useState<Said>({});
  const [said, say] = saying;
  const [theirs, setTheirs] = useState<Moment>();
  const words = { title: said.title ?? title, milestone: said.milestone === undefined ? milestone : said.milestone };
  const unsaved = useUnsaved(writtenIn(words, handle.draft) !== writtenIn({ title, milestone }, first), { onReload: true });
  const page = useOwnPage();
  const follow = (now: Moment) => {
    handle.change((draft) => broughtTogether(first, draft, momentDraftOf(now)));
    setTheirs(now);
  };
  const sending = useEditMoment(
    { id: moment.id, etag },
    {
      onSaved: () => {
        unsaved.finish();
        handle.finish(true);
        toasts.add(t('moments.saved'));
        if (page.isShown()) onClose();
      },
      onStale: () => onStale().then((now) => follow(now.moment), toastRefusal),
    },
  );
  const take = (now: Moment) => {
    handle.change(momentDraftOf(now));
    say({});
    setTheirs(undefined);
  };
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
        theirs && (
          <TheirVersion version={theirs} busy={sending.hasLeft} onTake={() => take(theirs)} className="mt-4">
            {t('moments.changedSince')}
            <q className="mt-2 line-clamp-2 font-serif">{theirs.title}</q>
            {theirs.text && <q className="mt-2 line-clamp-4 font-serif">{theirs.text}</q>}
          </TheirVersion>
        )
      }
    >
      <UnsavedDialog unsaved={unsaved} onLeave={() => handle.finish(false)} />
    </MomentEditor>
  );
}
