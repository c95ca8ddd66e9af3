import { t } from '@heartwood/messages/current';
import type { Gathered } from '@heartwood/contract/birthdays';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNames } from '#features/people/api.ts';
import { addressOf } from '#platform/addresses.ts';
import { useSession } from '#platform/session.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { List, ListRow } from '#ui/list-row.tsx';
import { Place } from '#ui/place.tsx';
import { useRemind } from '../api.ts';
import { counted } from '../logic.ts';
import { mannerInWords } from './sentences.ts';

/** Who has wished, how, and who has not yet, each with one reminder. */
export function WhoWished({ gathered }: { gathered: Gathered }) {
  const { user } = useSession();
  const { users } = useNames();
  const { wished, waiting } = gathered;
  const nameOf = (one: { user_id: string | null; name: string }) => users.get(one.user_id ?? '') ?? one.name;
  const face = (one: Gathered['waiting'][number] | Gathered['wished'][number]) => (
    <Avatar id={one.heartwood_id ?? ''} name={one.name} src={addressOf(one.image?.thumb)} />
  );
  const others = waiting.filter(({ user_id }) => user_id !== user?.id);
  if (wished.length + others.length === 0) return null;
  return (
    <section className="mt-10" aria-labelledby="who-wished">
      <h2 id="who-wished" className="type-subhead">
        {t('birthdays.wished', counted(gathered))}
      </h2>
      <List card className="mt-3">
        {wished.map((one) => (
          <ListRow
            key={one.user_id}
            start={face(one)}
            title={<b className="type-label">{nameOf(one)}</b>}
            meta={mannerInWords(one.wish)}
            end={<Check className="icon-s text-fir" />}
          />
        ))}
        {others.map((one) => (
          <NotYet key={one.user_id} one={one} face={face(one)} name={nameOf(one)} gathered={gathered} />
        ))}
      </List>
    </section>
  );
}

/** One who has not wished yet, and the button that reminds them: each shows by itself that it is being done. */
function NotYet({ one, face, name, gathered }: { one: Gathered['waiting'][number]; face: ReactNode; name: string; gathered: Gathered }) {
  const remind = useRemind(gathered.heartwood_id);
  return (
    <ListRow
      start={face}
      title={<b className="type-label">{name}</b>}
      meta={t('birthdays.notYet')}
      end={
        (one.reminded || gathered.can.remind) && (
          <Place over={one.reminded} className="flex items-center">
            {one.reminded ? (
              <span className="type-meta">{t('birthdays.reminded')}</span>
            ) : (
              <Button
                small
                look="quiet"
                busy={remind.isPending}
                aria-label={t('birthdays.remindName', { name })}
                onClick={() => one.user_id && remind.mutate({ userId: one.user_id, name })}
              >
                {t('birthdays.remind')}
              </Button>
            )}
          </Place>
        )
      }
    />
  );
}
