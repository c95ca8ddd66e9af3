import type { Section } from '@heartwood/contract/information';
import { callTo, mailTo } from '#platform/contact-links.ts';

/** How a field is written: which box, and which keyboard a phone shows. */
export type FieldKind = 'line' | 'lines' | 'day' | 'phone' | 'email' | 'number';

/** A field that a section usually has. */
export interface Suggestion {
  label: string;
  kind: FieldKind;
  hint?: string;
}

/**
 * A field that is being written. `key` is its own for as long as it is on the page. `theirs` is what somebody else has written there meanwhile,
 * where both have changed it, and null where they took it out; `isBack` tells that it had been taken out here. Neither is kept or sent.
 */
export interface DraftField {
  key: string;
  label: string;
  value: string;
  theirs?: string | null;
  isBack?: true;
}

type Field = Pick<DraftField, 'label' | 'value'>;

/** What of a section is written by hand. */
export interface Written {
  fields: readonly Field[];
  note: string;
  media: readonly string[];
}

/** The kind of a field by its label: a suggested one's, several lines for a family's own. */
export const kindOf = (label: string, suggestions: readonly Suggestion[]): FieldKind =>
  suggestions.find((one) => one.label === label)?.kind ?? 'lines';

/** The fields one begins with: what is there, or everything suggested where nothing is. */
export function startingFields(section: Pick<Section, 'fields'>, suggestions: readonly Suggestion[], newKey: () => string): DraftField[] {
  const fields = section.fields.length > 0 ? section.fields : suggestions.map(({ label }) => ({ label, value: '' }));
  return fields.map((field) => ({ ...field, key: newKey() }));
}

/**
 * Fields as those of the same labels that are on the page, each once, with new keys for the others. What is on the page stays as it is being typed,
 * with the blanks around it.
 */
export function keyed(fields: readonly Omit<DraftField, 'key'>[], before: readonly DraftField[], newKey: () => string): DraftField[] {
  const origins = originsOf(fields, before);
  return fields.map((field, at) => {
    const same = origins[at];
    if (!same) return { ...field, key: newKey() };
    return { ...field, key: same.key, label: same.label, value: asTyped(same.value, field.value) };
  });
}

/** A text as it is being typed, where it differs from what it has become by the blanks around it alone. */
export const asTyped = (typed: string, text: string): string => (typed.trim() === text.trim() ? typed : text);

/** What is written in a section by hand, but for its photos. */
type Words = Pick<Written, 'fields' | 'note'>;

/**
 * What was kept of a section, with what has been written since its page was opened: of a field what was written since, of the note both, the kept
 * one first.
 * @param first what the page was opened with
 */
export function together(kept: Words, since: Words, first: Words): Words {
  const had = byOrigin(kept.fields, first.fields);
  const now = byOrigin(since.fields, [...first.fields, ...had.keys()]);
  const written = new Map([...now].filter(([origin, { value }]) => value !== (first.fields.includes(origin) ? origin.value : '')));
  const added = since.note.startsWith(first.note) ? since.note.slice(first.note.length) : since.note;
  // A field that has no name yet is no other's, but where both are empty.
  const isUnnamed = ({ label }: Field) => label.trim() === '';
  const isEmpty = (field: Field) => isUnnamed(field) && field.value.trim() === '';
  const isNew = (origin: Field, field: Field) =>
    isUnnamed(field) ? !(had.has(origin) && isEmpty(origin) && isEmpty(field)) : written.has(origin) && !had.has(origin);
  return {
    fields: [
      ...[...had].map(([origin, field]) => (isUnnamed(field) ? field : { ...field, value: written.get(origin)?.value ?? field.value })),
      ...[...now].filter(([origin, field]) => isNew(origin, field)).map(([, field]) => field),
    ],
    note: added.trim() === '' ? kept.note : [kept.note.trimEnd(), added.trimStart()].filter(Boolean).join('\n\n'),
  };
}

/** Suggestions that are not on the page yet. */
export const unused = (fields: readonly Pick<DraftField, 'label'>[], suggestions: readonly Suggestion[]): Suggestion[] =>
  suggestions.filter(({ label }) => fields.every((field) => field.label !== label));

/** Whether a field is worth keeping: a suggested one that was left empty says nothing. */
const saysSomething = ({ label, value }: Field, suggestions: readonly Suggestion[]): boolean =>
  value.trim() !== '' || (label.trim() !== '' && suggestions.every((one) => one.label !== label.trim()));

/** The fields worth keeping. */
export const filledFields = (fields: Written['fields'], suggestions: readonly Suggestion[]): Field[] =>
  fields.filter((one) => saysSomething(one, suggestions)).map(({ label, value }) => ({ label: label.trim(), value: value.trim() }));

/** The fields that are on the page, have nothing in them yet and are not among others. @param others by their labels */
export const emptyFields = (page: Written['fields'], others: Written['fields'], suggestions: readonly Suggestion[]): Field[] =>
  page
    .filter((one) => !saysSomething(one, suggestions) && others.every(({ label }) => label !== one.label.trim()))
    .map(({ label, value }) => ({ label, value }));

/** Fields in the order of the page, those that are not on it last. */
export function asOnPage<One extends Field>(fields: readonly One[], page: readonly Field[]): One[] {
  const places = originsOf(fields, page).map((origin) => (origin ? page.indexOf(origin) : page.length));
  return [...fields.keys()].toSorted((a, b) => places[a]! - places[b]!).map((at) => fields[at]!);
}

/** What comes of two who changed the same section. */
interface Merged {
  /** Where both wrote something else, mine stands and carries theirs. Those that I took out and they changed stand last: they are to be decided. */
  fields: Omit<DraftField, 'key'>[];
  note: string;
  media: string[];
  /** The note of the other one, where both changed it. */
  theirNote: string | undefined;
}

/**
 * Brings two versions of a section together: what only one of them changed is taken from that one, what both changed stays as I wrote it and
 * is named. Nothing of either is lost without being said.
 * @param base what both began with
 */
export function mergeSections(base: Written, mine: Written, theirs: Written): Merged {
  const my = byOrigin(mine.fields, base.fields);
  const their = byOrigin(theirs.fields, [...base.fields, ...my.keys()]);
  const was = new Set(base.fields);
  const fields: Merged['fields'] = [];
  const gone: Merged['fields'] = [];
  for (const [origin, field] of my) {
    const { label, value } = field;
    const before = was.has(origin) ? origin.value : undefined;
    const other = their.get(origin)?.value;
    if (other === before) fields.push(field);
    else if (value === before && other !== undefined) fields.push({ label, value: other });
    else if (value !== before) fields.push(value === other ? field : { ...field, theirs: other ?? null });
  }
  for (const [origin, field] of their) {
    if (my.has(origin)) continue;
    if (!was.has(origin)) fields.push(field);
    else if (field.value !== origin.value) gone.push({ ...field, theirs: field.value, isBack: true });
  }
  const bothWrote = mine.note !== base.note && theirs.note !== base.note && mine.note !== theirs.note;
  const removed = new Set(base.media.filter((id) => !mine.media.includes(id)));
  return {
    fields: [...fields, ...gone],
    note: mine.note === base.note ? theirs.note : mine.note,
    media: [
      ...theirs.media.filter((id) => !removed.has(id)),
      ...mine.media.filter((id) => !base.media.includes(id) && !theirs.media.includes(id)),
    ],
    theirNote: bothWrote ? theirs.note : undefined,
  };
}

/** Fields by those of another version that they come from. A new one comes from itself. */
function byOrigin(fields: Written['fields'], version: Written['fields']): Map<Field, Field> {
  const origins = originsOf(fields, version);
  return new Map(fields.map((field, at) => [origins[at] ?? field, field]));
}

/** What each field comes from in another version: an equal one but for blanks around it, or else the next with its label, each once. */
function originsOf<Origin extends Field>(fields: Written['fields'], version: readonly Origin[]): (Origin | undefined)[] {
  const free = new Set(version);
  const take = (isIt: (one: Field) => boolean): Origin | undefined => {
    const found = [...free].find(isIt);
    if (found) free.delete(found);
    return found;
  };
  const isNamed = (one: Field, { label }: Field) => one.label.trim() === label.trim();
  const equal = fields.map((field) => take((one) => isNamed(one, field) && one.value.trim() === field.value.trim()));
  return fields.map((field, at) => equal[at] ?? take((one) => isNamed(one, field)));
}

/** Whether two versions say the same. */
export const sameWriting = (a: Written, b: Written): boolean =>
  JSON.stringify([a.fields.map(({ label, value }) => [label, value]), a.note, a.media]) ===
  JSON.stringify([b.fields.map(({ label, value }) => [label, value]), b.note, b.media]);

const nothingOf = /^(none|no|nothing|keine?|-|–|—)\.?$/i;

/** What has to be seen first: allergies, where there are any. */
export function alarmOf({ slug, fields }: Pick<Section, 'slug' | 'fields'>): { label: string; value: string } | undefined {
  if (slug !== 'health') return undefined;
  return fields.find(({ label, value }) => /allerg/i.test(label) && value.trim() !== '' && !nothingOf.test(value.trim()));
}

/** What a value leads to when it is pressed: a call or a mail, or nothing. */
export function linkOf(value: string, kind: FieldKind): string | undefined {
  const text = value.trim();
  if (kind === 'email') return mailTo(text);
  return kind === 'phone' ? callTo(text) : undefined;
}

/** Moves one field up (-1) or down (1). */
export function moveField<Field>(fields: readonly Field[], index: number, by: -1 | 1): Field[] {
  const next = [...fields];
  const [field] = next.splice(index, 1);
  if (field) next.splice(index + by, 0, field);
  return next;
}

/** Sections in which something stands, in their order. */
export const filledSections = (sections: readonly Section[]): Section[] => sections.filter(({ state }) => state !== 'empty');
