import { t } from '@heartwood/messages/current';
import { X } from 'lucide-react';
import type { SendKeys } from '#platform/keys.ts';
import { useOwnPage } from '#platform/own-page.ts';
import { session } from '#platform/session.ts';
import { toasts } from '#platform/toasts.ts';
import { FlowPage } from '#ui/flow-page.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { useAddPerson } from '../api.ts';
import { FormAction } from './form-action.tsx';
import type { PersonPhotos, PersonValues } from '../hooks/use-person-form.ts';
import { PersonForm } from './person-form.tsx';

const nothing: PersonValues = { name: '', birth_day: '', relationship_id: '', relationship_label: '', gender: '' };
const formId = 'add-child';

/** Adds a child (or somebody else without an account). What is written stays on this device until it is sent. */
export default function AddChild({ onClose }: { onClose: () => void }) {
  const add = useAddPerson();
  const page = useOwnPage();
  async function send(values: PersonValues, { image }: PersonPhotos, { keyFor }: SendKeys): Promise<void> {
    const body = { ...values, relationship_id: Number(values.relationship_id), ...(image ? { image } : {}) };
    const person = await add.mutateAsync({ body, key: await keyFor([body, image?.size]) });
    toasts.add(t('people.form.added', { name: person.name }));
    if (page.isShown()) onClose();
  }
  return (
    <FlowPage
      card
      title={<h1>{t('people.addChild')}</h1>}
      back={
        <IconButton label={t('people.close')} onClick={onClose}>
          <X />
        </IconButton>
      }
    >
      <PersonForm formId={formId} draft={`person of ${session.family() ?? ''}`} first={nothing} send={send}>
        {({ busy, name }) => (
          <FormAction formId={formId} busy={busy}>
            {name.trim() ? t('people.form.add', { name: name.trim() }) : t('people.addChild')}
          </FormAction>
        )}
      </PersonForm>
    </FlowPage>
  );
}
