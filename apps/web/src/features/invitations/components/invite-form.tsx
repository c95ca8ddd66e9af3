import { limits, invitationHours } from '@heartwood/contract/limits';
import { otherRelationship } from '@heartwood/contract/relationships';
import type { FamilyRole } from '@heartwood/contract/family';
import { t } from '@heartwood/messages/current';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { FormProblem } from '#features/accounts/components/form-problem.tsx';
import { roleNames } from '#features/family/logic.ts';
import { peopleQuery } from '#features/people/api.ts';
import { useOneUpload } from '#features/uploads/api.ts';
import { useForm } from '#platform/form.ts';
import { settled } from '#platform/http.ts';
import { newKey } from '#platform/keys.ts';
import { toasts } from '#platform/toasts.ts';
import { Button, type ButtonLook } from '#ui/button.tsx';
import { RadioCard } from '#ui/choice.tsx';
import { TextArea, TextField } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { invitationsQuery, sendInvitation } from '../api.ts';
import { invitableRoles, relationOptions, whoItIs } from '../logic.ts';
import { SpokenMessage } from './spoken-message.tsx';

const roleHints = {
  relative: 'invitations.form.rolesText.relative',
  guardian: 'invitations.form.rolesText.guardian',
} as const;

/** Inviting somebody: address, name, relation, role, a message. `mine` is one's own role; `onSent` follows a sent invitation. */
export function InviteForm({ mine, look = 'filled', onSent }: { mine: FamilyRole; look?: ButtonLook; onSent: () => void }) {
  const queries = useQueryClient();
  const key = useRef(newKey());
  const spoken = useOneUpload();
  const form = useForm({
    defaults: {
      email: '',
      name: '',
      heartwood_id: '',
      relationship_id: '',
      relationship_label: '',
      role: 'relative' as 'relative' | 'guardian',
      message: '',
    },
    rules: {
      email: ['required', 'email'],
      name: [`max:${limits.name}`],
      relationship_id: ['required'],
      relationship_label: [`max:${limits.name}`],
      message: [`max:${limits.description}`],
    },
    send: async (values): Promise<void> => {
      const mediaId = await spoken.arrived();
      if (spoken.upload && !mediaId) return form.setProblem(t('invitations.form.speakLost'));
      const answer = await sendInvitation(
        { ...values, relationship_id: Number(values.relationship_id), media_id: mediaId ?? null },
        key.current,
      );
      // The server has answered: what is sent next is another invitation. Without an answer the same one is tried again.
      if (answer.success || answer.request_id) key.current = newKey();
      settled(answer);
      toasts.add(t('invitations.form.sent', { email: values.email.trim() }));
      form.reset();
      spoken.done();
      await queries.invalidateQueries({ queryKey: invitationsQuery.queryKey });
      onSent();
    },
  });
  const role = form.choice('role');
  const person = form.choice('heartwood_id');
  const relation = form.choice('relationship_id');
  // Only guardians say who of those the family remembers it is: whoever accepts sees what is kept of that person.
  const { data: people } = useQuery({ ...peopleQuery(), enabled: mine !== 'relative', throwOnError: false });
  const remembered = whoItIs(mine === 'relative' ? [] : (people ?? []), t('invitations.form.somebodyNew'));
  const roles = invitableRoles(mine);
  return (
    <form {...form.props} className="mt-5 grid gap-5">
      <TextField {...form.text('email')} label={t('invitations.form.email')} type="email" inputMode="email" autoComplete="off" />
      <TextField {...form.text('name')} label={t('invitations.form.name')} optional autoComplete="off" />
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
      <Select {...relation} label={t('invitations.form.relation')} options={relationOptions()} />
      {form.watch('relationship_id') === String(otherRelationship) && (
        <TextField {...form.text('relationship_label')} label={t('invitations.form.relationOther')} autoComplete="off" />
      )}
      {roles.length > 1 && (
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
                checked={role.value === value}
                onChange={() => role.onChange(value)}
              />
            ))}
          </div>
        </fieldset>
      )}
      <TextArea
        {...form.text('message')}
        label={t('invitations.form.message')}
        beside={<span className="font-normal text-ink-3">{t('invitations.form.messageHint')}</span>}
        story
      />
      <SpokenMessage spoken={spoken} />
      <FormProblem text={form.problem} />
      <div>
        <Button type="submit" block look={look} busy={form.busy}>
          {t('invitations.form.submit')}
        </Button>
        <p className="mt-3 text-center type-meta text-balance">{t('invitations.form.note', { hours: invitationHours })}</p>
      </div>
    </form>
  );
}
