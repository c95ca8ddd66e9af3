import { t } from '@heartwood/messages/current';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Banner, BannerButton } from '#ui/banner.tsx';
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

/** Says in `children` that something could not be loaded; without a network, that it needs one and then comes by itself. */
export function NotLoaded({ onRetry, className, children }: { onRetry: () => unknown; className?: string; children: ReactNode }) {
  const online = useOnline();
  return (
    <Banner
      tone={online ? 'error' : 'offline'}
      {...(className ? { className } : {})}
      action={<BannerButton onClick={() => void onRetry()}>{t('ui.tryAgain')}</BannerButton>}
    >
      {online ? children : t('ui.part.needsNetwork')}
    </Banner>
  );
}
