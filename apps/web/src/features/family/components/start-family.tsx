import { t } from '@heartwood/messages/current';
import type { FamilySummary } from '@heartwood/contract/family';
import { limits } from '@heartwood/contract/limits';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { FormProblem } from '#features/accounts/components/form-problem.tsx';
import { useForm } from '#platform/form.ts';
import { useKeys } from '#platform/keys.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { DraftNote } from '#ui/draft-note.tsx';
import { TextField } from '#ui/field.tsx';
import { focusHeadingLater } from '#ui/focus-later.ts';
import { useStartFamily } from '../hooks/use-family-change.ts';
import { ownsNone } from '../logic.ts';
import { NameForm } from './name-form.tsx';

/** The form that starts a family. @param onStarted is called once it is started and shown */
function useStartForm(lastname: string, onStarted?: () => void) {
  const start = useStartFamily();
  const draft = 'new family';
  const keys = useKeys(draft);
  return useForm({
    defaults: { name: lastname ? t('family.families.suggestion', { lastname }) : '' },
    rules: { name: ['required', `max:${limits.name}`] },
    labels: { name: t('family.families.name') },
    draft,
    keys,
    send: async ({ name }) => {
      await start.mutateAsync({ name, key: await keys.keyFor(name) });
      onStarted?.();
    },
  });
}

/** For somebody who is in no family: starting one, or opening an invitation to one. */
export function StartFamily({ lastname }: { lastname: string }) {
  const form = useStartForm(lastname);
  return (
    <section>
      <h2 className="mt-8 type-subhead">{t('family.families.noneTitle')}</h2>
      <Card pad className="mt-3">
        <p className="soft">{t('family.families.none')}</p>
        <form {...form.props} className="mt-4 grid gap-4">
          <DraftNote {...form.draft} />
          <TextField {...form.text('name')} autoComplete="off" />
          <FormProblem {...form.problem} />
          <Button type="submit" block busy={form.busy}>
            {t('family.families.start')}
          </Button>
        </form>
        <Link to="/invite" className="link-row mt-2 w-full justify-center">
          {t('family.families.invited')}
        </Link>
      </Card>
    </section>
  );
}

/** For somebody who is in families of others alone: starting one of their own. @param onStarted is called once it is the current one */
export function StartOwnFamily({
  families,
  lastname,
  className,
  onStarted,
}: {
  families: readonly FamilySummary[];
  lastname: string;
  className: string;
  onStarted?: () => void;
}) {
  const [open, setOpen] = useState(false);
  if (!ownsNone(families)) return null;
  const close = () => setOpen(false);
  return (
    <>
      <Button block look="quiet" className={className} onClick={() => setOpen(true)}>
        {t('family.families.own')}
      </Button>
      <Dialog title={t('family.families.own')} text={t('family.families.ownText')} open={open} onOpenChange={setOpen}>
        <StartForm
          lastname={lastname}
          onClose={close}
          onStarted={() => {
            close();
            onStarted?.();
            // The dialog and the button that opened it have gone.
            focusHeadingLater();
          }}
        />
      </Dialog>
    </>
  );
}

function StartForm({ lastname, onClose, onStarted }: { lastname: string; onClose: () => void; onStarted: () => void }) {
  return <NameForm form={useStartForm(lastname, onStarted)} submit={t('family.families.start')} onClose={onClose} />;
}
