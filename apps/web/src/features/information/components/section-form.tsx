import { sectionLimits } from '@heartwood/contract/limits';
import type { SectionSlug } from '@heartwood/contract/information';
import { t } from '@heartwood/messages/current';
import { Plus, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { PhotoTiles } from '#features/media/components/photo-tiles.tsx';
import { UnsavedDialog } from '#features/sending/components/unsaved-dialog.tsx';
import { uploads } from '#features/uploads/state.ts';
import { tooLong } from '#platform/form-rules.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { Chip, ChipRow } from '#ui/chip.tsx';
import { FieldError, TextArea } from '#ui/field.tsx';
import { showFirstWrong } from '#ui/first-wrong.ts';
import { FlowPage } from '#ui/flow-page.tsx';
import { focusLater } from '#ui/focus-later.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { useSectionForm, type Loaded, type Theirs } from '../hooks/use-section-form.ts';
import { unused, type DraftField } from '../logic.ts';
import { FieldRow } from './field-row.tsx';

/** A section as it is written: its fields, what else is to be said, papers and photos. */
export default function SectionForm({
  name,
  person,
  slug,
  heading,
  first,
  more,
  onClose,
}: {
  /** How the page is addressed: another family may call somebody the same. */
  name: string;
  person: string;
  slug: SectionSlug;
  heading: string;
  first: Loaded;
  /** Begins with one more field. */
  more: boolean;
  onClose: () => void;
}) {
  const form = useSectionForm({ name, person, slug, first, more, onClose });
  const { photos, theirs, unsaved, problems } = form;
  const merged = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problems.size > 0) showFirstWrong();
  }, [problems]);
  useEffect(() => {
    // New browsers answer with a promise, which is nothing an effect may return.
    void merged.current?.scrollIntoView({ block: 'center' });
  }, [theirs]);
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
        <Button block busy={form.busy} onClick={form.save}>
          {t('information.editing.save')}
        </Button>
      }
    >
      {theirs && (
        <div ref={merged}>
          <Banner className="mt-3">
            {theirs.bothChanged
              ? t('information.editing.mergedBoth', { name: theirs.by })
              : t('information.editing.merged', { name: theirs.by })}
          </Banner>
        </div>
      )}
      <Fields heading={heading} form={form} />
      <Note note={form.note} error={form.problems.get('note')} theirs={theirs} onChange={form.setNote} />
      <h2 className="mt-8 mb-3 type-label">{t('information.papers')}</h2>
      <PhotoTiles tiles={photos.tiles} onAdd={photos.add} onRemove={photos.remove} onRetry={uploads.retry} onMove={photos.move} />
      {form.problem && <FieldError>{form.problem}</FieldError>}
      <UnsavedDialog
        unsaved={unsaved}
        onLeave={() => {
          form.forget();
          photos.finish(false);
        }}
      />
    </FlowPage>
  );
}

/** The fields in their order, and those that can be added: the family's own, and what such a section usually has. */
function Fields({ heading, form }: { heading: string; form: ReturnType<typeof useSectionForm> }) {
  const { fields, add, change, move, remove } = form.list;
  const list = useRef<HTMLUListElement>(null);
  const own = useRef<HTMLButtonElement>(null);
  const begin = (label: string) => {
    if (fields.length >= sectionLimits.fields) return form.setProblem(t('information.editing.tooMany', { most: sectionLimits.fields }));
    add(label);
    // The new field is where one goes on writing.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(':scope > li:last-child :is(input, textarea)')?.focus());
  };
  // What was pressed goes: the row that stands in that place has the focus then, or the last.
  const focusRow = (index: number) =>
    focusLater(() => {
      if (document.activeElement !== document.body) return null;
      const rows = [...(list.current?.querySelectorAll<HTMLElement>(':scope > li > button') ?? [])];
      return rows[index] ?? rows.at(-1) ?? own.current;
    });
  const take = ({ key, theirs }: DraftField, index: number) => {
    if (typeof theirs === 'string') change(key, { value: theirs });
    else remove(key);
    focusRow(index);
  };
  const takeOut = (key: string, index: number) => {
    remove(key);
    focusRow(index);
  };
  const others = unused(fields, form.suggestions);
  return (
    <>
      <ul ref={list} aria-label={heading} className="mt-4 grid gap-5">
        {fields.map((field, index) => (
          <FieldRow
            key={field.key}
            field={field}
            suggestion={form.suggestions.find(({ label }) => label === field.label)}
            error={form.problems.get(field.key)}
            valueError={form.problems.get(`${field.key} value`)}
            by={form.theirs?.by}
            first={index === 0}
            last={index === fields.length - 1}
            onChange={(to) => change(field.key, to)}
            onMove={(by) => move(index, by)}
            onTake={() => take(field, index)}
            onRemove={() => takeOut(field.key, index)}
          />
        ))}
      </ul>
      <Button ref={own} look="quiet" block className="mt-5" icon={<Plus className="icon-s" />} onClick={() => begin('')}>
        {t('information.editing.own')}
      </Button>
      {others.length > 0 && (
        <ChipRow label={t('information.editing.also')} wrap className="mt-4">
          {others.map(({ label }) => (
            <Chip key={label} start={<Plus className="ms-1 icon-s" />} onClick={() => begin(label)}>
              {label}
            </Chip>
          ))}
        </ChipRow>
      )}
    </>
  );
}

/** What else is to be said; where both wrote something, also what the other one wrote. */
function Note({
  note,
  error,
  theirs,
  onChange,
}: {
  note: string;
  error: string | undefined;
  theirs: Theirs | undefined;
  onChange: (note: string) => void;
}) {
  const field = useRef<HTMLTextAreaElement>(null);
  const take = (text: string) => {
    onChange(text);
    // The button that was pressed has gone.
    focusLater(() => (document.activeElement === document.body ? field.current : null));
  };
  const other = theirs?.note;
  return (
    <>
      <TextArea
        ref={field}
        className="mt-8"
        story
        label={t('information.editing.note')}
        placeholder={t('information.editing.noteHint')}
        value={note}
        error={error}
        errorWhenLeft={tooLong(t('information.editing.note'), note, sectionLimits.note)}
        onChange={(event) => onChange(event.target.value)}
      />
      {theirs && other !== undefined && other !== note && (
        <div className="mt-3 rounded-md bg-lake-soft px-4 py-3 text-label text-lake">
          <p className="whitespace-pre-line">{t('information.editing.theirs', { name: theirs.by, value: other })}</p>
          <Button small look="text" className="-ms-3" onClick={() => take(other)}>
            {t('information.editing.takeTheirs')}
          </Button>
        </div>
      )}
    </>
  );
}
