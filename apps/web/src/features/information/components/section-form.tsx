import { sectionLimits } from '@heartwood/contract/limits';
import type { SectionSlug, SectionWithHistory } from '@heartwood/contract/information';
import { t } from '@heartwood/messages/current';
import { useBlocker } from '@tanstack/react-router';
import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { PhotoTiles } from '#features/media/components/photo-tiles.tsx';
import { uploads } from '#features/uploads/api.ts';
import { CallError, refusalFrom } from '#platform/http.ts';
import { newKey } from '#platform/keys.ts';
import { toasts } from '#platform/toasts.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { isCalendarDay } from '#ui/calendar-day.ts';
import { Chip, ChipRow } from '#ui/chip.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { FieldError, TextArea } from '#ui/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { FlowPage } from '#ui/page.tsx';
import { loadSection, useWriteSection } from '../api.ts';
import {
  filledFields,
  mergeSections,
  moveField,
  sameWriting,
  startingFields,
  unused,
  type Conflict,
  type DraftField,
  type Suggestion,
  type Written,
} from '../logic.ts';
import { FieldRow } from './field-row.tsx';
import { suggestionsOf } from './sections.ts';
import { useAttachments } from '../hooks/use-attachments.ts';

interface Loaded {
  section: SectionWithHistory;
  etag: string | null;
}

const writtenIn = ({ fields, note, media }: SectionWithHistory): Written => ({ fields, note, media: media.map(({ id }) => id) });

/** A section as it is written. Where somebody else saved it meanwhile, both versions are brought together and nothing is lost. */
export default function SectionForm({
  name,
  slug,
  heading,
  first,
  more,
  onClose,
}: {
  name: string;
  slug: SectionSlug;
  heading: string;
  first: Loaded;
  /** Begins with one more field. */
  more: boolean;
  onClose: () => void;
}) {
  const suggestions = suggestionsOf(slug);
  const [began, setBegan] = useState(first);
  const [fields, setFields] = useState<DraftField[]>(() => [
    ...startingFields(first.section, suggestions, newKey),
    ...(more ? [{ key: newKey(), label: '', value: '' }] : []),
  ]);
  const [note, setNote] = useState(first.section.note);
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const [problem, setProblem] = useState<string>();
  const [theirs, setTheirs] = useState<{ by: string; conflicts: Conflict[]; note: string | undefined }>();
  const [busy, setBusy] = useState(false);
  const done = useRef(false);
  const list = useRef<HTMLUListElement>(null);
  const photos = useAttachments(first.section.media);
  const write = useWriteSection(name, slug);

  const mine = { fields: filledFields(fields, suggestions), note: note.trim(), media: photos.keys };
  const stored = filledFields(startingFields(began.section, [], newKey), suggestions);
  const dirty = !sameWriting(mine, { ...writtenIn(began.section), fields: stored });
  const leaving = useBlocker({
    shouldBlockFn: () => dirty && !done.current,
    enableBeforeUnload: () => dirty && !done.current,
    withResolver: true,
  });

  const change = (key: string, to: Partial<DraftField>) =>
    setFields((before) => before.map((field) => (field.key === key ? { ...field, ...to } : field)));
  const add = (label: string) => {
    if (fields.length >= sectionLimits.fields) return setProblem(t('information.editing.tooMany', { most: sectionLimits.fields }));
    setFields((before) => [...before, { key: newKey(), label, value: '' }]);
    // The new field is where one goes on writing.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(':scope > li:last-child :is(input, textarea)')?.focus());
  };

  const finish = (saved: boolean) => {
    done.current = true;
    photos.finish(saved);
    onClose();
  };

  async function save(): Promise<void> {
    if (busy) return;
    const found = problemsOf(fields, suggestions);
    setProblems(found);
    setProblem(undefined);
    if (found.size > 0) return;
    setBusy(true);
    try {
      const media = await photos.ids();
      if (!media) return setProblem(t('information.editing.someFailed'));
      const body = { fields: mine.fields, note: mine.note, media_ids: media };
      try {
        await write.mutateAsync({ body, etag: began.etag });
        toasts.add(t('information.editing.saved'));
        finish(true);
      } catch (error) {
        if (!(error instanceof CallError) || error.status !== 409) throw error;
        await bringTogether({ ...mine, media });
      }
    } catch (error) {
      setProblem(refusalFrom(error, 'tryAgain').message);
    } finally {
      setBusy(false);
    }
  }

  async function bringTogether(own: Written): Promise<void> {
    const now = await loadSection(name, slug);
    // The server refuses for another reason than a newer version.
    if (now.etag === began.etag || now.section.state === 'unreadable') return setProblem(t('information.unreadable'));
    const merged = mergeSections(writtenIn(began.section), own, writtenIn(now.section));
    const gone = merged.conflicts.filter(({ label }) => merged.fields.every((field) => field.label !== label));
    const by = now.section.updated_by?.name ?? '';
    setFields(
      [...merged.fields, ...gone.map(({ label, theirs: value }) => ({ label, value: value ?? '' }))].map((field) => ({
        ...field,
        key: newKey(),
      })),
    );
    setNote(merged.note);
    photos.accept(merged.media, now.section.media);
    setTheirs({ by, conflicts: merged.conflicts, note: merged.theirNote });
    setBegan(now);
  }

  return (
    <FlowPage
      card
      title={<h1>{heading}</h1>}
      back={
        <IconButton label={t('information.editing.close')} onClick={onClose}>
          <X />
        </IconButton>
      }
      action={
        <Button block busy={busy} onClick={() => void save()}>
          {t('information.editing.save')}
        </Button>
      }
    >
      {theirs && (
        <Banner className="mt-3">
          {theirs.conflicts.length > 0 || theirs.note !== undefined
            ? t('information.editing.mergedBoth', { name: theirs.by })
            : t('information.editing.merged', { name: theirs.by })}
        </Banner>
      )}
      <ul ref={list} aria-label={heading} className="mt-4 grid gap-5">
        {fields.map((field, index) => (
          <FieldRow
            key={field.key}
            field={field}
            suggestion={suggestions.find(({ label }) => label === field.label)}
            error={problems.get(field.key)}
            conflict={conflictOf(theirs, field)}
            first={index === 0}
            last={index === fields.length - 1}
            onChange={(to) => change(field.key, to)}
            onMove={(by) => setFields((before) => moveField(before, index, by))}
            onRemove={() => setFields((before) => before.filter(({ key }) => key !== field.key))}
          />
        ))}
      </ul>
      <Button look="quiet" block className="mt-5" icon={<Plus className="icon-s" />} onClick={() => add('')}>
        {t('information.editing.own')}
      </Button>
      {unused(fields, suggestions).length > 0 && (
        <ChipRow label={t('information.editing.also')} wrap className="mt-4">
          {unused(fields, suggestions).map(({ label }) => (
            <Chip key={label} start={<Plus className="ms-1 icon-s" />} onClick={() => add(label)}>
              {label}
            </Chip>
          ))}
        </ChipRow>
      )}
      <TextArea
        className="mt-8"
        story
        label={t('information.editing.note')}
        placeholder={t('information.editing.noteHint')}
        value={note}
        maxLength={sectionLimits.note}
        onChange={(event) => setNote(event.target.value)}
      />
      {theirs?.note !== undefined && theirs.note !== note && (
        <div className="mt-3 rounded-md bg-lake-soft px-4 py-3 text-label text-lake">
          <p className="whitespace-pre-line">{t('information.editing.theirs', { name: theirs.by, value: theirs.note })}</p>
          <Button small look="text" className="-ms-3" onClick={() => setNote(theirs.note ?? '')}>
            {t('information.editing.takeTheirs')}
          </Button>
        </div>
      )}
      <h2 className="mt-8 mb-3 type-label">{t('information.papers')}</h2>
      <PhotoTiles tiles={photos.tiles} onAdd={photos.add} onRemove={photos.remove} onRetry={uploads.retry} onMove={photos.move} />
      {problem && <FieldError>{problem}</FieldError>}
      <ConfirmDialog
        open={leaving.status === 'blocked'}
        onOpenChange={(open) => !open && leaving.reset?.()}
        title={t('information.editing.leaveTitle')}
        text={t('information.editing.leaveText')}
        confirm={t('information.editing.leave')}
        keep={t('information.editing.stay')}
        onConfirm={() => {
          photos.finish(false);
          leaving.proceed?.();
        }}
      />
    </FlowPage>
  );
}

/** What has to be put right before a section can be kept, by the fields' keys. */
function problemsOf(fields: readonly DraftField[], suggestions: readonly Suggestion[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const { key, label, value } of fields) {
    const kind = suggestions.find((one) => one.label === label)?.kind;
    if (label.trim() === '' && value.trim() !== '') found.set(key, t('information.editing.named'));
    else if (kind === 'day' && value !== '' && !isCalendarDay(value)) found.set(key, t('information.editing.day'));
  }
  return found;
}

function conflictOf(theirs: { by: string; conflicts: Conflict[] } | undefined, field: DraftField): (Conflict & { by: string }) | undefined {
  const conflict = theirs?.conflicts.find(({ label }) => label === field.label);
  return theirs && conflict && conflict.theirs !== field.value ? { ...conflict, by: theirs.by } : undefined;
}
