import { limits } from '@heartwood/contract/limits';
import { t } from '@heartwood/messages/current';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { useDraft } from '#features/sending/hooks/use-draft.ts';
import { hasSomething, lacksTitle, momentOf, type Draft } from '#features/sending/logic.ts';
import { outbox } from '#features/sending/state.ts';
import { uploads } from '#features/uploads/state.ts';
import { tooLong } from '#platform/form-rules.ts';
import { newKey } from '#platform/keys.ts';
import { painted } from '#platform/painted.ts';
import { today } from '#platform/today.ts';
import { isCalendarDay } from '#ui/calendar-day.ts';
import { storyTooLong } from '../components/story-limit.ts';
import { lacksPeople } from '../logic.ts';

/** Hands the post over to what sends it as soon as that goes, with its photos, whatever page is open. */
export function useSharing({ draft, handOver }: Pick<ReturnType<typeof useDraft>, 'draft' | 'handOver'>) {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  useEffect(() => setProblem(undefined), [draft.text, draft.photos.length, draft.audience, draft.audienceUserIds, draft.moment]);

  async function share(reach: number | undefined): Promise<void> {
    if (busy) return;
    uploads.retryLost();
    const isMissing = draft.photos.some(({ key, media }) => !media && (uploads.one(key)?.state.state ?? 'failed') === 'failed');
    const wrong = problemOf(draft) ?? (isMissing ? t('posts.someFailed') : undefined);
    setProblem(wrong);
    if (wrong && lacksTitle(draft)) document.querySelector<HTMLElement>('[name="title"]')?.focus();
    if (wrong) return;
    setBusy(true);
    await painted();
    outbox.add({ id: newKey(), draft, reach, on: today(), since: new Date().toISOString() });
    handOver();
    void navigate({ to: '/dashboard' });
  }
  return { share, problem, busy };
}

function problemOf(draft: Draft): string | undefined {
  if (lacksPeople(draft)) return t('posts.choosePerson');
  const moment = momentOf(draft);
  if (lacksTitle(draft)) return t('moments.nameIt');
  if (moment && draft.occurredOn > today()) return t('moments.notYet');
  if (!moment && !hasSomething(draft)) return t('posts.sayOrShow');
  if (draft.occurredOn !== '' && !isCalendarDay(draft.occurredOn)) return t('posts.noSuchDay');
  return (moment && tooLong(t('validation.fields.title'), moment.title, limits.title)) ?? storyTooLong(draft);
}
