import { t } from '@heartwood/messages/current';
import type { ComponentProps } from 'react';
import { Button } from './button.tsx';

/** A list that comes page by page, as far as its next page goes. */
interface Paged {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

/** Loads the next page of a list, where there is one. That it did not come is said in `failed`, below the button, so that it stays in its place. */
export function NextPage({
  list,
  failed,
  children,
  ...button
}: { list: Paged; failed: string } & Omit<ComponentProps<typeof Button>, 'busy' | 'onClick'>) {
  if (!list.hasNextPage) return null;
  return (
    <div>
      <Button {...button} busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {list.isFetchNextPageError ? t('ui.tryAgain') : children}
      </Button>
      <p role="status" className="soft">
        {list.isFetchNextPageError && <span className="mt-2 block">{failed}</span>}
      </p>
    </div>
  );
}
