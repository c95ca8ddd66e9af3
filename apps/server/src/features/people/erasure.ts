import type { Relationship } from '@heartwood/contract/people';
import { dayIn } from '@heartwood/messages/formats';
import type { PlainKey } from '@heartwood/messages/translate';
import type { Tx } from '#platform/db/pool.ts';
import type { Chapter } from '#platform/feature.ts';
import type { Platform } from '#platform/platform.ts';
import { forgetPictures } from './jobs.ts';
import { presentPeople } from './present.ts';
import * as store from './store.ts';
import { people, personImages, relationships } from '#features/family/tables.ts';

/** Before a family is erased: its people's pictures leave the storage with it. */
export async function forgetFamilyPictures(platform: Platform, tx: Tx, familyId: string): Promise<void> {
  await forgetPictures(platform, tx, await store.imagesOfFamily(tx, familyId));
}

const genders = {
  female: 'people.genders.female',
  male: 'people.genders.male',
  other: 'people.genders.other',
} as const satisfies Record<NonNullable<Relationship['gender']>, PlainKey>;

/** Everyone the family remembers, as one is related to them. */
export const peopleChapter: Chapter = {
  of: 'family',
  name: 'people',
  title: 'export.archive.chapters.people',
  tables: [people, personImages, relationships],
  async *entries(platform, scope, reader) {
    const { t } = reader;
    for (const { images, ...person } of await presentPeople(platform, scope)) {
      const { heartwood_id, name, relationship, birth_day, gender, is_child } = person;
      yield {
        data: person,
        row: {
          'export.archive.columns.id': heartwood_id,
          'export.archive.columns.name': name,
          'export.archive.columns.relationship': relationship,
          'export.archive.columns.birth': birth_day,
          'export.archive.columns.gender': gender && t(genders[gender]),
          'export.archive.columns.child': t(is_child ? 'export.archive.yes' : 'export.archive.no'),
        },
        heading: name,
        day: birth_day,
        text: '',
        lines: [relationship, birth_day && t('export.archive.born', { day: dayIn(reader, birth_day) })].filter((line): line is string =>
          Boolean(line),
        ),
        media: [],
        pictures: images.map(({ path }) => platform.storage.keyIn(path)),
      };
    }
  },
};
