import { t } from '@heartwood/messages/current';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useOwnPage } from '#platform/own-page.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { FlowPage } from '#ui/flow-page.tsx';
import { BackButton } from '#ui/page.tsx';
import { steps, type Step } from '../logic.ts';

/** Goes to the next step, or from the last one to the family, unless this step has been left already. */
export function useNextStep(step: Step): () => void {
  const navigate = useNavigate();
  const page = useOwnPage();
  const next = steps[steps.indexOf(step) + 1];
  return () => {
    if (page.isShown()) void (next ? navigate({ to: '/onboarding', search: { step: next } }) : navigate({ to: '/dashboard' }));
  };
}

/** One of the first steps: how far one is, a way back and past it, the question, and one action at the foot. */
export function StepFrame({
  step,
  title,
  text,
  action,
  children,
}: {
  step: Step;
  title: string;
  text: string;
  action: ReactNode;
  children: ReactNode;
}) {
  const navigate = useNavigate();
  const at = steps.indexOf(step);
  const before = steps[at - 1];
  const next = useNextStep(step);
  return (
    <FlowPage
      back={
        before ? (
          <BackButton label={t('private.steps.back')} onBack={() => void navigate({ to: '/onboarding', search: { step: before } })} />
        ) : undefined
      }
      end={
        <button type="button" className={buttonClass({ look: 'text', small: true })} onClick={next}>
          {t('private.steps.skip')}
        </button>
      }
      action={action}
    >
      <div role="img" aria-label={t('private.steps.of', { step: at + 1, steps: steps.length })} className="flex gap-2">
        {steps.map((one, index) => (
          <i key={one} className={`h-1 flex-1 rounded-full ${index <= at ? 'bg-fir' : 'bg-line'}`} />
        ))}
      </div>
      <h1 className="mt-6 type-title">{title}</h1>
      <p className="mt-3 soft">{text}</p>
      {children}
    </FlowPage>
  );
}

/** The filled button at the foot of a step. */
export function StepButton({ busy, onClick, children }: { busy?: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <Button block busy={busy} onClick={onClick}>
      {children}
    </Button>
  );
}
