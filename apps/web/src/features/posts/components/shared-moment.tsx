import type { Post } from '@heartwood/contract/posts';
import { useNames } from '#features/people/api.ts';
import { exactAge, ringsOf } from '#features/people/logic.ts';
import { AgeRings } from '#ui/age-rings.tsx';
import { MomentFrame } from './lazy-moment.tsx';

/** A moment that was shared, on resin: what it was, whose, and how old they were that day, in words and as rings. With children in it, it is theirs. */
export default function SharedMoment({ post, title }: { post: Post; title: string }) {
  const { people, names } = useNames();
  const inIt = post.people.flatMap((id) => people.find(({ heartwood_id }) => heartwood_id === id) ?? []);
  const children = inIt.filter(({ is_child }) => is_child);
  const whose = children.length > 0 ? children : inIt;
  const born = whose.flatMap(({ birth_day: birth }) => (birth && birth <= post.occurred_on ? birth : []));
  const [birth] = born;
  if (people.length === 0) return <MomentFrame title={title} />;
  const ages = whose.map(({ heartwood_id: id, name, birth_day: day }) => (
    <p key={id} className="mt-1 flex items-center gap-2 type-label text-resin">
      {born.length > 1 && day && day <= post.occurred_on && (
        <AgeRings {...ringsOf(day, post.occurred_on)} className="size-7 shrink-0 text-resin-fill" />
      )}
      {[names.get(id) ?? name, day && day < post.occurred_on && exactAge(day, post.occurred_on)].filter(Boolean).join(', ')}
    </p>
  ));
  const rings = birth && born.length === 1 && (
    <AgeRings {...ringsOf(birth, post.occurred_on)} className="size-15 shrink-0 text-resin-fill" />
  );
  return <MomentFrame title={title} rings={rings ?? null} ages={ages} />;
}
