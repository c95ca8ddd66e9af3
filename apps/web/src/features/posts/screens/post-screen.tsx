import { t } from '@heartwood/messages/current';
import type { Post } from '@heartwood/contract/posts';
import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router';
import { Suspense, type ComponentType } from 'react';
import { useNames } from '#features/people/api.ts';
import { useNameOf } from '#features/people/hooks/use-name-of.ts';
import { Attached } from '#features/media/components/attached.tsx';
import { useOpened } from '#features/media/hooks/use-opened.ts';
import { pictured } from '#features/media/logic.ts';
import { addressOf } from '#platform/addresses.ts';
import { language } from '#platform/language.ts';
import { hasNotCome, NotLoaded } from '#platform/not-loaded.tsx';
import { usePageTitle } from '#platform/title.ts';
import { beginningOf } from '#ui/beginning-of.ts';
import { Avatar } from '#ui/avatar.tsx';
import { BackRow } from '#ui/back-row.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { BackButton, Page } from '#ui/page.tsx';
import { Loading, PostSkeleton } from '#ui/skeleton.tsx';
import { usePost } from '../api.ts';
import { AnsweredQuestion } from '../components/answered-question.tsx';
import { KeepButton } from '../components/keep-button.tsx';
import { KeptOn } from '../components/kept-on.tsx';
import { LazyPostMenu } from '../components/lazy-post-menu.tsx';
import { LazyMoment } from '../components/lazy-moment.tsx';
import { LazyViewer, viewerSoon } from '../components/lazy-viewer.tsx';
import { Lovers } from '../components/lovers.tsx';
import { PeopleThen } from '../components/people-then.tsx';
import { PostPhotos } from '../components/post-photos.tsx';
import { fullMetaLine } from '../components/meta.ts';
import { wordsOf } from '../logic.ts';

const EditPost = lazyPart(async () => {
  // An answer is changed among those who see its question, which comes with its words.
  const [form] = await Promise.all([import('../components/edit-post.tsx'), language.need('pages')]);
  return form;
});
const RecipePost = lazyPart(() => import('../components/recipe-post.tsx'));

/** What stands below a post and belongs to a feature above; `isAwaited` while it is on its way together with the post. */
export type BelowPost = ComponentType<{ post: Post; users: ReadonlyMap<string, string>; isAwaited: boolean; isCovered: boolean }>;

/** One post: its photos, its story, who is in it and how old they were, hearts, comments. `?edit=1` is its editing, `?cook=2` the second step of a recipe. */
export function PostScreen({ comments }: { comments: BelowPost }) {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const { edit } = useSearch({ strict: false }) as { edit?: string };
  const router = useRouter();
  const navigate = useNavigate();
  const asked = usePost(id);
  const { data: post, isFetching, refetch } = asked;
  const nameOf = useNameOf();
  usePageTitle(post && (post.recipe?.title ?? (beginningOf(post.text) || t('posts.heading', { author: nameOf(post.author) }))));
  const back = () => (router.history.canGoBack() ? router.history.back() : void navigate({ to: '/dashboard' }));
  if (post && edit && post.can.edit)
    return (
      <Suspense fallback={<Waiting onBack={back} />}>
        <EditPost key={id} id={id} onClose={() => void navigate({ to: '/post/$id', params: { id }, replace: true })} />
      </Suspense>
    );
  if (post?.recipe)
    return (
      <Suspense fallback={<Waiting onBack={back} />}>
        <RecipePost post={post} recipe={post.recipe} isAwaited={isFetching} comments={comments} onBack={back} />
      </Suspense>
    );
  if (!post && !hasNotCome(asked)) return <Waiting onBack={back} />;
  return (
    <Page alone wide={post !== undefined && pictured(post.media).length > 0}>
      <BackRow className="mb-1" back={<BackButton label={t('posts.back')} onBack={back} />}>
        {post && <LazyPostMenu post={post} onGone={() => navigate({ to: '/dashboard', replace: true })} />}
      </BackRow>
      {!post && (
        <>
          <h1 className="mt-3 type-title">{t('app.pages.post')}</h1>
          <NotLoaded className="mt-5" onRetry={refetch}>
            {t('posts.postFailed')}
          </NotLoaded>
        </>
      )}
      {post && <Whole post={post} isAwaited={isFetching} comments={comments} />}
    </Page>
  );
}

/** Stands in for a post, or for what it is shown or changed with, that is on its way. */
function Waiting({ onBack }: { onBack: () => void }) {
  return (
    <Page wide>
      <BackRow className="mb-1" back={<BackButton label={t('posts.back')} onBack={onBack} />} />
      <Loading label={t('posts.loadingPost')}>
        <PostSkeleton />
      </Loading>
    </Page>
  );
}

function Whole({ post, isAwaited, comments: Comments }: { post: Post; isAwaited: boolean; comments: BelowPost }) {
  const { users, people } = useNames();
  const opened = useOpened();
  const { author } = post;
  const name = users.get(author.user_id ?? '') ?? author.name;
  const photos = pictured(post.media).length > 0;
  const { title, story } = wordsOf(post);
  return (
    <div className={photos ? 'lg:grid lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)] lg:items-start lg:gap-11' : ''}>
      <h1 className="sr-only">{t('posts.heading', { author: name })}</h1>
      {photos && <PostPhotos media={post.media} captions={post.captions} onOpen={opened.open} onReach={viewerSoon} />}
      <div className={photos ? 'lg:sticky lg:top-7' : ''}>
        <div className="mt-5 flex items-center gap-3">
          <Avatar id={author.heartwood_id ?? ''} name={author.name} src={addressOf(author.image?.thumb)} size="l" />
          <div className="min-w-0 flex-1">
            <p className="leading-snug font-semibold">{name}</p>
            <p className="type-meta">{fullMetaLine(post, users)}</p>
          </div>
        </div>
        {post.question && <AnsweredQuestion question={post.question} />}
        {title && <LazyMoment post={post} title={title} className="mt-4" />}
        {story && <p className="mt-4 type-story text-[1.375rem] leading-[1.45] whitespace-pre-line">{story}</p>}
        <Attached media={post.media} className="mt-5" />
        <PeopleThen post={post} people={people} />
        <Lovers post={post} users={users} end={post.can.keep && <KeepButton post={post} />} />
        <KeptOn post={post} />
        <Comments post={post} users={users} isAwaited={isAwaited} isCovered={opened.index !== undefined} />
      </div>
      <LazyViewer post={post} opened={opened} />
    </div>
  );
}
