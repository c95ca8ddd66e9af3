import { t } from '@heartwood/messages/current';
import { useEffect, useEffectEvent, useState } from 'react';
import type { SharedIn } from '#platform/device.ts';
import { toasts } from '#platform/toasts.ts';
import type { useDraft } from '../hooks/use-draft.ts';

/** One after the other: what is taken twice would stand in the post twice. */
let taking = Promise.resolve();
/** The ids of what has been taken while the app runs: where the shell could not remove it, it still waits there. */
const taken = new Set<string>();

/** Puts what other apps have shared into this one into what is written. In shells alone. */
export default function TakeSharedIn({
  from,
  handle: { addPhotos, change },
}: {
  from: SharedIn;
  handle: Pick<ReturnType<typeof useDraft>, 'addPhotos' | 'change'>;
}) {
  const [isTaking, setTaking] = useState(false);
  const put = useEffectEvent((files: File[], text: string) => {
    if (files.length > 0) addPhotos(files);
    if (text) change(({ text: before }) => ({ text: before.trim() ? `${before.trimEnd()}\n\n${text}` : text }));
  });
  useEffect(() => {
    let hasLeft = false;
    const take = async () => {
      for (const { id, text, files, gone } of hasLeft ? [] : await from.waiting()) {
        if (!taken.has(id)) {
          setTaking(true);
          const read = await Promise.all(files.map((file) => file().catch(() => undefined)));
          // Whoever has left meanwhile finds it here the next time.
          if (hasLeft) return;
          const there = read.filter((file) => file !== undefined);
          put(there, text);
          taken.add(id);
          const count = gone + read.length - there.length;
          if (count > 0) toasts.add(t('devices.app.sharedGone', { count }), { type: 'error' });
        }
        // What is behind it is taken all the same. It is tried again the next time.
        await from.remove(id).catch((error: unknown) => console.warn('What was shared into the app could not be removed', error));
      }
      setTaking(false);
    };
    const begin = () =>
      void (taking = taking.then(take).catch((error: unknown) => {
        setTaking(false);
        console.warn('What was shared into the app could not be taken', error);
      }));
    begin();
    const end = from.onMore(begin);
    return () => {
      hasLeft = true;
      end();
    };
  }, [from]);
  return (
    isTaking && (
      <p role="status" className="mt-4 type-meta">
        {t('devices.app.sharedComing')}
      </p>
    )
  );
}
