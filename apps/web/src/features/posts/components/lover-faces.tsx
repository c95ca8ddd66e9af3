import type { DataOf } from '@heartwood/contract/endpoint';
import type { postsApi } from '@heartwood/contract/posts';
import { addressOf } from '#platform/addresses.ts';
import { Avatar, AvatarGroup } from '#ui/avatar.tsx';

type Lovers = DataOf<typeof postsApi.lovers>['items'];

/** The faces of the first three who love a post. */
export function LoverFaces({ lovers, size }: { lovers: Lovers; size: 'xs' | 's' }) {
  return (
    <AvatarGroup>
      {lovers.slice(0, 3).map(({ user_id, heartwood_id, name, image }) => (
        <Avatar key={user_id} id={heartwood_id ?? ''} name={name} src={addressOf(image?.thumb)} size={size} />
      ))}
    </AvatarGroup>
  );
}
