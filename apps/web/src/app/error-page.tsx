import { t } from '@heartwood/messages/current';
import { Suspense, use } from 'react';
import { isCrawler } from '#platform/crawler.ts';
import { Brand } from '#ui/brand.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { PageContext } from '#ui/page.tsx';
import { DrawingBoundary } from './drawing-boundary.tsx';

const Stump = lazyPart(async () => ({ default: (await import('#ui/stump.tsx')).Stump }));
const SplitStump = lazyPart(async () => ({ default: (await import('#ui/split-stump.tsx')).SplitStump }));

/**
 * The error page: 'Page Not Found' for 404, 'Internal Server Error' otherwise. Crawlers get none.
 * `message` is the error's own (a path that a rule refused); `reference` is a short number to quote; `retry` tries again.
 */
export function ErrorPage({
  statusCode,
  message,
  reference,
  retry,
}: {
  statusCode: number;
  message?: string | undefined;
  reference?: string | undefined;
  retry?: (() => void) | undefined;
}) {
  if (typeof navigator !== 'undefined' && isCrawler(navigator.userAgent)) return null;
  const missing = statusCode === 404;
  const framed = use(PageContext).framed;
  return (
    <div
      className={framed ? 'flex flex-col items-center p-6 pt-[12vh]' : 'flex min-h-dvh flex-col items-center p-6'}
      data-error={statusCode}
    >
      {!framed && <Brand to="/home" />}
      <main id="content" tabIndex={-1} className="m-auto max-w-[430px] pb-[8vh] text-center outline-none">
        <div className="mx-auto aspect-320/230 w-[min(340px,84vw)]">
          <DrawingBoundary>
            <Suspense>{missing ? <Stump className="w-full" /> : <SplitStump className="m-auto h-full" />}</Suspense>
          </DrawingBoundary>
        </div>
        <h1 className="mt-6 type-title">{missing ? t('app.error.missing.title') : t('app.serverError')}</h1>
        <p className={missing ? 'mt-3 type-story soft' : 'mt-3 soft'}>
          {missing ? t('app.error.missing.text') : reference ? t('app.error.ours') : t('app.error.onTheWay')}
        </p>
        <div className="mt-6 flex flex-wrap justify-center gap-3">
          {missing ? (
            <>
              <ButtonLink to="/">{t('app.error.missing.home')}</ButtonLink>
              <ButtonLink to="/treasures" look="quiet">
                {t('app.error.missing.treasures')}
              </ButtonLink>
            </>
          ) : (
            <>
              {retry && <Button onClick={retry}>{t('app.error.retry')}</Button>}
              <ButtonLink to="/" look="quiet">
                {t('app.error.home')}
              </ButtonLink>
            </>
          )}
        </div>
        {(message || reference) && (
          <p className="mt-6 type-meta break-all">{reference ? t('app.error.reference', { reference }) : message}</p>
        )}
      </main>
    </div>
  );
}
