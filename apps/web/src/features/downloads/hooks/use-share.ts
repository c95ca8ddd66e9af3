import { t } from '@heartwood/messages/current';
import { useEffect, useRef, useState } from 'react';
import { refusalText } from '#platform/refusal-toast.ts';
import { fetchFiles, type Leaving } from '../api.ts';
import { handOver } from '../logic.ts';

/** How far sharing is: fetching (0 to 1), files that wait for a tap, or in words why it does not go. */
export type Sharing = { share: number } | { files: File[] } | { problem: string };

/**
 * Fetches media and hands them to other apps. Browsers open their sheet only right after a tap: where fetching took longer, the files wait for
 * another one.
 * @param onDone is called once the sheet has closed: whether something was shared, or it was dismissed
 */
export function useShare(onDone: (handed: 'shared' | 'dismissed') => void) {
  const [sharing, set] = useState<Sharing>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function hand(files: File[]): Promise<void> {
    const handed = await handOver(files);
    if (handed === 'unasked') return set({ files });
    if (handed === 'too-much') return set({ problem: t('downloads.tooMuch') });
    if (handed === 'failed') return set({ problem: t('downloads.broken') });
    set(undefined);
    onDone(handed);
  }

  return {
    sharing,
    hand,
    /** Drops what is being fetched, or waits for a tap: something else has been chosen. */
    stop(): void {
      running.current?.abort();
      set(undefined);
    },
    async start(leaving: Leaving): Promise<void> {
      running.current?.abort();
      const control = new AbortController();
      running.current = control;
      set({ share: 0 });
      try {
        const files = await fetchFiles(leaving, (share) => set({ share }), control.signal);
        if (!control.signal.aborted) await hand(files);
      } catch (error) {
        if (!control.signal.aborted) set({ problem: problemOf(error) });
      }
    },
  };
}

/** A transfer that breaks off ends in a TypeError, a browser without room in a RangeError or a QuotaExceededError. */
function problemOf(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'RangeError' || name === 'QuotaExceededError') return t('downloads.noRoom');
  return name === 'TypeError' && navigator.onLine ? t('downloads.broken') : refusalText(error);
}
