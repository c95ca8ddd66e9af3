import { useEffect, useState } from 'react';
import { useDraft } from '#features/sending/hooks/use-draft.ts';
import { isEmptyDraft } from '#features/sending/logic.ts';
import { deviceStorage } from '#platform/device-storage.ts';
import { untilTried } from '#platform/tries.ts';
import type { Said } from '../logic.ts';

/**
 * A new moment as it is written; it stays on this device until it is kept, so a reload loses nothing.
 * @param keepAs its own name for each way into the editor
 * @param chosen whose it is to begin with
 */
export function useNewMoment(keepAs: string, chosen: readonly string[]) {
  const handle = useDraft(undefined, keepAs);
  const { draft, ready, change } = handle;
  const [begun, begin] = useState(false);
  useEffect(() => {
    if (!ready || begun) return;
    if (isEmptyDraft(draft)) change({ people: [...chosen] });
    begin(true);
  }, [ready, begun, draft, change, chosen]);

  const saidAs = `${keepAs} words`;
  const [said, setSaid] = useState<Said>();
  useEffect(() => {
    let left = false;
    void untilTried(keepAs)
      .then(() => deviceStorage.value<Said>(saidAs))
      .then((found) => left || setSaid(found ?? {}));
    return () => void (left = true);
  }, [keepAs, saidAs]);
  const say = (next: Said) => {
    setSaid(next);
    void deviceStorage.setValue(saidAs, next);
  };

  return {
    handle: {
      ...handle,
      finish: (isDone: boolean) => {
        handle.finish(isDone);
        // What is shown until the page has changed is not kept again.
        handle.handOver();
        void deviceStorage.setValue(saidAs, undefined);
      },
    },
    saying: said && begun ? ([said, say] as const) : undefined,
  };
}
