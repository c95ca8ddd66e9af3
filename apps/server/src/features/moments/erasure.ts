import { actForFamily } from '#features/family/scope.ts';
import { mediaFacts } from '#features/media/erasure.ts';
import { removeMedia } from '#features/media/actions.ts';
import { presentPeople } from '#features/people/present.ts';
import type { Tx } from '#platform/db/pool.ts';
import type { Platform } from '#platform/platform.ts';
import { presentMoments } from './present.ts';
import * as store from './store.ts';
import type { Chapter } from '#platform/feature.ts';

/** What goes with an account: every moment its user has kept, at once and in every family, deleted ones and left families too. */
export async function eraseMoments(platform: Platform, tx: Tx, userId: string): Promise<void> {
  for (const familyId of await store.familiesWithTraces(tx, userId)) {
    const errand = actForFamily(familyId, 'an account is deleted');
    await removeMedia(platform, tx, errand, await store.removeTraces(tx, errand, userId));
  }
}

/** Every moment one may see, the latest day first. */
export const momentsChapter: Chapter = {
  of: 'family',
  name: 'moments',
  title: 'Meaningful moments',
  async *entries(platform, scope) {
    const names = new Map((await presentPeople(platform, scope)).map(({ heartwood_id, name }) => [heartwood_id, name]));
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page: Awaited<ReturnType<typeof presentMoments>> = await presentMoments(platform, scope, {
        limit: 50,
        cursor: cursor ?? undefined,
      });
      for (const { media, can: _can, author, people, ...facts } of page.items) {
        const { id, title, milestone, occurred_on, text, created_at } = facts;
        const who = people.map((one) => names.get(one) ?? '').join(', ');
        const media_ids = media.map((medium) => medium.id);
        yield {
          data: { ...facts, author: { user_id: author.user_id, name: author.name }, people, media: mediaFacts(media) },
          row: { id, occurred_on, title, milestone, people: who, author: author.name, text, media: media.length, created_at },
          heading: `${title}, ${occurred_on}`,
          day: occurred_on,
          text,
          lines: [who && `With ${who}`, `Kept by ${author.name}`].filter((line) => line !== ''),
          media: media_ids,
          pictures: [],
        };
      }
      cursor = page.next_cursor;
    }
  },
};
