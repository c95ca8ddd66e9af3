import type { Media } from '@heartwood/contract/media';
import { gridItems } from '#features/media/logic.ts';
import { partsListed } from '#platform/formats.ts';
import { answerOnce } from '#ui/painted.ts';
import { PlayMark, type GridItem } from '#ui/photo-grid.tsx';
import { PhotoFrame, shownRatio } from '#ui/photo-frame.tsx';

/** All photos and videos of a post's own page: the first one large, the others two by two. Each opens large. */
export function PostPhotos({
  media,
  captions,
  onOpen,
  onReach,
}: {
  media: readonly Media[];
  captions?: Readonly<Record<string, string>>;
  onOpen: (index: number) => void;
  /** Is called as somebody reaches for one. */
  onReach?: (() => void) | undefined;
}) {
  const items = gridItems(media, captions);
  const [first, ...others] = items;
  if (!first) return null;
  const ratio = others.length === 0 ? shownRatio(first) : 4 / 3.3;
  return (
    <div className="bleed lg:rounded-none" onPointerEnter={onReach} onFocus={onReach}>
      <Place item={first} caption={captions?.[first.id]} ratio={ratio} eager onOpen={() => onOpen(0)} />
      {others.length > 0 && (
        <div className="mt-1 grid grid-cols-2 gap-1 lg:mt-2 lg:gap-2">
          {others.map((item, index) => {
            const alone = index === others.length - 1 && others.length % 2 === 1 && others.length > 1;
            return (
              <Place
                key={item.id}
                item={item}
                caption={captions?.[item.id]}
                ratio={others.length === 1 || alone ? 16 / 9 : 4 / 3}
                className={others.length === 1 || alone ? 'col-span-2' : ''}
                onOpen={() => onOpen(index + 1)}
              />
            );
          })}
        </div>
      )}
    </div>
  );
}

function Place({
  item,
  caption,
  ratio,
  eager = false,
  className = '',
  onOpen,
}: {
  item: GridItem;
  caption: string | undefined;
  ratio: number;
  eager?: boolean;
  className?: string;
  onOpen: () => void;
}) {
  const photo = (
    <button
      type="button"
      aria-label={partsListed([item.alt, item.length])}
      onClick={({ currentTarget }) => void answerOnce(currentTarget, onOpen)}
      style={{ aspectRatio: ratio }}
      className="ring-on-photo relative block w-full overflow-hidden rounded-none data-pending:opacity-60 lg:rounded-[14px]"
    >
      {item.waiting ? (
        <span className="absolute inset-0 grid place-content-center bg-sunken p-4 text-center type-meta">{item.waiting}</span>
      ) : (
        <>
          <PhotoFrame photo={item} eager={eager} sizes="(min-width: 1080px) 560px, 100vw" />
          <PlayMark item={item} />
        </>
      )}
    </button>
  );
  return (
    <figure className={className}>
      {photo}
      {caption && <figcaption className="px-1 pt-1.5 pb-2 type-meta max-lg:px-5">{caption}</figcaption>}
    </figure>
  );
}
