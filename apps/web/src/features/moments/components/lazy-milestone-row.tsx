import { lazy } from 'react';
import { language } from '#platform/language.ts';

/** The row of the composer that makes a post a moment of a child, too, with its words. */
export const MilestoneRow = lazy(async () => {
  const [part] = await Promise.all([import('./milestone-row.tsx'), language.need('pages')]);
  return part;
});
