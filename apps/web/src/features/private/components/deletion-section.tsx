import { CreditCard, LogOut, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import { useForm } from '#platform/form.ts';
import { settled } from '#platform/http.ts';
import { navigation } from '#platform/navigation.ts';
import { toasts } from '#platform/toasts.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Dialog, DialogActions } from '#ui/dialog.tsx';
import { PasswordField } from '#ui/field.tsx';
import { confirmPassword, deleteAccount } from '#features/accounts/api.ts';
import { words } from '../words.ts';
import { FormProblem } from '#features/accounts/components/form-problem.tsx';
import { Section } from './section.tsx';

const { deletion: said, export: exporting } = words;
const consequences = [
  [Trash2, said.posts],
  [Users, said.family],
  [CreditCard, said.plan],
  [LogOut, said.out],
] as const;

/** Taking everything along first, then deleting the account. */
export function DeletionSection() {
  const [open, setOpen] = useState(false);
  return (
    <Section id="export" title={exporting.title}>
      <Card pad className="mt-3">
        <h3 className="type-label text-body">{exporting.heading}</h3>
        <p className="mt-1 soft">{exporting.text}</p>
      </Card>
      <Button look="danger" className="mt-8 -ml-3" onClick={() => setOpen(true)}>
        {said.open}
      </Button>
      <Dialog title={said.title} text={said.text} open={open} onOpenChange={setOpen}>
        <ul className="mt-4">
          {consequences.map(([Icon, text]) => (
            <li key={text} className="flex items-start gap-3 py-[7px] leading-[1.45]">
              <Icon className="mt-0.5 icon-s" />
              <span className="min-w-0">{text}</span>
            </li>
          ))}
        </ul>
        <DeletionForm onKeep={() => setOpen(false)} />
      </Dialog>
    </Section>
  );
}

function DeletionForm({ onKeep }: { onKeep: () => void }) {
  const form = useForm({
    defaults: { password: '' },
    rules: { password: ['required'] },
    send: async ({ password }) => {
      settled(await confirmPassword(password));
      settled(await deleteAccount());
      toasts.add(said.done, { timeout: 6_000 });
      navigation.inApp('/home');
    },
  });
  return (
    <form {...form.props} className="mt-4 grid gap-5">
      <PasswordField {...form.text('password')} label={said.password} autoComplete="current-password" />
      <FormProblem text={form.problem} />
      <DialogActions>
        <Button type="submit" block look="delete" busy={form.busy}>
          {said.submit}
        </Button>
        <Button block look="quiet" onClick={onKeep}>
          {said.keep}
        </Button>
      </DialogActions>
    </form>
  );
}
