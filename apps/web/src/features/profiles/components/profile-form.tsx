import type { Profile } from '@heartwood/contract/profiles';
import { limits } from '@heartwood/contract/limits';
import { t } from '@heartwood/messages/current';
import { useForm } from '#platform/form.ts';
import { settled } from '#platform/http.ts';
import { toasts } from '#platform/toasts.ts';
import { portraitFile } from '#platform/portrait.ts';
import { Button } from '#ui/button.tsx';
import { DraftNote } from '#ui/draft-note.tsx';
import { DateField } from '#ui/date-field.tsx';
import { TextArea, TextField } from '#ui/field.tsx';
import { updateProfile } from '../api.ts';
import { FormProblem } from '#features/accounts/components/form-problem.tsx';
import { ProfilePhotos } from './profile-photos.tsx';

/** What somebody says about themself. `ageOf` says an age below the birthday; `onSaved` follows each saving. */
export function ProfileForm({
  profile,
  ageOf,
  onSaved,
}: {
  profile: Profile;
  ageOf: (birth: string) => string | undefined;
  onSaved: () => void;
}) {
  const form = useForm({
    defaults: {
      firstname: profile.firstname,
      lastname: profile.lastname,
      phone: profile.phone ?? '',
      description: profile.description ?? '',
      birth: profile.birth ?? '',
      images: null as File | null,
      removed_images: [] as string[],
    },
    rules: {
      firstname: ['required', `max:${limits.name}`],
      lastname: ['required', `max:${limits.name}`],
      phone: [`max:${limits.phone}`],
      description: [`max:${limits.description}`],
      images: ['portrait'],
    },
    days: ['birth'],
    labels: { images: t('accounts.fields.image') },
    draft: 'profile',
    send: async ({ images, removed_images, ...texts }) => {
      settled(
        await updateProfile({
          ...texts,
          ...(images ? { images: [await portraitFile(images)] } : {}),
          ...(removed_images.length > 0 ? { removed_images } : {}),
        }),
      );
      form.reset({ ...form.values(), images: null, removed_images: [] });
      toasts.add(t('profiles.saved'));
      onSaved();
    },
  });
  const image = form.choice('images');
  const removed = form.choice('removed_images');
  const birth = form.date('birth');
  const age = ageOf(birth.value);
  return (
    <form {...form.props} className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-5">
      <DraftNote {...form.draft} />
      <ProfilePhotos
        id={profile.user_id}
        name={`${form.watch('firstname')} ${form.watch('lastname')}`}
        images={profile.images.filter(({ id }) => !removed.value.includes(id))}
        file={image.value}
        onPick={image.onChange}
        onRemove={(id) => removed.onChange([...removed.value, id])}
        error={image.error}
      />
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <TextField {...form.text('firstname')} autoComplete="given-name" />
        <TextField {...form.text('lastname')} autoComplete="family-name" />
      </div>
      <TextField {...form.text('phone')} optional type="tel" inputMode="tel" autoComplete="tel" />
      <TextArea {...form.text('description')} optional story />
      <DateField {...birth} optional birthday hint={age ? t('profiles.age', { age }) : undefined} />
      <p className="type-meta">{t('profiles.whoText')}</p>
      <FormProblem {...form.problem} />
      <Button type="submit" block busy={form.busy}>
        {t('profiles.submit')}
      </Button>
    </form>
  );
}
