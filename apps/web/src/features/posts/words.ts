import { undoDays } from '@heartwood/contract/posts';
import type { Audience, Post } from '@heartwood/contract/posts';
import { listed } from '#platform/formats.ts';
import { agoInWords, dayInWords, recentDay } from '#platform/dates.ts';
import { today } from '#platform/today.ts';
import { isOfAnotherDay } from './logic.ts';
import type { Media } from '@heartwood/contract/media';

/** The words of posts, comments and hearts. */
export const words = {
  composer: 'What happened today?',
  search: 'Search',
  addPhotos: 'Add photos',
  commentField: 'Say something kind',
  comingUp: 'Coming up',
  onThisDay: 'On this day',
  loadingFeed: 'Loading what your family shared',
  newPosts: 'Show what is new',
  feed: 'What your family shared',
  filters: 'Show only',
  anyone: 'Anyone',
  anyKind: 'Any kind',
  anyYear: 'Any year',
  clearFilters: 'Clear all',
  showAll: 'Show everything',
  nothingLikeThat: {
    title: 'Nothing like that yet',
    text: 'Everything your family shared is still here, just not of this kind.',
  },
  keep: 'Keep in treasures',
  addHere: 'Add something here',
  choosePosts: 'Choose posts',
  chooseAll: 'Choose all',
  moveTo: 'Move to …',
  done: 'Done',
  aPhoto: 'A photo without words',
  noShelf: 'This shelf is gone',
  noShelfHint: 'What was on it is safe in its category.',
  emptyShelf: {
    title: 'Nothing yet',
    text: 'Add something here, or keep a post that is already there from its menu.',
  },
  more: 'More',
  readOn: 'Read on',
  end: 'That is everything so far.',
  empty: {
    title: 'The first page is yours',
    text: 'Share one photo from today. It does not need to be a good one.',
    share: 'Share something',
    next: 'Or begin with your family',
    child: 'Add a child',
    childHint: 'Their timeline begins with a name and a birthday.',
    invite: 'Invite somebody',
    inviteHint: 'Grandparents first. It costs them nothing.',
  },
  feedFailed: 'What your family shared could not be loaded. It is all still there.',
  tryAgain: 'Something went wrong. Please try again.',
  retry: 'Try again',
  edit: 'Edit',
  delete: 'Delete',
  undo: 'Undo',
  deleted: 'The post is deleted',
  restored: 'The post is back',
  deletePost: {
    title: 'Delete this post?',
    text: 'It leaves everyone’s feed now. For 30 days it stays in Private, under Recently deleted.',
    confirm: 'Delete',
    keep: 'Keep it',
  },
  voice: 'Voice',
  video: 'Video',
  sending: 'Sending',
  onItsWay: 'On its way',
  notShared: 'Not shared yet',
  removeOutgoing: 'Remove',
  draftFirst: 'Share or throw away your draft first. Both are kept.',
  waitingForNetwork: 'Waiting for the network. It is safe on this device.',
  save: 'Save',
  cancel: 'Cancel',
  postActions: 'What to do with this post',
  hearts: 'Loved by',
  whoLoves: 'See who loves it',
  loadingLovers: 'Loading who loves it',
  loversFailed: 'Who loves it could not be loaded. Every heart is still there.',
  share: 'Share something',
  editPost: 'Edit post',
  story: 'What happened?',
  storyHint: 'What happened today?',
  whoIsInIt: 'Who is in it',
  nobody: 'Nobody yet',
  when: 'When',
  today: 'Today',
  yesterday: 'Yesterday',
  takenOn: 'Taken on',
  dayOfMemory: 'Day of the memory',
  noSuchDay: 'Date is not valid.',
  sayOrShow: 'Write a word or add a photo first.',
  discardDraft: 'Throw away the draft',
  close: 'Close',
  back: 'Back',
  whoSees: 'Who sees it',
  choosePeople: 'Only these people',
  somePeople: 'Some people',
  draftKept: 'Kept on this device until you share it.',
  discard: {
    title: 'Throw this away?',
    text: 'The words and photos you have not shared yet are removed from this device.',
    confirm: 'Throw away',
    keep: 'Keep it',
  },
  startOver: 'Start over',
  saved: 'The post is saved',
  changedSince: 'This post was changed elsewhere meanwhile. What you wrote is still here: save it again to keep it.',
  takeTheirs: 'Take the other version',
  someFailed: 'Some photos have not arrived. Try them again, or take them out.',
  tooMany: 'A post holds 60 photos and recordings.',
  quickAction: 'Upload a photo',
  chooseFirst: 'Choose photos',
  postFailed: 'This post could not be loaded. It is still there.',
  loadingPost: 'Loading the post',
  emptyTimeline: { title: 'Nothing here yet', action: 'Share something' },
  earlier: 'Show earlier memories',
  loadingTimeline: 'Loading the timeline',
  beforeBirth: 'Before the birth',
  timelineFailed: 'The timeline could not be loaded. Everything in it is safe.',
  deletedPosts: {
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
  },
} as const;

/** The choices of who sees a post. */
export const audiences: Record<Audience, { label: string; hint: string }> = {
  family: { label: 'Everyone in the family', hint: 'Also those who join later' },
  guardians: { label: 'Guardians only', hint: 'The parents, nobody else' },
  people: { label: 'Some people', hint: 'You choose who' },
  me: { label: 'Only you', hint: 'Kept for yourself' },
};

/** 'Emma, Jonas and 2 others'; unknown ids are left out. */
export function namesOf(ids: readonly string[], names: ReadonlyMap<string, string>, most = 3): string {
  const known = ids.flatMap((id) => names.get(id) ?? []);
  if (known.length <= most) return listed(known);
  return `${known.slice(0, most - 1).join(', ')} and ${known.length - most + 1} others`;
}

/** The line under an author's name: '2 hours ago, with Emma and Jonas', 'Yesterday, for everyone', 'Wednesday, guardians only'. */
export function metaLine(
  post: Post,
  { names, users, now }: { names: ReadonlyMap<string, string>; users: ReadonlyMap<string, string>; now: number },
): string {
  const when = isOfAnotherDay(post) ? recentDay(post.occurred_on, today(new Date(now))) : agoInWords(post.created_at, now);
  const others = post.people.filter((id) => id !== post.author.heartwood_id);
  const company = namesOf(others, names);
  return [when, company && `with ${company}`, audienceWords(post, users, company === '')].filter(Boolean).join(', ');
}

/** Who sees a post; that everyone does is only said where nothing else is. */
function audienceWords(post: Post, users: ReadonlyMap<string, string>, sayEveryone: boolean): string {
  switch (post.audience) {
    case 'family':
      return sayEveryone ? 'for everyone' : '';
    case 'guardians':
      return 'guardians only';
    case 'me':
      return 'only you';
    case 'people': {
      const chosen = namesOf(post.audience_user_ids ?? [], users);
      return chosen ? `for ${chosen}` : 'for a few of you';
    }
  }
}

/** The line of a post's own page: '20 November 2026, guardians only'. */
export function fullMetaLine(post: Post, users: ReadonlyMap<string, string>): string {
  return [dayInWords(post.occurred_on), audienceWords(post, users, false)].filter(Boolean).join(', ');
}

/** The button of the composer: 'Share with 7 people'. */
export function shareLabel(people: number | undefined, audience: Audience): string {
  if (audience === 'me') return 'Keep it for yourself';
  if (people === undefined || people === 0) return 'Share';
  return `Share with ${people} ${people === 1 ? 'person' : 'people'}`;
}

/** The toast: 'Shared with 7 people'. */
export function sharedToast(people: number | undefined, audience: Audience): string {
  if (audience === 'me') return 'Kept for yourself';
  if (people === undefined || people === 0) return 'Shared with your family';
  return `Shared with ${people} ${people === 1 ? 'person' : 'people'}`;
}

/** 'Ruth and 5 others', beside the hearts. */
export function loversLine(names: readonly string[], all: number): string {
  const [first, second] = names;
  if (!first || all === 0) return '';
  if (all === 1) return first;
  if (all === 2 && second) return `${first} and ${second}`;
  return `${first} and ${all - 1} ${all === 2 ? 'other' : 'others'}`;
}

/** '3 comments' */
export const commentCount = (n: number): string => (n === 0 ? 'Comment' : count(n, 'comment'));
/** 'Sam’s post' */
export const postHeading = (author: string): string => `${author}’s post`;
/** '4 years ago today', '1 year ago today' */
export const yearsAgo = (from: string, on: string): string => `${count(Number(on.slice(0, 4)) - Number(from.slice(0, 4)), 'year')} ago`;
/** The first words of a story, for a card: at most 60 characters, cut between words. */
export function beginningOf(text: string, most = 60): string {
  const line = text.trim().split(/(?<=[.!?])\s|\n/)[0] ?? '';
  const whole = line.replace(/[.]$/, '');
  if (whole.length <= most) return whole;
  return `${whole.slice(0, most).replace(/\s+\S*$/, '')}…`;
}
/** A story as a heading and what follows it. */
export function headed(text: string): { heading: string; rest: string } {
  const heading = beginningOf(text, 90);
  const told = heading.replace(/…$/, '').length;
  return {
    heading,
    rest: text
      .trim()
      .slice(told)
      .replace(/^[.\s]+/, ''),
  };
}
/** 'Everything Emma is in comes here, by age.' */
export const emptyTimeline = (name: string): string => `Mark ${name} when you share something, and it stands here by age.`;

/** The day of a memory in a timeline: 'This week' within it, else '12 September', with the year where it is not this one's. */
export function timelineDay(day: string, on: string, ago: number): string {
  if (ago >= 0 && ago < 7) return ago < 2 ? recentDay(day, on) : 'This week';
  return dayInWords(day, { year: day.slice(0, 4) !== on.slice(0, 4) });
}

/** What kinds of posts are called, several of them. */
export const kindWords: Record<Post['kind'], string> = {
  memory: 'Memories',
  video: 'Videos',
  recipe: 'Recipes',
  answer: 'Answers',
  birthday: 'Birthday wishes',
  moment: 'Moments',
};

/** 'Emma, take the filter away' */
export const takeAway = (label: string): string => `${label}, take the filter away`;
/** '3 chosen', 'Choose the posts to move.' */
export const chosenCount = (n: number): string => (n === 0 ? 'Choose the posts to move.' : `${n} chosen`);
/** 'Kept in treasures', 'Moved 3 posts', 'Taken off the shelf' */
export function movedToast(n: number, onShelf: boolean): string {
  if (n === 1) return onShelf ? 'Kept in treasures' : 'Taken off the shelf';
  return onShelf ? `Moved ${n} posts` : `Took ${n} posts off the shelf`;
}
/** '1 of 3 is there. You can leave, the rest follows by itself.' */
export const onItsWay = (there: number, all: number): string =>
  there === all ? 'Being shared.' : `${there} of ${all} ${there === 1 ? 'is' : 'are'} there. You can leave, the rest follows by itself.`;

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
export const restoreLabel = (beginning: string): string => `${words.deletedPosts.restore}: ${beginning}`;

/** What somebody has said without words. */
export const saidBy = ({ kind }: Pick<Media, 'kind'>): string =>
  kind === 'audio' ? 'answered by voice' : kind === 'video' ? 'answered with a video' : 'answered with a photo';

/** '1 week', '3 weeks'. */
const count = (n: number, unit: string): string => `${n} ${unit}${n === 1 ? '' : 's'}`;
