import { X } from 'lucide-react';
import { useState } from 'react';
import { createKeyring } from '#platform/keys.ts';
import { toasts } from '#platform/toasts.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { FlowPage } from '#ui/page.tsx';
import { useAddPerson } from '../api.ts';
import { added, addName, words } from '../words.ts';
import { FormAction } from './form-action.tsx';
import { PersonForm, type PersonValues } from './person-form.tsx';

const nothing: PersonValues = { name: '', birth_day: '', relationship_id: '', relationship_label: '', gender: '' };
const formId = 'add-child';

/** Adds a child (or somebody else without an account). */
export default function AddChild({ onClose }: { onClose: () => void }) {
  const add = useAddPerson();
  const [keyFor] = useState(() => createKeyring());
  async function send(values: PersonValues, image: File | undefined): Promise<void> {
    const body = { ...values, relationship_id: Number(values.relationship_id), ...(image ? { image } : {}) };
    const person = await add.mutateAsync({ body, key: keyFor([body, image?.size]) });
    toasts.add(added(person.name));
    onClose();
  }
  return (
    <FlowPage
      card
      title={<h1>{words.addChild}</h1>}
      back={
        <IconButton label={words.close} onClick={onClose}>
          <X />
        </IconButton>
      }
    >
      <PersonForm formId={formId} first={nothing} send={send}>
        {({ busy, name }) => (
          <FormAction formId={formId} busy={busy}>
            {addName(name)}
          </FormAction>
        )}
      </PersonForm>
    </FlowPage>
  );
}
