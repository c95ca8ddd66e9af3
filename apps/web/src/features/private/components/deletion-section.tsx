import { CreditCard, Download, LogOut, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import { useForm } from '#platform/form.ts';
import { settled } from '#platform/http.ts';
import { navigation } from '#platform/navigation.ts';
import { toasts } from '#platform/toasts.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { QuietCard } from '#ui/card.tsx';
import { Dialog, DialogActions } from '#ui/dialog.tsx';
import { PasswordField } from '#ui/field.tsx';
import { confirmPassword, deleteAccount } from '#features/accounts/api.ts';
import { isUnderWay } from '../api.ts';
import { words } from '../words.ts';
import { FormProblem } from '#features/accounts/components/form-problem.tsx';
import type { useExport } from './use-export.ts';

const { deletion: said } = words;
const consequences = [
  [Trash2, said.posts],
  [Users, said.family],
  [CreditCard, said.plan],
  [LogOut, said.out],
] as const;

/** Deleting the account; the export is offered before it. */
export function DeletionSection({ exporting }: { exporting: ReturnType<typeof useExport> }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="danger" className="mt-8 -ml-3" onClick={() => setOpen(true)}>
        {said.open}
      </Button>
      <Dialog title={said.title} text={said.text} open={open} onOpenChange={setOpen}>
        <ExportFirst exporting={exporting} onStart={() => setOpen(false)} />
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
    </>
  );
}

/** The export, before everything goes: start it, wait for it, or take it. */
function ExportFirst({ exporting, onStart }: { exporting: ReturnType<typeof useExport>; onStart: () => void }) {
  const { status, address, percent, start } = exporting;
  if (status?.state === 'ready' && address)
    return (
      <QuietCard className="mt-4">
        <p>{said.firstReady}</p>
        <a href={address} download className={`${buttonClass({ look: 'quiet', small: true })} mt-3 bg-surface`}>
          <Download className="icon-s" />
          <span>{said.firstDownload}</span>
        </a>
      </QuietCard>
    );
  if (status && isUnderWay(status)) return <QuietCard className="mt-4">{said.firstRunning(percent)}</QuietCard>;
  return (
    <QuietCard className="mt-4">
      <p>{said.first}</p>
      <Button
        small
        look="quiet"
        className="mt-3 bg-surface"
        icon={<Download className="icon-s" />}
        onClick={() => {
          onStart();
          start();
        }}
      >
        {said.firstStart}
      </Button>
    </QuietCard>
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
