import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Outgoing } from '#features/sending/state.ts';
import type { Post } from '@heartwood/contract/posts';
import { useSends } from '#features/sending/hooks/use-sends.ts';
import { device } from '#platform/device.ts';
import { withNetwork } from '#platform/online.ts';
import { session, useSession } from '#platform/session.ts';
import { toasts } from '#platform/toasts.ts';
import { showShared } from '../api.ts';
import { sharedToast } from './meta.ts';

/** Sends what waits on this device, whatever page is open, and says so when a post has left. What sends is loaded where something waits. */
export default function KeepSending() {
  const client = useQueryClient();
  const id = useSession().user?.id;
  const sends = useSends(id);
  useEffect(() => {
    if (!id || !sends) return;
    const onShared = (post: Post, { reach, draft }: Outgoing) => {
      // What went to another family than the one that is looked at is in none of these lists.
      if (post.family_id === session.family()) void showShared(client, post);
      if (draft.moment) void client.invalidateQueries({ queryKey: ['moments'] });
      if (draft.idea)
        void import('#features/inspiration/api.ts').then(
          ({ refreshIdeas }) => refreshIdeas(client),
          () => undefined,
        );
      toasts.add(sharedToast(reach, draft.audience));
      // Whoever has just shared wants to hear of what comes back.
      device.shared();
    };
    void withNetwork(() => import('#features/sending/state.ts')).then(({ outbox }) => outbox.begin(onShared));
  }, [client, id, sends]);
  return null;
}
