import { limits } from '@heartwood/contract/limits';
import type { PersonMilestone } from '@heartwood/contract/moments';
import type { Relationship } from '@heartwood/contract/people';
import { t } from '@heartwood/messages/current';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useMembers } from '#features/family/api.ts';
import type { useDraft } from '#features/sending/hooks/use-draft.ts';
import { FilesMissing } from '#features/sending/api.ts';
import { tooLong } from '#platform/form-rules.ts';
import { useSettled } from '#platform/settled.ts';
import { today, useToday } from '#platform/today.ts';
import { milestonesQuery, type MomentSending } from '../api.ts';
import { momentBodyOf, isMomentWritten, keptBefore, missingIn, unbornOn, type Missing, type MomentWords, type Said } from '../logic.ts';
import { useMomentWords } from './use-moment-words.ts';

/** What is written of a moment, and what becomes of it. */
export interface MomentSetup {
  people: readonly Relationship[];
  handle: ReturnType<typeof useDraft>;
  first: MomentWords;
  /** What was said of the words so far, and what hears of more. */
  saying: readonly [Said, (said: Said) => void];
  /** The id of the moment that is edited. */
  moment?: string;
  /** The slug of a milestone that is chosen to begin with. */
  offered?: string;
  /** What sends it; what was written stays where that fails. */
  sending: MomentSending;
}

/**
 * A moment as it is written: whose it is, its words, its day, and what is missing before it can be kept.
 * @returns among it `before`, where such a milestone is kept already; `early`, whether it is confirmed that it was before somebody was born
 */
export function useMomentEditor({ people, handle: { draft, now }, first, saying, moment, offered, sending }: MomentSetup) {
  const on = useToday();
  const day = draft.occurredOn || on;
  const chosen = people.filter(({ heartwood_id }) => draft.people.includes(heartwood_id));
  const { milestones, isLoading } = useMilestonesOf(draft.people);
  const isKnown = useSettled(useMembers().isLoading || isLoading);
  const about = useMomentWords(first, offered, milestones, saying);
  // What is written while its files are on their way goes with them.
  const latest = useRef(about.words);
  useEffect(() => void (latest.current = about.words), [about.words]);
  const before = keptBefore(milestones, about.words.milestone, moment);
  const [early, setEarly] = useState(() => unbornOn(chosen, draft.occurredOn).length > 0);
  const [missing, setMissing] = useState<Missing>();
  const [insists, insist] = useState(false);
  const long = {
    title: tooLong(t('validation.fields.title'), about.words.title, limits.title),
    story: tooLong(t('validation.fields.text'), draft.text, limits.story),
  };

  function save(): void {
    if (sending.isUnderWay) return;
    const found = missingIn(about.words, draft, people, { today: today(), early, kept: before !== undefined });
    setMissing(found);
    sending.reset();
    insist(true);
    if (found) return focusOn(found);
    if (long.title ?? long.story) return focusOn(long.title ? 'title' : 'story');
    const what = (mediaIds: string[]) => momentBodyOf(latest.current, now(), mediaIds, today());
    sending.mutate({ files: draft.photos, filesNow: () => now().photos, what });
  }

  return {
    day,
    chosen,
    unborn: unbornOn(chosen, day),
    milestones,
    /** Whether what stands above the title is known: nothing of it comes later then. */
    isKnown,
    about,
    before,
    early,
    setEarly,
    missing,
    /** What is too long, and whether that is said although the field has not been left. */
    long,
    insists,
    /** What is said of photos that have not all arrived. */
    problem: sending.error instanceof FilesMissing ? t('moments.someFailed') : undefined,
    busy: sending.isUnderWay,
    /** Whether nothing can be written: it is being sent as it stands. */
    hasLeft: sending.hasLeft,
    save,
    isWritten: isMomentWritten(saying[0], draft),
  };
}

/** The milestones of everybody chosen, by person, as far as they are known. */
export function useMilestonesOf(people: readonly string[]) {
  return useQueries({
    queries: people.map((person) => milestonesQuery(person)),
    combine: (answers) => ({
      milestones: new Map(answers.flatMap(({ data }, index) => (data ? [[people[index]!, data] as const] : []))) as ReadonlyMap<
        string,
        readonly PersonMilestone[]
      >,
      isLoading: answers.some((answer) => answer.isLoading),
    }),
  });
}

/** Puts the focus where something is missing. */
function focusOn(missing: Missing | 'story'): void {
  const places: Record<Missing | 'story', string> = {
    people: '[data-field="people"] button',
    kept: '[data-field="kept"] a',
    title: '[name="title"]',
    story: '[name="story"]',
    day: '[name="when-day"]',
    future: '[name="when-day"]',
    early: '[name="early"]',
  };
  document.querySelector<HTMLElement>(places[missing])?.focus();
}
