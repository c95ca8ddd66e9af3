import { t } from '@heartwood/messages/current';
import type { Media } from '@heartwood/contract/media';
import { Link } from '@tanstack/react-router';
import { BookOpen, Gem, Image, Lightbulb, Mail, Mic, Palette, Soup, TreePine, Landmark, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { gridItem } from '#features/media/logic.ts';
import { ChipLink } from '#ui/chip.tsx';
import { PhotoFrame } from '#ui/photo-frame.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

/** The tiles of a page: two in a row on the phone, four on desktop. */
export const tilesClass = 'grid grid-cols-2 gap-3.5 md:grid-cols-3 lg:grid-cols-4 lg:gap-x-5 lg:gap-y-7';
const wellClass = 'relative aspect-[1/1.08] overflow-hidden rounded-photo';

const icons: Record<string, LucideIcon> = {
  'photos-and-videos': Image,
  'letters-and-notes': Mail,
  'family-recipes': Soup,
  'voices-and-stories': Mic,
  traditions: TreePine,
  'art-and-schoolwork': Palette,
  'heirlooms-and-places': Landmark,
  'wisdom-and-wishes': Lightbulb,
  everything: BookOpen,
};

/** Where a tile leads: to a category, to a shelf, or to everything of a category. */
type TileTarget = { category: string } | { shelf: string } | { everything: string };

/** A category or a shelf: its cover, or its sign where there is none; its name and how much is kept. `menu` lies over the cover. */
export function Tile({
  target,
  name,
  icon,
  cover,
  count,
  menu,
}: {
  target: TileTarget;
  name: string;
  /** The slug of the category. */
  icon: string;
  cover: Media | null;
  count: number;
  menu?: ReactNode;
}) {
  const Icon = icons[icon] ?? Gem;
  const content = (
    <>
      <span className={`${wellClass} flex items-center justify-center bg-sunken text-ink-3`}>
        {cover ? <PhotoFrame photo={gridItem(cover, '')} sizes="(min-width: 1080px) 230px, 45vw" /> : <Icon className="icon-l" />}
      </span>
      <span className="mt-3 block font-serif text-[1.1875rem] leading-tight font-[480] break-words hyphens-auto">{name}</span>
      <span className="num type-meta">{t('treasures.kept', { count })}</span>
    </>
  );
  const className = 'block rounded-photo [&_.icon-l]:size-7';
  return (
    <li className="relative min-w-0">
      {'category' in target ? (
        <Link to="/treasures/subcategory" search={{ category: target.category }} className={className}>
          {content}
        </Link>
      ) : (
        <Link
          to="/subcategory/subcategoryPosts"
          search={'shelf' in target ? { subcategory: target.shelf } : { category: target.everything }}
          className={className}
        >
          {content}
        </Link>
      )}
      {menu && <div className="absolute top-2 end-2">{menu}</div>}
    </li>
  );
}

/** Categories or shelves with nothing in them yet, as quiet ideas that are all in sight; `children` stands at their end. */
export function Suggestions({
  title,
  text,
  items,
  children,
}: {
  title: string;
  text: string;
  items: readonly { target: Exclude<TileTarget, { everything: string }>; name: string; icon: string }[];
  children?: ReactNode;
}) {
  return (
    <section className="mt-9">
      <h2 className="type-subhead">{title}</h2>
      <p className="mt-1 soft">{text}</p>
      <ul className="mt-3 flex flex-wrap gap-2">
        {items.map(({ target, name, icon }) => {
          const Icon = icons[icon] ?? Gem;
          const look = {
            start: <Icon className="ms-1.5 icon-s text-ink-3" />,
            children: <span className="min-w-0 whitespace-normal">{name}</span>,
          };
          return (
            <li key={name} className="min-w-0">
              {'category' in target ? (
                <ChipLink to="/treasures/subcategory" search={{ category: target.category }} {...look} />
              ) : (
                <ChipLink to="/subcategory/subcategoryPosts" search={{ subcategory: target.shelf }} {...look} />
              )}
            </li>
          );
        })}
        {children}
      </ul>
    </section>
  );
}

/** Places of tiles that come. */
export function TileSkeletons({ count }: { count: number }) {
  return (
    <div className={tilesClass}>
      {Array.from({ length: count }, (_, at) => (
        <div key={at}>
          <Skeleton className="aspect-[1/1.08] rounded-photo" />
          <Skeleton className="mt-3 h-4 w-3/4" />
        </div>
      ))}
    </div>
  );
}
