import { t } from '@heartwood/messages/current';
import { updateProfile } from '#features/profiles/api.ts';
import { FormProblem } from '#features/accounts/components/form-problem.tsx';
import { addressOf } from '#platform/addresses.ts';
import { useForm } from '#platform/form.ts';
import { settled } from '#platform/http.ts';
import { useSession } from '#platform/session.ts';
import { portraitFile } from '#platform/portrait.ts';
import { DraftNote } from '#ui/draft-note.tsx';
import { PortraitPicker } from '#ui/photo-picker.tsx';
import { StepButton, StepFrame, useNextStep } from './step-frame.tsx';

/** The first step: one's photo. The name is known from registering. */
export function YouStep() {
  const { user, profile } = useSession();
  const next = useNextStep('you');
  const form = useForm({
    defaults: { images: null as File | null },
    rules: { images: ['portrait'] },
    labels: { images: t('accounts.fields.image') },
    draft: 'first steps: you',
    send: async ({ images }) => {
      if (images) settled(await updateProfile({ images: [await portraitFile(images)] }));
      next();
    },
  });
  const image = form.choice('images');
  const name = `${profile?.firstname ?? ''} ${profile?.lastname ?? ''}`.trim();
  return (
    <StepFrame
      step="you"
      title={t('private.you.title')}
      text={t('private.you.text', { name })}
      action={
        <StepButton busy={form.busy} onClick={() => void form.submit()}>
          {t('private.steps.next')}
        </StepButton>
      }
    >
      <form {...form.props} className="mt-8 grid gap-5">
        <DraftNote {...form.draft} />
        <PortraitPicker
          label={t('private.you.photo')}
          id={user?.id ?? ''}
          name={name}
          file={image.value}
          src={addressOf(profile?.images[0]?.path)}
          onPick={image.onChange}
          error={image.error}
        />
        <FormProblem {...form.problem} />
        <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
          {t('private.steps.next')}
        </button>
      </form>
    </StepFrame>
  );
}
