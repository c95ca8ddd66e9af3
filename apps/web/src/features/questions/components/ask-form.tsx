import { limits } from '@heartwood/contract/limits';
import { t } from '@heartwood/messages/current';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isRecording, useDropping } from '#features/media/components/drop-recording.tsx';
import { useOneFile } from '#features/sending/hooks/use-one-file.ts';
import { useFirstSight } from '#platform/form-draft.ts';
import { tooLong } from '#platform/form-rules.ts';
import { session, useSession } from '#platform/session.ts';
import { toasts } from '#platform/toasts.ts';
import { Banner } from '#ui/banner.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { DraftNote } from '#ui/draft-note.tsx';
import { TextArea } from '#ui/field.tsx';
import { showFirstWrong } from '#ui/first-wrong.ts';
import { markSent } from '#ui/last-input.ts';
import { ideaQuery, useAsk } from '../api.ts';
import { useAsking } from '../hooks/use-asking.ts';
import { useOthers } from '../hooks/use-others.ts';
import { draftNames, nothingAsked, recipientsOf } from '../logic.ts';
import { BesideWords } from './beside-words.tsx';
import { RecipientsPicker } from './recipients-picker.tsx';
import { isSuggested, SuggestionCards } from './suggestion-cards.tsx';

/** A question as it is made: its words, one's voice or a photo beside them, and whom it is asked. `idea` is where it begins. */
export function useAskForm(idea: string | undefined) {
  const { data: ofIdea = [] } = useQuery({ ...ideaQuery(idea ?? ''), enabled: idea !== undefined });
  const { asking, isKnown, isRestored, change } = useAsking(idea && ofIdea[0] ? { idea, question: ofIdea[0] } : undefined);
  const { user } = useSession();
  const family = user?.current_family_id ?? '';
  const whom = useOthers();
  const file = useOneFile(draftNames(family).file);
  const ask = useAsk(family);
  const navigate = useNavigate();
  const sayReplaced = useReplaced();
  // How often it was to be sent.
  const [insists, insist] = useState(0);
  const long = tooLong(t('questions.words'), asking.text.trim(), limits.description);
  const error = asking.text.trim() === '' ? (insists > 0 ? t('questions.sayWhat') : undefined) : long;
  // The field is far above the button.
  useEffect(() => {
    if (insists > 0) showFirstWrong();
  }, [insists]);

  function send(): void {
    markSent();
    insist(insists + 1);
    if (ask.isUnderWay || asking.text.trim() === '' || long) return;
    const { files } = file;
    // Another family may be looked at by the time the file has arrived.
    const inFamily = session.inFamily();
    ask.mutate(
      {
        files,
        what: ([mediaId = null]) => ({
          ...inFamily,
          text: asking.text.trim(),
          inspiration_slug: asking.idea,
          media_id: mediaId,
          recipient_ids: recipientsOf(asking, whom.members),
        }),
      },
      {
        onSuccess: ({ question }) => {
          file.sent(files);
          void navigate({ to: '/treasures/ask-family', search: { question: question.id } });
        },
      },
    );
  }
  return {
    asking,
    isRestored: isRestored || file.isRestored,
    /** Whether it is known what was written before. */
    isKnown: isKnown && file.isKnown,
    change,
    sayReplaced,
    idea,
    ofIdea,
    whom,
    /** Nobody else is in the family. */
    isAlone: whom.others?.length === 0,
    file,
    error,
    isSending: ask.isUnderWay,
    /** It was sent before somebody came back. */
    isElsewhere: ask.isElsewhere,
    send,
    begin(): void {
      change(nothingAsked);
      file.remove();
    },
  };
}

type AskForm = ReturnType<typeof useAskForm>;

const undoTime = 8_000;

/** @returns says in a toast that somebody's own words were replaced; the toast goes with the form, in which alone its `undo` brings them back */
function useReplaced() {
  const shown = useRef<string>(undefined);
  const close = useCallback(() => {
    if (shown.current) toasts.close(shown.current);
    shown.current = undefined;
  }, []);
  useEffect(() => close, [close]);
  return (undo: () => void): void => {
    close();
    const action = { label: t('questions.undo'), run: undo };
    shown.current = toasts.add(t('questions.replaced'), { icon: 'none', timeout: undoTime, action });
  };
}

/** Takes a suggestion; where it replaces somebody's own words, the toast's undo brings them back. */
function choose({ asking: before, change, idea, ofIdea, sayReplaced }: AskForm, text: string): void {
  change({ text, idea: idea !== undefined && ofIdea.includes(text) ? idea : null });
  if (before.text.trim() === '' || isSuggested(before.text, ofIdea)) return;
  sayReplaced(() => change({ text: before.text, idea: before.idea }));
}

/** The fields of a question. */
export function AskFields({ form }: { form: AskForm }) {
  const { asking, change, ofIdea, whom, file, error } = form;
  const { drop, question } = useDropping();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-7" {...useFirstSight(form.isKnown || form.isElsewhere)}>
      <SuggestionCards ofIdea={ofIdea} chosen={asking.text} onChoose={(text) => choose(form, text)} />
      <div>
        <TextArea
          label={t('questions.words')}
          story
          value={asking.text}
          error={error}
          onChange={(event) => change({ text: event.target.value })}
        />
        <div className="mt-2">
          <DraftNote
            // What is being sent is not thrown away.
            shown={form.isRestored && !form.isSending}
            isSending={form.isElsewhere}
            onDiscard={() => drop(isRecording(file.upload?.file), form.begin)}
          />
          {question}
        </div>
      </div>
      <BesideWords file={file} isOut={form.isSending} />
      {form.isAlone ? <Banner>{t('questions.alone')}</Banner> : <RecipientsPicker asking={asking} whom={whom} onChange={change} />}
    </div>
  );
}

/** The one button: 'Ask 4 people'; where nobody else is in the family, the way to invite somebody. */
export function AskButton({ form: { asking, whom, isAlone, isSending, send } }: { form: AskForm }) {
  if (isAlone)
    return (
      <ButtonLink block to="/private/family" search={{ invite: '1' }}>
        {t('questions.invite')}
      </ButtonLink>
    );
  // Until it is known whom one can ask, its place is kept: it may become the other, and it moves.
  const isKnown = whom.others !== undefined || whom.isMissing || isSending;
  return (
    <Button block busy={isSending} className={isKnown ? '' : 'invisible'} onClick={send}>
      {asking.everyone ? t('questions.askEveryone') : t('questions.askPeople', { count: asking.userIds.length })}
    </Button>
  );
}
