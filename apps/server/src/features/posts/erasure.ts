import type { Comment } from '@heartwood/contract/comments';
import type { Post } from '@heartwood/contract/posts';
import type { Recipe } from '@heartwood/contract/recipes';
import { dayIn, listIn, measureIn } from '@heartwood/messages/formats';
import type { PlainKey } from '@heartwood/messages/translate';
import { eraseTraces } from '#features/media/actions.ts';
import { mediaFacts } from '#features/media/erasure.ts';
import { presentPeople } from '#features/people/present.ts';
import { knownSubcategories } from '#features/treasures/actions.ts';
import { shelfName } from '#features/treasures/rules.ts';
import type { Reader } from '#platform/archive/chapter.ts';
import type { Tx } from '#platform/db/pool.ts';
import type { Chapter } from '#platform/feature.ts';
import type { Platform } from '#platform/platform.ts';
import { presentLovers, presentPosts } from './present.ts';
import type { CommentsOf } from './present.ts';
import * as store from './store.ts';
import { hearts, postMedia, postPeople, posts } from './tables.ts';

/** Posts of one page while an export is put together. */
const pageSize = 50;

/** Deletes what goes with an account: everything its user has shared and loved, at once and in every family, deleted things and left families too. */
export const erasePosts = (platform: Platform, tx: Tx, userId: string): Promise<void> => eraseTraces(platform, tx, store, userId);

/** Every post one may see, the latest first, with its comments and who loves it. */
export const postsChapter = (commentsOf: CommentsOf): Chapter => ({
  of: 'family',
  name: 'posts',
  title: 'export.archive.chapters.posts',
  tables: [posts, postMedia, postPeople, hearts],
  async *entries(platform, scope, reader) {
    const names = new Map((await presentPeople(platform, scope)).map(({ heartwood_id, name }) => [heartwood_id, name]));
    const shelves = new Map((await knownSubcategories(platform.db, scope)).map((shelf) => [shelf.id, shelfName(reader.t, shelf)]));
    const posts = eachOf((cursor) => presentPosts(platform, scope, { limit: pageSize, cursor }));
    for await (const post of posts) {
      const { id } = post;
      const comments =
        post.comment_count === 0 ? [] : await allOf((cursor) => commentsOf(platform, scope, id, { limit: pageSize, cursor }));
      const lovers =
        post.hearts.count === 0 ? [] : await allOf((cursor) => presentLovers(platform, scope, id, { limit: pageSize, cursor }));
      yield exportedPost(reader, post, {
        comments,
        hearts: lovers.map(({ user_id, name, created_at }) => ({ user_id, name, created_at })),
        people: post.people.map((one) => ({ heartwood_id: one, name: names.get(one) ?? '' })),
        keptIn: shelves.get(post.subcategory_id ?? '') ?? null,
        recipe: post.recipe ? recipeLines(reader, post.recipe, names) : [],
      });
    }
  },
});

const kinds = {
  memory: 'export.archive.kinds.memory',
  video: 'export.archive.kinds.video',
  recipe: 'export.archive.kinds.recipe',
  answer: 'export.archive.kinds.answer',
  birthday: 'export.archive.kinds.birthday',
  moment: 'export.archive.kinds.moment',
} as const satisfies Record<Post['kind'], PlainKey>;
const audiences = {
  family: 'export.archive.audiences.family',
  guardians: 'export.archive.audiences.guardians',
  people: 'export.archive.audiences.people',
  me: 'export.archive.audiences.me',
} as const satisfies Record<Post['audience'], PlainKey>;

/** A recipe as it is read: whom it comes from, for how many, how long it takes, what goes into it, and what is done. */
function recipeLines({ t, language }: Reader, recipe: Recipe, names: ReadonlyMap<string, string>): string[] {
  const { from, portions, prepare_minutes: prepare, cook_minutes: cook, ingredients, steps } = recipe;
  const name = names.get(from?.heartwood_id ?? '') ?? from?.name;
  return [
    ...(name ? [t('recipes.archive.from', { name })] : []),
    ...(portions === null ? [] : [t('recipes.archive.serves', { count: portions })]),
    ...(prepare === null ? [] : [t('recipes.archive.prepare', { time: measureIn(language, prepare, 'minute') })]),
    ...(cook === null ? [] : [t('recipes.archive.cook', { time: measureIn(language, cook, 'minute') })]),
    ...ingredients.map(({ amount, unit, what }) => [amount, unit, what].filter((part) => part !== '').join(' ')),
    ...steps.map(({ text }, index) => t('recipes.archive.step', { place: index + 1, text })),
  ];
}

interface Around {
  comments: Comment[];
  hearts: { user_id: string | null; name: string; created_at: string }[];
  people: { heartwood_id: string; name: string }[];
  /** The shelf of the treasures it is kept on. */
  keptIn: string | null;
  /** What a recipe says besides its story. */
  recipe: string[];
}

function exportedPost(reader: Reader, post: Post, { comments, hearts, people, keptIn, recipe }: Around) {
  const { media, author, latest_comment: _latest, can: _can, hearts: _hearts, comment_count: _count, people: _people, ...facts } = post;
  const { t, language } = reader;
  const writer = ({ user_id, name }: Post['author']) => ({ user_id, name });
  const who = listIn(
    language,
    people.map(({ name }) => name),
  );
  const lovers = listIn(
    language,
    hearts.map(({ name }) => name),
  );
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
      'export.archive.columns.id': post.id,
      'export.archive.columns.occurred': post.occurred_on,
      'export.archive.columns.created': post.created_at,
      'export.archive.columns.author': author.name,
      'export.archive.columns.kind': t(kinds[post.kind]),
      'export.archive.columns.audience': t(audiences[post.audience]),
      'export.archive.columns.people': who,
      'export.archive.columns.title': post.recipe?.title ?? '',
      'export.archive.columns.text': post.text,
      'export.archive.columns.question': post.question?.text ?? null,
      'export.archive.columns.recipe': recipe.join('\n'),
      'export.archive.columns.hearts': hearts.length,
      'export.archive.columns.comments': comments
        .map(({ author: by, text }) => t('export.archive.said', { name: by.name, text }))
        .join('\n'),
      'export.archive.columns.captions': Object.values(post.captions).join('\n'),
      'export.archive.columns.keptIn': keptIn,
      'export.archive.columns.media': media.length,
    },
    heading: t('export.archive.dated', { title: post.recipe?.title ?? author.name, day: dayIn(reader, post.occurred_on) }),
    day: post.occurred_on,
    text: post.text,
    captions: post.captions,
    lines: [
      post.question ? t('export.archive.answers', { question: post.question.text }) : '',
      ...recipe,
      who && t('export.archive.with', { names: who }),
      keptIn ? t('export.archive.keptIn', { shelf: keptIn }) : '',
      lovers && t('export.archive.lovedBy', { names: lovers }),
      ...comments.map(({ author: { name }, text, media: medium }) =>
        medium ? t('export.archive.saidWith', { name, text, filename: medium.filename }) : t('export.archive.said', { name, text }),
      ),
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
