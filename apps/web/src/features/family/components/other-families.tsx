import { t } from '@heartwood/messages/current';
import type { FamilySummary } from '@heartwood/contract/family';
import { limits } from '@heartwood/contract/limits';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowRightLeft } from 'lucide-react';
import { useState } from 'react';
import { FormProblem } from '#features/accounts/components/form-problem.tsx';
import { useForm } from '#platform/form.ts';
import { settled } from '#platform/http.ts';
import { newKey } from '#platform/keys.ts';
import { toasts } from '#platform/toasts.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { TextField } from '#ui/field.tsx';
import { List, ListButton } from '#ui/list-row.tsx';
import { chooseFamily, startFamily } from '../api.ts';
import { inSentence } from '../logic.ts';

/** The other families somebody is in: one tap makes one the current. */
export function OtherFamilies({ families }: { families: readonly FamilySummary[] }) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const others = families.filter(({ current }) => !current);
  if (others.length === 0) return null;
  const choose = async ({ id, name }: FamilySummary) => {
    if (busy) return;
    setBusy(true);
    const answer = await chooseFamily(id);
    if (answer.success) await queries.resetQueries();
    setBusy(false);
    toasts.add(answer.success ? t('family.families.chosen', { name: inSentence(name) }) : answer.message, {
      type: answer.success ? 'success' : 'error',
    });
  };
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
            aria-busy={busy || undefined}
            onClick={() => void choose(family)}
          />
        ))}
      </List>
    </section>
  );
}

/** For somebody who is in no family: starting one. */
export function StartFamily({ lastname }: { lastname: string }) {
  const queries = useQueryClient();
  const [key] = useState(newKey);
  const form = useForm({
    defaults: { name: lastname ? t('family.families.suggestion', { lastname }) : '' },
    rules: { name: ['required', `max:${limits.name}`] },
    send: async ({ name }) => {
      settled(await startFamily(name, key));
      await queries.resetQueries();
    },
  });
  return (
    <section>
      <h2 className="mt-8 type-subhead">{t('family.families.noneTitle')}</h2>
      <Card pad className="mt-3">
        <p className="soft">{t('family.families.none')}</p>
        <form {...form.props} className="mt-4 grid gap-4">
          <TextField {...form.text('name')} label={t('family.families.name')} autoComplete="off" />
          <FormProblem text={form.problem} />
          <Button type="submit" block busy={form.busy}>
            {t('family.families.start')}
          </Button>
        </form>
      </Card>
    </section>
  );
}
