import { otherRelationship, relationshipKinds } from '@heartwood/contract/relationships';
import { t } from '@heartwood/messages/current';
import type { PlainKey } from '@heartwood/messages/translate';
import { useState } from 'react';
import { relationName } from '#features/family/components/relations.ts';
import { useToday } from '#platform/today.ts';
import { AgeRings } from '#ui/age-rings.tsx';
import { Chip, ChipRow } from '#ui/chip.tsx';
import { DateField } from '#ui/date-field.tsx';
import { FieldError, TextField } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import type { usePersonForm } from '../hooks/use-person-form.ts';
import { ringsOf } from '../logic.ts';
import { ageHint } from './ages.ts';

const chipKinds = ['3', '2', '1', '4', '5', '23'];
const genders = ['female', 'male', 'other'] as const;
const genderNames = {
  female: 'people.genders.female',
  male: 'people.genders.male',
  other: 'people.genders.other',
} satisfies Record<(typeof genders)[number], PlainKey>;

interface Given {
  form: ReturnType<typeof usePersonForm>['form'];
}

/** What somebody is called. */
export function NameField({ form }: Given) {
  return <TextField {...form.text('name')} autoComplete="off" className="[&_input]:font-serif [&_input]:text-[1.5rem]" />;
}

/** When somebody was born, and how old that makes them. */
export function BirthdayField({ form }: Given) {
  const on = useToday();
  const birthday = form.date('birth_day');
  const old = ageHint(birthday.value, on);
  return (
    <DateField
      {...birthday}
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
  );
}

/** Who somebody is to oneself: what families say most as chips, the others in a list, with words of one's own at its end. */
export function RelationField({ form }: Given) {
  const name = form.watch('name');
  const relation = form.choice('relationship_id');
  const isListed = relation.value === '' || chipKinds.includes(relation.value);
  const [elsewhere, setElsewhere] = useState(!isListed);
  return (
    <fieldset name="relationship_id" tabIndex={-1} className="outline-none" data-field-state={relation['data-field-state']}>
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
          {relation.value === String(otherRelationship) && <TextField {...form.text('relationship_label')} />}
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
  );
}

/** What stands for the gender; pressed again it is unsaid. */
export function GenderField({ form }: Given) {
  const gender = form.choice('gender');
  return (
    <fieldset data-field-state={gender['data-field-state']}>
      <legend className="mb-2 flex w-full justify-between gap-3 type-label">
        {t('people.gender')}
        <span className="font-normal text-ink-3">{t('people.optional')}</span>
      </legend>
      <ChipRow wrap>
        {genders.map((one) => (
          <Chip key={one} kind="pick" chosen={gender.value === one} onClick={() => gender.onChange(gender.value === one ? '' : one)}>
            {t(genderNames[one])}
          </Chip>
        ))}
      </ChipRow>
      <p className="mt-2 type-meta">{t('people.genderHint')}</p>
    </fieldset>
  );
}
