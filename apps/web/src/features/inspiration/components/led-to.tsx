import { t } from '@heartwood/messages/current';
import type { Inspiration } from '@heartwood/contract/inspiration';
import { useQuery } from '@tanstack/react-query';
import { useNames } from '#features/people/api.ts';
import { addressOf } from '#platform/addresses.ts';
import { dayInWords } from '#platform/dates.ts';
import { Avatar } from '#ui/avatar.tsx';
import { beginningOf } from '#ui/beginning-of.ts';
import { List, ListLink } from '#ui/list-row.tsx';
import { SectionHead } from '#ui/page-head.tsx';
import { ledToQuery } from '../api.ts';

/** What the family has made of such ideas lately; nothing where there is none yet. */
export function LedTo({ action }: { action: Inspiration['action'] }) {
  const { data } = useQuery({ ...ledToQuery(action), throwOnError: false });
  const { users } = useNames();
  if (!data || data.length === 0) return null;
  return (
    <section>
      <SectionHead title={t('inspiration.fromFamily')} />
      <List>
        {data.map(({ id, author, text, recipe, occurred_on }) => {
          const name = users.get(author.user_id ?? '') ?? author.name;
          const title = recipe?.title ?? beginningOf(text);
          return (
            <ListLink
              key={id}
              to="/post/$id"
              params={{ id }}
              start={<Avatar id={author.heartwood_id ?? ''} name={author.name} src={addressOf(author.image?.thumb)} />}
              title={<b className="type-label">{title ? t('inspiration.byWhom', { name, title }) : name}</b>}
              meta={dayInWords(occurred_on)}
            />
          );
        })}
      </List>
    </section>
  );
}
