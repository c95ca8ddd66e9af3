import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

// [Note: What is answered late leads nobody away]
// The server may answer when whoever sent something has left its page. What was sent is then forgotten and said as on its page, so both stand
// in the callbacks of the hook (`useMutation`), not of the call (`mutate`), which are dropped with the component. What leads to another page
// asks `isShown` first: it would tear people away from where they are now, and `replace` would overwrite another page's entry.

/** The page on which something is sent. */
export interface OwnPage {
  /** Whether the component is still there, and no other page is on its way. Asked once the server has answered. */
  isShown: () => boolean;
  /** The address of the page, to come back to it. */
  address: () => string;
}

/** The page a component stands on: see [Note: What is answered late leads nobody away]. */
export function useOwnPage(): OwnPage {
  const { history } = useRouter();
  const place = useRef({ path: '', address: '', isThere: false });
  useEffect(() => {
    const { pathname, href } = history.location;
    const here = { path: pathname, address: href, isThere: true };
    place.current = here;
    return () => void (here.isThere = false);
  }, [history]);
  const [page] = useState(() => ({
    isShown: () => place.current.isThere && place.current.path === history.location.pathname,
    address: () => place.current.address,
  }));
  return page;
}
