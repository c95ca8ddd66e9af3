import type { Comment } from '@heartwood/contract/comments';
import type { Post } from '@heartwood/contract/posts';
import { actForFamily } from '#features/family/scope.ts';
import { removeMedia } from '#features/media/actions.ts';
import { mediaFacts } from '#features/media/erasure.ts';
import { presentPeople } from '#features/people/present.ts';
import { knownSubcategories } from '#features/treasures/actions.ts';
import type { Tx } from '#platform/db/pool.ts';
import type { Chapter } from '#platform/feature.ts';
import type { Platform } from '#platform/platform.ts';
import { presentLovers, presentPosts } from './present.ts';
import type { CommentsOf } from './present.ts';
import * as store from './store.ts';

/** Posts of one page while an export is put together. */
const pageSize = 50;

/** Deletes what goes with an account: everything its user has shared and loved, at once and in every family, deleted things and left families too. */
export async function eraseTraces(platform: Platform, tx: Tx, userId: string): Promise<void> {
  for (const familyId of await store.familiesWithTraces(tx, userId)) {
    const errand = actForFamily(familyId, 'an account is deleted');
    await removeMedia(platform, tx, errand, await store.removeTraces(tx, errand, userId));
  }
}

/** Every post one may see, the latest first, with its comments and who loves it. */
export const postsChapter = (commentsOf: CommentsOf): Chapter => ({
  of: 'family',
  name: 'posts',
  title: 'Posts',
  async *entries(platform, scope) {
    const names = new Map((await presentPeople(platform, scope)).map(({ heartwood_id, name }) => [heartwood_id, name]));
    const shelves = new Map((await knownSubcategories(platform.db, scope)).map(({ id, name }) => [id, name]));
    const posts = eachOf((cursor) => presentPosts(platform, scope, { limit: pageSize, cursor }));
    for await (const post of posts) {
      const { id } = post;
      const comments =
        post.comment_count === 0 ? [] : await allOf((cursor) => commentsOf(platform, scope, id, { limit: pageSize, cursor }));
      const lovers =
        post.hearts.count === 0 ? [] : await allOf((cursor) => presentLovers(platform, scope, id, { limit: pageSize, cursor }));
      yield exportedPost(post, {
        comments,
        hearts: lovers.map(({ user_id, name, created_at }) => ({ user_id, name, created_at })),
        people: post.people.map((one) => ({ heartwood_id: one, name: names.get(one) ?? '' })),
        keptIn: shelves.get(post.subcategory_id ?? '') ?? null,
      });
    }
  },
});

interface Around {
  comments: Comment[];
  hearts: { user_id: string | null; name: string; created_at: string }[];
  people: { heartwood_id: string; name: string }[];
  /** The shelf of the treasures it is kept on. */
  keptIn: string | null;
}

function exportedPost(post: Post, { comments, hearts, people, keptIn }: Around) {
  const { media, author, latest_comment: _latest, can: _can, hearts: _hearts, comment_count: _count, people: _people, ...facts } = post;
  const writer = ({ user_id, name }: Post['author']) => ({ user_id, name });
  const who = people.map(({ name }) => name).join(', ');
  const lovers = hearts.map(({ name }) => name).join(', ');
  return {
    data: {
      ...facts,
      author: writer(author),
      people,
      kept_in: keptIn,
      hearts,
      comments: comments.map(({ can: _may, media: medium, author: by, ...said }) => ({
        ...said,
        author: writer(by),
        media_id: medium?.id ?? null,
      })),
      media: mediaFacts(media),
    },
    row: {
      id: post.id,
      occurred_on: post.occurred_on,
      created_at: post.created_at,
      author: author.name,
      kind: post.kind,
      audience: post.audience,
      people: who,
      text: post.text,
      hearts: hearts.length,
      comments: comments.map(({ author: by, text }) => `${by.name}: ${text}`).join('\n'),
      captions: Object.values(post.captions).join('\n'),
      kept_in: keptIn,
      media: media.length,
    },
    heading: `${author.name}, ${post.occurred_on}`,
    day: post.occurred_on,
    text: post.text,
    captions: post.captions,
    lines: [
      who && `With ${who}`,
      keptIn ? `Kept in ${keptIn}` : '',
      lovers && `Loved by ${lovers}`,
      ...comments.map(({ author: by, text, media: medium }) => `${by.name}: ${text}${medium ? ` (${medium.filename})` : ''}`),
    ].filter((line) => line !== ''),
    lent: { postId: post.id, authorId: author.user_id },
    media: [...media, ...comments.flatMap((comment) => comment.media ?? [])].map(({ id }) => id),
    pictures: [],
  };
}

type Load<Item> = (cursor: string | undefined) => Promise<{ items: Item[]; next_cursor: string | null }>;

async function* eachOf<Item>(load: Load<Item>): AsyncGenerator<Item> {
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page: { items: Item[]; next_cursor: string | null } = await load(cursor ?? undefined);
    yield* page.items;
    cursor = page.next_cursor;
  }
}

async function allOf<Item>(load: Load<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of eachOf(load)) items.push(item);
  return items;
}
