import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { Suspense, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { t } from '@heartwood/messages/current';
import { titled } from '#platform/title.ts';
import { OfflinePage, type OfflineWords } from './offline-page.tsx';
import { Providers } from './providers.tsx';
import type { Language } from '@heartwood/contract/languages';
import { language } from '#platform/language.ts';
import { createAppRouter } from './router.tsx';

/** A page as HTML and its title, in one language, for a visitor whom nobody knows. Run at build time. */
export async function render(path: string, tag: Language): Promise<{ html: string; title: string }> {
  language.fix(tag);
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  // In a browser the router draws its pages inside a boundary, on a server it does not. The app has to find what it would draw itself.
  router.update({ ...router.options, InnerWrap: Boundary });
  await router.load();
  const html = renderToString(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  );
  const title = router.state.matches.at(-1)?.staticData.title;
  return { html, title: titled(title && t(title)) };
}

/** The page for being offline as HTML and its title. @param words as JSON: no browser loads them. Run at build time. */
export async function offline(tag: Language, words: string): Promise<{ html: string; title: string }> {
  language.fix(tag);
  await language.prepare();
  const said = JSON.parse(words) as OfflineWords;
  return { html: renderToString(<OfflinePage words={said} />), title: said.title };
}

/** The paths of all pages, as the router writes them: `/post/$id`. Run at build time. */
export function paths(): string[] {
  return Object.keys(createAppRouter(createMemoryHistory()).routesByPath);
}

function Boundary({ children }: { children: ReactNode }) {
  return <Suspense>{children}</Suspense>;
}
