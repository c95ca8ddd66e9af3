import { dayIn, measureIn } from '@heartwood/messages/formats';
import { presentPeople } from '#features/people/present.ts';
import { Refused } from '#platform/http/refusal.ts';
import { presentGrowth } from './present.ts';
import type { Chapter } from '#platform/feature.ts';
import { growthEntries } from './tables.ts';

/** The growth of every person of whom one may know it. */
export const growthChapter: Chapter = {
  of: 'family',
  name: 'growth',
  title: 'export.archive.chapters.growth',
  tables: [growthEntries],
  async *entries(platform, scope, reader) {
    const { t, language } = reader;
    for (const { heartwood_id, name } of await presentPeople(platform, scope)) {
      const growth = await presentGrowth(platform, scope, heartwood_id).catch((error: unknown) => {
        if (error instanceof Refused && error.code === 'not_found') return undefined;
        throw error;
      });
      for (const entry of growth?.entries ?? []) {
        const { measured_on, height_cm, weight_kg, head_cm, percentiles } = entry;
        const measures = [
          height_cm && t('export.archive.height', { value: measureIn(language, height_cm, 'centimeter') }),
          weight_kg && t('export.archive.weight', { value: measureIn(language, weight_kg, 'kilogram') }),
          head_cm && t('export.archive.head', { value: measureIn(language, head_cm, 'centimeter') }),
        ];
        yield {
          data: { ...entry, name },
          row: {
            'export.archive.columns.name': name,
            'export.archive.columns.measured': measured_on,
            'export.archive.columns.height': height_cm,
            'export.archive.columns.weight': weight_kg,
            'export.archive.columns.head': head_cm,
            'export.archive.columns.heightPercentile': percentiles.height,
            'export.archive.columns.weightPercentile': percentiles.weight,
            'export.archive.columns.headPercentile': percentiles.head,
          },
          heading: t('export.archive.dated', { title: name, day: dayIn(reader, measured_on) }),
          day: measured_on,
          text: '',
          lines: measures.filter((line): line is string => Boolean(line)),
          media: [],
          pictures: [],
        };
      }
    }
  },
};
