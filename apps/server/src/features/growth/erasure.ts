import { presentPeople } from '#features/people/present.ts';
import { Refused } from '#platform/http/refusal.ts';
import { presentGrowth } from './present.ts';
import type { Chapter } from '#platform/feature.ts';

/** How everybody has grown of whom one may know it. */
export const growthChapter: Chapter = {
  of: 'family',
  name: 'growth',
  title: 'Growth',
  async *entries(platform, scope) {
    for (const { heartwood_id, name } of await presentPeople(platform, scope)) {
      const growth = await presentGrowth(platform, scope, heartwood_id).catch((error: unknown) => {
        if (error instanceof Refused && error.code === 'not_found') return undefined;
        throw error;
      });
      for (const entry of growth?.entries ?? []) {
        const { measured_on, height_cm, weight_kg, head_cm, percentiles } = entry;
        const measures = [height_cm && `${height_cm} cm`, weight_kg && `${weight_kg} kg`, head_cm && `head ${head_cm} cm`];
        yield {
          data: { ...entry, name },
          row: {
            name,
            measured_on,
            height_cm,
            weight_kg,
            head_cm,
            height_percentile: percentiles.height,
            weight_percentile: percentiles.weight,
            head_percentile: percentiles.head,
          },
          heading: `${name}, ${measured_on}`,
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
