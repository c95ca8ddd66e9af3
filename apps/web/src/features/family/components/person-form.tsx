import { otherRelationship, relationshipKinds, type Relationship } from '@heartwood/contract/family';
import { Camera, Lock } from 'lucide-react';
import { useState, type ReactNode } from 'react';
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
import { ageHint, everyoneElse, whoIsIt, words } from '../words.ts';
import { chosenPhoto, PhotoCrop, portraitOf, type ChosenPhoto } from './photo-crop.tsx';

/** What is said of a person. `relationship_id` is '' until somebody says it; `image` only where a new photo was chosen. */
export interface PersonValues {
  name: string;
  birth_day: string;
  relationship_id: string;
  relationship_label: string;
  gender: '' | 'female' | 'male' | 'other';
}

const chipKinds = ['3', '2', '1', '4', '5', '23'];
const labelOfKind = (id: string) => relationshipKinds.find((kind) => String(kind.id) === id)?.label ?? '';
const genders = ['female', 'male', 'other'] as const;

/**
 * The form of a person. Its button belongs to the page and submits by `form={formId}`.
 * @param may what of it may be changed: everything, or only how one is related
 */
export function PersonForm({
  formId,
  first,
  person,
  may = 'all',
  send,
  children,
}: {
  formId: string;
  first: PersonValues;
  person?: Relationship;
  may?: 'all' | 'relation';
  send: (values: PersonValues, image: File | undefined) => Promise<unknown>;
  /** Gets what the button needs. */
  children: (state: { busy: boolean; name: string }) => ReactNode;
}) {
  const [photo, setPhoto] = useState<ChosenPhoto>();
  const form = useForm<PersonValues>({
    defaults: first,
    rules: may === 'all' ? { name: ['required', 'max:100'], relationship_id: ['required'] } : {},
    send: async (values) => send(values, photo && (await portraitOf(photo))),
  });
  const on = useToday();
  const name = form.watch('name');
  const birthday = form.date('birth_day');
  const relation = form.choice('relationship_id');
  const gender = form.choice('gender');
  const old = ageHint(birthday.value, on);
  const isListed = relation.value === '' || chipKinds.includes(relation.value);
  const [elsewhere, setElsewhere] = useState(!isListed);
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
            <FirstPhoto person={person} name={name} onPick={(file) => setPhoto(chosenPhoto(file))} />
          ))}
        <div className="mt-8 grid gap-6">
          {may === 'all' && (
            <>
              <TextField
                {...form.text('name')}
                label={words.name}
                autoComplete="off"
                maxLength={100}
                className="[&_input]:font-serif [&_input]:text-[1.5rem]"
              />
              <DateField
                {...birthday}
                label={words.birthday}
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
            <legend className="mb-2 type-label">{whoIsIt(name)}</legend>
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
                  {labelOfKind(id)}
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
                {words.somebodyElse}
              </Chip>
            </ChipRow>
            {elsewhere && (
              <div className="mt-4 grid gap-4">
                <Select
                  label={words.relation}
                  value={relation.value}
                  onChange={relation.onChange}
                  options={relationshipKinds
                    .filter(({ id }) => !chipKinds.includes(String(id)))
                    .map(({ id, label }) => ({ value: String(id), label }))}
                />
                {relation.value === String(otherRelationship) && (
                  <TextField {...form.text('relationship_label')} label={words.ownWords} maxLength={100} />
                )}
              </div>
            )}
            {relation.error ? <FieldError>{relation.error}</FieldError> : <p className="mt-2 type-meta">{everyoneElse(name)}</p>}
          </fieldset>
          {may === 'all' && (
            <fieldset>
              <legend className="mb-2 flex w-full justify-between gap-3 type-label">
                {words.gender}
                <span className="font-normal text-ink-3">{words.optional}</span>
              </legend>
              <ChipRow wrap>
                {genders.map((one) => (
                  <Chip
                    key={one}
                    kind="pick"
                    chosen={gender.value === one}
                    onClick={() => gender.onChange(gender.value === one ? '' : one)}
                  >
                    {words.genders[one]}
                  </Chip>
                ))}
              </ChipRow>
              <p className="mt-2 type-meta">{words.genderHint}</p>
            </fieldset>
          )}
        </div>
        <QuietCard className="mt-8 flex items-start gap-3">
          <Lock className="mt-0.5 text-fir" />
          <p className="soft">{may === 'all' ? words.whoSees : person?.is_user ? words.ownProfile : words.relativeMayNot}</p>
        </QuietCard>
      </form>
      {children({ busy: form.busy, name })}
    </>
  );
}

/** Before a photo is chosen: the one so far, or the place for one. */
function FirstPhoto({ person, name, onPick }: { person: Relationship | undefined; name: string; onPick: (file: File) => void }) {
  const src = addressOf(person?.images[0]?.path);
  return (
    <FilePicker label={words.photo} accept={photoTypes} onPick={([file]) => file && onPick(file)}>
      {(open) => (
        <div className="flex flex-col items-center gap-4">
          {src || name.trim() ? (
            <Avatar id={person?.heartwood_id ?? 'new'} name={name} src={src} size="xxl" />
          ) : (
            <span className="flex size-26 items-center justify-center rounded-full bg-sunken text-ink-3">
              <Camera className="icon-l" />
            </span>
          )}
          <Button small look="quiet" icon={<Camera className="icon-s" />} onClick={open}>
            {src ? words.anotherPhoto : words.addPhoto}
          </Button>
        </div>
      )}
    </FilePicker>
  );
}
