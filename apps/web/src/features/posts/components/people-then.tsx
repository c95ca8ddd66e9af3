import type { Relationship } from '@heartwood/contract/people';
import type { Post } from '@heartwood/contract/posts';
import { ringsOf, shortNames } from '#features/people/logic.ts';
import { firstName } from '#features/family/logic.ts';
import { addressOf } from '#platform/addresses.ts';
import { AgeRings } from '#ui/age-rings.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { ChipLink } from '#ui/chip.tsx';
import { ageThen } from './children-then.tsx';

/** Who is in a post, the children with their age then, in words and as rings; while the people are not known, the room for them. */
export function PeopleThen({ post, people }: { post: Post; people: readonly Relationship[] }) {
  const shown = post.people.flatMap((id) => people.find(({ heartwood_id }) => heartwood_id === id) ?? []);
  if (people.length === 0 && post.people.length > 0) return <div className="mt-4 h-hit" />;
  if (shown.length === 0) return null;
  const names = shortNames(people);
  return (
    <ul className="mt-4 flex flex-wrap gap-2">
      {shown.map((person) => {
        const name = names.get(person.heartwood_id) ?? firstName(person.name);
        const age = person.is_child ? ageThen(person, post.occurred_on) : undefined;
        const face = <Avatar id={person.heartwood_id} name={person.name} src={addressOf(person.images[0]?.thumb)} size="s" />;
        const rings = age && person.birth_day && ringsOf(person.birth_day, post.occurred_on);
        const label = (
          <>
            <span className="min-w-0 [overflow-wrap:anywhere]">{age ? `${name}, ${age}` : name}</span>
            {rings && <AgeRings {...rings} className="-me-1.5 size-7 shrink-0 text-resin-fill" />}
          </>
        );
        return (
          <li key={person.heartwood_id} className="max-w-full">
            {person.is_child ? (
              <ChipLink
                to="/children/childDetail/$childId"
                params={{ childId: person.heartwood_id }}
                start={face}
                className="whitespace-normal!"
              >
                {label}
              </ChipLink>
            ) : (
              <span className="inline-flex min-h-hit max-w-full items-center gap-2 rounded-full bg-sunken px-4 py-1.5 text-label leading-tight font-[550]">
                <span className="-ms-2 inline-flex shrink-0">{face}</span>
                {label}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
