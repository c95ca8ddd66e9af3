import { minute } from '@heartwood/contract/limits';
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isBeingDeleted } from '#platform/deletions.ts';
import { CallError } from '#platform/http.ts';
import { cameWithoutServer } from '#platform/kept-page.ts';
import { withNetwork } from '#platform/online.ts';
import { session } from '#platform/session.ts';
import { onRetry } from '#platform/retry.ts';

/** Milliseconds after which a page that stands has what it has loaded kept. */
const calm = 3_000;
let isKeeping = false;

/**
 * Has kept what pages load, and sends what was said; what is kept is shown where nothing can be loaded, so it begins at once there. Where its part does
 * not come, it begins with the next question that fails, or when there is a network again.
 */
function keep(): void {
  if (isKeeping) return;
  isKeeping = true;
  import('./offline-queries.ts').then(
    ({ keepOfflineQueries }) => keepOfflineQueries(queryClient),
    () => {
      isKeeping = false;
      window.addEventListener('online', keep, { once: true });
    },
  );
}

/**
 * The query cache. The client retries reads once by itself, so queries do not; a 404 shows the error page unless the query says
 * `throwOnError: false`. It is emptied when the session ends. Pages for signing in do without it, and without its bytes.
 */
const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: keep }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 10 * minute,
      retry: false,
      // A page that is still there for a moment after the session has ended asks for nothing more. What visitors may see says so itself.
      // Nor does one for what is being deleted: [Note: What is being deleted is not asked for].
      enabled: ({ queryKey }) => session.signedIn() && !isBeingDeleted(queryClient, queryKey),
      throwOnError: (error) => error instanceof CallError && error.status === 404,
    },
    // Whoever writes without a network is told so at once. What is shown while it waits for one (a heart, a comment) says `online`.
    mutations: { retry: false, networkMode: 'always' },
  },
});
session.onEnd(() => queryClient.clear());
onRetry(() => queryClient.removeQueries({ predicate: (query) => query.state.status === 'error' }));

// What happens elsewhere is heard of once the page stands: its code is no part of the first paint.
if (typeof window !== 'undefined') {
  const begin = () => {
    void withNetwork(() => import('./live.ts')).then(({ keepLive }) => keepLive(queryClient));
    void withNetwork(() => import('./worker-and-push.ts')).then(({ startWorkerAndPush }) => startWorkerAndPush());
    setTimeout(keep, calm);
  };
  if (cameWithoutServer()) keep();
  window.addEventListener('offline', keep, { once: true });
  if (document.readyState === 'complete') begin();
  else window.addEventListener('load', begin, { once: true });
}

/** Around pages that read from the server. The cache is one, whichever layout it stands in. */
export function Queries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
