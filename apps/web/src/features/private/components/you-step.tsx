import { limits } from '@heartwood/contract/limits';
import { t } from '@heartwood/messages/current';
import { updateProfile } from '#features/profiles/api.ts';
import { FormProblem } from '#features/accounts/components/form-problem.tsx';
import { addressOf } from '#platform/addresses.ts';
import { useForm } from '#platform/form.ts';
import { settled } from '#platform/http.ts';
import { useSession } from '#platform/session.ts';
import { portraitFile } from '#platform/portrait.ts';
import { DraftNote } from '#ui/draft-note.tsx';
import { TextField } from '#ui/field.tsx';
import { PortraitPicker } from '#ui/photo-picker.tsx';
import { StepButton, StepFrame, useNextStep } from './step-frame.tsx';

/** The first step: one's photo and name. */
export function YouStep() {
  const { user, profile } = useSession();
  const next = useNextStep('you');
  const form = useForm({
    defaults: { firstname: profile?.firstname ?? '', lastname: profile?.lastname ?? '', images: null as File | null },
    rules: { firstname: ['required', `max:${limits.name}`], lastname: ['required', `max:${limits.name}`], images: ['portrait'] },
    labels: { images: t('accounts.fields.image') },
    draft: 'first steps: you',
    send: async ({ firstname, lastname, images }) => {
      const same = !images && firstname === profile?.firstname && lastname === profile?.lastname;
      if (!same) settled(await updateProfile({ firstname, lastname, ...(images ? { images: [await portraitFile(images)] } : {}) }));
      next();
    },
  });
  const image = form.choice('images');
  return (
    <StepFrame
      step="you"
      title={t('private.you.title')}
      text={t('private.you.text')}
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
          name={`${form.watch('firstname')} ${form.watch('lastname')}`}
          file={image.value}
          src={addressOf(profile?.images[0]?.path)}
          onPick={image.onChange}
          error={image.error}
        />
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
          <TextField {...form.text('firstname')} autoComplete="given-name" />
          <TextField {...form.text('lastname')} autoComplete="family-name" />
        </div>
        <FormProblem {...form.problem} />
        <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
          {t('private.steps.next')}
        </button>
      </form>
    </StepFrame>
  );
}
