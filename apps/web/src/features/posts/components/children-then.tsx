import type { Relationship } from '@heartwood/contract/people';
import type { Post } from '@heartwood/contract/posts';
import { t } from '@heartwood/messages/current';
import { useState } from 'react';
import { useNames } from '#features/people/api.ts';
import { exactAge, ringsOf } from '#features/people/logic.ts';
import { AgeRings } from '#ui/age-rings.tsx';

/** How old somebody was on the day of a post, beside their name: '3 years'; undefined before the birth, and where nobody knows it. */
export const ageThen = ({ birth_day: birth }: Pick<Relationship, 'birth_day'>, day: string): string | undefined =>
  birth === day ? t('people.child.born') : birth ? exactAge(birth, day, 'year') : undefined;

/** The children in a post of a list and how old they were that day, in words and as rings; while the people are not known, the room for it. */
export function ChildrenThen({ post }: { post: Post }) {
  const { people, names } = useNames();
  const [isLate] = useState(people.length === 0);
  const day = post.occurred_on;
  const ages = post.people.flatMap((id) => {
    const one = people.find(({ heartwood_id }) => heartwood_id === id);
    const age = one?.is_child && ageThen(one, day);
    return one && age ? { ...one, age } : [];
  });
  if (post.people.length === 0 || (ages.length === 0 && !isLate)) return null;
  return (
    <div className={`mt-3 flex flex-wrap gap-x-4 gap-y-1 type-meta ${isLate ? 'min-h-6' : ''}`}>
      {ages.map(({ heartwood_id: id, age, birth_day: birth }) => (
        <p key={id} className="flex min-w-0 items-center gap-1.5">
          <AgeRings {...ringsOf(birth!, day)} className="size-6 shrink-0 text-resin-fill" />
          <span className="min-w-0 [overflow-wrap:anywhere]">{`${names.get(id)}, ${age}`}</span>
        </p>
      ))}
    </div>
  );
}
