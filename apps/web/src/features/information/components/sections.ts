import type { SectionSlug } from '@heartwood/contract/information';
import { t } from '@heartwood/messages/current';
import type { PlainKey } from '@heartwood/messages/translate';
import type { FieldKind, Suggestion } from '../logic.ts';

/** A section as it is described: what it is called, what it is for, and what usually stands in it. */
interface Described {
  title: PlainKey;
  text: PlainKey;
  suggestions: readonly { label: PlainKey; kind: FieldKind; hint?: PlainKey }[];
}

const sections = {
  health: {
    title: 'information.sections.health.title',
    text: 'information.sections.health.text',
    suggestions: [
      { label: 'information.sections.health.fields.allergies', kind: 'lines', hint: 'information.sections.health.hints.allergies' },
      { label: 'information.sections.health.fields.bloodType', kind: 'line' },
      { label: 'information.sections.health.fields.paediatrician', kind: 'line' },
      { label: 'information.sections.health.fields.practicePhone', kind: 'phone' },
      { label: 'information.sections.health.fields.lastCheckUp', kind: 'day' },
      { label: 'information.sections.health.fields.vaccinations', kind: 'lines' },
      { label: 'information.sections.health.fields.medicine', kind: 'lines', hint: 'information.sections.health.hints.medicine' },
      { label: 'information.sections.health.fields.insurance', kind: 'line' },
    ],
  },
  sizes: {
    title: 'information.sections.sizes.title',
    text: 'information.sections.sizes.text',
    suggestions: [
      { label: 'information.sections.sizes.fields.clothes', kind: 'line', hint: 'information.sections.sizes.hints.clothes' },
      { label: 'information.sections.sizes.fields.shoes', kind: 'number' },
      { label: 'information.sections.sizes.fields.hat', kind: 'line' },
      { label: 'information.sections.sizes.fields.gloves', kind: 'line' },
      { label: 'information.sections.sizes.fields.trousers', kind: 'line' },
      { label: 'information.sections.sizes.fields.measuredOn', kind: 'day' },
    ],
  },
  favourites: {
    title: 'information.sections.favourites.title',
    text: 'information.sections.favourites.text',
    suggestions: [
      { label: 'information.sections.favourites.fields.food', kind: 'lines' },
      { label: 'information.sections.favourites.fields.notAtAll', kind: 'lines', hint: 'information.sections.favourites.hints.notAtAll' },
      { label: 'information.sections.favourites.fields.colour', kind: 'line' },
      { label: 'information.sections.favourites.fields.books', kind: 'lines' },
      { label: 'information.sections.favourites.fields.song', kind: 'line' },
      { label: 'information.sections.favourites.fields.toy', kind: 'line' },
    ],
  },
  'school-and-care': {
    title: 'information.sections.school-and-care.title',
    text: 'information.sections.school-and-care.text',
    suggestions: [
      { label: 'information.sections.school-and-care.fields.school', kind: 'line' },
      { label: 'information.sections.school-and-care.fields.class', kind: 'line' },
      { label: 'information.sections.school-and-care.fields.teacher', kind: 'line' },
      { label: 'information.sections.school-and-care.fields.phone', kind: 'phone' },
      { label: 'information.sections.school-and-care.fields.email', kind: 'email' },
      { label: 'information.sections.school-and-care.fields.hours', kind: 'lines' },
      { label: 'information.sections.school-and-care.fields.pickUp', kind: 'lines' },
    ],
  },
  documents: {
    title: 'information.sections.documents.title',
    text: 'information.sections.documents.text',
    suggestions: [
      { label: 'information.sections.documents.fields.passport', kind: 'line' },
      { label: 'information.sections.documents.fields.passportEnds', kind: 'day' },
      { label: 'information.sections.documents.fields.identityCard', kind: 'line' },
      { label: 'information.sections.documents.fields.papers', kind: 'lines' },
    ],
  },
  contacts: {
    title: 'information.sections.contacts.title',
    text: 'information.sections.contacts.text',
    suggestions: [
      { label: 'information.sections.contacts.fields.first', kind: 'phone' },
      { label: 'information.sections.contacts.fields.second', kind: 'phone' },
      { label: 'information.sections.contacts.fields.neighbour', kind: 'phone' },
      { label: 'information.sections.contacts.fields.night', kind: 'phone' },
      { label: 'information.sections.contacts.fields.email', kind: 'email' },
    ],
  },
  wishes: {
    title: 'information.sections.wishes.title',
    text: 'information.sections.wishes.text',
    suggestions: [
      { label: 'information.sections.wishes.fields.birthday', kind: 'lines' },
      { label: 'information.sections.wishes.fields.holidays', kind: 'lines' },
      { label: 'information.sections.wishes.fields.once', kind: 'lines' },
      { label: 'information.sections.wishes.fields.notAgain', kind: 'lines' },
    ],
  },
  notes: {
    title: 'information.sections.notes.title',
    text: 'information.sections.notes.text',
    suggestions: [],
  },
} as const satisfies Record<SectionSlug, Described>;

/** What a section is called. */
export const titleOf = (slug: SectionSlug): string => t(sections[slug].title);

/** What a section is for. */
export const aboutOf = (slug: SectionSlug): string => t(sections[slug].text);

/** What usually stands in a section. */
export function suggestionsOf(slug: SectionSlug): Suggestion[] {
  const { suggestions }: Described = sections[slug];
  return suggestions.map(({ label, kind, hint }) => ({ label: t(label), kind, ...(hint ? { hint: t(hint) } : {}) }));
}
