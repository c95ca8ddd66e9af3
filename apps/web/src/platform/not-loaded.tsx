import { t } from '@heartwood/messages/current';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Banner, BannerButton } from '#ui/banner.tsx';
import { focusLater } from '#ui/focus-later.ts';
import { useOnline } from './online.ts';

/** Whether it is to be said that something could not be loaded: not where what is kept of it stands there without a network, which the banner says. */
export function useIsMissing({ isError, data }: { isError: boolean; data: unknown }): boolean {
  const online = useOnline();
  return isError && (online || data === undefined);
}

type Asked = Pick<UseQueryResult, 'isError' | 'isFetchedAfterMount' | 'data'>;

/** Whether nothing is there because it could not be loaded, also while it is asked for again: what asks for it has the focus. */
export function hasNotCome({ isError, isFetchedAfterMount, data }: Asked): boolean {
  return data === undefined && (isError || isFetchedAfterMount);
}

/** The heading of the page, where the button that was pressed has gone and nothing else has the focus. */
function headingForFocus(): HTMLElement | null {
  if (document.activeElement !== document.body) return null;
  const heading = document.querySelector<HTMLElement>('#content h1');
  if (heading) heading.tabIndex = -1;
  return heading;
}

/**
 * Says in `children` that something could not be loaded; without a network, that it needs one and then comes by itself. Once it has come, the heading of
 * the page has the focus, unless `onRetry` gives it a nearer place.
 * @param onRetry asks once more; resolves once that has come, or has failed
 */
export function NotLoaded({ onRetry, className, children }: { onRetry: () => unknown; className?: string; children: ReactNode }) {
  const online = useOnline();
  const [isAsking, setAsking] = useState(false);
  const [tries, setTries] = useState(0);
  const retry = async () => {
    setAsking(true);
    await onRetry();
    // What has come is drawn first, and takes these words away: they are made anew only where it failed.
    setTimeout(() => {
      setAsking(false);
      setTries((before) => before + 1);
      focusLater(headingForFocus);
    });
  };
  return (
    <Banner
      tone={online ? 'error' : 'offline'}
      {...(className ? { className } : {})}
      action={
        <BannerButton busy={isAsking} onClick={() => void retry()}>
          {t('ui.tryAgain')}
        </BannerButton>
      }
    >
      {/* Words that stand there already are said again only where they are made anew. */}
      <span key={tries}>{online ? children : t('ui.part.needsNetwork')}</span>
    </Banner>
  );
}
