import { sectionMessages } from '@heartwood/messages/information';
import { mediaFacts } from '#features/media/erasure.ts';
import { presentPeople } from '#features/people/present.ts';
import { presentSections } from './present.ts';
import { mayKnow } from './rules.ts';
import type { Chapter } from '#platform/feature.ts';
import { informationMedia, informationSections } from './tables.ts';

/** What is good to know about everybody of whom one may know it. */
export const informationChapter: Chapter = {
  of: 'family',
  name: 'additional-information',
  title: 'information.title',
  tables: [informationSections, informationMedia],
  async *entries(platform, scope, { t }) {
    for (const { heartwood_id, name } of await presentPeople(platform, scope)) {
      if (!mayKnow(scope, heartwood_id)) continue;
      for (const section of await presentSections(platform, scope, heartwood_id)) {
        if (section.state === 'empty') continue;
        const { slug, state, fields, note, media, updated_by, updated_at } = section;
        const facts = fields.map(({ label, value }) => t('export.archive.said', { name: label, text: value }));
        const title = t(sectionMessages[slug].title);
        const media_ids = media.map(({ id }) => id);
        yield {
          data: {
            heartwood_id,
            name,
            slug,
            state,
            fields,
            note,
            media: mediaFacts(media),
            updated_at,
            updated_by: updated_by?.name ?? null,
          },
          row: {
            'export.archive.columns.name': name,
            'export.archive.columns.section': title,
            'export.archive.columns.fields': facts.join('\n'),
            'export.archive.columns.note': note,
            'export.archive.columns.changedBy': updated_by?.name ?? null,
            'export.archive.columns.changed': updated_at,
          },
          heading: t('information.heading', { name, section: title }),
          day: updated_at?.slice(0, 10) ?? null,
          text: note,
          lines: state === 'unreadable' ? [t('export.archive.unreadable')] : facts,
          media: media_ids,
          pictures: [],
        };
      }
    }
  },
};
