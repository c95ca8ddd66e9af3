import { limits } from '@heartwood/contract/limits';
import type { FamilySummary, Member } from '@heartwood/contract/family';
import { t } from '@heartwood/messages/current';
import { useQuery } from '@tanstack/react-query';
import { meQuery } from '#features/accounts/api.ts';
import { FormProblem } from '#features/accounts/components/form-problem.tsx';
import { useForm } from '#platform/form.ts';
import { toasts } from '#platform/toasts.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogActions, useClosing } from '#ui/dialog.tsx';
import { PasswordField } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { useHandOverFamily, useRenameFamily } from '../hooks/use-family-change.ts';
import { NameForm } from './name-form.tsx';
import { handOverLine } from './what-stays.ts';

interface DialogProps {
  family: FamilySummary;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Another name for the family. */
export function RenameDialog({ family, open, onOpenChange }: DialogProps) {
  return (
    <Dialog title={t('family.renameTitle')} open={open} onOpenChange={onOpenChange}>
      <RenameForm family={family} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function RenameForm({ family, onDone }: { family: FamilySummary; onDone: () => void }) {
  const rename = useRenameFamily(family.id);
  const form = useForm({
    defaults: { name: family.name },
    rules: { name: ['required', `max:${limits.name}`] },
    draft: `family ${family.id}`,
    send: async ({ name }) => {
      await rename.mutateAsync(name);
      toasts.add(t('family.renamed'));
      onDone();
    },
  });
  return <NameForm form={form} submit={t('family.renameSubmit')} onClose={onDone} />;
}

/** Handing the family over to another member; the password proves who does it. */
export function HandOverDialog({ family, members, open, onOpenChange }: DialogProps & { members: readonly Member[] }) {
  const { data: me } = useQuery({ ...meQuery, throwOnError: false });
  const owned = me?.families.filter(({ role }) => role === 'owner') ?? [];
  return (
    <Dialog title={t('family.handOverTitle')} text={t('family.handOverText')} open={open} onOpenChange={onOpenChange}>
      {me && <p className="mt-3 soft">{handOverLine(me.subscription, family.id, owned.length > 1)}</p>}
      <HandOverForm family={family} members={members} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function HandOverForm({ family, members, onDone }: { family: FamilySummary; members: readonly Member[]; onDone: () => void }) {
  const handOver = useHandOverFamily(family.id);
  const closing = useClosing();
  const form = useForm({
    defaults: { user_id: '', password: '' },
    rules: { user_id: ['required'], password: ['required', `max:${limits.password.max}`] },
    labels: { user_id: t('family.handOverTo') },
    send: async ({ user_id, password }) => {
      if (!(await handOver.mutateAsync({ userId: user_id, password, closed: closing() }))) return;
      toasts.add(t('family.handedOver', { name: members.find((member) => member.user_id === user_id)?.name ?? '' }));
      onDone();
    },
  });
  const options = members.filter(({ role }) => role !== 'owner').map(({ user_id, name }) => ({ value: user_id, label: name }));
  return (
    <form {...form.props} className="mt-5 grid gap-5">
      <Select {...form.choice('user_id')} options={options} />
      <PasswordField {...form.text('password')} hint={t('accounts.fields.sure')} autoComplete="current-password" />
      <FormProblem {...form.problem} />
      <DialogActions>
        <Button type="submit" block look="delete" busy={form.busy}>
          {t('family.handOverSubmit')}
        </Button>
        {/* Once the password was right, nothing stays as it was. */}
        <Button block look="quiet" aria-disabled={handOver.isDecided || undefined} onClick={handOver.isDecided ? undefined : onDone}>
          {t('family.cancel')}
        </Button>
      </DialogActions>
    </form>
  );
}
