import { limits } from '@heartwood/contract/limits';
import type { Relationship } from '@heartwood/contract/people';
import { t } from '@heartwood/messages/current';
import { useQuery } from '@tanstack/react-query';
import { Camera, Plus } from 'lucide-react';
import { useRef } from 'react';
import { FormProblem } from '#features/accounts/components/form-problem.tsx';
import { childrenQuery, useAddPerson } from '#features/people/api.ts';
import { useIsGuardian } from '#features/family/api.ts';
import { ringsOf } from '#features/people/logic.ts';
import { ageHint, ageLine } from '#features/people/components/ages.ts';
import { addressOf } from '#platform/addresses.ts';
import { dayInWords } from '#platform/dates.ts';
import { useForm } from '#platform/form.ts';
import { newKey } from '#platform/keys.ts';
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

/** The kind 'Child': who exactly, parents say on the child's page. */
const child = 1;

/** The second step: the children, one card each, and an empty card for the next. */
export function ChildrenStep() {
  const children = useQuery(childrenQuery());
  const guardian = useIsGuardian();
  const next = useNextStep('children');
  const add = useAddPerson();
  const key = useRef(newKey());
  const after = useRef<'next' | 'another'>('next');
  const form = useForm({
    defaults: { name: '', birth_day: '', image: null as File | null },
    rules: { name: ['required', `max:${limits.name}`], image: ['portrait'] },
    days: ['birth_day'],
    draft: 'first steps: child',
    send: async ({ name, birth_day, image }) => {
      await add.mutateAsync({ body: { name, birth_day, relationship_id: child, ...(image ? { image } : {}) }, key: key.current });
      key.current = newKey();
      toasts.add(t('people.form.added', { name: name.trim() }));
      form.reset();
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
      <ul aria-label={t('private.children.listLabel')} className="mt-8 grid gap-4 empty:hidden">
        {children.data?.map((one) => (
          <ChildCard key={one.heartwood_id} child={one} />
        ))}
      </ul>
      {guardian !== false && (
        <form {...form.props} className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
          <DraftNote {...form.draft} />
          <Draft form={form} />
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

function Draft({ form }: { form: ReturnType<typeof useForm<{ name: string; birth_day: string; image: File | null }>> }) {
  const today = useToday();
  const image = form.choice('image');
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
    </Card>
  );
}
