import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '#platform/session.ts';
import { toasts } from '#platform/toasts.ts';
import { postQuery, refreshLists } from '../api.ts';
import { sharedToast } from '../words.ts';
import { outbox } from './outbox.ts';

/** Sends what waits on this device, whatever page is open, and says so when a post has left. */
export default function KeepSending() {
  const client = useQueryClient();
  const id = useSession().user?.id;
  useEffect(() => {
    if (!id) return;
    void outbox.begin((post, { reach, draft }) => {
      client.setQueryData(postQuery(post.id).queryKey, post);
      void refreshLists(client);
      toasts.add(sharedToast(reach, draft.audience));
    });
  }, [client, id]);
  return null;
}
