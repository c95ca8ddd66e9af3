import { t } from '@heartwood/messages/current';
import type { Post } from '@heartwood/contract/posts';
import { defaultRangeExtractor, useWindowVirtualizer, type Range, type VirtualItem } from '@tanstack/react-virtual';
import { startTransition, useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type ComponentType, type FocusEvent } from 'react';
import { estimatedHeight } from '../logic.ts';
import type { PostInList } from './post-card.tsx';

// [Note: A feed of which little is drawn]
// Only the posts around the window are in the page, so that thousands cost what a dozen cost. Their places are reserved: by their heights
// once they have been drawn, before that by an estimate. What is learnt of heights outlives the page (`heights`), so that on the way back the
// page is as long as it was at once, and the router finds the place again. New posts above move what is read along with them. A post with the
// focus stays in the page however far one scrolls. Find-in-page sees what is drawn; search is the way to everything else.

/** How many posts are drawn before and after those on the screen: as few as a page begins with, so that it is seen sooner, and soon after those one scrolls to. */
const aroundFirst = 1;
const around = 3;

/** Heights of the posts of each list, as far as they have been drawn. */
const heights = new Map<string, VirtualItem[]>();

/** Posts in their order, of which those around the window are drawn. `name` tells lists from each other. */
export function VirtualPosts({
  name,
  posts,
  more,
  busy,
  names,
  users,
  Card,
}: {
  name: string;
  posts: readonly Post[];
  /** There are more than these. */
  more: boolean;
  busy: boolean;
  names: ReadonlyMap<string, string>;
  users: ReadonlyMap<string, string>;
  /** How a post is drawn. */
  Card: ComponentType<PostInList>;
}) {
  const list = useRef<HTMLDivElement>(null);
  const { margin, width } = usePlace(list);
  const [focused, setFocused] = useState<string>();
  const [reach, setReach] = useState(aroundFirst);
  useEffect(() => startTransition(() => setReach(around)), []);
  const pinned = focused === undefined ? -1 : posts.findIndex(({ id }) => id === focused);
  const virtual = useWindowVirtualizer<HTMLDivElement>({
    count: posts.length,
    estimateSize: (index) => estimatedHeight(posts[index], width),
    getItemKey: (index) => posts[index]?.id ?? index,
    overscan: reach,
    scrollMargin: margin,
    initialMeasurementsCache: heights.get(name) ?? [],
    useFlushSync: false,
    rangeExtractor: (range) => withPinned(range, pinned),
  });
  useEffect(() => () => void heights.set(name, virtual.takeSnapshot()), [name, virtual]);
  useAnchor(posts, margin, (index) => virtual.measurementsCache[index]?.start ?? margin);

  // Nothing of it is seen: what was pressed answers first.
  const noteFocus = ({ target }: FocusEvent) => {
    const { post } = target.closest<HTMLElement>('[data-post]')?.dataset ?? {};
    startTransition(() => setFocused(post));
  };
  return (
    <div
      ref={list}
      role="feed"
      aria-label={t('posts.feed')}
      aria-busy={busy}
      onFocus={noteFocus}
      onBlur={() => startTransition(() => setFocused(undefined))}
      className="relative [overflow-anchor:none]"
      style={{ height: virtual.getTotalSize() }}
    >
      {virtual.getVirtualItems().map(({ key, index, start }) => {
        const post = posts[index];
        if (!post) return null;
        return (
          <div
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            data-post={post.id}
            className="absolute inset-x-0"
            style={{ top: start - margin }}
          >
            <Card post={post} names={names} users={users} eager={index === 0} place={index + 1} of={more ? -1 : posts.length} />
          </div>
        );
      })}
    </div>
  );
}

function withPinned(range: Range, pinned: number): number[] {
  const drawn = defaultRangeExtractor(range);
  return pinned === -1 || drawn.includes(pinned) ? drawn : [...drawn, pinned].toSorted((a, b) => a - b);
}

/** Where on the page the list begins, and how wide it is, in pixels; follows what changes above it. */
function usePlace(list: React.RefObject<HTMLDivElement | null>): { margin: number; width: number } {
  const [place, setPlace] = useState({ margin: 0, width: 640 });
  useLayoutEffect(() => {
    const node = list.current;
    if (!node) return;
    const look = () => {
      const box = node.getBoundingClientRect();
      const next = { margin: Math.round(box.top + window.scrollY), width: Math.round(box.width) };
      setPlace((known) => (known.margin === next.margin && known.width === next.width ? known : next));
    };
    look();
    const watch = new ResizeObserver(look);
    watch.observe(document.body);
    if (node.parentElement) watch.observe(node.parentElement);
    return () => watch.disconnect();
  }, [list]);
  return place;
}

/** Keeps what is read where it is when posts come in above it. */
function useAnchor(posts: readonly Post[], margin: number, startOf: (index: number) => number): void {
  const first = useRef(posts[0]?.id);
  const start = useEffectEvent(startOf);
  useLayoutEffect(() => {
    const before = first.current;
    first.current = posts[0]?.id;
    if (before === undefined || before === first.current || window.scrollY <= margin) return;
    const added = posts.findIndex(({ id }) => id === before);
    if (added > 0) window.scrollBy({ top: start(added) - margin, behavior: 'instant' });
  }, [posts, margin]);
}
