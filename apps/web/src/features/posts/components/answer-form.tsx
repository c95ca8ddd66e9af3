import { t } from '@heartwood/messages/current';
import type { WholeQuestion } from '@heartwood/contract/questions';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useNames } from '#features/people/api.ts';
import { answerDraft, useAnswer } from '#features/questions/api.ts';
import { FilesMissing } from '#features/sending/api.ts';
import { KeptDraft } from '#features/sending/components/kept-draft.tsx';
import { lockedWhile, useDraft } from '#features/sending/hooks/use-draft.ts';
import { postBodyOf, hasSomething, isEmptyDraft, type Draft } from '#features/sending/logic.ts';
import { useOwnPage } from '#platform/own-page.ts';
import { refusalText, toastLeft } from '#platform/refusal-toast.ts';
import { useSession } from '#platform/session.ts';
import { today } from '#platform/today.ts';
import { toasts } from '#platform/toasts.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/choice.tsx';
import { DraftNote } from '#ui/draft-note.tsx';
import { TextArea } from '#ui/field.tsx';
import { refreshLists } from '../api.ts';
import { DraftPhotos, MoreWays } from './draft-form.tsx';
import { storyTooLong } from './story-limit.ts';

/** An answer as it is written, spoken or shown; kept on this device until it is there. */
export default function AnswerForm({ question, onDone }: { question: WholeQuestion; onDone: () => void }) {
  const client = useQueryClient();
  const me = useSession().user?.id;
  const handle = useDraft(undefined, answerDraft(question.id));
  const { draft, finish } = handle;
  const [problem, setProblem] = useState<string>();
  const heading = useId();
  const { asker } = question;
  const page = useOwnPage();
  const answer = useAnswer(question.id, {
    onAnswered: () => {
      finish(true);
      toasts.add(t('questions.answer.there'));
      void refreshLists(client);
    },
    onError: (error) => {
      const text = error instanceof FilesMissing ? t('posts.someFailed') : refusalText(error);
      if (page.isShown()) setProblem(text);
      else toastLeft(text, page.address());
    },
  });

  const locked = lockedWhile(answer.hasLeft, handle);
  const { change, addPhotos } = locked;

  function send(): void {
    if (answer.isUnderWay) return;
    const wrong = hasSomething(draft) ? storyTooLong(draft) : t('questions.answer.sayOrShow');
    setProblem(wrong);
    if (wrong) return;
    const what = (mediaIds: string[]) => answerOf(handle.now(), mediaIds, asker.user_id);
    answer.mutate({ files: draft.photos, filesNow: () => handle.now().photos, what }, { onSuccess: onDone });
  }

  return (
    <section aria-labelledby={heading} className="mt-6">
      <h2 id={heading} className="mb-3 type-subhead">
        {t('questions.answer.title')}
      </h2>
      <DraftNote shown={false} isSending={answer.isElsewhere} onDiscard={() => finish(false)} />
      <TextArea
        label={t('questions.answer.words')}
        story
        value={draft.text}
        readOnly={answer.hasLeft}
        error={problem}
        errorWhenLeft={storyTooLong(draft)}
        onChange={(event) => {
          setProblem(undefined);
          change({ text: event.target.value });
        }}
      />
      <div inert={answer.hasLeft} className="mt-4">
        <DraftPhotos handle={locked} />
        <MoreWays onAdd={addPhotos} />
        {asker.user_id !== null && asker.user_id !== me && (
          <ForAsker asker={asker} chosen={draft.audience === 'people'} onChange={(audience) => change({ audience })} />
        )}
      </div>
      <Button block className="mt-4" busy={answer.isUnderWay} onClick={send}>
        {t('questions.answer.send')}
      </Button>
      <KeptDraft shown={!isEmptyDraft(draft) && !answer.isUnderWay} asks onDiscard={() => finish(false)} />
    </section>
  );
}

/** Whether the asker alone sees the answer. */
function ForAsker({
  asker,
  chosen,
  onChange,
}: {
  asker: WholeQuestion['asker'];
  chosen: boolean;
  onChange: (audience: 'people' | 'family') => void;
}) {
  const { users } = useNames();
  return (
    <Checkbox
      className="mt-3"
      label={t('questions.answer.private', { name: users.get(asker.user_id ?? '') ?? asker.name })}
      checked={chosen}
      onChange={(event) => onChange(event.target.checked ? 'people' : 'family')}
    />
  );
}

/** What is sent of an answer; without an audience all who see the question see it. @param asker who alone sees a private one */
function answerOf(draft: Draft, mediaIds: string[], asker: string | null) {
  const { audience, ...body } = postBodyOf(draft, mediaIds, today());
  return audience === 'people' && asker ? { ...body, audience, audience_user_ids: [asker] } : body;
}
