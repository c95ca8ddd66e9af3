import { t } from '@heartwood/messages/current';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { recoverFrom } from '#platform/builds.ts';
import { CallError } from '#platform/http.ts';
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
  const retry = () => {
    forgetFailures();
    void router.invalidate().then(reset);
  };
  useEffect(() => recoverFrom(error), [error]);
  useEffect(() => {
    showTitle(t(missing ? 'app.notFound' : 'app.serverError'));
  });
  return <ErrorPage statusCode={missing ? 404 : 500} reference={refused?.body.request_id.slice(0, 8)} retry={retry} />;
}
