import type { Relationship } from '@heartwood/contract/family';
import { useNavigate } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useState } from 'react';
import { refusalFrom } from '#platform/http.ts';
import { useSession } from '#platform/session.ts';
import { toasts } from '#platform/toasts.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { FlowPage } from '#ui/page.tsx';
import { useIsGuardian, useRemovePerson, useUpdatePerson } from '../api.ts';
import { editName, removal, saved, words } from '../words.ts';
import { FormAction } from './form-action.tsx';
import { PersonForm, type PersonValues } from './person-form.tsx';

const formId = 'edit-person';

/** Changes what the family knows of a person, as far as one may, and how one is related to them. */
export default function EditPerson({ person, onClose }: { person: Relationship; onClose: () => void }) {
  const navigate = useNavigate();
  const guardian = useIsGuardian();
  const update = useUpdatePerson();
  const remove = useRemovePerson();
  const [asks, ask] = useState(false);
  const { user } = useSession();
  const mayAll = guardian === true && person.is_user === 0;
  const { verb, done, ...question } = removal(person.name);

  async function send({ relationship_id, relationship_label, ...facts }: PersonValues, image: File | undefined): Promise<void> {
    const relation =
      relationship_id && person.related_user_id !== user?.id ? { relationship_id: Number(relationship_id), relationship_label } : {};
    const before = person.images.map(({ id }) => id);
    const photo = image ? { image, ...(before.length > 0 ? { removed_images: before } : {}) } : {};
    await update.mutateAsync({ id: person.heartwood_id, ...relation, ...(mayAll ? { ...facts, ...photo } : {}) });
    toasts.add(saved(person.name));
    onClose();
  }
  async function removePerson(): Promise<void> {
    try {
      await remove.mutateAsync(person.heartwood_id);
      toasts.add(done);
      await navigate({ to: '/children', replace: true });
    } catch (error) {
      toasts.add(refusalFrom(error).message, { type: 'error' });
    }
  }

  const first: PersonValues = {
    name: person.name,
    birth_day: person.birth_day ?? '',
    relationship_id: person.relationship_id === 0 ? '' : String(person.relationship_id),
    relationship_label: person.relationship_id === 28 ? person.relationship : '',
    gender: person.gender ?? '',
  };
  return (
    <FlowPage
      card
      title={<h1 className="truncate">{editName(person.name)}</h1>}
      back={
        <IconButton label={words.close} onClick={onClose}>
          <X />
        </IconButton>
      }
    >
      {guardian !== undefined && (
        <PersonForm key={String(mayAll)} formId={formId} first={first} person={person} may={mayAll ? 'all' : 'relation'} send={send}>
          {({ busy }) => (
            <FormAction formId={formId} busy={busy}>
              {words.save}
            </FormAction>
          )}
        </PersonForm>
      )}
      {mayAll && (
        <Button look="danger" className="mt-6 -ml-3" onClick={() => ask(true)}>
          {verb}
        </Button>
      )}
      <ConfirmDialog
        {...question}
        confirm={verb}
        keep={words.keepPerson}
        open={asks}
        onOpenChange={ask}
        busy={remove.isPending}
        onConfirm={() => void removePerson()}
      />
    </FlowPage>
  );
}
