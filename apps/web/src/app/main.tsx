import '../styles/app.css';
import { currentLanguage } from '@heartwood/messages/current';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot, type RootOptions } from 'react-dom/client';
import { watchBuilds } from '#platform/builds.ts';
import { device } from '#platform/device.ts';
import { CallError } from '#platform/http.ts';
import { language } from '#platform/language.ts';
import { registerNavigator } from '#platform/navigation.ts';
import { createPrefetchQueue, watchIntent } from '#platform/prefetch.ts';
import { session } from '#platform/session.ts';
import { unhandled } from '#platform/unhandled.ts';
import { unsent } from '#platform/unsent.ts';
import { markPressed } from './pressed.ts';
import { Providers } from './providers.tsx';
import { createAppRouter } from './router.tsx';

language.follow();
const router = createAppRouter();
registerNavigator((path, replace = false) => router.navigate({ href: path, replace }));
device.meetShell();
// Who may be on a page is asked again: the guards of the routes lead to the log-in page, and from it (app/access.ts).
session.onElsewhere(() => void router.invalidate());

const ahead = createPrefetchQueue((path) => {
  const { pathname, searchParams } = new URL(path, location.origin);
  return router.preloadRoute({ to: pathname, search: Object.fromEntries(searchParams) });
});
watchIntent(document, ahead.add);
markPressed(router);
watchBuilds();
unhandled.watch();
unsent.takeUpBy(async () => {
  const [{ outbox }, { waitingComments }] = await Promise.all([
    import('#features/sending/state.ts'),
    import('#features/comments/state.ts'),
  ]);
  if (session.person()) await Promise.all([outbox.begin(), waitingComments.begin()]);
});
if (device.native) void import('./native.ts').then(({ startNative }) => startNative(router));

const options: RootOptions = {
  // What is not there is no error of ours: the page says so.
  onCaughtError: (error) => void (error instanceof CallError && error.status === 404 ? undefined : console.error(error)),
};
const app = (
  <StrictMode>
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>
);

/** Shows the app. A prerendered page in the right language is taken over as it stands, unless somebody is signed in, for whom it looks otherwise; everything else is drawn anew. */
function show(): void {
  const root = document.getElementById('root')!;
  // Whoever logs in before all of the page is taken over has their own language from then on: React draws the rest anew, which is no error.
  const prerendered = root.lang;
  const onRecoverableError = (error: unknown) => void (prerendered === currentLanguage.get() && reportError(error));
  if (prerendered === currentLanguage.get() && !session.signedIn()) hydrateRoot(root, app, { ...options, onRecoverableError });
  else createRoot(root, options).render(app);
}

// The first page is whole before it is shown.
void router.load().then(show);
