import type { PersonMilestone } from '@heartwood/contract/moments';
import { useMemo } from 'react';
import type { MomentWords, Said } from '../logic.ts';

/** What it is and what it is called: a milestone brings its name along, until somebody writes their own. */
export function useMomentWords(
  first: MomentWords,
  offered: string | undefined,
  milestones: ReadonlyMap<string, readonly PersonMilestone[]>,
  [said, say]: readonly [Said, (said: Said) => void],
) {
  const known = useMemo(() => new Map([...milestones.values()].flat().map((one) => [one.slug, one])), [milestones]);
  const milestone = said.milestone === undefined ? (first.milestone ?? offered ?? null) : said.milestone;
  const suggested = first.title || (milestone ? (known.get(milestone)?.past ?? '') : '');
  const title = said.title ?? suggested;
  // Where nobody knows which milestones there are, the one that was chosen stays.
  const isOne = milestone !== null && (known.size === 0 || known.has(milestone) || milestone === first.milestone);
  return {
    words: { title, milestone: isOne ? milestone : null },
    call: (next: string) => say({ ...said, title: next }),
    choose: (next: PersonMilestone | null) => {
      const own = title !== '' && title !== (milestone ? known.get(milestone)?.past : '');
      say({ ...said, milestone: next?.slug ?? null, title: own ? title : (next?.past ?? '') });
    },
  };
}
