import type { Relationship } from '@heartwood/contract/people';
import { t } from '@heartwood/messages/current';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { FormProblem } from '#features/accounts/components/form-problem.tsx';
import { EarlierPhotos } from '#features/profiles/components/earlier-photos.tsx';
import { addressOf } from '#platform/addresses.ts';
import type { SendKeys } from '#platform/keys.ts';
import { QuietCard } from '#ui/card.tsx';
import { DraftNote } from '#ui/draft-note.tsx';
import { FieldError } from '#ui/field.tsx';
import { usePersonForm, type PersonPhotos, type PersonValues } from '../hooks/use-person-form.ts';
import { useSuggested } from '../hooks/use-suggested.ts';
import { FirstPhoto } from './first-photo.tsx';
import { BirthdayField, GenderField, NameField, RelationField } from './person-fields.tsx';
import { PhotoCrop } from './photo-crop.tsx';

/**
 * The form of a person. Its button belongs to the page and submits by `form={formId}`.
 * @param may what of it may be changed: everything; of somebody with an account the gender, for guardians, or only how one is related
 * @param draft under which name what is written is kept on this device until it is sent
 */
export function PersonForm({
  formId,
  draft,
  first,
  person,
  may = 'all',
  send,
  children,
}: {
  formId: string;
  draft: string;
  first: PersonValues;
  person?: Relationship;
  may?: 'all' | 'gender' | 'relation';
  send: (values: PersonValues, photos: PersonPhotos, keys: SendKeys) => Promise<unknown>;
  /** Gets what the button needs. */
  children: (state: { busy: boolean; name: string }) => ReactNode;
}) {
  const { form, photo, photoError, setPhoto, pick, images, remove } = usePersonForm({ draft, first, person, may, send });
  const name = form.watch('name');
  const suggested = useSuggested(person);
  return (
    <>
      <form id={formId} {...form.props} className="mt-3">
        <DraftNote {...form.draft} />
        <div className="mb-5 empty:hidden">
          <FormProblem {...form.problem} />
        </div>
        {may === 'all' &&
          (photo ? (
            <PhotoCrop photo={photo} onChange={setPhoto} onPick={pick} />
          ) : (
            <FirstPhoto
              id={person?.heartwood_id}
              src={addressOf(images[0]?.path)}
              name={name}
              onPick={pick}
              onRemove={() => images[0] && remove(images[0].id)}
            />
          ))}
        {photoError && <FieldError>{photoError}</FieldError>}
        {may === 'all' && person && (
          <EarlierPhotos id={person.heartwood_id} name={name} images={photo ? images : images.slice(1)} onRemove={remove} />
        )}
        <div className="mt-8 grid gap-6">
          {may === 'all' && <NameField form={form} />}
          {may === 'all' && <BirthdayField form={form} />}
          <RelationField form={form} grown={person?.is_child === false} suggested={suggested} />
          {may !== 'relation' && <GenderField form={form} person={person} />}
        </div>
        <QuietCard className="mt-8 flex items-start gap-3">
          <Lock className="mt-0.5 text-fir" />
          <p className="soft">
            {may === 'all' ? t('people.whoSees') : person?.is_user ? t('people.ownProfile') : t('people.relativeMayNot')}
          </p>
        </QuietCard>
      </form>
      {children({ busy: form.busy, name })}
    </>
  );
}
