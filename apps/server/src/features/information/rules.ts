import type { FamilyRole } from '@heartwood/contract/family';
import type { SectionSlug } from '@heartwood/contract/information';
import { isGuardian } from '#features/family/rules.ts';

/** A fact, as the family words it. */
export interface Field {
  label: string;
  value: string;
}

/** What a section says; this is what is sealed. */
export interface Content {
  fields: Field[];
  note: string;
}

/** What was changed in a section, by the fields' labels; this is sealed, too. */
export interface Change {
  added: string[];
  changed: string[];
  removed: string[];
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
  return {
    added: [...is.keys()].filter((label) => !was.has(label)),
    changed: [...is].filter(([label, values]) => was.has(label) && was.get(label) !== values).map(([label]) => label),
    removed: [...was.keys()].filter((label) => !is.has(label)),
    note: before.note !== after.note,
    media: JSON.stringify(before.media) !== JSON.stringify(after.media),
  };
}

function valuesByLabel(fields: readonly Field[]): Map<string, string> {
  const values = new Map<string, string[]>();
  for (const { label, value } of fields) values.set(label, [...(values.get(label) ?? []), value]);
  return new Map([...values].map(([label, all]) => [label, JSON.stringify(all)]));
}
