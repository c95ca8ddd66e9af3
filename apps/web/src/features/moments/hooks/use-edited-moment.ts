import type { Moment } from '@heartwood/contract/moments';
import { useState } from 'react';
import { useDraft } from '#features/sending/hooks/use-draft.ts';
import { restoredOf, useKeepEdited } from '#features/sending/hooks/use-edited-draft.ts';
import type { Draft } from '#features/sending/logic.ts';
import { changesIn } from '#platform/form-changes.ts';
import type { useKeptEdit } from '#platform/kept-edits.ts';
import { broughtTogether, momentDraftOf, writtenIn, type MomentWords, type Said } from '../logic.ts';

/**
 * A moment as it is changed, kept on this device until it is saved or thrown away.
 * @param moment as it stands
 * @param kept what was kept of it
 * @returns `isRestored`, whether something of it was written before; `theirs`, what somebody else has made of it meanwhile, until `take` takes that
 * or it is saved; `follow` hears of it
 */
export function useEditedMoment(moment: Moment, kept: ReturnType<typeof useKeptEdit<Draft>>) {
  const first = momentDraftOf(moment);
  const [begun] = useState(() => restoredOf(kept.found, editedOf(moment), { bring: withWords, writtenIn: writtenWith }));
  const handle = useDraft(begun.draft);
  const saying = useState<Said>(() => saidOf(begun.draft, editedOf(moment)));
  const [said, say] = saying;
  const [theirs, setTheirs] = useState(begun.theirs && moment);
  const { title, milestone } = moment;
  const words = { title: said.title ?? title, milestone: said.milestone === undefined ? milestone : said.milestone };
  const edit = { first: editedOf(moment), draft: edited(handle.draft, words), isUndecided: theirs !== undefined };
  useKeepEdited(kept, edit, writtenWith);
  return {
    handle,
    saying,
    isRestored: begun.isRestored,
    isChanged: writtenIn(words, handle.draft) !== writtenIn({ title, milestone }, first),
    theirs,
    follow(now: Moment): void {
      handle.change((draft) => broughtTogether(first, draft, momentDraftOf(now)));
      setTheirs(now);
    },
    take(now: Moment): void {
      handle.change(momentDraftOf(now));
      say({});
      setTheirs(undefined);
    },
  };
}

// What is kept of a moment on the device is a draft with its words.

const edited = (draft: Draft, { title, milestone }: MomentWords): Draft => ({ ...draft, moment: { title, milestone, among: [] } });

const editedOf = (moment: Moment): Draft => edited(momentDraftOf(moment), moment);

const wordsIn = ({ moment }: Draft): MomentWords => ({ title: moment?.title ?? '', milestone: moment?.milestone ?? null });

const writtenWith = (draft: Draft): string => writtenIn(wordsIn(draft), draft);

/** The words of a draft that are not as they stand `now`. */
const saidOf = (draft: Draft, now: Draft): Said => changesIn(wordsIn(draft), wordsIn(now));

const withWords = (first: Draft, mine: Draft, now: Draft): Draft =>
  edited(broughtTogether(first, mine, now), { ...wordsIn(now), ...saidOf(mine, first) });
