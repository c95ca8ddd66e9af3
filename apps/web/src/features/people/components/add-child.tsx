import { t } from '@heartwood/messages/current';
import { X } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { deviceStorage } from '#platform/device-storage.ts';
import { createKeyring } from '#platform/keys.ts';
import { toasts } from '#platform/toasts.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { FlowPage } from '#ui/page.tsx';
import { useAddPerson } from '../api.ts';
import { FormAction } from './form-action.tsx';
import { PersonForm, type PersonDraft, type PersonPhotos, type PersonValues } from './person-form.tsx';

const nothing: PersonValues = { name: '', birth_day: '', relationship_id: '', relationship_label: '', gender: '' };
const formId = 'add-child';
const draftKey = 'draft of a child';

/** Adds a child (or somebody else without an account). What is written stays on this device until it is sent. */
export default function AddChild({ onClose }: { onClose: () => void }) {
  const add = useAddPerson();
  const [keyFor] = useState(() => createKeyring());
  const draft = useChildDraft();
  async function send(values: PersonValues, { image }: PersonPhotos): Promise<void> {
    const body = { ...values, relationship_id: Number(values.relationship_id), ...(image ? { image } : {}) };
    const person = await add.mutateAsync({ body, key: keyFor([body, image?.size]) });
    draft.forget();
    toasts.add(t('people.form.added', { name: person.name }));
    onClose();
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
      {draft.found && (
        <PersonForm formId={formId} first={draft.found.values} firstPhoto={draft.found.photo} onWrite={draft.keep} send={send}>
          {({ busy, name }) => (
            <FormAction formId={formId} busy={busy}>
              {name.trim() ? t('people.form.add', { name: name.trim() }) : t('people.addChild')}
            </FormAction>
          )}
        </PersonForm>
      )}
    </FlowPage>
  );
}

/** What was written of a child and not sent yet; `found` once this device has been asked. */
function useChildDraft() {
  const [found, setFound] = useState<PersonDraft>();
  const sent = useRef(false);
  useEffect(() => {
    void Promise.all([deviceStorage.value<PersonValues>(draftKey), deviceStorage.file(draftKey)]).then(([values, photo]) =>
      setFound({ values: { ...nothing, ...values }, photo: photo instanceof File ? photo : undefined }),
    );
  }, []);
  const keep = useCallback(({ values, photo }: PersonDraft) => {
    if (sent.current) return;
    const isBlank = !photo && Object.values(values).every((value) => value === '');
    void deviceStorage.setValue(draftKey, isBlank ? undefined : values);
    void (photo ? deviceStorage.setFile(draftKey, photo) : deviceStorage.dropFiles([draftKey]));
  }, []);
  const forget = () => {
    sent.current = true;
    void deviceStorage.setValue(draftKey, undefined);
    void deviceStorage.dropFiles([draftKey]);
  };
  return { found, keep, forget };
}
