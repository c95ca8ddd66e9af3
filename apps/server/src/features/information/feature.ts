import type { Feature } from '#platform/feature.ts';
import { changeWithMedium, mayReadAttachment } from './actions.ts';
import { informationChapter } from './erasure.ts';
import { informationJobs } from './jobs.ts';
import { informationRoutes } from './routes.ts';
import { mayKnow } from './rules.ts';
import { informationChanges, informationMedia, informationSections } from './tables.ts';

/** What guardians keep about a person. */
export const informationFeature: Feature = {
  name: 'information',
  tables: [informationSections, informationChanges, informationMedia],
  routes: informationRoutes,
  jobs: informationJobs,
  erase: {
    account: 'cascade',
    family: 'cascade',
    columns: {
      'information_sections.updated_by': "is emptied: the section is the person's, whoever has written it last",
      'information_changes.changed_by': 'is emptied: the history stays, without the name',
      'information_media.person_id': 'is emptied: the hourly job removes what belongs to no person any more',
    },
  },
  export: {
    chapters: [informationChapter],
    without: { information_changes: 'says who has changed which field, and nothing of what it says' },
  },
  media: { shows: mayReadAttachment, says: 'nothing', holds: [informationMedia.mediumId] },
  on: { 'media.ready': changeWithMedium, 'media.failed': changeWithMedium },
  hears: {
    'information.changed': async (_, listeners, { fact }) => listeners.filter((listener) => mayKnow(listener, fact.ids.heartwood_id)),
  },
};
