import type { IdeaSlug } from '@heartwood/contract/ideas';

/** What somebody of the sample family says of an idea. */
interface SampleMark {
  by: string;
  slug: IdeaSlug;
  says: 'saved' | 'done';
}

/** Ideas the Whitlocks have done, and kept for an evening with time. */
export const sampleMarks: readonly SampleMark[] = [
  { by: 'Nora', slug: 'letter-at-18', says: 'saved' },
  { by: 'Nora', slug: 'old-photos', says: 'saved' },
  { by: 'Nora', slug: 'fridge-door', says: 'done' },
  { by: 'Arthur', slug: 'how-you-met', says: 'done' },
];
