import type { Relationship } from '@heartwood/contract/people';
import { otherRelationship } from '@heartwood/contract/relationships';
import { t } from '@heartwood/messages/current';
import type { PlainKey } from '@heartwood/messages/translate';
import { useState } from 'react';
import { useIsGuardian } from '#features/family/api.ts';
import { grandparentKind, isFitting, relationName, relationOptions, relationTo } from '#features/family/components/relations.ts';
import { useToday } from '#platform/today.ts';
import { AgeRings } from '#ui/age-rings.tsx';
import { Chip, ChipRow } from '#ui/chip.tsx';
import { DateField } from '#ui/date-field.tsx';
import { FieldError, Optional, optionalRow, TextField } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import type { usePersonForm } from '../hooks/use-person-form.ts';
import { isGrownUp, ringsOf } from '../logic.ts';
import { ageHint } from './ages.ts';

/** The kinds of a family's children. */
const chipKinds = ['3', '2', '1', '4', '5', '23'];
const genders = ['female', 'male', 'other'] as const;
const genderNames = {
  female: 'people.genders.female',
  male: 'people.genders.male',
  other: 'people.genders.other',
} satisfies Record<(typeof genders)[number], PlainKey>;
const grownGenderNames = { ...genderNames, female: 'people.grownGenders.female', male: 'people.grownGenders.male' } as const;

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

/**
 * Who somebody is to oneself. Of a child: what families say most as chips, the others in a list; of a grown-up: the list alone, in groups.
 * What is chosen stands below it as a sentence, so that nobody says it from another's side; guardians are told what the children's
 * grandparents are to them. What is `suggested` is offered first, as a sentence.
 */
export function RelationField({ form, grown = false, suggested }: Given & { grown?: boolean; suggested?: number | undefined }) {
  const name = form.watch('name').trim();
  const gender = form.watch('gender');
  const relation = form.choice('relationship_id');
  const chips = grown ? [] : chipKinds.filter((id) => id === relation.value || isFitting(Number(id), gender));
  const isListed = relation.value === '' || chipKinds.includes(relation.value);
  const [elsewhere, setElsewhere] = useState(!isListed);
  const relationId = Number(relation.value);
  const ownWords = form.watch('relationship_label').trim();
  const sentence =
    name &&
    (relationId !== otherRelationship || ownWords) &&
    relationTo({ name, relationship_id: relationId, relationship: ownWords, gender });
  const grandparent = useIsGuardian() && grandparentKind(relationId);
  return (
    <fieldset name="relationship_id" tabIndex={-1} className="min-w-0 outline-none" data-field-state={relation['data-field-state']}>
      <legend className="mb-2 max-w-full type-label [overflow-wrap:anywhere]">
        {name ? t('people.form.whoIsIt', { name }) : t('people.form.whoIsThisChild')}
      </legend>
      {suggested !== undefined && (
        <ChipRow wrap className="mb-4">
          <Chip kind="pick" chosen={relation.value === String(suggested)} onClick={() => relation.onChange(String(suggested))}>
            {relationTo({ name, relationship_id: suggested, relationship: '', gender })}
          </Chip>
        </ChipRow>
      )}
      {!grown && (
        <ChipRow wrap>
          {chips.map((id) => (
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
      )}
      {(grown || elsewhere) && (
        <div className={grown ? 'grid gap-4' : 'mt-4 grid gap-4'}>
          <Select
            label={t('people.relation')}
            value={relation.value}
            onChange={relation.onChange}
            options={relationOptions({ gender, chosen: relation.value, without: grown ? [] : chipKinds })}
          />
          {relation.value === String(otherRelationship) && <TextField {...form.text('relationship_label')} />}
        </div>
      )}
      {relation.error ? (
        <FieldError>{relation.error}</FieldError>
      ) : (
        <>
          {sentence && <p className="mt-3 font-semibold text-fir [overflow-wrap:anywhere]">{sentence}</p>}
          {name && grandparent && (
            <p className="mt-2 type-meta [overflow-wrap:anywhere]">{t('people.form.theChildrens', { name, kind: grandparent })}</p>
          )}
          <p className="mt-2 type-meta [overflow-wrap:anywhere]">
            {name ? t('people.form.everyoneElse', { name }) : t('people.form.everyoneElseOfChild')}
          </p>
        </>
      )}
    </fieldset>
  );
}

/** What stands for the gender, in the words for children or for grown-ups; pressed again it is unsaid. */
export function GenderField({ form, person }: Given & { person?: Relationship | undefined }) {
  const gender = form.choice('gender');
  const kind = form.watch('relationship_id');
  const isChild = person ? person.is_child : kind === '' || chipKinds.includes(kind);
  const grown = isGrownUp({ is_child: isChild, birth_day: form.watch('birth_day') || null }, useToday());
  const names = grown ? grownGenderNames : genderNames;
  return (
    <fieldset data-field-state={gender['data-field-state']}>
      <legend className={`mb-2 type-label ${optionalRow}`}>
        <span className="min-w-0">{t('people.gender')}</span> <Optional />
      </legend>
      <ChipRow wrap>
        {genders.map((one) => (
          <Chip key={one} kind="pick" chosen={gender.value === one} onClick={() => gender.onChange(gender.value === one ? '' : one)}>
            {t(names[one])}
          </Chip>
        ))}
      </ChipRow>
      <p className="mt-2 type-meta">{grown ? t('people.grownGenderHint') : t('people.genderHint')}</p>
    </fieldset>
  );
}
