import type { SectionSlug } from '@heartwood/contract/information';
import type { PlainKey } from './translate.ts';

/** The words of a section: what it is called, what it is for, and what the fields are called that it suggests. */
export interface SectionMessages {
  readonly title: PlainKey;
  readonly text: PlainKey;
  readonly fields: Readonly<Record<string, PlainKey>>;
}

/** The words of the sections. A suggested field is known by its name here; a family's own field is called as the family calls it. */
export const sectionMessages = {
  health: {
    title: 'information.sections.health.title',
    text: 'information.sections.health.text',
    fields: {
      allergies: 'information.sections.health.fields.allergies',
      bloodType: 'information.sections.health.fields.bloodType',
      paediatrician: 'information.sections.health.fields.paediatrician',
      practicePhone: 'information.sections.health.fields.practicePhone',
      lastCheckUp: 'information.sections.health.fields.lastCheckUp',
      vaccinations: 'information.sections.health.fields.vaccinations',
      medicine: 'information.sections.health.fields.medicine',
      insurance: 'information.sections.health.fields.insurance',
    },
  },
  sizes: {
    title: 'information.sections.sizes.title',
    text: 'information.sections.sizes.text',
    fields: {
      clothes: 'information.sections.sizes.fields.clothes',
      shoes: 'information.sections.sizes.fields.shoes',
      hat: 'information.sections.sizes.fields.hat',
      gloves: 'information.sections.sizes.fields.gloves',
      trousers: 'information.sections.sizes.fields.trousers',
      measuredOn: 'information.sections.sizes.fields.measuredOn',
    },
  },
  favourites: {
    title: 'information.sections.favourites.title',
    text: 'information.sections.favourites.text',
    fields: {
      food: 'information.sections.favourites.fields.food',
      notAtAll: 'information.sections.favourites.fields.notAtAll',
      colour: 'information.sections.favourites.fields.colour',
      books: 'information.sections.favourites.fields.books',
      song: 'information.sections.favourites.fields.song',
      toy: 'information.sections.favourites.fields.toy',
    },
  },
  'school-and-care': {
    title: 'information.sections.school-and-care.title',
    text: 'information.sections.school-and-care.text',
    fields: {
      school: 'information.sections.school-and-care.fields.school',
      class: 'information.sections.school-and-care.fields.class',
      teacher: 'information.sections.school-and-care.fields.teacher',
      phone: 'information.sections.school-and-care.fields.phone',
      email: 'information.sections.school-and-care.fields.email',
      hours: 'information.sections.school-and-care.fields.hours',
      pickUp: 'information.sections.school-and-care.fields.pickUp',
    },
  },
  documents: {
    title: 'information.sections.documents.title',
    text: 'information.sections.documents.text',
    fields: {
      passport: 'information.sections.documents.fields.passport',
      passportEnds: 'information.sections.documents.fields.passportEnds',
      identityCard: 'information.sections.documents.fields.identityCard',
      papers: 'information.sections.documents.fields.papers',
    },
  },
  contacts: {
    title: 'information.sections.contacts.title',
    text: 'information.sections.contacts.text',
    fields: {
      first: 'information.sections.contacts.fields.first',
      second: 'information.sections.contacts.fields.second',
      neighbour: 'information.sections.contacts.fields.neighbour',
      night: 'information.sections.contacts.fields.night',
      email: 'information.sections.contacts.fields.email',
    },
  },
  wishes: {
    title: 'information.sections.wishes.title',
    text: 'information.sections.wishes.text',
    fields: {
      birthday: 'information.sections.wishes.fields.birthday',
      holidays: 'information.sections.wishes.fields.holidays',
      once: 'information.sections.wishes.fields.once',
      notAgain: 'information.sections.wishes.fields.notAgain',
    },
  },
  notes: {
    title: 'information.sections.notes.title',
    text: 'information.sections.notes.text',
    fields: {},
  },
} as const satisfies Readonly<Record<SectionSlug, SectionMessages>>;
