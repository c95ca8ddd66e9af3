import { limits } from '@heartwood/contract/limits';
import { t } from '@heartwood/messages/current';
import { useQueryClient } from '@tanstack/react-query';
import { arrived, retryFailed } from '#features/sending/api.ts';
import { forgetFile, useOneFile } from '#features/sending/hooks/use-one-file.ts';
import { changesIn } from '#platform/form-changes.ts';
import { useForm } from '#platform/form.ts';
import { settled } from '#platform/http.ts';
import { useKeys } from '#platform/keys.ts';
import { useOwnPage } from '#platform/own-page.ts';
import { toastLeft } from '#platform/refusal-toast.ts';
import { session } from '#platform/session.ts';
import { toasts } from '#platform/toasts.ts';
import { invitationsQuery, sendInvitation } from '../api.ts';
import { isLettered } from '../logic.ts';

const nobody = {
  email: '',
  name: '',
  heartwood_id: '',
  relationship_id: '',
  relationship_label: '',
  role: 'relative' as 'relative' | 'guardian',
  // Until somebody chooses, the relation says it.
  letter: '' as '' | 'yes' | 'no',
  message: '',
};

/** The form of an invitation, with a `spoken` message; `onSent` follows one that was sent, and the form is empty again. `isBlank` tells whether nothing is written. */
export function useInviting(onSent: () => void) {
  const queries = useQueryClient();
  const page = useOwnPage();
  const draft = `invitation ${session.family() ?? ''}`;
  const keys = useKeys(draft);
  const fileDraft = `invitation file ${session.family() ?? ''}`;
  const spoken = useOneFile(fileDraft);
  const form = useForm({
    defaults: nobody,
    rules: {
      email: ['required', `max:${limits.email}`, 'email'],
      name: [`max:${limits.name}`],
      relationship_id: ['required'],
      relationship_label: [`max:${limits.name}`],
      message: [`max:${limits.description}`],
    },
    labels: { name: t('invitations.form.name') },
    draft,
    keys,
    fileDraft,
    send: async (values): Promise<unknown> => {
      // Another family may be looked at by the time the recording has arrived.
      const inFamily = session.inFamily();
      retryFailed(spoken.files);
      const mediaIds = await arrived(spoken.files).catch(() => undefined);
      if (!mediaIds) {
        if (page.isShown()) form.setProblem(t('invitations.form.speakLost'));
        else toastLeft(t('invitations.form.speakLost'), page.address());
        return false;
      }
      const body = {
        ...inFamily,
        ...values,
        relationship_id: Number(values.relationship_id),
        letter: isLettered(values),
        media_id: mediaIds[0] ?? null,
        waits: true,
      };
      const { invitation } = settled(await sendInvitation(body, await keys.keyFor(body))) ?? {};
      const email = values.email.trim();
      toasts.add(invitation?.status === 'waiting' ? t('invitations.form.kept', { email }) : t('invitations.form.sent', { email }));
      form.reset(undefined, changesIn(form.values(), values));
      spoken.sent(spoken.files);
      await forgetFile(fileDraft, spoken.files);
      await queries.invalidateQueries({ queryKey: invitationsQuery.queryKey });
      // Whoever writes the next one already stays with it.
      if (page.isShown() && isEmpty()) onSent();
    },
  });
  const isEmpty = (): boolean => {
    const { role: _, letter: __, ...written } = form.values();
    return Object.values(written).every((value) => !value);
  };
  return { form, spoken, isBlank: () => spoken.files.length === 0 && isEmpty() };
}
