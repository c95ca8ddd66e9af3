import { t } from '@heartwood/messages/current';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useSession } from '#platform/session.ts';
import { usePageTitle } from '#platform/title.ts';
import { BackRow } from '#ui/back-row.tsx';
import { FlowPage } from '#ui/flow-page.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { BackButton, Page } from '#ui/page.tsx';
import { AskButton, AskFields, useAskForm } from '../components/ask-form.tsx';
import { AskedBefore } from '../components/asked-before.tsx';
import { QuestionScreen, type QuestionParts } from './question-screen.tsx';

/** Asking the family, with what was asked before beside it; with `?question=` one question and its answers. */
export function AskScreen({ parts }: { parts: QuestionParts }) {
  const { question, idea } = useSearch({ strict: false }) as { question?: string; idea?: string };
  const { user } = useSession();
  // What is written belongs to the family that is looked at.
  return question ? <QuestionScreen key={question} id={question} parts={parts} /> : <Asking key={user?.current_family_id} idea={idea} />;
}

function Asking({ idea }: { idea: string | undefined }) {
  const form = useAskForm(idea);
  const back = useBack('/treasures');
  usePageTitle(t('questions.title'));
  return (
    <Page aside={<AskedBefore />}>
      <BackRow back={<BackButton onBack={back} />} />
      <PageHead className="pt-0 pb-1" title={t('questions.title')} />
      <p className="mb-7 soft">{t('questions.lead')}</p>
      <AskFields form={form} />
      <div className="mt-7">
        <AskButton form={form} />
      </div>
      <div className="mt-11 lg:hidden">
        <AskedBefore />
      </div>
    </Page>
  );
}

/** The same as a step of its own: an idea leads here. */
export function AskFlow() {
  const { idea } = useSearch({ strict: false }) as { idea?: string };
  return <AskingFlow key={useSession().user?.current_family_id} idea={idea} />;
}

function AskingFlow({ idea }: { idea: string | undefined }) {
  const form = useAskForm(idea);
  const back = useBack('/inspiration');
  return (
    <FlowPage card title={<h1>{t('questions.title')}</h1>} back={<BackButton onBack={back} />} action={<AskButton form={form} />}>
      <p className="mt-2 mb-6 soft">{t('questions.lead')}</p>
      <AskFields form={form} />
    </FlowPage>
  );
}

function useBack(otherwise: '/treasures' | '/inspiration'): () => void {
  const router = useRouter();
  const navigate = useNavigate();
  return () => (router.history.canGoBack() ? router.history.back() : void navigate({ to: otherwise }));
}
