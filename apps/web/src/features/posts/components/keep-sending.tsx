import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '#platform/session.ts';
import { toasts } from '#platform/toasts.ts';
import { postQuery, refreshLists } from '../api.ts';
import { sharedToast } from './meta.ts';
import { outbox } from '#features/sending/state.ts';

/** A list that was being loaded for the first time meanwhile does not know of the post yet: it is asked for anew. */
async function refreshAnew(client: QueryClient): Promise<void> {
  await client.cancelQueries({ queryKey: ['posts', 'list'] });
  await refreshLists(client);
}

/** Sends what waits on this device, whatever page is open, and says so when a post has left. */
export default function KeepSending() {
  const client = useQueryClient();
  const id = useSession().user?.id;
  useEffect(() => {
    if (!id) return;
    void outbox.begin((post, { reach, draft }) => {
      client.setQueryData(postQuery(post.id).queryKey, post);
      void refreshAnew(client);
      toasts.add(sharedToast(reach, draft.audience));
    });
  }, [client, id]);
  return null;
}
