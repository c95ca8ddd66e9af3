import { mediaFacts } from '#features/media/erasure.ts';
import { presentPeople } from '#features/people/present.ts';
import { presentSections } from './present.ts';
import { mayKnow } from './rules.ts';
import type { Chapter } from '#platform/feature.ts';

/** What is good to know about everybody of whom one may know it. */
export const informationChapter: Chapter = {
  of: 'family',
  name: 'additional-information',
  title: 'Good to know',
  async *entries(platform, scope) {
    for (const { heartwood_id, name } of await presentPeople(platform, scope)) {
      if (!mayKnow(scope, heartwood_id)) continue;
      for (const section of await presentSections(platform, scope, heartwood_id)) {
        if (section.state === 'empty') continue;
        const { slug, state, fields, note, media, updated_by, updated_at } = section;
        const facts = fields.map(({ label, value }) => `${label}: ${value}`);
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
          row: { name, section: slug, fields: facts.join('\n'), note, updated_by: updated_by?.name ?? null, updated_at },
          heading: `${name}: ${slug}`,
          day: updated_at?.slice(0, 10) ?? null,
          text: note,
          lines: state === 'unreadable' ? ['This section could not be read.'] : facts,
          media: media_ids,
          pictures: [],
        };
      }
    }
  },
};
