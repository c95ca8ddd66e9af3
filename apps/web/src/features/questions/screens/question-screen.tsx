import { t } from '@heartwood/messages/current';
import type { WholeQuestion } from '@heartwood/contract/questions';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Archive } from 'lucide-react';
import { useEffect, useRef, useState, type ComponentType, type Ref } from 'react';
import { OpenedPhotos, photoViewerSoon } from '#features/downloads/components/lazy-photo-viewer.tsx';
import { SaveButton } from '#features/downloads/components/save-button.tsx';
import { Attached } from '#features/media/components/attached.tsx';
import { useOpened } from '#features/media/hooks/use-opened.ts';
import { gridItems, pictured } from '#features/media/logic.ts';
import { useNames } from '#features/people/api.ts';
import { addressOf } from '#platform/addresses.ts';
import { useSession } from '#platform/session.ts';
import { usePageTitle } from '#platform/title.ts';
import { Avatar, AvatarGroup } from '#ui/avatar.tsx';
import { BackRow } from '#ui/back-row.tsx';
import { Banner, BannerButton } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { focusLater } from '#ui/focus-later.ts';
import { BackButton, Page } from '#ui/page.tsx';
import { PhotoGrid } from '#ui/photo-grid.tsx';
import { Rings } from '#ui/prompt-card.tsx';
import { Loading, PostSkeleton, Skeleton } from '#ui/skeleton.tsx';
import { questionQuery } from '../api.ts';
import { AskedBefore } from '../components/asked-before.tsx';
import { QuestionMenu } from '../components/question-menu.tsx';
import { StillToAnswer } from '../components/still-to-answer.tsx';
import { asksLine, progressLine } from '../components/sentences.ts';
import { waitsForMe } from '../logic.ts';

/** What the posts, which stand above, show of a question: its answers, and the form for one's own. */
export interface QuestionParts {
  /** `count` is how many there are: when it changes, they are asked for anew; `answered` whether anybody has answered. */
  Answers: ComponentType<{ id: string; count: number; answered: boolean }>;
  /** `onDone` once the answer is there. */
  AnswerForm: ComponentType<{ question: WholeQuestion; onDone: () => void }>;
}

/** One question: who asks whom, how many have answered, one's own answer, all answers, who is still to answer. */
export function QuestionScreen({ id, parts }: { id: string; parts: QuestionParts }) {
  const navigate = useNavigate();
  const { data: question, isError, refetch } = useQuery(questionQuery(id));
  usePageTitle(question?.text ?? t('questions.title'));
  const back = () => navigate({ to: '/treasures/ask-family', search: {} });
  return (
    <Page aside={<AskedBefore but={id} />}>
      <BackRow className="mb-1" back={<BackButton label={t('questions.toAll')} onBack={() => void back()} />}>
        {question && <QuestionMenu question={question} onGone={back} />}
      </BackRow>
      {isError && !question && (
        <Banner tone="error" action={<BannerButton onClick={() => void refetch()}>{t('questions.retry')}</BannerButton>}>
          {t('questions.failed')}
        </Banner>
      )}
      {!question && !isError && (
        <Loading label={t('questions.loading')}>
          <Skeleton className="mb-8 h-48 rounded-card" />
          <PostSkeleton />
        </Loading>
      )}
      {question && <Whole question={question} parts={parts} />}
      <div className="mt-11 lg:hidden">
        <AskedBefore but={id} />
      </div>
    </Page>
  );
}

function Whole({ question, parts: { Answers, AnswerForm } }: { question: WholeQuestion; parts: QuestionParts }) {
  // The form opens for whom the question waits; another answer begins with a form of its own.
  const [answers, setAnswers] = useState(0);
  const [opened, open] = useState(false);
  const isOpen = question.can.answer && (opened || waitsForMe(question));
  const heading = useRef<HTMLHeadingElement>(null);
  // What was pressed goes with the form, or as it opens.
  useEffect(() => () => focusLater(() => (document.activeElement === document.body ? heading.current : null)), [isOpen, answers]);
  return (
    <>
      <Head question={question} heading={heading} />
      {question.closed_at && (
        <Banner icon={<Archive className="icon-s" />} className="mt-4">
          {t('questions.isClosed')}
        </Banner>
      )}
      {isOpen && (
        <AnswerForm
          key={answers}
          question={question}
          onDone={() => {
            setAnswers(answers + 1);
            open(false);
          }}
        />
      )}
      {question.can.answer && !isOpen && (
        <Button block look="quiet" className="mt-5" onClick={() => open(true)}>
          {question.mine.answered ? t('questions.answerAgain') : t('questions.answerToo')}
        </Button>
      )}
      <Answers id={question.id} count={question.answer_count} answered={question.answered_count > 0} />
      <StillToAnswer question={question} />
    </>
  );
}

function Head({ question, heading }: { question: WholeQuestion; heading: Ref<HTMLHeadingElement> }) {
  const { users } = useNames();
  const me = useSession().user?.id;
  const media = question.media ? [question.media] : [];
  const opened = useOpened();
  return (
    <>
      <header className="relative overflow-hidden rounded-card bg-fir-deep p-6 text-white">
        <Rings className="absolute -top-16 -end-[70px] w-60 opacity-15" />
        <div className="relative">
          <p className="type-meta text-[#cfe2d8]">{asksLine(question, users, me)}</p>
          <h1 ref={heading} tabIndex={-1} className="mt-2 type-title text-[1.75rem] whitespace-pre-line outline-none">
            {question.text}
          </h1>
          <div className="mt-4 flex flex-wrap items-center gap-3">
            {question.answered.length > 0 && (
              <span style={{ '--hw-canvas': 'var(--hw-fir-deep)' } as object}>
                <AvatarGroup>
                  {question.answered.slice(0, 4).map((one) => (
                    <Avatar key={one.user_id} id={one.heartwood_id ?? ''} name={one.name} src={addressOf(one.image?.thumb)} size="s" />
                  ))}
                </AvatarGroup>
              </span>
            )}
            <p role="status" className="text-[#d8e8df]">
              {progressLine(question)}
            </p>
          </div>
        </div>
      </header>
      {pictured(media).length > 0 && (
        <PhotoGrid items={gridItems(media, {})} bleed className="mt-4" onOpen={opened.open} onReach={photoViewerSoon} />
      )}
      <OpenedPhotos opened={opened} photos={pictured(media)} familyId={question.family_id} text={question.text} />
      <Attached media={media} className="mt-4" renderBeside={(voice) => <SaveButton medium={voice} familyId={question.family_id} />} />
    </>
  );
}
