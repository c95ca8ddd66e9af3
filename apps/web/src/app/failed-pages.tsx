import { t } from '@heartwood/messages/current';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { recoverFrom } from '#platform/builds.ts';
import { CallError } from '#platform/http.ts';
import { session } from '#platform/session.ts';
import { showTitle } from '#platform/title.ts';
import type { NotFoundData } from './access.ts';
import { ErrorPage } from './error-page.tsx';
import { forgetFailures } from '#platform/retry.ts';

/** An unmatched path ('Page not found', nothing fatal: the app goes on), or one that a route's rule refused. */
export function NotFoundPage({ data }: { data?: unknown }) {
  const refused = data as Partial<NotFoundData> | undefined;
  useEffect(() => {
    showTitle(refused?.message ?? t('app.notFound'));
  });
  return <ErrorPage statusCode={404} message={refused?.message} />;
}

/** An error that nobody caught. Of a call that was not found, the page says so; otherwise it is ours. */
export function ServerErrorPage({ error, reset }: Pick<ErrorComponentProps, 'error' | 'reset'>) {
  const refused = error instanceof CallError ? error : undefined;
  const missing = refused?.status === 404;
  const router = useRouter();
  const retry = useCallback(() => {
    forgetFailures();
    void router.invalidate().then(reset);
  }, [router, reset]);
  useEffect(() => recoverFrom(error), [error]);
  // The page may be one of a family that somebody has been taken out of while this device was away: what is theirs now is shown instead.
  useEffect(() => {
    if (missing) void hasOtherFamily().then((other) => other && retry());
  }, [missing, retry]);
  useEffect(() => {
    showTitle(t(missing ? 'app.notFound' : 'app.serverError'));
  });
  return <ErrorPage statusCode={missing ? 404 : 500} reference={refused?.body.request_id.slice(0, 8)} retry={retry} />;
}

/** The family that pages have been tried with: the one this device knew when the app began, then the one it knew after a page was not found. */
let familyTried = session.family();

/**
 * Asks the server who is signed in. @returns whether their family is another one than this device knew, or none; where it knew none, the guards of the
 * routes have asked already (app/access.ts). Something else on the page may have asked before it was not found.
 */
async function hasOtherFamily(): Promise<boolean> {
  const known = familyTried ?? session.family();
  await import('#features/accounts/api.ts').then(({ welcomeUser }) => welcomeUser());
  familyTried = session.family();
  return session.signedIn() && known !== undefined && known !== familyTried;
}
