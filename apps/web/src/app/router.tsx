import { createRouter, type RouterHistory } from '@tanstack/react-router';
import type { PlainKey } from '@heartwood/messages/translate';
import { routeTree } from '../routeTree.gen.ts';
import { NotFoundPage, ServerErrorPage } from './failed-pages.tsx';

/**
 * The router over the file routes of `src/routes`. Query strings are plain text both ways (`?token=123` stays '123').
 * @param history only where there is no browser
 */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history ? { history } : {}),
    parseSearch: (query) => Object.fromEntries(new URLSearchParams(query)),
    stringifySearch: (search) => {
      const given = Object.entries(search as Record<string, unknown>).filter(
        ([, value]) => value !== undefined && value !== null && value !== '',
      );
      const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
      return query ? `?${query}` : '';
    },
    // Without a browser there is nothing to restore, and no inline script to do it.
    scrollRestoration: !history,
    // What is open or written on a page belongs to what its address names: with another person, post or idea the page begins anew. A route whose
    // thing stands in the query, or that goes on with another one, says so itself (`remountDeps`).
    defaultRemountDeps: ({ params }) => params,
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
    defaultPreload: false,
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: ServerErrorPage,
    notFoundMode: 'root',
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
  interface StaticDataRouteOption {
    /** The page's title, a message; pages that learn theirs later use `usePageTitle`. */
    title?: PlainKey;
  }
}
