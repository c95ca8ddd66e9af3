import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refreshIdeas } from '#features/inspiration/api.ts';
import { device } from '#platform/device.ts';
import { useSession } from '#platform/session.ts';
import { toasts } from '#platform/toasts.ts';
import { showShared } from '../api.ts';
import { sharedToast } from './meta.ts';
import { outbox } from '#features/sending/state.ts';

/** Sends what waits on this device, whatever page is open, and says so when a post has left. */
export default function KeepSending() {
  const client = useQueryClient();
  const id = useSession().user?.id;
  useEffect(() => {
    if (!id) return;
    void outbox.begin((post, { reach, draft }) => {
      void showShared(client, post);
      if (draft.idea) void refreshIdeas(client);
      toasts.add(sharedToast(reach, draft.audience));
      // Whoever has just shared wants to hear of what comes back.
      device.shared();
    });
  }, [client, id]);
  return null;
}
