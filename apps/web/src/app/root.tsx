import { Outlet, useMatches, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { titled } from '#platform/title.ts';

/** The root of every page: the skip link, and after a navigation the title and the focus. */
export function Root() {
  useNavigationAnnounced();
  return (
    <>
      <a
        href="#content"
        className="fixed -top-20 left-4 z-50 rounded-full bg-fir px-5 py-3 font-semibold text-on-fir focus:top-3"
        onClick={(event) => {
          event.preventDefault();
          document.getElementById('content')?.focus();
        }}
      >
        Skip to content
      </a>
      <Outlet />
    </>
  );
}

/** Sets the title of the route; after a change of page moves the focus to its heading, so that it is read. */
function useNavigationAnnounced(): void {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const before = useRef(path);
  useEffect(() => {
    // The error page names itself.
    if (title && !document.querySelector('[data-error]')) document.title = titled(title);
  }, [title, path]);
  useEffect(() => {
    if (!path || before.current === path) return;
    const first = before.current === undefined;
    before.current = path;
    if (first) return;
    const heading = document.querySelector<HTMLElement>('#content h1') ?? document.getElementById('content');
    if (!heading || heading.contains(document.activeElement)) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [path]);
}
