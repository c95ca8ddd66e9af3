import type { SectionSlug } from '@heartwood/contract/information';
import { t } from '@heartwood/messages/current';
import { sectionMessages } from '@heartwood/messages/information';
import type { SectionMessages } from '@heartwood/messages/information';
import type { PlainKey } from '@heartwood/messages/translate';
import type { FieldKind, Suggestion } from '../logic.ts';

/** How a suggested field is written, and an example of it. */
interface Suggested {
  kind: FieldKind;
  hint?: PlainKey;
}

/** What usually stands in a section, by the name of the field. */
const suggestions = {
  health: {
    allergies: { kind: 'lines', hint: 'information.sections.health.hints.allergies' },
    bloodType: { kind: 'line' },
    paediatrician: { kind: 'line' },
    practicePhone: { kind: 'phone' },
    lastCheckUp: { kind: 'day' },
    vaccinations: { kind: 'lines' },
    medicine: { kind: 'lines', hint: 'information.sections.health.hints.medicine' },
    insurance: { kind: 'line' },
  },
  sizes: {
    clothes: { kind: 'line', hint: 'information.sections.sizes.hints.clothes' },
    shoes: { kind: 'number' },
    hat: { kind: 'line' },
    gloves: { kind: 'line' },
    trousers: { kind: 'line' },
    measuredOn: { kind: 'day' },
  },
  favourites: {
    food: { kind: 'lines' },
    notAtAll: { kind: 'lines', hint: 'information.sections.favourites.hints.notAtAll' },
    colour: { kind: 'line' },
    books: { kind: 'lines' },
    song: { kind: 'line' },
    toy: { kind: 'line' },
  },
  'school-and-care': {
    school: { kind: 'line' },
    class: { kind: 'line' },
    teacher: { kind: 'line' },
    phone: { kind: 'phone' },
    email: { kind: 'email' },
    hours: { kind: 'lines' },
    pickUp: { kind: 'lines' },
  },
  documents: {
    passport: { kind: 'line' },
    passportEnds: { kind: 'day' },
    identityCard: { kind: 'line' },
    papers: { kind: 'lines' },
  },
  contacts: {
    first: { kind: 'phone' },
    second: { kind: 'phone' },
    neighbour: { kind: 'phone' },
    night: { kind: 'phone' },
    email: { kind: 'email' },
  },
  wishes: {
    birthday: { kind: 'lines' },
    holidays: { kind: 'lines' },
    once: { kind: 'lines' },
    notAgain: { kind: 'lines' },
  },
  notes: {},
} as const satisfies { readonly [Slug in SectionSlug]: Record<keyof (typeof sectionMessages)[Slug]['fields'], Suggested> };

/** What a section is called. */
export const titleOf = (slug: SectionSlug): string => t(sectionMessages[slug].title);

/** What a section is for. */
export const aboutOf = (slug: SectionSlug): string => t(sectionMessages[slug].text);

/** What usually stands in a section. */
export function suggestionsOf(slug: SectionSlug): Suggestion[] {
  const { fields }: SectionMessages = sectionMessages[slug];
  return Object.entries<Suggested>(suggestions[slug]).map(([name, { kind, hint }]) => ({
    label: t(fields[name]!),
    kind,
    ...(hint ? { hint: t(hint) } : {}),
  }));
}
