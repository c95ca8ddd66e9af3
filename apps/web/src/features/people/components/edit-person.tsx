import type { Relationship } from '@heartwood/contract/people';
import { otherRelationship } from '@heartwood/contract/relationships';
import { t } from '@heartwood/messages/current';
import { useNavigate } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useState } from 'react';
import { changesIn } from '#platform/form-changes.ts';
import { forgetDraft } from '#platform/form-draft.ts';
import { useOwnPage } from '#platform/own-page.ts';
import { useSession } from '#platform/session.ts';
import { toasts } from '#platform/toasts.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { FlowPage } from '#ui/flow-page.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { useRemovePerson, useUpdatePerson } from '../api.ts';
import { useIsGuardian } from '#features/family/api.ts';
import { FormAction } from './form-action.tsx';
import type { PersonPhotos, PersonValues } from '../hooks/use-person-form.ts';
import { PersonForm } from './person-form.tsx';

const formId = 'edit-person';

/** Changes what the family knows of a person, as far as one may, and how one is related to them. */
export default function EditPerson({ person, onClose }: { person: Relationship; onClose: () => void }) {
  const navigate = useNavigate();
  const page = useOwnPage();
  const guardian = useIsGuardian();
  const update = useUpdatePerson();
  const remove = useRemovePerson(() => {
    toasts.add(t('people.removal.done', { name: person.name }), { icon: 'none' });
    return page.isShown() ? navigate({ to: '/children', replace: true }) : undefined;
  });
  const [asks, ask] = useState(false);
  const { user } = useSession();
  const mayAll = guardian === true && person.is_user === 0;
  const { name } = person;
  const draft = `person ${person.heartwood_id}`;

  // What stood here when the editing began.
  const [first] = useState(() => valuesOf(person));
  // Only what was changed is sent: what another guardian changes meanwhile stays.
  async function send(values: PersonValues, { image, removed }: PersonPhotos): Promise<void> {
    const { relationship_id, relationship_label, ...facts } = changesIn(values, first);
    const isRelated = relationship_id !== undefined || relationship_label !== undefined;
    const relation =
      isRelated && values.relationship_id && person.related_user_id !== user?.id
        ? { relationship_id: Number(values.relationship_id), relationship_label: values.relationship_label }
        : {};
    const photos = { ...(image ? { image } : {}), ...(removed.length > 0 ? { removed_images: [...removed] } : {}) };
    await update.mutateAsync({ id: person.heartwood_id, ...relation, ...facts, ...(mayAll ? photos : {}) });
    toasts.add(t('people.form.saved', { name }));
    if (page.isShown()) onClose();
  }

  return (
    <FlowPage
      card
      title={<h1 className="truncate">{t('people.form.edit', { name })}</h1>}
      back={
        <IconButton label={t('people.close')} onClick={() => (forgetDraft(draft), onClose())}>
          <X />
        </IconButton>
      }
    >
      {guardian !== undefined && (
        <PersonForm
          key={String(mayAll)}
          formId={formId}
          draft={draft}
          first={first}
          person={person}
          may={mayAll ? 'all' : guardian ? 'gender' : 'relation'}
          send={send}
        >
          {({ busy }) => (
            <FormAction formId={formId} busy={busy}>
              {t('people.save')}
            </FormAction>
          )}
        </PersonForm>
      )}
      {mayAll && (
        <Button flush look="danger" className="mt-6" onClick={() => ask(true)}>
          {t('people.removal.verb', { name })}
        </Button>
      )}
      <ConfirmDialog
        title={t('people.removal.title', { name })}
        text={t('people.removal.text', { name })}
        confirm={t('people.removal.verb', { name })}
        keep={t('people.keepPerson')}
        open={asks}
        onOpenChange={ask}
        busy={remove.isPending}
        onConfirm={() => remove.mutate([person.heartwood_id, person.id, person.slug])}
      />
    </FlowPage>
  );
}

const valuesOf = (person: Relationship): PersonValues => ({
  name: person.name,
  birth_day: person.birth_day ?? '',
  relationship_id: person.relationship_id === 0 ? '' : String(person.relationship_id),
  relationship_label: person.relationship_id === otherRelationship ? person.relationship : '',
  gender: person.gender ?? '',
});
