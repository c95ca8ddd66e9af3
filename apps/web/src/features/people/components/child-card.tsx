import type { Relationship } from '@heartwood/contract/people';
import { t } from '@heartwood/messages/current';
import { Link } from '@tanstack/react-router';
import { Image } from 'lucide-react';
import { personPhoto } from '#features/people/components/person-photo.ts';
import { ringsOf } from '#features/people/logic.ts';
import { useToday } from '#platform/today.ts';
import { AgeRings } from '#ui/age-rings.tsx';
import { hueOf, initialsOf } from '#ui/avatar.tsx';
import { PhotoFrame } from '#ui/photo-frame.tsx';
import { ageLine } from './ages.ts';

/** A child as a card: the photo with how many memories there are, the name, the exact age in words and as rings. */
export function ChildCard({ child, memories, eager }: { child: Relationship; memories?: number | undefined; eager?: boolean }) {
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
            className={`absolute inset-0 grid place-items-center bg-(--a) font-serif text-[5rem] text-(--b) hue-${hueOf(child.name)}`}
          >
            {initialsOf(child.name)}
          </span>
        )}
        {memories !== undefined && memories > 0 && (
          <span className="glass absolute bottom-3.5 start-3.5 inline-flex items-center gap-2 rounded-full px-3.5 py-2 type-meta font-semibold text-white">
            <Image className="icon-s" />
            {t('people.memories', { count: memories })}
          </span>
        )}
      </span>
      <span className="flex items-center gap-4 px-5 pt-4.5 pb-5">
        <span className="min-w-0 flex-1">
          <span className="line-clamp-3 type-title text-[1.75rem]">{child.name}</span>
          <span className="mt-1 block text-balance soft">{ageLine(child.birth_day, on)}</span>
        </span>
        {child.birth_day && child.birth_day <= on && (
          <AgeRings {...ringsOf(child.birth_day, on)} className="size-15.5 shrink-0 text-resin-fill" />
        )}
      </span>
    </Link>
  );
}
