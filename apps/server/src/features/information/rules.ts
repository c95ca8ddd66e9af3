import type { FamilyRole } from '@heartwood/contract/family';
import type { SectionSlug } from '@heartwood/contract/information';
import { sectionMessages } from '@heartwood/messages/information';
import type { PlainKey, Translate } from '@heartwood/messages/translate';
import { isGuardian } from '#features/family/rules.ts';

/** What a field is called: by the name of a field that its section suggests, or in the family's own words. */
export type Label = { suggested: string } | { own: string };

/** A fact. */
export interface Field {
  label: Label;
  value: string;
}

/** What a section says; this is what is sealed. */
export interface Content {
  fields: Field[];
  note: string;
}

/** What was changed in a section, by the fields' labels; this is sealed, too. */
export interface Change {
  added: Label[];
  changed: Label[];
  removed: Label[];
  note: boolean;
  media: boolean;
}

/** A section nobody has written yet. */
export const nothing: Content = { fields: [], note: '' };

/** Guardians see and write what is known about everybody, others what is known about themselves. */
export const mayKnow = (viewer: { role: FamilyRole; personId: string }, personId: string): boolean =>
  isGuardian(viewer.role) || viewer.personId === personId;

// [Note: What a sealed text belongs to]
// The seal authenticates what it is about together with the text: family, person, section, version, and whether it is a section or an entry
// of its history. A row that is moved to another person, or put back to an earlier version, does not open.

/** What a sealed text belongs to. */
export const about = (kind: 'section' | 'change', of: { familyId: string; personId: string; slug: SectionSlug; version: number }): string =>
  JSON.stringify(['information', kind, of.familyId, of.personId, of.slug, of.version]);

/**
 * What differs between two versions of a section, or null where nothing does. Fields are known by their labels; several of one label are
 * taken together. Another order alone counts as a change that names nothing.
 */
export function changeBetween(
  before: Content & { media: readonly string[] },
  after: Content & { media: readonly string[] },
): Change | null {
  if (JSON.stringify([before.fields, before.note, before.media]) === JSON.stringify([after.fields, after.note, after.media])) return null;
  const [was, is] = [valuesByLabel(before.fields), valuesByLabel(after.fields)];
  const labels = (keys: readonly string[]) => keys.map((key) => JSON.parse(key) as Label);
  return {
    added: labels([...is.keys()].filter((key) => !was.has(key))),
    changed: labels([...is.keys()].filter((key) => was.has(key) && was.get(key) !== is.get(key))),
    removed: labels([...was.keys()].filter((key) => !is.has(key))),
    note: before.note !== after.note,
    media: JSON.stringify(before.media) !== JSON.stringify(after.media),
  };
}

/** Values by label, both as JSON. */
function valuesByLabel(fields: readonly Field[]): Map<string, string> {
  const values = new Map<string, string[]>();
  for (const { label, value } of fields) {
    const key = JSON.stringify(label);
    values.set(key, [...(values.get(key) ?? []), value]);
  }
  return new Map([...values].map(([key, all]) => [key, JSON.stringify(all)]));
}

/**
 * The label that a user has typed: a suggested field's where it is called so in a language.
 * @param readings the languages, each with its words
 */
export function labelFrom(readings: readonly Translate[], slug: SectionSlug, typed: string): Label {
  const fields: Readonly<Record<string, PlainKey>> = sectionMessages[slug].fields;
  const found = Object.entries(fields).find(([, key]) => readings.some((t) => t(key) === typed));
  return found ? { suggested: found[0] } : { own: typed };
}

/** What a field is called. @param t the translator of the reader */
export function labelIn(t: Translate, slug: SectionSlug, label: Label): string {
  if ('own' in label) return label.own;
  const fields: Readonly<Record<string, PlainKey>> = sectionMessages[slug].fields;
  const key = fields[label.suggested];
  return key ? t(key) : label.suggested;
}
