import { useEffect, useState } from 'react';
import { deviceStorage } from '#platform/device-storage.ts';
import { useUnsent } from '#platform/unsent.ts';

/** Under what the posts on their way are kept on the device. @param user the id of who has written them */
export const outgoingOf = (user: string): string => `outgoing ${user}`;

/** Whether there is, or was since the page was opened, something to send from here: written on this page, or kept before. */
export function useSends(user: string | undefined): boolean {
  const { wasAny } = useUnsent();
  const [keptOf, setKeptOf] = useState<string>();
  useEffect(() => {
    if (user === undefined) return;
    let left = false;
    void deviceStorage.value(outgoingOf(user)).then((posts) => !left && posts !== undefined && setKeptOf(user));
    return () => void (left = true);
  }, [user]);
  return wasAny || (user !== undefined && keptOf === user);
}
