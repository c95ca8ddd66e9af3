import { currentLanguage, t } from '@heartwood/messages/current';
import { partsIn } from '@heartwood/messages/formats';
import { Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import { answerOnce } from './painted.ts';
import { PhotoFrame, shownRatio, type Photo } from './photo-frame.tsx';

/** One place of the grid. A video shows its poster and a play mark; `waiting` stands in words where there is no picture yet. */
export interface GridItem extends Photo {
  video?: boolean;
  /** How long it is, as it is read: 0:42. */
  length?: string;
  /** Why there is no picture yet ("Comes when you are online"). */
  waiting?: ReactNode;
}

const shapes: Record<number, string> = {
  2: 'grid-cols-2 aspect-[2/1.25]',
  3: 'grid-cols-[2fr_1fr] grid-rows-2 aspect-[3/2.25] [&>:first-child]:row-span-2',
  4: 'grid-cols-3 grid-rows-[2fr_1fr] aspect-square [&>:first-child]:col-span-3',
};

/**
 * The photos of a post: one (portrait up to 4:5), halves, one large and two, or one wide and three below with "+n" on the last.
 * Each opens the lightbox at its place through `onOpen`; without it they are pictures only. `bleed` runs to the edges of a phone.
 */
export function PhotoGrid({
  items,
  onOpen,
  onReach,
  bleed,
  eager,
  className,
}: {
  items: readonly GridItem[];
  onOpen?: ((index: number) => void) | undefined;
  /** Is called as somebody reaches for one, so that what opens can be loaded. */
  onReach?: (() => void) | undefined;
  bleed?: boolean;
  eager?: boolean;
  className?: string;
}) {
  if (items.length === 0) return null;
  const shown = items.slice(0, 4);
  const more = items.length - shown.length;
  const single = shown.length === 1 ? shown[0]! : undefined;
  return (
    <div
      className={cx('grid gap-1 overflow-hidden', bleed ? 'bleed' : 'rounded-photo', shapes[shown.length], className)}
      style={single ? { aspectRatio: shownRatio(single) } : undefined}
    >
      {shown.map((item, index) => (
        <Tile
          key={item.id}
          item={item}
          more={index === 3 ? more : 0}
          position={t('ui.photos.place', { place: index + 1, all: items.length })}
          sizes={shown.length === 1 || index === 0 ? '(min-width: 1080px) 640px, 100vw' : '(min-width: 1080px) 320px, 50vw'}
          eager={eager}
          onOpen={onOpen && (() => onOpen(index))}
          onReach={onReach}
        />
      ))}
    </div>
  );
}

/** Says that a picture is a video's, and how long that is. */
export function PlayMark({ item: { video, length } }: { item: Pick<GridItem, 'video' | 'length'> }) {
  if (!video) return null;
  return (
    <>
      <span className="glass absolute top-1/2 start-1/2 flex size-14 -translate-1/2 rtl:translate-x-1/2 items-center justify-center rounded-full">
        <Play className="translate-x-0.5 fill-current" />
      </span>
      {length && <span className="num glass absolute end-2 bottom-2 rounded-full px-2 py-0.5 text-[.75rem] font-semibold">{length}</span>}
    </>
  );
}

function Tile({
  item,
  more,
  position,
  sizes,
  eager,
  onOpen,
  onReach,
}: {
  item: GridItem;
  more: number;
  position: string;
  sizes: string;
  eager: boolean | undefined;
  onOpen: (() => void) | undefined;
  onReach: (() => void) | undefined;
}) {
  const inside = (
    <>
      {item.waiting ? (
        <span className="absolute inset-0 grid place-content-center gap-2 bg-sunken p-4 text-center type-meta">{item.waiting}</span>
      ) : (
        <PhotoFrame photo={item} sizes={sizes} eager={eager ?? false} />
      )}
      {!item.waiting && <PlayMark item={item} />}
      {more > 0 && (
        <span className="absolute inset-0 flex items-center justify-center bg-[rgb(20_14_10/.5)] font-serif text-[min(1.75rem,28px)] text-white">
          +{more}
        </span>
      )}
    </>
  );
  const place = 'relative block size-full min-h-0 min-w-0 overflow-hidden rounded-none';
  if (!onOpen) return <div className={place}>{inside}</div>;
  const parts = [item.alt || position, item.video && !/^video/i.test(item.alt || position) && t('ui.photos.video'), item.length];
  const self = partsIn(
    currentLanguage.forIntl(),
    parts.filter((part): part is string => Boolean(part)),
  );
  const name = more > 0 ? t('ui.photos.andMore', { photo: self, count: more }) : self;
  return (
    <button
      type="button"
      // What stands in the place of a picture is part of the name.
      aria-label={item.waiting ? undefined : name}
      onPointerEnter={onReach}
      onFocus={onReach}
      onClick={({ currentTarget }) => void answerOnce(currentTarget, onOpen)}
      className={cx(place, 'ring-on-photo data-pending:opacity-60 focus-visible:rounded-none')}
    >
      {item.waiting && <span className="sr-only">{name}. </span>}
      {inside}
    </button>
  );
}
