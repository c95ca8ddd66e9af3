import { ideaBySlug } from '@heartwood/contract/ideas';
import { ideaMessages } from '@heartwood/messages/ideas';
import type { Chapter } from '#platform/feature.ts';
import * as store from './store.ts';
import { inspirationMarks } from './tables.ts';

/** The ideas a user has saved or done in a family, and when. */
export const inspirationChapter: Chapter = {
  of: 'family',
  name: 'inspiration',
  title: 'export.archive.chapters.inspiration',
  tables: [inspirationMarks],
  async *entries(platform, scope, { t }) {
    for (const { slug, savedAt, doneAt } of await store.keptMarks(platform.db, scope)) {
      const idea = ideaBySlug(slug);
      const title = idea ? t(ideaMessages(idea.slug).title) : slug;
      const saved = savedAt?.toISOString() ?? null;
      const done = doneAt?.toISOString() ?? null;
      yield {
        data: { slug, title, saved_at: saved, done_at: done },
        row: { 'export.archive.columns.title': title, 'export.archive.columns.saved': saved, 'export.archive.columns.done': done },
        heading: title,
        day: (done ?? saved)?.slice(0, 10) ?? null,
        text: idea ? t(ideaMessages(idea.slug).teaser) : '',
        lines: [],
        media: [],
        pictures: [],
      };
    }
  },
};
