import type { Relationship } from '@heartwood/contract/people';
import { t } from '@heartwood/messages/current';
import { useQuery } from '@tanstack/react-query';
import { Camera, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { FormProblem } from '#features/accounts/components/form-problem.tsx';
import { childrenQuery, useAddPerson } from '#features/people/api.ts';
import { useIsGuardian } from '#features/family/api.ts';
import { ringsOf } from '#features/people/logic.ts';
import { ageHint, ageLine } from '#features/people/components/ages.ts';
import { GenderField, RelationField } from '#features/people/components/person-fields.tsx';
import { usePersonForm, type PersonValues } from '#features/people/hooks/use-person-form.ts';
import { addressOf } from '#platform/addresses.ts';
import { dayInWords } from '#platform/dates.ts';
import { changesIn } from '#platform/form-changes.ts';
import { session } from '#platform/session.ts';
import { toasts } from '#platform/toasts.ts';
import { useToday } from '#platform/today.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { DraftNote } from '#ui/draft-note.tsx';
import { Card } from '#ui/card.tsx';
import { DateField } from '#ui/date-field.tsx';
import { FieldError, TextField } from '#ui/field.tsx';
import { photoTypes } from '#ui/file-types.ts';
import { FilePicker, PhotoNotShown, useChosenPhoto } from '#ui/photo-picker.tsx';
import type { DraftChild } from '../logic.ts';
import { StepButton, StepFrame, useNextStep } from './step-frame.tsx';

const nobody: PersonValues = { name: '', birth_day: '', relationship_id: '', relationship_label: '', gender: '' };

/** The second step: the children, one card each, and an empty card for the next. */
export function ChildrenStep() {
  const children = useQuery(childrenQuery());
  const guardian = useIsGuardian();
  const next = useNextStep('children');
  const add = useAddPerson();
  const after = useRef<'next' | 'another'>('next');
  const [added, setAdded] = useState(0);
  const { form } = usePersonForm({
    draft: `first steps: child of ${session.family() ?? ''}`,
    first: nobody,
    person: undefined,
    may: 'all',
    send: async (values, { image, file }, { keyFor }) => {
      const body = { ...values, relationship_id: Number(values.relationship_id), ...(image ? { image } : {}) };
      await add.mutateAsync({ body, key: await keyFor([body, image?.size]) });
      toasts.add(t('people.form.added', { name: values.name.trim() }));
      form.reset(undefined, changesIn(form.values(), { ...values, photo: file }));
      // Whoever writes the next one already stays in its card.
      if (!blank()) return;
      setAdded((before) => before + 1);
      if (after.current === 'next') next();
    },
  });
  const blank = () => Object.values(form.values()).every((value) => !value);
  const go = (then: 'next' | 'another') => {
    after.current = then;
    if (then === 'next' && blank()) next();
    else void form.submit();
  };
  return (
    <StepFrame
      step="children"
      title={t('private.children.title')}
      text={guardian === false ? t('private.children.seesAll') : t('private.children.text')}
      action={
        <StepButton busy={form.busy} onClick={() => go('next')}>
          {t('private.steps.next')}
        </StepButton>
      }
    >
      <ul aria-label={t('private.children.listLabel')} className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-4 empty:hidden">
        {children.data?.map((one) => (
          <ChildCard key={one.heartwood_id} child={one} />
        ))}
      </ul>
      {guardian !== false && (
        <form {...form.props} className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
          <DraftNote {...form.draft} />
          <Draft key={added} form={form} />
          <FormProblem {...form.problem} />
          <Button look="quiet" block icon={<Plus />} busy={form.busy} onClick={() => go('another')}>
            {t('private.children.another')}
          </Button>
        </form>
      )}
    </StepFrame>
  );
}

function ChildCard({ child: { heartwood_id, name, images, birth_day } }: { child: Relationship }) {
  const today = useToday();
  return (
    <li>
      <Card className="flex items-center gap-3.5 py-5 pe-4 ps-4">
        <Avatar
          id={heartwood_id}
          name={name}
          src={addressOf(images[0]?.thumb)}
          size="l"
          rings={birth_day ? ringsOf(birth_day, today) : undefined}
        />
        <div className="min-w-0 flex-1">
          <b className="block type-heading break-words">{name}</b>
          {birth_day && (
            <>
              <p className="soft">{dayInWords(birth_day)}</p>
              <p className="mt-1 type-label text-resin">{ageLine(birth_day, today)}</p>
            </>
          )}
        </div>
      </Card>
    </li>
  );
}

/** The card of a child that is being written down: it asks what adding a child asks. */
function Draft({ form }: { form: ReturnType<typeof usePersonForm>['form'] }) {
  const today = useToday();
  const image = form.choice('photo');
  const birthday = form.date('birth_day');
  const photo = useChosenPhoto(image.value);
  const draft: DraftChild = { name: form.watch('name'), birthday: birthday.value, imageUrl: photo.src };
  return (
    <Card pad role="group" aria-label={draft.name.trim() || t('private.children.draft')}>
      <div className="flex items-start gap-4">
        <FilePicker label={t('private.children.addPhoto')} accept={photoTypes} onPick={([first]) => first && image.onChange(first)}>
          {(open) => (
            <button
              type="button"
              onClick={open}
              aria-label={image.value ? t('private.children.changePhoto') : t('private.children.addPhoto')}
              className="mt-1 inline-flex size-18 shrink-0 items-center justify-center overflow-hidden rounded-full bg-sunken text-ink-3 focus-visible:rounded-full"
            >
              {draft.imageUrl ? <img src={draft.imageUrl} alt="" className="size-full object-cover" /> : <Camera />}
            </button>
          )}
        </FilePicker>
        <TextField {...form.text('name')} autoComplete="off" className="flex-1" />
      </div>
      {photo.isHidden && <PhotoNotShown />}
      {image.error && <FieldError>{image.error}</FieldError>}
      <DateField {...birthday} optional hint={ageHint(draft.birthday, today)} className="mt-4" />
      <div className="mt-6 grid gap-6">
        <RelationField form={form} />
        <GenderField form={form} />
      </div>
    </Card>
  );
}
