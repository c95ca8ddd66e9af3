import { dayIn, listIn } from '@heartwood/messages/formats';
import { mediaFacts } from '#features/media/erasure.ts';
import { eraseTraces } from '#features/media/actions.ts';
import { presentPeople } from '#features/people/present.ts';
import type { Tx } from '#platform/db/pool.ts';
import type { Platform } from '#platform/platform.ts';
import { presentMoments } from './present.ts';
import * as store from './store.ts';
import type { Chapter } from '#platform/feature.ts';
import { momentMedia, momentPeople, moments } from './tables.ts';

/** What goes with an account: every moment its user has kept, at once and in every family, deleted ones and left families too. */
export const eraseMoments = (platform: Platform, tx: Tx, userId: string): Promise<void> => eraseTraces(platform, tx, store, userId);

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
