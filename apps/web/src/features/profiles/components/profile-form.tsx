import { isDay } from '@heartwood/contract/days';
import type { Profile } from '@heartwood/contract/profiles';
import { limits } from '@heartwood/contract/limits';
import { t } from '@heartwood/messages/current';
import { changesIn } from '#platform/form-changes.ts';
import { useForm } from '#platform/form.ts';
import { settled } from '#platform/http.ts';
import { toasts } from '#platform/toasts.ts';
import { portraitFile } from '#platform/portrait.ts';
import { session } from '#platform/session.ts';
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
    defaults: valuesOf(profile),
    rules: {
      firstname: ['required', `max:${limits.name}`],
      lastname: ['required', `max:${limits.name}`],
      phone: [`max:${limits.phone}`],
      description: [`max:${limits.description}`],
      images: ['portrait'],
    },
    checks: { birth: isDay },
    labels: { images: t('accounts.fields.image') },
    draft: 'profile',
    // Only what was changed is sent: what was changed on another device meanwhile stays.
    send: async (values, changed) => {
      const { images, removed_images, ...texts } = changed;
      const portraits = images ? { images: [await portraitFile(images)] } : {};
      if (Object.keys(changed).length > 0)
        settled(await updateProfile({ ...texts, ...portraits, ...(removed_images ? { removed_images } : {}) }));
      form.reset(valuesOf(session.get().profile ?? profile), changesIn(form.values(), values));
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

const valuesOf = ({ firstname, lastname, phone, description, birth }: Profile) => ({
  firstname,
  lastname,
  phone: phone ?? '',
  description: description ?? '',
  birth: birth ?? '',
  images: null as File | null,
  removed_images: [] as string[],
});
