import type { Post } from '@heartwood/contract/posts';
import { Sprout } from 'lucide-react';
import { useNames } from '#features/people/api.ts';
import { exactAge, firstYearNumber, ringsOf } from '#features/people/logic.ts';
import { partsListed } from '#platform/formats.ts';
import { AgeRings } from '#ui/age-rings.tsx';
import { MomentFrame } from './lazy-moment.tsx';

/** Rings that stand beside each other. */
const most = 4;

/** A moment that was shared, on resin: what it was, whose, and how old they were that day, in words and as rings. With children in it, it is theirs. */
export default function SharedMoment({ post, title }: { post: Post; title: string }) {
  const { people, names } = useNames();
  const inIt = post.people.flatMap((id) => people.find(({ heartwood_id }) => heartwood_id === id) ?? []);
  const children = inIt.filter(({ is_child }) => is_child);
  const whose = children.length > 0 ? children : inIt;
  if (people.length === 0) return <MomentFrame title={title} people={post.people.length} />;
  const born = whose.flatMap(({ heartwood_id: id, birth_day: birth }) => (birth && birth <= post.occurred_on ? { id, birth } : []));
  const isOne = born.length === 1;
  const rings = born
    .slice(0, most)
    .map(({ id, birth }) => (
      <AgeRings
        key={id}
        {...ringsOf(birth, post.occurred_on)}
        number={isOne ? firstYearNumber(birth, post.occurred_on) : undefined}
        className={isOne ? 'size-15' : 'size-7'}
      />
    ));
  const ages = whose.map(({ heartwood_id: id, name, birth_day: day }) => (
    <p key={id} className="mt-1 type-label text-resin">
      {partsListed([names.get(id) ?? name, day && day < post.occurred_on && exactAge(day, post.occurred_on)])}
    </p>
  ));
  return (
    <MomentFrame
      title={title}
      people={post.people.length}
      rings={rings.length > 0 ? rings : <Sprout className="icon-l text-resin" />}
      ages={ages}
    />
  );
}
