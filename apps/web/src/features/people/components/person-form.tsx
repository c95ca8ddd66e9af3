import { otherRelationship, relationshipKinds } from '@heartwood/contract/relationships';
import type { Relationship } from '@heartwood/contract/people';
import { t } from '@heartwood/messages/current';
import type { PlainKey } from '@heartwood/messages/translate';
import { Camera, Lock } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { addressOf } from '#platform/addresses.ts';
import { useForm } from '#platform/form.ts';
import { useToday } from '#platform/today.ts';
import { AgeRings } from '#ui/age-rings.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { QuietCard } from '#ui/card.tsx';
import { Chip, ChipRow } from '#ui/chip.tsx';
import { DateField } from '#ui/date-field.tsx';
import { FieldError, TextField } from '#ui/field.tsx';
import { FilePicker, photoTypes } from '#ui/photo-picker.tsx';
import { Select } from '#ui/select.tsx';
import { ringsOf } from '../logic.ts';
import { EarlierPhotos } from '#features/profiles/components/earlier-photos.tsx';
import { ageHint } from './ages.ts';
import { relationName } from '#features/family/components/relations.ts';
import { chosenPhoto, PhotoCrop, portraitOf, type ChosenPhoto } from './photo-crop.tsx';

/** What is said of a person. `relationship_id` is '' until somebody says it. */
export interface PersonValues {
  name: string;
  birth_day: string;
  relationship_id: string;
  relationship_label: string;
  gender: '' | 'female' | 'male' | 'other';
}

/** What becomes of a person's photos: a new first one, and those that go. */
export interface PersonPhotos {
  image: File | undefined;
  removed: readonly string[];
}

/** What is written before it is sent: the words, and the photo as it was chosen. */
export interface PersonDraft {
  values: PersonValues;
  photo: File | undefined;
}

const chipKinds = ['3', '2', '1', '4', '5', '23'];
const genders = ['female', 'male', 'other'] as const;
const genderNames = {
  female: 'people.genders.female',
  male: 'people.genders.male',
  other: 'people.genders.other',
} satisfies Record<(typeof genders)[number], PlainKey>;

/**
 * The form of a person. Its button belongs to the page and submits by `form={formId}`.
 * @param may what of it may be changed: everything, or only how one is related
 * @param firstPhoto a photo that was chosen before
 * @param onWrite is told what is written, as it is written
 */
export function PersonForm({
  formId,
  first,
  firstPhoto,
  person,
  may = 'all',
  onWrite,
  send,
  children,
}: {
  formId: string;
  first: PersonValues;
  firstPhoto?: File | undefined;
  person?: Relationship;
  may?: 'all' | 'relation';
  onWrite?: (draft: PersonDraft) => void;
  send: (values: PersonValues, photos: PersonPhotos) => Promise<unknown>;
  /** Gets what the button needs. */
  children: (state: { busy: boolean; name: string }) => ReactNode;
}) {
  const [photo, setPhoto] = useState<ChosenPhoto | undefined>(() => firstPhoto && chosenPhoto(firstPhoto));
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const form = useForm<PersonValues>({
    defaults: first,
    // Who somebody is to oneself may stay unsaid while others' facts about them are mended.
    rules: may === 'all' ? { name: ['required', 'max:100'], relationship_id: person ? [] : ['required'] } : {},
    send: async (values) => send(values, { image: photo && (await portraitOf(photo)), removed }),
  });
  const on = useToday();
  const name = form.watch('name');
  const birthday = form.date('birth_day');
  const relation = form.choice('relationship_id');
  const gender = form.choice('gender');
  const old = ageHint(birthday.value, on);
  const isListed = relation.value === '' || chipKinds.includes(relation.value);
  const [elsewhere, setElsewhere] = useState(!isListed);
  const written: PersonValues = {
    name,
    birth_day: birthday.value,
    relationship_id: relation.value,
    relationship_label: form.watch('relationship_label'),
    gender: gender.value,
  };
  const text = JSON.stringify(written);
  useEffect(() => onWrite?.({ values: JSON.parse(text) as PersonValues, photo: photo?.file }), [onWrite, text, photo?.file]);
  const there = (person?.images ?? []).filter(({ id }) => !removed.includes(id));
  return (
    <>
      <form id={formId} {...form.props} className="mt-3">
        {form.problem && (
          <Banner tone="error" className="mb-5">
            {form.problem}
          </Banner>
        )}
        {may === 'all' &&
          (photo ? (
            <PhotoCrop photo={photo} onChange={setPhoto} onPick={(file) => setPhoto(chosenPhoto(file))} />
          ) : (
            <FirstPhoto
              id={person?.heartwood_id}
              src={addressOf(there[0]?.path)}
              name={name}
              onPick={(file) => setPhoto(chosenPhoto(file))}
              onRemove={() => setRemoved([...removed, ...there.slice(0, 1).map(({ id }) => id)])}
            />
          ))}
        {may === 'all' && person && (
          <EarlierPhotos
            id={person.heartwood_id}
            name={name}
            images={photo ? there : there.slice(1)}
            onRemove={(id) => setRemoved([...removed, id])}
          />
        )}
        <div className="mt-8 grid gap-6">
          {may === 'all' && (
            <>
              <TextField
                {...form.text('name')}
                label={t('people.name')}
                autoComplete="off"
                maxLength={100}
                className="[&_input]:font-serif [&_input]:text-[1.5rem]"
              />
              <DateField
                {...birthday}
                label={t('people.birthday')}
                optional
                hint={
                  old && (
                    <span className="flex items-center gap-3">
                      {birthday.value <= on && <AgeRings {...ringsOf(birthday.value, on)} className="size-7.5 shrink-0 text-resin-fill" />}
                      <b className="text-body font-bold text-resin">{old}</b>
                    </span>
                  )
                }
              />
            </>
          )}
          <fieldset name="relationship_id" tabIndex={-1} className="outline-none">
            <legend className="mb-2 type-label">
              {name.trim() ? t('people.form.whoIsIt', { name: name.trim() }) : t('people.form.whoIsThisChild')}
            </legend>
            <ChipRow wrap>
              {chipKinds.map((id) => (
                <Chip
                  key={id}
                  kind="pick"
                  chosen={!elsewhere && relation.value === id}
                  onClick={() => {
                    setElsewhere(false);
                    relation.onChange(id);
                  }}
                >
                  {relationName(Number(id))}
                </Chip>
              ))}
              <Chip
                kind="pick"
                chosen={elsewhere}
                onClick={() => {
                  setElsewhere(true);
                  if (isListed) relation.onChange('');
                }}
              >
                {t('people.somebodyElse')}
              </Chip>
            </ChipRow>
            {elsewhere && (
              <div className="mt-4 grid gap-4">
                <Select
                  label={t('people.relation')}
                  value={relation.value}
                  onChange={relation.onChange}
                  options={relationshipKinds
                    .filter(({ id }) => !chipKinds.includes(String(id)))
                    .map(({ id }) => ({ value: String(id), label: relationName(id) }))}
                />
                {relation.value === String(otherRelationship) && (
                  <TextField {...form.text('relationship_label')} label={t('people.ownWords')} maxLength={100} />
                )}
              </div>
            )}
            {relation.error ? (
              <FieldError>{relation.error}</FieldError>
            ) : (
              <p className="mt-2 type-meta">
                {name.trim() ? t('people.form.everyoneElse', { name: name.trim() }) : t('people.form.everyoneElseOfChild')}
              </p>
            )}
          </fieldset>
          {may === 'all' && (
            <fieldset>
              <legend className="mb-2 flex w-full justify-between gap-3 type-label">
                {t('people.gender')}
                <span className="font-normal text-ink-3">{t('people.optional')}</span>
              </legend>
              <ChipRow wrap>
                {genders.map((one) => (
                  <Chip
                    key={one}
                    kind="pick"
                    chosen={gender.value === one}
                    onClick={() => gender.onChange(gender.value === one ? '' : one)}
                  >
                    {t(genderNames[one])}
                  </Chip>
                ))}
              </ChipRow>
              <p className="mt-2 type-meta">{t('people.genderHint')}</p>
            </fieldset>
          )}
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

/** Before a photo is chosen: the one so far, or the place for one. */
function FirstPhoto({
  id,
  src,
  name,
  onPick,
  onRemove,
}: {
  id: string | undefined;
  src: string | undefined;
  name: string;
  onPick: (file: File) => void;
  onRemove: () => void;
}) {
  return (
    <FilePicker label={t('people.photo')} accept={photoTypes} onPick={([file]) => file && onPick(file)}>
      {(open) => (
        <div className="flex flex-col items-center gap-4">
          {src || name.trim() ? (
            <Avatar id={id ?? 'new'} name={name} src={src} size="xxl" />
          ) : (
            <span className="flex size-26 items-center justify-center rounded-full bg-sunken text-ink-3">
              <Camera className="icon-l" />
            </span>
          )}
          <div className="flex flex-wrap justify-center gap-2">
            <Button small look="quiet" icon={<Camera className="icon-s" />} onClick={open}>
              {src ? t('people.anotherPhoto') : t('people.addPhoto')}
            </Button>
            {src && (
              <Button small look="text" onClick={onRemove}>
                {t('people.removePhoto')}
              </Button>
            )}
          </div>
        </div>
      )}
    </FilePicker>
  );
}
