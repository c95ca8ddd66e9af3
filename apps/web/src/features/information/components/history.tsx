import { t } from '@heartwood/messages/current';
import type { SectionChange } from '@heartwood/contract/information';
import { ChevronDown } from 'lucide-react';
import { useNameOf } from '#features/people/hooks/use-name-of.ts';
import { listed } from '#platform/formats.ts';
import { addressOf } from '#platform/addresses.ts';
import { agoInWords } from '#platform/dates.ts';
import { useMinute } from '#platform/today.ts';
import { Avatar } from '#ui/avatar.tsx';
import { List, ListRow } from '#ui/list-row.tsx';
import { Rich } from '#ui/rich.tsx';

/** Who changed which fields when, the latest first; folded up until somebody asks. */
export function History({ history }: { history: readonly SectionChange[] }) {
  const now = useMinute();
  const nameOf = useNameOf();
  if (history.length === 0) return null;
  return (
    <details className="group mt-6 print:hidden">
      <summary className="flex min-h-hit list-none items-center gap-2 text-label font-semibold text-ink-2 [&::-webkit-details-marker]:hidden">
        <ChevronDown className="icon-s transition-transform group-open:rotate-180" />
        {t('information.history')}
      </summary>
      <List label={t('information.history')}>
        {history.map((change) => (
          <ListRow
            key={change.at + change.by.user_id}
            start={<Avatar id={change.by.heartwood_id ?? ''} name={change.by.name} src={addressOf(change.by.image?.thumb)} size="m" />}
            title={
              <>
                <Rich
                  text={t('information.change.line', { name: nameOf(change.by), changes: changesIn(change) })}
                  tags={{ who: <b className="type-label" /> }}
                />
              </>
            }
            meta={agoInWords(change.at, now)}
          />
        ))}
      </List>
    </details>
  );
}

/** 'added Dentist, changed Blood type and changed the notes' */
function changesIn({ added, changed, removed, note, media }: SectionChange): string {
  const parts = [
    added.length > 0 && t('information.change.added', { labels: listed(added) }),
    changed.length > 0 && t('information.change.changed', { labels: listed(changed) }),
    removed.length > 0 && t('information.change.removed', { labels: listed(removed) }),
    note && t('information.change.note'),
    media && t('information.change.media'),
  ];
  return listed(parts) || t('information.change.order');
}
