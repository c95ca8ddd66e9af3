import { dayIn, listIn } from '@heartwood/messages/formats';
import { translatorOf } from '@heartwood/messages/catalogues';
import { readerOf } from '#features/accounts/actions.ts';
import { record } from '#features/activity/actions.ts';
import { familiesWithPersonOf, lockFamily } from '#features/family/actions.ts';
import { actForFamily } from '#features/family/scope.ts';
import { mediaFacts } from '#features/media/erasure.ts';
import { eraseTraces } from '#features/media/actions.ts';
import { presentPeople } from '#features/people/present.ts';
import type { Tx } from '#platform/db/pool.ts';
import type { Platform } from '#platform/platform.ts';
import { presentMoments } from './present.ts';
import { inWords } from './rules.ts';
import * as store from './store.ts';
import type { Chapter } from '#platform/feature.ts';
import { momentMedia, momentPeople, moments } from './tables.ts';

/**
 * What goes with an account: every moment its user has kept, at once and in every family, deleted ones and left families too. What others have kept
 * stays: see [Note: A moment of who has gone].
 */
export async function eraseMoments(platform: Platform, tx: Tx, userId: string): Promise<void> {
  await eraseTraces(platform, tx, store, userId);
  for (const familyId of await familiesWithPersonOf(tx, userId)) await leaveToMembers(platform, tx, familyId, userId);
}

// [Note: A moment of who has gone]
// With an account its person goes, and a moment without people is cleared away. One that somebody else has kept is theirs: so before the person goes, a
// moment of that person alone becomes one of a member who may see every moment: its author, or the owner. It names its milestone in words from then on,
// because that member has not reached it.

/** Makes moments of a user alone those of members who may see them, while the family is locked as by whoever changes one. */
async function leaveToMembers(platform: Platform, tx: Tx, familyId: string, userId: string): Promise<void> {
  const errand = actForFamily(familyId, 'an account is deleted');
  await lockFamily(tx, familyId);
  for (const { id, authorId, deletedAt, ...told } of await store.momentsOfAlone(tx, errand, userId)) {
    const personId = await store.personToLeaveTo(tx, errand, authorId, userId);
    if (!personId) continue;
    const words = inWords(translatorOf((await readerOf(tx, authorId)).language), told);
    await store.leaveMoment(tx, errand, id, { personId, ...words, updatedAt: platform.clock.now() });
    if (!deletedAt) await record(platform, tx, errand, { type: 'moment.changed', ids: { moment_id: id } });
  }
}

/** Every moment one may see, the latest day first. */
export const momentsChapter: Chapter = {
  of: 'family',
  name: 'moments',
  title: 'export.archive.chapters.moments',
  tables: [moments, momentPeople, momentMedia],
  async *entries(platform, scope, reader) {
    const { t, language } = reader;
    const names = new Map((await presentPeople(platform, scope)).map(({ heartwood_id, name }) => [heartwood_id, name]));
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page: Awaited<ReturnType<typeof presentMoments>> = await presentMoments(platform, scope, {
        limit: 50,
        cursor: cursor ?? undefined,
      });
      for (const { media, can: _can, author, people, ...facts } of page.items) {
        const { id, title, occurred_on, text, created_at } = facts;
        const who = listIn(
          language,
          people.flatMap((one) => names.get(one) ?? []),
        );
        const media_ids = media.map((medium) => medium.id);
        yield {
          data: { ...facts, author: { user_id: author.user_id, name: author.name }, people, media: mediaFacts(media) },
          row: {
            'export.archive.columns.id': id,
            'export.archive.columns.occurred': occurred_on,
            'export.archive.columns.title': title,
            'export.archive.columns.people': who,
            'export.archive.columns.author': author.name,
            'export.archive.columns.text': text,
            'export.archive.columns.media': media.length,
            'export.archive.columns.created': created_at,
          },
          heading: t('export.archive.dated', { title, day: dayIn(reader, occurred_on) }),
          day: occurred_on,
          text,
          lines: [who && t('export.archive.with', { names: who }), t('export.archive.keptBy', { name: author.name })].filter(
            (line) => line !== '',
          ),
          media: media_ids,
          pictures: [],
        };
      }
      cursor = page.next_cursor;
    }
  },
};
