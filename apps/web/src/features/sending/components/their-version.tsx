import { t } from '@heartwood/messages/current';
import { useEffect, useRef, type ReactNode } from 'react';
import { Banner, BannerButton } from '#ui/banner.tsx';
import { focusHeadingLater } from '#ui/focus-later.ts';

/** What is being changed was changed elsewhere meanwhile: `children` say so, and what it says there, to be taken instead. It comes into view. */
export function TheirVersion({
  version,
  busy,
  onTake,
  className,
  children,
}: {
  /** What it is elsewhere; a newer one comes into view, too. */
  version: object;
  /** It cannot be taken now. */
  busy: boolean;
  onTake: () => void;
  className: string;
  children: ReactNode;
}) {
  const take = () => {
    onTake();
    // The button that was pressed goes with what it was for.
    focusHeadingLater();
  };
  const choice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // New browsers answer with a promise, which is nothing an effect may return.
    void choice.current?.scrollIntoView({ block: 'center' });
  }, [version]);
  return (
    <div ref={choice}>
      <Banner
        tone="error"
        className={className}
        action={
          <BannerButton busy={busy} onClick={take}>
            {t('posts.takeTheirs')}
          </BannerButton>
        }
      >
        {children}
      </Banner>
    </div>
  );
}
