import { sectionLimits } from '@heartwood/contract/limits';
import type { SectionSlug, SectionWithHistory } from '@heartwood/contract/information';
import { t } from '@heartwood/messages/current';
import { useEffect, useRef, useState } from 'react';
import type { AttachedFile } from '#features/sending/logic.ts';
import { FilesMissing } from '#features/sending/api.ts';
import { tooLong } from '#platform/form-rules.ts';
import { CallError } from '#platform/http.ts';
import { useOwnPage } from '#platform/own-page.ts';
import { refusalText, toastLeft } from '#platform/refusal-toast.ts';
import { session } from '#platform/session.ts';
import { toasts } from '#platform/toasts.ts';
import { useUnsaved } from '#platform/unsaved.ts';
import { markSent } from '#ui/last-input.ts';
import { isDay } from '@heartwood/contract/days';
import { loadSection, useWriteSection } from '../api.ts';
import { suggestionsOf } from '../components/sections.ts';
import {
  asOnPage,
  asTyped,
  emptyFields,
  filledFields,
  mergeSections,
  sameWriting,
  together,
  type DraftField,
  type Suggestion,
  type Written,
} from '../logic.ts';
import { arrivedOf, useAttachments } from './use-attachments.ts';
import { useFields } from './use-fields.ts';
import { useStoredSection, type Kept } from './use-stored-section.ts';

/** A section as it was loaded, and its version. */
export interface Loaded {
  section: SectionWithHistory;
  etag: string | null;
}

/** Who has saved the section meanwhile, whether both changed the same, and their note where that is among it. Of a field it is with the field. */
export interface Theirs {
  by: string;
  bothChanged: boolean;
  note: string | undefined;
}

interface SectionSetup {
  name: string;
  person: string;
  slug: SectionSlug;
  first: Loaded;
  more: boolean;
  onClose: () => void;
}

const writtenIn = ({ fields, note, media }: SectionWithHistory): Written => ({ fields, note, media: media.map(({ id }) => id) });

/** What is written of a section, and the version it began from. */
function useWritten(first: Loaded, suggestions: readonly Suggestion[], more: boolean) {
  const [began, setBegan] = useState(first);
  const list = useFields(first.section, suggestions, more);
  const [note, setNote] = useState(first.section.note);
  const photos = useAttachments(first.section.media);
  const [theirs, setTheirs] = useState<Theirs>();

  /** Begins with another version than the one the form was opened with: it has been sent since, from the form before this one. */
  function beginWith(loaded: Loaded): void {
    setBegan(loaded);
    list.restart(loaded.section);
    setNote(loaded.section.note);
    photos.accept(writtenIn(loaded.section).media, loaded.section.media, arrivedOf(photos.files));
  }

  /** Goes on with what was kept on this device, and what has been written since. */
  function resume(kept: Kept): void {
    const both = together(kept, { fields: list.fields, note }, { fields: began.section.fields, note: began.section.note });
    // No photos are kept: those that are shown came with this page.
    setBegan({ ...kept.began, section: { ...kept.began.section, media: began.section.media } });
    list.replace(both.fields);
    setNote(both.note);
  }

  /** Goes on with what has been written since it was sent: that is saved next. */
  function goOn(saved: Loaded, files: readonly AttachedFile[]): void {
    setBegan(saved);
    setTheirs(undefined);
    photos.settle(files, saved.section.media);
  }

  return { began, setBegan, list, note, setNote, photos, theirs, setTheirs, beginWith, resume, goOn };
}

/**
 * A section as it is written. Where somebody else saved it meanwhile, both versions are brought together and nothing is lost.
 * @param name how its page is addressed
 * @param person whose it is: it is kept and sent by the person, as another family may call somebody the same
 * @param more begins with one more field
 */
export function useSectionForm(setup: SectionSetup) {
  const { name, person, slug, first, more, onClose } = setup;
  const [family] = useState(() => session.inFamily());
  const suggestions = suggestionsOf(slug);
  const { began, setBegan, list, note, setNote, photos, theirs, setTheirs, beginWith, resume, goOn } = useWritten(first, suggestions, more);
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const [problem, setProblem] = useState<string>();

  const mine = { fields: filledFields(list.fields, suggestions), note: note.trim(), media: photos.keys };
  const now = { written: mine, onPage: list.fields, files: photos.files };
  const latest = useRef(now);
  useEffect(() => {
    latest.current = now;
  });
  const sent = useRef(now);
  const stored = filledFields(began.section.fields, suggestions);
  const isDirty = !sameWriting(mine, { ...writtenIn(began.section), fields: stored });
  const unsaved = useUnsaved(isDirty, { onReload: photos.keys.join() !== writtenIn(began.section).media.join() });
  const draft = `section ${person} ${slug}`;
  const fields = list.fields.map(({ key, label, value }) => ({ key, label, value }));
  const forget = useStoredSection(draft, { began, fields, note, isDirty }, (kept) => {
    if (!kept) return first.etag === began.etag ? undefined : beginWith(first);
    resume(kept);
  });

  const page = useOwnPage();
  const write = useWriteSection(
    { name, person, slug, family, draft },
    {
      onWritten: (saved) => {
        toasts.add(t('information.editing.saved'));
        if (page.isShown() && !sameWriting(latest.current.written, sent.current.written)) return goOn(saved, sent.current.files);
        unsaved.finish();
        forget();
        photos.finish(true);
        if (page.isShown()) onClose();
      },
      onError: (error) => {
        if (!page.isShown() || !(error instanceof CallError) || error.status !== 409) return tell(error);
        return bringTogether().catch(tell);
      },
    },
  );

  function tell(error: unknown): void {
    const text = error instanceof FilesMissing ? t('information.editing.someFailed') : refusalText(error);
    if (page.isShown()) setProblem(text);
    else toastLeft(text, page.address());
  }

  function save(): void {
    if (write.isUnderWay) return;
    const found = problemsOf(list.fields, note, suggestions);
    setProblems(found);
    setProblem(undefined);
    if (found.size > 0) return markSent();
    sent.current = now;
    const words = { fields: mine.fields, note: mine.note };
    write.mutate({ files: photos.files, what: (ids) => ({ body: { ...words, media_ids: ids }, etag: began.etag }) });
  }

  async function bringTogether(): Promise<void> {
    const newer = await loadSection(person, slug, { family });
    // The server refuses for another reason than a newer version.
    if (newer.etag === began.etag || newer.section.state === 'unreadable') return setProblem(t('information.unreadable'));
    // Also what has been written, and chosen, while the other version was on its way.
    const { written, onPage, files } = latest.current;
    const arrived = arrivedOf(files);
    const merged = mergeSections(writtenIn(began.section), { ...written, media: [...arrived.values()] }, writtenIn(newer.section));
    list.replace(asOnPage([...merged.fields, ...emptyFields(onPage, merged.fields, suggestions)], onPage));
    setNote((typed) => asTyped(typed, merged.note));
    photos.accept(merged.media, newer.section.media, arrived);
    const bothChanged = merged.theirNote !== undefined || merged.fields.some(({ theirs: other, isBack }) => other !== undefined && !isBack);
    setTheirs({ by: newer.section.updated_by?.name ?? '', bothChanged, note: merged.theirNote });
    setBegan(newer);
  }

  return { suggestions, list, note, setNote, photos, problems, problem, setProblem, theirs, busy: write.isUnderWay, unsaved, save, forget };
}

/** What has to be put right before a section can be kept, by the fields' keys; of an own field's value by `key value`, of the note by `note`. */
function problemsOf(fields: readonly DraftField[], note: string, suggestions: readonly Suggestion[]): Map<string, string> {
  const found = new Map<string, string>();
  const add = (key: string, problem: string | undefined) => problem && found.set(key, problem);
  add('note', tooLong(t('information.editing.note'), note, sectionLimits.note));
  for (const { key, label, value } of fields) {
    const kind = suggestions.find((one) => one.label === label)?.kind;
    if (label.trim() === '' && value.trim() !== '') found.set(key, t('information.editing.named'));
    else if (kind === 'day' && value !== '' && !isDay(value)) found.set(key, t('information.editing.day'));
    if (!kind) add(key, tooLong(t('information.editing.ownName'), label, sectionLimits.label));
    add(kind ? key : `${key} value`, tooLong(kind ? label : t('information.editing.ownValue'), value, sectionLimits.value));
  }
  return found;
}
