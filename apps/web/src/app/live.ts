import type { FactIds, FactType } from '@heartwood/contract/activity';
import type { Query, QueryClient } from '@tanstack/react-query';
import { choicesUnderWay, loadProfile } from '#features/accounts/api.ts';
import { hearOfPost, hearOfPosts, hearOfShown } from '#features/posts/api.ts';
import { hearOfDeleted } from '#features/questions/state.ts';
import { asksFor, isBeingDeleted } from '#platform/deletions.ts';
import { startLive } from '#platform/live.ts';
import { askAfterFirstAnswers } from '#platform/older-answers.ts';
import { askWhoseFamily, followFamily, isNoForm } from './family-move.ts';

/** What becomes stale with a fact. A query key begins with the noun it belongs to, so most are told by that. */
const stale: { readonly [T in FactType]: (client: QueryClient, ids: FactIds[T]) => void } = {
  'post.shared': (client, ids) => hearOfPosts(client, ids.post_id),
  'post.restored': (client, ids) => {
    hearOfPosts(client, ids.post_id);
    hearOfDeletions(client, 'comments');
    refresh(client, 'notifications', 'search');
  },
  'post.deleted': (client, ids) => {
    hearOfPost(client, ids.post_id);
    hearOfDeletions(client, 'posts', 'comments');
    refresh(client, 'notifications', 'search');
  },
  'post.changed': (client, ids) => {
    moved(client, ids);
    hearOfDeletions(client, 'comments');
  },
  'post.prepared': (client, ids) => hearOfPost(client, ids.post_id),
  'post.hidden': (client, ids) => {
    hearOfPost(client, ids.post_id);
    hearOfDeletions(client, 'posts', 'comments');
    refresh(client, 'treasures', 'notifications', 'search');
  },
  'treasure.kept': moved,
  'comment.made': commented,
  'comment.changed': commented,
  'comment.deleted': untold(commented, 'search'),
  'comment.restored': untold(commented, 'search'),
  'heart.given': loved,
  'heart.taken': untold(loved),
  'shelf.changed': (client) => refresh(client, 'treasures'),
  'question.asked': (client) => refresh(client, 'questions'),
  'question.answered': (client) => refresh(client, 'questions'),
  'question.changed': (client) => refresh(client, 'questions'),
  'question.closed': (client) => refresh(client, 'questions'),
  'question.opened': (client) => refresh(client, 'questions'),
  'question.reminded': (client) => refresh(client, 'questions'),
  'question.deleted': (client, ids) => {
    hearOfDeleted(client, ids.question_id);
    // Its own page keeps the answers that it shows.
    hearOfShown(client, (query) => holds(query, { question_id: ids.question_id }) && !asksFor(ids.question_id, query.queryKey));
    refresh(client, 'notifications', 'search');
  },
  'question.restored': (client) => {
    hearOfShown(client);
    refresh(client, 'questions', 'notifications', 'search');
  },
  'moment.kept': (client) => refresh(client, 'moments'),
  'moment.changed': (client) => refresh(client, 'moments'),
  'moment.shared': (client) => refresh(client, 'moments'),
  'moment.hidden': (client) => refresh(client, 'moments', 'search'),
  'moment.deleted': (client) => refresh(client, 'moments', 'search'),
  'moment.restored': (client) => refresh(client, 'moments', 'search'),
  'wish.made': (client) => refresh(client, 'birthdays'),
  'wish.changed': (client) => refresh(client, 'birthdays'),
  'wish.deleted': (client) => refresh(client, 'birthdays'),
  'wish.asked': (client) => refresh(client, 'birthdays'),
  'wishes.delivered': (client) => refresh(client, 'birthdays'),
  'wishes.thanked': (client) => refresh(client, 'birthdays'),
  'growth.changed': (client) => refresh(client, 'growth'),
  'information.changed': (client) => refresh(client, 'information'),
  'family.changed': (client) => refresh(client, 'family', 'accounts'),
  'member.joined': (client) => refresh(client, 'family', 'people', 'birthdays', 'invitations', 'questions'),
  'member.left': (client) => refresh(client, 'family', 'people', 'birthdays', 'invitations', 'questions', 'notifications'),
  'family.left': (client) => refresh(client, 'family', 'accounts'),
  // Whoever may do or see something else from now on is answered something else everywhere.
  'role.changed': (client) => void client.invalidateQueries({ predicate: isNoForm }),
  'author.erased': (client) => {
    // What is not on the screen is forgotten: a long list would show what it has for a while.
    client.removeQueries({ type: 'inactive', predicate: ({ queryKey: [noun] }) => traces.includes(noun as string) });
    refresh(client, ...traces);
  },
  'profile.changed': (client) => {
    if (choicesUnderWay(client) > 0) return;
    void loadProfile({ force: true });
    refresh(client, 'accounts');
  },
  // Of these the server tells nobody.
  'place.left': () => undefined,
  'address.left': () => undefined,
  'person.added': (client) => refresh(client, 'people', 'birthdays'),
  'person.changed': (client, ids) => {
    const isTheirs = (query: Query) => holds(query, { heartwood_id: ids.heartwood_id });
    hearOfShown(client, isTheirs);
    void client.invalidateQueries({ queryKey: ['comments'], predicate: isTheirs });
    // Also oneself: whether one's address is proved.
    refresh(client, 'people', 'family', 'growth', 'birthdays', 'moments', 'questions', 'accounts', 'search');
  },
  'person.removed': (client) => refresh(client, 'people', 'birthdays', 'moments', 'growth', 'search'),
  'plan.paid': (client) => refresh(client, 'billing', 'family', 'accounts'),
  'plan.refused': (client) => refresh(client, 'billing', 'accounts'),
  'plan.refunded': (client) => refresh(client, 'billing', 'family', 'accounts'),
  'plan.ended': (client) => refresh(client, 'billing', 'family', 'accounts'),
  'plan.given': (client) => refresh(client, 'billing', 'family', 'accounts'),
  'invitation.sent': (client) => refresh(client, 'invitations'),
  'invitation.ended': (client) => refresh(client, 'invitations'),
  'media.ready': (client, ids) => void client.invalidateQueries({ queryKey: ['media', ids.media_id] }),
  'media.failed': (client, ids) => void client.invalidateQueries({ queryKey: ['media', ids.media_id] }),
  'export.ready': (client) => refresh(client, 'export'),
  'export.failed': (client) => refresh(client, 'export'),
  'notifications.changed': (client) => refresh(client, 'notifications'),
};

function refresh(client: QueryClient, ...nouns: string[]): void {
  for (const noun of nouns) void client.invalidateQueries({ queryKey: [noun], predicate: isNoForm });
}

/** What somebody may have left with others. */
const traces = ['posts', 'comments', 'moments', 'treasures', 'questions', 'birthdays', 'notifications', 'search'];

/** Whether the data of a query holds a field of this value, at any depth. */
const holds = ({ state }: Query, field: Record<string, string>): boolean =>
  (JSON.stringify(state.data) ?? '').includes(JSON.stringify(field).slice(1, -1));

/** A post is another, and may stand elsewhere. */
function moved(client: QueryClient, { post_id: postId }: { post_id: string }): void {
  hearOfPost(client, postId);
  hearOfPosts(client, postId);
}

/** What can be brought back is other than it was: a post, or what was said below one that is deleted, is back, or is seen by others. */
function hearOfDeletions(client: QueryClient, ...nouns: ('posts' | 'comments')[]): void {
  for (const noun of nouns) void client.invalidateQueries({ queryKey: [noun, 'deleted'] });
}

function commented(client: QueryClient, { post_id: postId }: { post_id: string }): void {
  hearOfDeletions(client, 'comments');
  const queryKey = ['comments', postId];
  if (isBeingDeleted(client, queryKey)) return;
  void client.invalidateQueries({ queryKey });
  hearOfPost(client, postId);
}

function loved(client: QueryClient, { post_id: postId }: { post_id: string }): void {
  const queryKey = ['posts', 'lovers', postId];
  if (isBeingDeleted(client, queryKey)) return;
  void client.invalidateQueries({ queryKey });
  hearOfPost(client, postId);
}

/** What was told of something is shown no longer, or again. @param nouns what else shows it */
function untold<Ids>(hear: (client: QueryClient, ids: Ids) => void, ...nouns: string[]): (client: QueryClient, ids: Ids) => void {
  return (client, ids) => {
    hear(client, ids);
    refresh(client, 'notifications', ...nouns);
  };
}

/** Milliseconds in which the same fact counts once: several hearts for one post are one reason to ask. */
const together = 100;

/** Keeps what is shown up to date with what happens in the family. */
export function keepLive(client: QueryClient): void {
  askAfterFirstAnswers(client);
  const waiting = new Map<string, () => void>();
  const flush = () => {
    const all = [...waiting.values()];
    waiting.clear();
    for (const tell of all) tell();
  };
  startLive({
    fact: (type, ids) => {
      const hear = stale[type];
      if (!hear) return;
      if (waiting.size === 0) setTimeout(flush, together);
      waiting.set(`${type} ${Object.values(ids).join(' ')}`, () => hear(client, ids));
    },
    reset: () => {
      void askWhoseFamily();
      if (choicesUnderWay(client) === 0) void loadProfile({ force: true });
      void client.invalidateQueries({ predicate: isNoForm });
    },
    ended: askWhoseFamily,
  });
  followFamily(client);
}
