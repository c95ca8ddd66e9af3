import { t } from '@heartwood/messages/current';
import type { Relationship } from '@heartwood/contract/people';
import { useNames } from '#features/people/api.ts';
import { partsListed } from '#platform/formats.ts';
import { addressOf } from '#platform/addresses.ts';
import { Avatar } from '#ui/avatar.tsx';
import { ageThen } from '../logic.ts';

/** How old everybody was on a day, each with their face; `named` says who they are, too. */
export function AgesThen({ people, day, named = false }: { people: readonly Relationship[]; day: string; named?: boolean }) {
  const { names } = useNames();
  const shown = people.map((person) => {
    const age = person.birth_day && day < person.birth_day ? t('moments.notBornYet') : ageThen(person.birth_day, day, named);
    const name = names.get(person.heartwood_id) ?? person.name;
    return { person, name, age, line: named ? partsListed([name, age]) : age };
  });
  return (
    <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-2">
      {shown.map(
        ({ person, name, line }) =>
          line && (
            <li key={person.heartwood_id} className="flex items-center gap-2 type-label text-resin">
              <Avatar
                id={person.heartwood_id}
                name={person.name}
                src={addressOf(person.images[0]?.thumb)}
                size="xs"
                {...(named ? {} : { label: name })}
              />
              {line}
            </li>
          ),
      )}
    </ul>
  );
}
