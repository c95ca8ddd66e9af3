import { useEffect, useState } from 'react';
import { deviceStorage } from '#platform/device-storage.ts';
import { useUnsent } from '#platform/unsent.ts';

/** The key of a post on its way on the device; without `post`, the beginning of the keys of all. @param user the id of who has written it */
export const outgoingOf = (user: string, post = ''): string => `outgoing ${user} ${post}`;

/** Whether there is, or was since the page was opened, something to send from here: written on this page, or kept before. */
export function useSends(user: string | undefined): boolean {
  const { wasAny } = useUnsent();
  const [keptOf, setKeptOf] = useState<string>();
  useEffect(() => {
    if (user === undefined) return;
    let left = false;
    void deviceStorage.values(outgoingOf(user)).then((posts) => !left && posts.length > 0 && setKeptOf(user));
    return () => void (left = true);
  }, [user]);
  return wasAny || (user !== undefined && keptOf === user);
}
