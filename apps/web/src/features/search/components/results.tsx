import { t } from '@heartwood/messages/current';
import type { PlainKey } from '@heartwood/messages/translate';
import { dayInWords } from '#platform/dates.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Chip, ChipRow } from '#ui/chip.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import type { Found } from '../api.ts';
import { CommentHits, IdeaHits, MomentHits, PeopleHits, PostHits, QuestionHits } from './hits.tsx';

const parts = ['people', 'moments', 'posts', 'questions', 'comments', 'inspirations'] as const;
/** A kind of what is found. */
export type Part = (typeof parts)[number];
const partNames = {
  posts: 'search.posts',
  people: 'search.people',
  moments: 'search.moments',
  questions: 'search.questions',
  comments: 'search.comments',
  inspirations: 'search.ideas',
} satisfies Record<Part, PlainKey>;

/** Whether there is something to narrow: several posts, or comments on some. */
export const isNarrowable = ({ posts, comments }: Found): boolean => posts.length + comments.length > 1;

const daysInWords = ({ from, to }: { from: string; to: string }): string =>
  from === to ? dayInWords(from) : t('search.span', { from: dayInWords(from), to: dayInWords(to) });

/** The part that is chosen, as long as something is found in it: otherwise it is not offered, either. */
export const partIn = (found: Found | undefined, chosen: Part | undefined): Part | undefined =>
  chosen && found && found[chosen].length > 0 ? chosen : undefined;

/** Whether there is a choice among what was found, or one was made. */
export const hasParts = (found: Found, part: Part | undefined): boolean =>
  part !== undefined || parts.filter((one) => found[one].length > 0).length > 1;

/** Narrows what was found to one kind, with the number of each, where there are several. */
export function Parts({ found, part, onChoose }: { found: Found; part: Part | undefined; onChoose: (part: Part | undefined) => void }) {
  if (!hasParts(found, part)) return null;
  return (
    <ChipRow label={t('search.what')} className="mt-3">
      <Chip chosen={part === undefined} onClick={() => onChoose(undefined)}>
        {t('search.everything')}
      </Chip>
      {parts.map(
        (one) =>
          found[one].length > 0 && (
            <Chip key={one} chosen={part === one} onClick={() => onChoose(one)}>
              {t(partNames[one])} <span className="num font-normal opacity-75">{found[one].length}</span>
            </Chip>
          ),
      )}
    </ChipRow>
  );
}

/** What was found; `narrowed` offers to look everywhere where there is nothing. */
export function Results({
  found,
  part,
  q,
  narrowed,
  busy,
  onWiden,
  onOpen,
}: {
  found: Found;
  part: Part | undefined;
  q: string;
  narrowed: boolean;
  busy: boolean;
  onWiden: () => void;
  onOpen: () => void;
}) {
  const shows = (one: Part) => part === undefined || part === one;
  const count = parts.reduce((sum, one) => sum + (shows(one) ? found[one].length : 0), 0);
  const counts = {
    moments: found.moments.length,
    posts: found.posts.length,
    people: found.people.length,
    questions: found.questions.length,
    comments: found.comments.length,
    ideas: found.inspirations.length,
  };
  return (
    <div aria-busy={busy} className={busy ? 'opacity-70' : ''}>
      <p role="status" className="sr-only">
        {busy ? t('search.loading') : t('search.found', counts)}
      </p>
      {found.days && <p className="mt-5 type-meta">{t('search.days', { days: daysInWords(found.days) })}</p>}
      {shows('people') && <PeopleHits people={found.people} whole={part === 'people'} onOpen={onOpen} />}
      {shows('moments') && <MomentHits moments={found.moments} whole={part === 'moments'} onOpen={onOpen} />}
      {shows('posts') && <PostHits posts={found.posts} whole={part === 'posts'} onOpen={onOpen} />}
      {shows('questions') && <QuestionHits questions={found.questions} whole={part === 'questions'} onOpen={onOpen} />}
      {shows('comments') && <CommentHits comments={found.comments} whole={part === 'comments'} onOpen={onOpen} />}
      {shows('inspirations') && <IdeaHits ideas={found.inspirations} whole={part === 'inspirations'} onOpen={onOpen} />}
      {count === 0 && !busy && (
        <EmptyState
          className="mt-8"
          drawing="magnifier"
          title={t('search.nothingAbout', { text: q })}
          action={
            <>
              <ButtonLink small to="/treasures/ask-family">
                {t('search.ask')}
              </ButtonLink>
              {narrowed && (
                <Button small look="text" onClick={onWiden}>
                  {t('search.everywhere')}
                </Button>
              )}
            </>
          }
        >
          {t('search.nothingText')}
        </EmptyState>
      )}
    </div>
  );
}

/** Stands in for what is being looked for. */
export function Searching() {
  return (
    <Loading label={t('search.loading')} className="mt-8 grid gap-5">
      {[0, 1, 2].map((at) => (
        <div key={at} className="flex gap-3.5">
          <Skeleton className="size-18 rounded-[14px]" />
          <div className="grid flex-1 content-center gap-2">
            <Skeleton className="h-4 w-[86%]" />
            <Skeleton className="h-3 w-[40%]" />
          </div>
        </div>
      ))}
    </Loading>
  );
}
