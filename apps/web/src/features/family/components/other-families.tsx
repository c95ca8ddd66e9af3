import { t } from '@heartwood/messages/current';
import type { FamilySummary } from '@heartwood/contract/family';
import { ArrowRightLeft } from 'lucide-react';
import { List, ListButton } from '#ui/list-row.tsx';
import { useChooseFamily } from '../hooks/use-family-change.ts';

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
