import { dayIn } from '@heartwood/messages/formats';
import { eraseTraces } from '#features/media/actions.ts';
import { mediaFacts } from '#features/media/erasure.ts';
import type { Tx } from '#platform/db/pool.ts';
import type { Chapter } from '#platform/feature.ts';
import type { Platform } from '#platform/platform.ts';
import { presentReadable } from './present.ts';
import * as store from './store.ts';
import { wishMedia, wishes } from './tables.ts';

/** What goes with an account: what its user has wished, and what they were wished, at once and in every family, left ones too. */
export const eraseWishes = (platform: Platform, tx: Tx, userId: string): Promise<void> => eraseTraces(platform, tx, store, userId);

/** What one has wished, and what has been delivered to one: by the rule by which it is read. */
export const birthdaysChapter: Chapter = {
  of: 'family',
  name: 'birthdays',
  title: 'export.archive.chapters.birthdays',
  tables: [wishes, wishMedia],
  async *entries(platform, scope, reader) {
    const { t } = reader;
    for (const { name, wish } of await presentReadable(platform, scope)) {
      const { media, can: _can, author, ...facts } = wish;
      const { id, birthday_on, text, created_at } = facts;
      yield {
        data: { ...facts, name, author: { user_id: author.user_id, name: author.name }, media: mediaFacts(media) },
        row: {
          'export.archive.columns.id': id,
          'export.archive.columns.name': name,
          'export.archive.columns.occurred': birthday_on,
          'export.archive.columns.author': author.name,
          'export.archive.columns.text': text,
          'export.archive.columns.media': media.length,
          'export.archive.columns.created': created_at,
        },
        heading: t('export.archive.dated', { title: t('export.archive.wishFor', { name }), day: dayIn(reader, birthday_on) }),
        day: birthday_on,
        text,
        lines: [t('export.archive.wishedBy', { name: author.name })],
        media: media.map((medium) => medium.id),
        pictures: [],
      };
    }
  },
};
