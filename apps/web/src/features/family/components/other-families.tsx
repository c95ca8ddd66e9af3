import { t } from '@heartwood/messages/current';
import type { FamilySummary } from '@heartwood/contract/family';
import { limits } from '@heartwood/contract/limits';
import { Link } from '@tanstack/react-router';
import { ArrowRightLeft } from 'lucide-react';
import { FormProblem } from '#features/accounts/components/form-problem.tsx';
import { useForm } from '#platform/form.ts';
import { useKeys } from '#platform/keys.ts';
import { Button } from '#ui/button.tsx';
import { DraftNote } from '#ui/draft-note.tsx';
import { Card } from '#ui/card.tsx';
import { TextField } from '#ui/field.tsx';
import { List, ListButton } from '#ui/list-row.tsx';
import { useChooseFamily, useStartFamily } from '../hooks/use-family-change.ts';

/** The other families somebody is in: one tap makes one the current. */
export function OtherFamilies({ families }: { families: readonly FamilySummary[] }) {
  const choose = useChooseFamily();
  const others = families.filter(({ current }) => !current);
  if (others.length === 0) return null;
  return (
    <section>
      <h2 className="mt-8 type-subhead">{t('family.families.title')}</h2>
      <List card label={t('family.families.title')} className="mt-3">
        {others.map((family) => (
          <ListButton
            key={family.id}
            start={<ArrowRightLeft className="text-fir" />}
            title={<b className="type-label text-body">{family.name}</b>}
            meta={t('family.families.go')}
            busy={choose.isPending && choose.variables.id === family.id}
            onClick={() => choose.isPending || choose.mutate(family)}
          />
        ))}
      </List>
    </section>
  );
}

/** For somebody who is in no family: starting one, or opening an invitation to one. */
export function StartFamily({ lastname }: { lastname: string }) {
  const start = useStartFamily();
  const draft = 'new family';
  const keys = useKeys(draft);
  const form = useForm({
    defaults: { name: lastname ? t('family.families.suggestion', { lastname }) : '' },
    rules: { name: ['required', `max:${limits.name}`] },
    labels: { name: t('family.families.name') },
    draft,
    keys,
    send: async ({ name }) => {
      await start.mutateAsync({ name, key: await keys.keyFor(name) });
    },
  });
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
