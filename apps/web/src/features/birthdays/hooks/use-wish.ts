import { limits, wishLimits } from '@heartwood/contract/limits';
import { t } from '@heartwood/messages/current';
import type { Gathered, Wish } from '@heartwood/contract/birthdays';
import { useEffect, useState } from 'react';
import { FilesMissing } from '#features/sending/api.ts';
import { lockedWhile, useDraft } from '#features/sending/hooks/use-draft.ts';
import { useLedBy } from '#features/sending/hooks/use-led-by.ts';
import { attached, hasSomething, isEmptyDraft } from '#features/sending/logic.ts';
import { tooLong } from '#platform/form-rules.ts';
import { useOwnPage } from '#platform/own-page.ts';
import { refusalText, toastLeft, toastRefusal } from '#platform/refusal-toast.ts';
import { toasts } from '#platform/toasts.ts';
import { useWishing } from '../api.ts';

const most = { most: wishLimits.media, tooMany: () => t('birthdays.tooMany', { most: wishLimits.media }) };

/**
 * A wish as it is written, a new one or one that is changed: kept on this device until it is sent.
 * @param from the wish that is changed, and the slug of the idea that led here
 * @param onDone once it has arrived
 */
export function useWish(
  { heartwood_id: person, birthday_on: day }: Gathered,
  { wish, idea }: { wish: Wish | undefined; idea: string | undefined },
  onDone: () => void,
) {
  const name = `wish ${person} ${day ?? ''} ${wish?.id ?? ''}`;
  const handle = useDraft(undefined, name, { most });
  const { draft, ready, change } = handle;
  useLedBy(handle, idea);
  const [begun, begin] = useState(false);
  useEffect(() => {
    if (!ready || begun) return;
    if (wish && isEmptyDraft(draft)) change({ text: wish.text, photos: attached(wish.media) });
    begin(true);
  }, [ready, begun, wish, draft, change]);

  const page = useOwnPage();
  const [problem, setProblem] = useState<string>();
  const sending = useWishing(
    { person, wishId: wish?.id, draft: name },
    {
      onWished: () => {
        handle.finish(true);
        toasts.add(wish ? t('birthdays.saved') : t('birthdays.sent'));
      },
      onError: (error) => {
        const isMissing = error instanceof FilesMissing;
        if (!page.isShown()) toastLeft(isMissing ? t('birthdays.someFailed') : refusalText(error), page.address());
        else if (isMissing) setProblem(t('birthdays.someFailed'));
        else toastRefusal(error);
      },
    },
  );
  const long = tooLong(t('validation.fields.text'), draft.text.trim(), limits.description);

  function send(): void {
    if (sending.isUnderWay) return;
    if (!hasSomething(draft)) return setProblem(t('birthdays.sayOrShow'));
    if (long) return setProblem(long);
    setProblem(undefined);
    sending.mutate(
      {
        files: draft.photos,
        filesNow: () => handle.now().photos,
        what: (media_ids) => ({ text: handle.now().text.trim(), media_ids, idea: draft.idea }),
      },
      { onSuccess: onDone },
    );
  }

  return {
    handle: lockedWhile(sending.hasLeft, handle),
    ready: begun,
    isWritten: hasSomething(draft),
    long,
    problem,
    busy: sending.isUnderWay,
    /** Whether nothing can be written: it is being sent as it stands. */
    hasLeft: sending.hasLeft,
    /** It was sent before somebody came back. */
    isElsewhere: sending.isElsewhere,
    send,
    /** Forgets what was written; what the wish holds already stays. */
    leave(): void {
      handle.finish(true);
      onDone();
    },
  };
}
