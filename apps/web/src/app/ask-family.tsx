import { Suspense, type ComponentProps } from 'react';
import { AskScreen } from '#features/questions/screens/ask-screen.tsx';
import type { QuestionParts } from '#features/questions/screens/question-screen.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { PostSkeleton } from '#ui/skeleton.tsx';

const Answers = lazyPart(() => import('#features/posts/components/answers.tsx'));
const AnswerForm = lazyPart(() => import('#features/posts/components/answer-form.tsx'));

const parts: QuestionParts = {
  Answers: (props: ComponentProps<typeof Answers>) => (
    <Suspense fallback={<PostSkeleton />}>
      <Answers {...props} />
    </Suspense>
  ),
  AnswerForm: (props: ComponentProps<typeof AnswerForm>) => (
    <Suspense fallback={<PostSkeleton />}>
      <AnswerForm {...props} />
    </Suspense>
  ),
};

/** Asking the family, put together of questions and of the posts that answer them. */
export function AskFamilyPage() {
  return <AskScreen parts={parts} />;
}
