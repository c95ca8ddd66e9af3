import { t } from '@heartwood/messages/current';
import type { AttachedFile } from '#features/sending/logic.ts';
import { uploads, useUploads } from '#features/uploads/state.ts';
import { shareInWords } from '#platform/formats.ts';
import { useOnline } from '#platform/online.ts';
import type { useAddComment } from '../api.ts';
import { useWaitingComments, useWaitingKept } from '../state.ts';

/** What was said and has not arrived. `since` is ISO 8601; `state` says how it is, `waits` whether that is for the network. */
export interface Leaving {
  id: string;
  text: string;
  file?: AttachedFile | undefined;
  since: string;
  state: string;
  waits: boolean;
}

/** What was said below a post here and has not arrived: what is kept on the device, and what is being sent, which has its file. */
export function useLeaving(postId: string, adding: ReturnType<typeof useAddComment>): Leaving[] {
  const online = useOnline();
  const isKept = useWaitingKept();
  const kept = useWaitingComments(postId);
  useUploads();
  const state = online ? t('comments.sending') : isKept ? t('comments.waitingForNetwork') : t('comments.waitingNotKept');
  const waiting = kept.map(({ id, text, since }) => ({ id, text, since, state, waits: !online }));
  if (!adding.isPending) return waiting;
  const { files, what } = adding.variables;
  const [file] = files;
  const waits = !online || adding.isPaused;
  const sent = {
    id: 'underway',
    text: what([]).text,
    file,
    since: new Date(adding.submittedAt).toISOString(),
    state: waits ? t('comments.waitingOpen') : sending(file),
    waits,
  };
  return [...waiting, sent];
}

/** That it is being sent, and how far its file is. */
function sending(file: AttachedFile | undefined): string {
  const state = file && uploads.one(file.key)?.state;
  return state?.state === 'uploading' ? t('comments.sendingFile', { share: shareInWords(state.share) }) : t('comments.sending');
}
