import { undoDays } from '@heartwood/contract/deletions';
import { agoInWords, dayInWords } from '#platform/dates.ts';

/** The words of what was deleted. */
export const words = {
  title: 'Recently deleted',
  lead: `Posts that you shared or deleted. They can be brought back for ${undoDays} days, then they are gone for good.`,
  back: 'Back',
  restore: 'Bring back',
  you: 'you',
  more: 'Show more',
  loading: 'Loading what was deleted',
  failed: 'What was deleted could not be loaded. It is all still there.',
  retry: 'Try again',
  withoutWords: 'A post without words',
  empty: { title: 'Nothing was deleted', text: 'What you delete stands here for 30 days, in case you want it back.' },
} as const;

/** '2 hours ago, deleted by you', 'Yesterday, deleted by Nora'; `by` is undefined where nobody knows. */
export const deletedLine = (at: string, by: string | undefined, now: number): string =>
  `${agoInWords(at, now)}, deleted${by ? ` by ${by}` : ''}`;
/** 'Gone for good on 21 December 2026' */
export const goneLine = (day: string): string => `Gone for good on ${dayInWords(day)}`;
/** 'Sam, 20 November 2026' */
export const ofWhom = (author: string, day: string): string => `${author}, ${dayInWords(day)}`;
/** '3 photos and recordings' */
export const attachments = (n: number): string => (n === 1 ? 'One photo or recording' : `${n} photos and recordings`);
/** What the button is called to who does not see the row: 'Bring back: The plum tree' */
export const restoreLabel = (beginning: string): string => `${words.restore}: ${beginning}`;
