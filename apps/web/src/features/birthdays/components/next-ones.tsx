import { daysBetween } from '@heartwood/contract/days';
import { t } from '@heartwood/messages/current';
import type { Birthday } from '@heartwood/contract/birthdays';
import { Gift } from 'lucide-react';
import { useNames } from '#features/people/api.ts';
import { birthdayDate, birthdayTitle } from '#features/people/components/ages.ts';
import { addressOf } from '#platform/addresses.ts';
import { useToday } from '#platform/today.ts';
import { Avatar } from '#ui/avatar.tsx';
import { IconLink } from '#ui/icon-button.tsx';
import { List, ListRow } from '#ui/list-row.tsx';
import { SectionHead } from '#ui/page-head.tsx';

/** The birthdays after this one, each with the way to its wishes. */
export function NextOnes({ birthdays, className }: { birthdays: readonly Birthday[]; className?: string }) {
  const on = useToday();
  const { names, people } = useNames();
  if (birthdays.length === 0) return null;
  return (
    <section className={className}>
      <SectionHead title={t('birthdays.nextOnes')} />
      <List card>
        {birthdays.map(({ heartwood_id: id, name, date, turns }) => {
          const person = people.find(({ heartwood_id }) => heartwood_id === id);
          const inDays = daysBetween(on, date);
          return (
            <ListRow
              key={id}
              start={<Avatar id={id} name={name} src={addressOf(person?.images[0]?.thumb)} />}
              title={<b className="type-label">{birthdayTitle(names.get(id) ?? name, { turns, inDays })}</b>}
              meta={birthdayDate({ day: date, inDays })}
              end={
                <IconLink
                  label={t('birthdays.gather', { name: names.get(id) ?? name })}
                  look="fill"
                  to="/inspiration/share-birthday"
                  search={{ person: person?.slug || id }}
                >
                  <Gift className="icon-s" />
                </IconLink>
              }
            />
          );
        })}
      </List>
    </section>
  );
}
