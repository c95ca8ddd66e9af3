import { t } from '@heartwood/messages/current';
import type { UseQueryResult } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { Banner, BannerButton } from '#ui/banner.tsx';
import { focusHeadingLater } from '#ui/focus-later.ts';
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

/**
 * Says in `children` that something could not be loaded; without a network, that it needs one and then comes by itself. Once it has come, the heading of
 * the page has the focus, unless `onRetry` gives it a nearer place.
 * @param onRetry asks once more; resolves once that has come, or has failed
 */
export function NotLoaded({ onRetry, className, children }: { onRetry: () => unknown; className?: string; children: ReactNode }) {
  const online = useOnline();
  const [isAsking, setAsking] = useState(false);
  const [tries, setTries] = useState(0);
  const words = useRef<HTMLSpanElement>(null);
  const retry = async () => {
    setAsking(true);
    await onRetry();
    // What has come is drawn first, and takes these words away: they are made anew only where it failed.
    setTimeout(() => {
      setAsking(false);
      setTries((before) => before + 1);
      // A browser may give a button that is pressed no focus: where it failed once more, the reader stays at it.
      focusHeadingLater(() => words.current === null);
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
      <span key={tries} ref={words}>
        {online ? children : t('ui.part.needsNetwork')}
      </span>
    </Banner>
  );
}
