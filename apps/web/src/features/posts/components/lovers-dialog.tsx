import { t } from '@heartwood/messages/current';
import type { DataOf } from '@heartwood/contract/endpoint';
import type { postsApi } from '@heartwood/contract/posts';
import { useNameOf } from '#features/people/hooks/use-name-of.ts';
import { agoInWords } from '#platform/dates.ts';
import { addressOf } from '#platform/addresses.ts';
import { NotLoaded } from '#platform/not-loaded.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { List, ListRow } from '#ui/list-row.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';

/** Everybody who loves a post. Without them they are on their way; with `onRetry` they did not come. */
export default function LoversDialog({
  lovers,
  onRetry,
  onClose,
}: {
  lovers: DataOf<typeof postsApi.lovers>['items'] | undefined;
  onRetry?: (() => unknown) | undefined;
  onClose: () => void;
}) {
  const nameOf = useNameOf();
  return (
    <Dialog title={t('posts.hearts')} closable open onOpenChange={(open) => !open && onClose()}>
      {onRetry ? (
        <NotLoaded className="mt-4" onRetry={onRetry}>
          {t('posts.loversFailed')}
        </NotLoaded>
      ) : !lovers ? (
        <Loading label={t('posts.loadingLovers')} className="mt-4 grid gap-3">
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
        </Loading>
      ) : (
        <List className="mt-2">
          {lovers.map((person) => (
            <ListRow
              key={person.user_id}
              start={<Avatar id={person.heartwood_id ?? ''} name={person.name} src={addressOf(person.image?.thumb)} />}
              title={nameOf(person)}
              meta={agoInWords(person.created_at)}
            />
          ))}
        </List>
      )}
    </Dialog>
  );
}
