import { createAtom } from '@tanstack/react-store';
import type { deviceStorage } from '#platform/device-storage.ts';
import { searchesOf, withSearch } from './logic.ts';

/**
 * What was looked for, remembered on a device under a name. What is changed before the device has said what it keeps is changed in that.
 * @param storage where it is kept
 */
export function createSearches(storage: Pick<typeof deviceStorage, 'value' | 'setValue'>, name: string) {
  const searches = createAtom<readonly string[] | undefined>(undefined);
  const looked = storage.value(name).then((kept) => searches.set(searchesOf(kept)));
  return {
    /** The latest first; undefined until the device has said what it keeps. */
    searches,
    /** Remembers one more. */
    remember: (text: string): Promise<unknown> =>
      looked.then(() => {
        searches.set((before) => withSearch(before ?? [], text));
        return storage.setValue(name, searches.get());
      }),
    /** Forgets all of them. */
    forget: (): Promise<unknown> =>
      looked.then(() => {
        searches.set([]);
        return storage.setValue(name, undefined);
      }),
  };
}
