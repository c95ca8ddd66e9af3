import { invitationHours } from '@heartwood/contract/limits';
import { otherRelationship } from '@heartwood/contract/relationships';
import type { FamilyRole } from '@heartwood/contract/family';
import type { Relationship } from '@heartwood/contract/people';
import { t } from '@heartwood/messages/current';
import { useQuery } from '@tanstack/react-query';
import { FormProblem } from '#features/accounts/components/form-problem.tsx';
import { relationOptions, relationTo } from '#features/family/components/relations.ts';
import { roleNames } from '#features/family/logic.ts';
import { useDropping } from '#features/media/components/drop-recording.tsx';
import { peopleQuery } from '#features/people/api.ts';
import type { ChoiceBinding } from '#platform/form-fields.ts';
import { useSettled } from '#platform/settled.ts';
import { useToday } from '#platform/today.ts';
import { Button, type ButtonLook } from '#ui/button.tsx';
import { RadioCard } from '#ui/choice.tsx';
import { DraftNote } from '#ui/draft-note.tsx';
import { TextArea, TextField } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { Switch } from '#ui/switch.tsx';
import type { useInviting } from '../hooks/use-inviting.ts';
import { invitableRoles, isLettered, whoItIs } from '../logic.ts';
import { SpokenMessage } from './spoken-message.tsx';

type InvitedRole = Exclude<FamilyRole, 'owner'>;

const roleHints = {
  relative: 'invitations.form.rolesText.relative',
  guardian: 'invitations.form.rolesText.guardian',
} as const;

/**
 * Inviting somebody: address, name, relation, role, a message. `mine` is one's own role, `inviting` what is written.
 * @param waits whether it waits until one's own address is confirmed
 */
export function InviteForm({
  mine,
  waits,
  look = 'filled',
  inviting: { form, spoken },
}: {
  mine: FamilyRole;
  waits: boolean;
  look?: ButtonLook;
  inviting: ReturnType<typeof useInviting>;
}) {
  const { drop, question } = useDropping();
  const startOver = () => {
    form.draft.onDiscard();
    spoken.remove();
  };
  const person = form.choice('heartwood_id');
  const relation = form.choice('relationship_id');
  const letter = form.choice('letter');
  // Only guardians say who of those the family remembers it is: whoever accepts sees what is kept of that person.
  const { data: people, isLoading } = useQuery({ ...peopleQuery(), enabled: mine !== 'relative', throwOnError: false });
  const remembered = whoItIs(mine === 'relative' ? [] : (people ?? []), useToday(), t('invitations.form.somebodyNew'));
  const known = people?.find(({ heartwood_id }) => heartwood_id === person.value);
  const isKnown = useSettled(isLoading);
  if (!isKnown) return <InviteLoading />;
  return (
    <form {...form.props} className="mt-5 grid gap-5">
      <DraftNote shown={form.draft.shown || spoken.isRestored} onDiscard={() => drop(spoken.upload !== undefined, startOver)} />
      {question}
      <TextField {...form.text('email')} type="email" inputMode="email" autoComplete="off" />
      <TextField {...form.text('name')} optional autoComplete="off" />
      {remembered.length > 1 && (
        <Select
          {...person}
          label={t('invitations.form.person')}
          hint={person.value ? t('invitations.form.personKnown') : t('invitations.form.personHint')}
          placeholder={t('invitations.form.somebodyNew')}
          options={remembered}
          onChange={(chosen) => {
            person.onChange(chosen === 'new' ? '' : chosen);
            const known = people?.find(({ heartwood_id }) => heartwood_id === chosen)?.relationship_id;
            if (known) relation.onChange(String(known));
          }}
        />
      )}
      <RelationChoice form={form} known={known} />
      <RoleChoice choice={form.choice('role')} roles={invitableRoles(mine)} />
      <Switch
        label={t('invitations.form.letter')}
        hint={t('invitations.form.letterHint')}
        checked={isLettered({ letter: letter.value, role: form.watch('role'), relationship_id: form.watch('relationship_id') })}
        onChange={(on) => letter.onChange(on ? 'yes' : 'no')}
      />
      <TextArea
        {...form.text('message')}
        beside={<span className="font-normal text-ink-3">{t('invitations.form.messageHint')}</span>}
        story
      />
      <SpokenMessage spoken={spoken} />
      <FormProblem {...form.problem} />
      <div>
        <Button type="submit" block look={look} busy={form.busy}>
          {waits ? t('invitations.form.keep') : t('invitations.form.submit')}
        </Button>
        <p className="mt-3 text-center type-meta text-balance">{t('invitations.form.note', { hours: invitationHours })}</p>
      </div>
    </form>
  );
}

/** In place of the form, until it is known what stands in it. */
export function InviteLoading() {
  return (
    <Loading className="mt-5">
      <Skeleton className="h-100 rounded-card" />
    </Loading>
  );
}

/** How somebody is related, said as a sentence, so that nobody takes it from the children's side by mistake. */
function RelationChoice({
  form,
  known,
}: {
  form: ReturnType<typeof useInviting>['form'];
  known: Pick<Relationship, 'name' | 'gender'> | undefined;
}) {
  const relation = form.choice('relationship_id');
  const name = form.watch('name').trim() || known?.name;
  const isOther = Number(relation.value) === otherRelationship;
  const ownWords = form.watch('relationship_label').trim();
  const chosen = {
    name: name ?? '',
    relationship: ownWords,
    relationship_id: name && (!isOther || ownWords) ? Number(relation.value) : 0,
  };
  return (
    <>
      <Select
        {...relation}
        hint={relationTo(chosen) || t('invitations.form.relation')}
        options={relationOptions({ gender: known?.gender, chosen: relation.value })}
      />
      {isOther && <TextField {...form.text('relationship_label')} autoComplete="off" />}
    </>
  );
}

/** As whom somebody comes; nothing where there is one way only. */
function RoleChoice({ choice, roles }: { choice: ChoiceBinding<InvitedRole>; roles: readonly InvitedRole[] }) {
  if (roles.length < 2) return null;
  return (
    <fieldset>
      <legend className="mb-2 type-label">{t('invitations.form.role')}</legend>
      <div className="grid gap-2">
        {roles.map((value) => (
          <RadioCard
            key={value}
            name="role"
            value={value}
            title={t(roleNames[value])}
            hint={t(roleHints[value])}
            checked={choice.value === value}
            onChange={() => choice.onChange(value)}
          />
        ))}
      </div>
    </fieldset>
  );
}
