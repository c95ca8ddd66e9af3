import type { Section } from '@heartwood/contract/information';
import { useState } from 'react';
import { newKey } from '#platform/keys.ts';
import { keyed, moveField, startingFields, type DraftField, type Suggestion } from '../logic.ts';

/** The fields of a section while they are written; `more` begins with an empty one at the end. */
export function useFields(first: Section, suggestions: readonly Suggestion[], more: boolean) {
  const startOf = (section: Section): DraftField[] => [
    ...startingFields(section, suggestions, newKey),
    ...(more ? [{ key: newKey(), label: '', value: '' }] : []),
  ];
  const [fields, setFields] = useState<DraftField[]>(() => startOf(first));
  return {
    fields,
    add: (label: string): void => setFields((before) => [...before, { key: newKey(), label, value: '' }]),
    change: (key: string, to: Partial<DraftField>): void =>
      setFields((before) => before.map((field) => (field.key === key ? { ...field, ...to } : field))),
    move: (index: number, by: -1 | 1): void => setFields((before) => moveField(before, index, by)),
    remove: (key: string): void => setFields((before) => before.filter((field) => field.key !== key)),
    /** Begins anew, with another version of the section. */
    restart: (section: Section): void => setFields(startOf(section)),
    /** Takes over another version of all of them; a field that was there stays the same one on the page. */
    replace: (next: readonly Omit<DraftField, 'key'>[]): void => setFields((before) => keyed(next, before, newKey)),
  };
}
