import { limits } from '@heartwood/contract/limits';
import { t } from '@heartwood/messages/current';
import { useState, type FormEvent } from 'react';
import { useOneFile } from '#features/sending/hooks/use-one-file.ts';
import { useKeptText } from '#platform/kept-text.ts';
import { tooLong } from '#platform/form-rules.ts';
import { useOnline } from '#platform/online.ts';
import { painted } from '#ui/painted.ts';
import type { useAddComment } from '../api.ts';
import { commentDraft, commentFileDraft } from '../logic.ts';
import { waitingComments } from '../state.ts';

/**
 * A comment as it is written: its words and one file. What could not be sent stands in the field again. Both stay on the device until
 * they have arrived.
 */
export function useWriting(postId: string, adding: ReturnType<typeof useAddComment>) {
  const { text, show, write } = useKeptText(commentDraft(postId));
  const [insists, insist] = useState(false);
  const attached = useOneFile(commentFileDraft(postId));
  const empty = text.trim() === '' && attached.files.length === 0;
  // Words alone wait on the device, and leave also when the page has been closed meanwhile: also behind a file that waits.
  const isToWait = !useOnline() && attached.files.length === 0;
  const busy = adding.isUnderWay && !isToWait;
  const long = tooLong(t('validation.fields.text'), text.trim(), limits.comment);

  async function send(event?: FormEvent): Promise<void> {
    event?.preventDefault();
    const said = text.trim();
    if (empty || busy) return;
    insist(long !== undefined);
    if (long) return;
    const { files } = attached;
    if (isToWait) {
      write('');
      return waitingComments.add(postId, said);
    }
    show('');
    attached.handOver();
    // The empty field is seen before the comment is drawn.
    await painted();
    adding.mutate(
      { files, what: ([mediaId = null]) => ({ text: said, media_id: mediaId }) },
      {
        onSuccess: () => attached.sent(files),
        onError: () => {
          show((since) => (since && said ? `${said}\n\n${since}` : since || said));
          attached.putBack();
        },
      },
    );
  }

  return {
    text,
    attached,
    empty,
    busy,
    /** Whether a file is on its way: another one would take the place it comes back to where it is not sent. */
    isFileOut: attached.isOut || adding.isElsewhere,
    /** What is said of words that are too many, and whether that is said although the field has not been left. */
    long,
    insists,
    send,
    change: write,
    attach: (file: File | undefined): void => {
      if (file) attached.add(file);
    },
  };
}
