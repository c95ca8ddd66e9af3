import { t } from '@heartwood/messages/current';
import type { Relationship } from '@heartwood/contract/people';
import type { Moment } from '@heartwood/contract/moments';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useDraft } from '#features/sending/hooks/use-draft.ts';
import { attached, emptyDraft, type Draft } from '#features/sending/logic.ts';
import { toasts } from '#platform/toasts.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { FlowPage } from '#ui/page.tsx';
import { editableQuery, useEditMoment } from '../api.ts';
import type { Said } from '../logic.ts';
import { MomentWaiting } from './moment-waiting.tsx';
import { MomentEditor } from './moment-editor.tsx';

/** A moment as it is changed. Where somebody else has changed it meanwhile, it begins anew from how it stands now. */
export default function EditMoment({ id, people, onClose }: { id: string; people: readonly Relationship[]; onClose: () => void }) {
  const client = useQueryClient();
  const { data, isError, refetch } = useQuery(editableQuery(id));
  if (data)
    return (
      <Form
        key={data.etag}
        moment={data.moment}
        etag={data.etag}
        people={people}
        onClose={onClose}
        onStale={() => client.invalidateQueries({ queryKey: editableQuery(id).queryKey })}
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
  onStale: () => Promise<unknown>;
}) {
  const [first] = useState<Draft>(() => ({
    ...emptyDraft,
    text: moment.text,
    people: moment.people,
    occurredOn: moment.occurred_on,
    photos: attached(moment.media),
  }));
  const handle = useDraft(first);
  const sending = useEditMoment(
    { id: moment.id, etag },
    {
      onSaved: () => {
        handle.finish(true);
        toasts.add(t('moments.saved'));
        onClose();
      },
      onStale,
    },
  );
  const saying = useState<Said>({});
  return (
    <MomentEditor
      heading={t('moments.editTitle')}
      action={t('moments.save')}
      people={people}
      handle={handle}
      first={{ title: moment.title, milestone: moment.milestone }}
      saying={saying}
      moment={moment.id}
      onClose={onClose}
      {...(moment.milestone ? { offered: moment.milestone } : {})}
      sending={sending}
    />
  );
}
