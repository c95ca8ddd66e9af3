import { keyIn } from '#platform/archive/chapter.ts';
import type { Tx } from '#platform/db/pool.ts';
import type { Chapter } from '#platform/feature.ts';
import type { Platform } from '#platform/platform.ts';
import { forgetPictures } from './jobs.ts';
import { presentPeople } from './present.ts';
import * as store from './store.ts';

/** Before a family is erased: its people's pictures leave the storage with it. */
export async function forgetFamilyPictures(platform: Platform, tx: Tx, familyId: string): Promise<void> {
  await forgetPictures(platform, tx, await store.imagesOfFamily(tx, familyId));
}

/** Everyone the family remembers, as one is related to them. */
export const peopleChapter: Chapter = {
  of: 'family',
  name: 'people',
  title: 'People',
  async *entries(platform, scope) {
    for (const { images, ...person } of await presentPeople(platform, scope)) {
      const { heartwood_id, name, relationship, birth_day, gender, is_child } = person;
      yield {
        data: person,
        row: { heartwood_id, name, relationship, birth_day, gender, is_child: is_child ? 'yes' : 'no' },
        heading: name,
        day: birth_day,
        text: '',
        lines: [relationship, birth_day && `Born ${birth_day}`].filter((line): line is string => Boolean(line)),
        media: [],
        pictures: images.map(({ path }) => keyIn(path)),
      };
    }
  },
};
