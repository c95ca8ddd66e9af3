import { hour } from '@heartwood/contract/limits';
import { useCallback, useEffect, useRef, useState } from 'react';
import { deviceStorage } from './device-storage.ts';
import { session } from './session.ts';

// What somebody changes of a thing that is there already, a post, a moment or a comment, is on their device until it is saved or thrown away, as
// what is new is: [Note: What is written stays].

/** How long a change is kept, in milliseconds. */
const keptFor = 30 * 24 * hour;

/** How long the storage of the device may take to say what is kept: then the thing is changed as it stands. */
const lookTimeoutMs = 1_000;

/** What is changed of a thing. */
export interface KeptEdit<What> {
  /** How it stood when its editing began. */
  first: What;
  /** How it is written. */
  written: What;
  /** Somebody else has changed it since, and nobody has chosen between the two. */
  isUndecided?: boolean;
}

/** Where a change is kept. `thing` is what it is of: 'post 019d', 'comment 019d 019e' with the post before it. */
export interface EditPlace {
  name: string;
  family: string;
  thing: string;
  /** When it was written, in milliseconds. */
  at: number;
}

/** The beginning of the names of all changes of a family. */
const prefixOf = (family: string, thing = ''): string => `edit ${family} ${thing}`;

/**
 * The change of a thing that is kept on this device.
 * @param thing what is changed: `post 019d`
 * @returns `looked`, whether it is known what was kept; `found`, that; `keep`, which keeps how it is now, undefined where nothing is changed;
 * `forget`, after which nothing more is kept
 */
export function useKeptEdit<What>(thing: string) {
  const [whose] = useState(() => ({ person: session.person(), family: session.family() ?? '' }));
  const [state, setState] = useState<{ looked: boolean; found?: KeptEdit<What> | undefined }>({ looked: false });
  /** What was written down last; undefined where nothing is kept. */
  const last = useRef<string>(undefined);
  const isOver = useRef(false);
  const name = prefixOf(whose.family, thing);
  useEffect(() => {
    let ended = false;
    const end = (kept?: KeptEdit<What> & EditPlace) => {
      if (ended) return;
      ended = true;
      const found = kept && !isOutdated(kept, Date.now()) ? kept : undefined;
      if (found) last.current ??= '';
      setState({ looked: true, found });
    };
    const timer = setTimeout(end, lookTimeoutMs);
    void deviceStorage.value<KeptEdit<What> & EditPlace>(name).then(end);
    return () => {
      ended = true;
      clearTimeout(timer);
    };
  }, [name]);
  const keep = useCallback(
    (edit: KeptEdit<What> | undefined): void => {
      // A page that is still there for a moment after the session has ended writes nothing where the next person looks.
      if (isOver.current || !session.signedIn() || session.person() !== whose.person) return;
      const now = edit && JSON.stringify(edit);
      if (now === last.current) return;
      last.current = now;
      const place: EditPlace = { name, family: whose.family, thing, at: Date.now() };
      void deviceStorage.setValue(name, edit && { ...edit, ...place });
    },
    [name, thing, whose],
  );
  const forget = useCallback((): void => {
    keep(undefined);
    isOver.current = true;
  }, [keep]);
  return { ...state, keep, forget };
}

/** The places of the changes of a family's things that are kept. */
export const keptEdits = (family: string): Promise<EditPlace[]> => deviceStorage.values<EditPlace>(prefixOf(family));

/** Forgets the changes of a family's things. @param id of what is gone: a thing, or what it belongs to; left out, all */
export async function forgetEdits(family: string | undefined, id?: string): Promise<void> {
  if (!family) return;
  for (const { name, thing } of await keptEdits(family))
    if (id === undefined || thing.split(' ').includes(id)) void deviceStorage.setValue(name, undefined);
}

/** Whether a change is too old to be kept. @param now in milliseconds */
export const isOutdated = ({ at }: Pick<EditPlace, 'at'>, now: number): boolean => now - at > keptFor;
