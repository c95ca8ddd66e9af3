import type { Moment } from '@heartwood/contract/moments';
import { Link } from '@tanstack/react-router';
import { gridItem, pictured } from '#features/media/logic.ts';
import { PhotoFrame } from '#ui/photo-frame.tsx';

/** A moment as a card on resin: what happened, how old they were, its first photo. The whole card opens it on the page of `name`. */
export function MomentCard({ moment, line, name }: { moment: Moment; line: string; name: string }) {
  const [first] = pictured(moment.media);
  const photo = first && gridItem(first, '');
  return (
    <Link
      to="/private/meaningful-moments/$name"
      params={{ name }}
      search={{ moment: moment.id }}
      className="flex min-h-26 items-center gap-4 rounded-card bg-resin-soft py-3.5 pe-3.5 ps-5"
    >
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <span className="block type-heading text-[1.3125rem]">{moment.title}</span>
        {line && <span className="mt-1 block type-label text-resin">{line}</span>}
      </span>
      {photo && photo.sources.length > 0 && (
        <span className="relative size-21 shrink-0 overflow-hidden rounded-[14px]">
          <PhotoFrame photo={photo} sizes="84px" />
        </span>
      )}
    </Link>
  );
}
