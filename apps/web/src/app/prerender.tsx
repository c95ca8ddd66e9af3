import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { Suspense, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { Providers } from './providers.tsx';
import { createAppRouter } from './router.tsx';

/** A page as HTML, for a visitor whom nobody knows. Run at build time. */
export async function render(path: string): Promise<string> {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  // In a browser the router draws its pages inside a boundary, on a server it does not. The app has to find what it would draw itself.
  router.update({ ...router.options, InnerWrap: Boundary });
  await router.load();
  return renderToString(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  );
}

function Boundary({ children }: { children: ReactNode }) {
  return <Suspense>{children}</Suspense>;
}
