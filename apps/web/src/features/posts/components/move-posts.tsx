import { t } from '@heartwood/messages/current';
import type { PlainKey } from '@heartwood/messages/translate';
import type { Media } from '@heartwood/contract/media';
import type { Post } from '@heartwood/contract/posts';
import { useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { firstPicture, gridItem, kindShown } from '#features/media/logic.ts';
import { useNameOf } from '#features/people/hooks/use-name-of.ts';
import { ShelfPicker } from '#features/treasures/components/shelf-picker.tsx';
import { dayInWords } from '#platform/dates.ts';
import { beginningOf } from '#ui/beginning-of.ts';
import { Button } from '#ui/button.tsx';
import { focusLater } from '#ui/focus-later.ts';
import { coversFoot } from '#ui/foot.ts';
import { NextPage } from '#ui/next-page.tsx';
import { PhotoFrame } from '#ui/photo-frame.tsx';
import { useMovePosts } from '../hooks/use-move-posts.ts';

/**
 * Chooses several posts of a shelf and puts them on another, or on none. What is chosen stays so while the shelf is narrowed; only what is shown
 * counts.
 */
export function MovePosts({
  posts,
  from,
  list,
  onDone,
  children,
}: {
  /** Undefined while they are not known. */
  posts: readonly Post[] | undefined;
  from: string | null;
  /** What they come from, page by page. */
  list: ComponentProps<typeof NextPage>['list'];
  onDone: () => void;
  /** Stands in their place where there are none to choose from. */
  children: ReactNode;
}) {
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const [picks, pick] = useState(false);
  const move = useMovePosts();
  const nameOf = useNameOf();
  const section = useRef<HTMLElement>(null);
  // The button that opened it has gone.
  useEffect(() => focusLater(() => section.current?.querySelector('input')), []);
  const mine = (posts ?? []).filter(({ can }) => can.keep);
  const ids = mine.map(({ id }) => id).filter((id) => chosen.has(id));
  const toggle = (id: string) => choose((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]));
  const put = (shelfId: string | null) =>
    move.mutate(
      { ids, shelfId },
      {
        onSuccess: onDone,
        onSettled: () => pick(false),
      },
    );
  return (
    <section ref={section} aria-label={t('posts.choosePosts')}>
      <p role="status" className="type-meta">
        {t('posts.chosen', { count: ids.length })}
      </p>
      {posts && posts.length > 0 ? (
        <ul className="mt-2 [&>li+li]:border-t [&>li+li]:border-line">
          {mine.map((post) => (
            <li key={post.id}>
              <PostChoice post={post} author={nameOf(post.author)} checked={chosen.has(post.id)} onChange={() => toggle(post.id)} />
            </li>
          ))}
        </ul>
      ) : (
        children
      )}
      <NextPage list={list} failed={t('posts.feedFailed')} small look="quiet" className="mt-3">
        {t('posts.more')}
      </NextPage>
      <div ref={coversFoot} className="sticky bottom-24 z-10 mt-4 flex flex-wrap gap-2 rounded-card bg-raised p-3 shadow-float lg:bottom-5">
        <Button small disabled={ids.length === 0} busy={move.isPending} onClick={() => pick(true)}>
          {t('posts.moveTo')}
        </Button>
        <Button small look="quiet" onClick={() => choose((before) => new Set([...before, ...mine.map(({ id }) => id)]))}>
          {t('posts.chooseAll')}
        </Button>
        <Button small look="quiet" onClick={onDone}>
          {t('posts.done')}
        </Button>
      </div>
      {picks && <ShelfPicker chosen={from} busy={move.isPending} onChoose={put} onClose={() => pick(false)} />}
    </section>
  );
}

/** What a post without words is called, by its kind. */
const wordless = {
  image: 'posts.aPhoto',
  video: 'posts.aVideo',
  audio: 'treasures.aVoice',
  document: 'posts.aDocument',
} as const satisfies Record<Media['kind'], PlainKey>;

function PostChoice({
  post,
  author,
  checked,
  onChange,
}: {
  post: Post;
  /** As the reader calls them. */
  author: string;
  checked: boolean;
  onChange: () => void;
}) {
  const photo = firstPicture(post.media);
  return (
    <label className="flex min-h-22 cursor-pointer items-center gap-4 py-3">
      <input type="checkbox" checked={checked} onChange={onChange} className="size-6 shrink-0 accent-fir" />
      {photo && (
        <span className="relative size-18 shrink-0 overflow-hidden rounded-[14px]">
          <PhotoFrame photo={gridItem(photo, '')} sizes="72px" />
        </span>
      )}
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 font-serif text-[1.0625rem] leading-snug">
          {post.recipe?.title ?? (beginningOf(post.text, 120) || t(wordless[kindShown(post.media)]))}
        </span>
        <span className="type-meta">{t('posts.ofWhom', { author, day: dayInWords(post.occurred_on) })}</span>
      </span>
    </label>
  );
}
