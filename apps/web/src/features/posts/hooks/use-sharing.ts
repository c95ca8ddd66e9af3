import { t } from '@heartwood/messages/current';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { useDraft } from '#features/sending/hooks/use-draft.ts';
import type { Draft } from '#features/sending/logic.ts';
import { outbox } from '#features/sending/state.ts';
import { uploads } from '#features/uploads/state.ts';
import { newKey } from '#platform/keys.ts';
import { session } from '#platform/session.ts';
import { today } from '#platform/today.ts';
import { painted } from '#ui/painted.ts';
import { problemOf, type Problem } from '../components/problem.ts';
import { useProblem } from './use-problem.ts';

/** Hands the post over to what sends it as soon as that goes, with its photos, whatever page is open. */
export function useSharing({ draft, handOver }: Pick<ReturnType<typeof useDraft>, 'draft' | 'handOver'>) {
  const navigate = useNavigate();
  const [problem, setProblem] = useProblem(draft);
  const [busy, setBusy] = useState(false);
  const isSent = useRef(false);

  async function share(reach: number | undefined, sent: Draft = draft): Promise<void> {
    if (isSent.current) return;
    uploads.retryLost();
    const wrong = problemOf(sent) ?? missingOf(sent);
    setProblem(wrong);
    if (wrong) return;
    isSent.current = true;
    setBusy(true);
    await painted();
    outbox.add({ id: newKey(), family: session.family(), draft: sent, reach, on: today(), since: new Date().toISOString() });
    handOver();
    void navigate({ to: '/dashboard' });
  }
  return { share, problem, busy };
}

/** A file that has not arrived, and does not by itself. */
function missingOf({ photos }: Draft): Problem | undefined {
  const isMissing = photos.some(({ key, media }) => !media && (uploads.one(key)?.state.state ?? 'failed') === 'failed');
  return isMissing ? { at: 'photos', said: t('posts.someFailed') } : undefined;
}
