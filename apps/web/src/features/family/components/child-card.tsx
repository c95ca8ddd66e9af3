import type { Relationship } from '@heartwood/contract/family';
import { Link } from '@tanstack/react-router';
import { useToday } from '#platform/today.ts';
import { AgeRings } from '#ui/age-rings.tsx';
import { hueOf, initialsOf } from '#ui/avatar.tsx';
import { PhotoFrame } from '#ui/photo-frame.tsx';
import { ringsOf } from '../logic.ts';
import { ageLine } from '../words.ts';
import { personPhoto } from './person-photo.ts';

/** A child as a card: the photo, the name, the exact age in words and as rings. */
export function ChildCard({ child, eager }: { child: Relationship; eager?: boolean }) {
  const on = useToday();
  const photo = personPhoto(child);
  return (
    <Link
      to="/children/childDetail/$childId"
      params={{ childId: child.heartwood_id }}
      className="block h-full overflow-hidden rounded-card bg-surface shadow-card focus-visible:rounded-card"
    >
      <span className="relative block aspect-[1/.82]">
        {photo ? (
          <PhotoFrame photo={{ ...photo, alt: '' }} eager={eager ?? false} sizes="(min-width: 1080px) 320px, 100vw" />
        ) : (
          <span
            aria-hidden="true"
            className={`absolute inset-0 grid place-items-center bg-(--a) font-serif text-[5rem] text-(--b) hue-${hueOf(child.heartwood_id)}`}
          >
            {initialsOf(child.name)}
          </span>
        )}
      </span>
      <span className="flex items-center gap-4 px-5 pt-4.5 pb-5">
        <span className="min-w-0 flex-1">
          <span className="block type-title text-[1.75rem]">{child.name}</span>
          <span className="mt-1 block text-balance soft">{ageLine(child.birth_day, on)}</span>
        </span>
        {child.birth_day && child.birth_day <= on && (
          <AgeRings {...ringsOf(child.birth_day, on)} className="size-15.5 shrink-0 text-resin-fill" />
        )}
      </span>
    </Link>
  );
}
