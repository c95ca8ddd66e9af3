import { t } from '@heartwood/messages/current';
import { useRef, useState, type ComponentProps } from 'react';
import { Button } from './button.tsx';
import { focusLater } from './focus-later.ts';
import { useIsNextPageMissing } from './next-page-missing.ts';

/** A list that comes page by page, as far as its next page goes. */
interface Paged {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  /** Why it failed last; null where it did not. */
  error: unknown;
  isFetchNextPageError: boolean;
  /** How often it has failed. */
  errorUpdateCount: number;
  fetchNextPage: () => Promise<unknown>;
}

/**
 * Loads the next page of a list, where there is one. That it did not come is said in `failed`, below the button, so that it stays in its place. With
 * the last page the button goes; its place takes the focus then, and the next Tab goes on from there.
 */
export function NextPage({
  list,
  failed,
  children,
  ...button
}: { list: Paged; failed: string } & Omit<ComponentProps<typeof Button>, 'busy' | 'onClick'>) {
  // Without a network it is asked for once that is back; until then it counts as being loaded.
  const [isAsked, setAsked] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const isMissing = useIsNextPageMissing(list);
  const load = () => {
    setAsked(true);
    void list.fetchNextPage().finally(() => {
      setAsked(false);
      focusLater(() => (document.activeElement === document.body ? place.current : null));
    });
  };
  if (!list.hasNextPage) return <div ref={place} tabIndex={-1} className="outline-none" />;
  return (
    <div>
      <Button {...button} busy={isAsked || list.isFetchingNextPage} onClick={load}>
        {isMissing ? t('ui.tryAgain') : children}
      </Button>
      <p role="status" className="soft">
        {isMissing && (
          // Made anew each time, so that it is announced again.
          <span key={list.errorUpdateCount} className="mt-2 block">
            {failed}
          </span>
        )}
      </p>
    </div>
  );
}
