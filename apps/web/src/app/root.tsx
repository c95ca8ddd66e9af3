import { Outlet, useMatches, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { t } from '@heartwood/messages/current';
import { showTitle } from '#platform/title.ts';
import { unhandled, useUnhandled } from '#platform/unhandled.ts';
import { ServerErrorPage } from './failed-pages.tsx';

/** After how long a page that is on its way is worth a sign, in milliseconds. */
const worthASign = 300;

/** The root of every page: the skip link, a sign of the page that comes, and after a navigation the title and the focus. */
export function Root() {
  useNavigationAnnounced();
  const broken = useUnhandled();
  const place = useRouterState({ select: (state) => state.location.href });
  // Another page begins anew.
  useEffect(() => unhandled.forget(), [place]);
  return (
    <>
      <a
        href="#content"
        className="fixed start-4 top-0 z-50 max-w-[calc(100%-2rem)] -translate-y-[calc(100%+1rem)] rounded-full bg-fir px-5 py-3 font-semibold text-on-fir focus:translate-y-3"
        onClick={(event) => {
          event.preventDefault();
          document.getElementById('content')?.focus();
        }}
      >
        {t('app.skip')}
      </a>
      <OnItsWay />
      {broken ? <ServerErrorPage error={broken} reset={unhandled.forget} /> : <Outlet />}
    </>
  );
}

/** A line at the top edge while the next page is on its way: a touch that shows nothing looks like none. */
function OnItsWay() {
  const isLoading = useRouterState({ select: ({ status, resolvedLocation }) => status === 'pending' && resolvedLocation !== undefined });
  const [shown, show] = useState(false);
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => show(true), worthASign);
    return () => {
      clearTimeout(timer);
      show(false);
    };
  }, [isLoading]);
  return (
    shown && (
      <div role="status">
        <div role="progressbar" aria-label={t('app.onItsWay')} className="hw-progress fixed inset-x-0 top-0 z-50 h-1 bg-fir" />
      </div>
    )
  );
}

/** Sets the title of the route; after a change of page moves the focus to its heading, so that it is read. */
function useNavigationAnnounced(): void {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const place = useRouterState({ select: (state) => state.resolvedLocation?.href });
  const before = useRef(path);
  useEffect(() => {
    // The error page names itself.
    if (title && !document.querySelector('[data-error]')) showTitle(t(title));
  }, [title, path]);
  useEffect(() => {
    if (!path) return;
    const first = before.current === undefined;
    const same = before.current === path;
    before.current = path;
    // On the same page only a focus that went with what was replaced is given a new place.
    if (first ? !location.hash : same && !document.activeElement?.matches('body, #content')) return undefined;
    // Where one came to write, one writes.
    if (document.activeElement?.matches('#content :is(input, textarea)')) return undefined;
    return focusHeading();
  }, [path, place]);
}

/**
 * Moves the focus to the heading that the address leads to: that of the section it names, else that of the page. Where it comes later, it gets
 * the focus then, unless somebody has moved meanwhile.
 * @returns what ends the waiting
 */
function focusHeading(): () => void {
  const section = location.hash && `#${CSS.escape(location.hash.slice(1))}`;
  const wanted = section ? `:is(${section}, ${section} *):is(h2, summary)` : '#content h1';
  let place = document.activeElement;
  const move = () => {
    const { activeElement } = document;
    if (activeElement !== place && activeElement !== document.body) return changes.disconnect();
    const heading = document.querySelector<HTMLElement>(wanted);
    if (heading) changes.disconnect();
    const next = heading ?? document.querySelector<HTMLElement>('#content h1') ?? document.getElementById('content');
    if (!next || next === place) return;
    place = next;
    if (next.contains(activeElement)) return;
    if (next.tabIndex < 0) next.tabIndex = -1;
    next.focus({ preventScroll: true });
  };
  const changes = new MutationObserver(move);
  changes.observe(document.body, { childList: true, subtree: true });
  move();
  return () => changes.disconnect();
}
