interface Deleted {
  deleted_at: string;
}

/** As much of a list as has been loaded, the latest deletion first. */
export interface LoadedPart<Item extends Deleted> {
  items: readonly Item[];
  hasMore: boolean;
}

/**
 * Puts several lists together, the latest deletion first. What a list has not loaded yet may belong between what others have: so nothing is shown
 * that was deleted before the last that is known of a list which has more.
 */
export function latestFirst<Item extends Deleted>(lists: readonly LoadedPart<Item>[]): Item[] {
  const since = Math.max(0, ...lists.flatMap(({ items, hasMore }) => (hasMore ? deletedAt(items.at(-1)) : [])));
  return lists
    .flatMap(({ items }) => items)
    .filter((item) => deletedAt(item) >= since)
    .toSorted((a, b) => deletedAt(b) - deletedAt(a));
}

const deletedAt = (item: Deleted | undefined): number => (item ? Date.parse(item.deleted_at) : 0);
