import type { SectionChange } from '@heartwood/contract/information';
import { ChevronDown } from 'lucide-react';
import { addressOf } from '#platform/addresses.ts';
import { agoInWords } from '#platform/dates.ts';
import { useMinute } from '#platform/today.ts';
import { Avatar } from '#ui/avatar.tsx';
import { List, ListRow } from '#ui/list-row.tsx';
import { changeLine, words } from '../words.ts';

/** Who changed which fields when, the latest first; folded up until somebody asks. */
export function History({ history }: { history: readonly SectionChange[] }) {
  const now = useMinute();
  if (history.length === 0) return null;
  return (
    <details className="group mt-6 print:hidden">
      <summary className="flex min-h-hit list-none items-center gap-2 text-label font-semibold text-ink-2 [&::-webkit-details-marker]:hidden">
        <ChevronDown className="icon-s transition-transform group-open:rotate-180" />
        {words.history}
      </summary>
      <List label={words.history}>
        {history.map((change) => (
          <ListRow
            key={change.at + change.by.user_id}
            start={<Avatar id={change.by.heartwood_id ?? ''} name={change.by.name} src={addressOf(change.by.image?.thumb)} size="m" />}
            title={
              <>
                <b className="type-label">{change.by.name}</b> {changeLine(change)}
              </>
            }
            meta={agoInWords(change.at, now)}
          />
        ))}
      </List>
    </details>
  );
}
