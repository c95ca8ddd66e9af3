import type { Post } from '@heartwood/contract/posts';
import type { Recipe } from '@heartwood/contract/recipes';
import { recipeLimits } from '@heartwood/contract/limits';
import { t } from '@heartwood/messages/current';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Attached } from '#features/media/components/attached.tsx';
import { useOpened } from '#features/media/hooks/use-opened.ts';
import { gridItem, pictured } from '#features/media/logic.ts';
import { useNames } from '#features/people/api.ts';
import { CookView, RecipePage } from '#features/recipes/components/lazy-recipe.tsx';
import { BackRow } from '#ui/back-row.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { BackButton, Page } from '#ui/page.tsx';
import { PhotoFrame } from '#ui/photo-frame.tsx';
import { PhotoGrid } from '#ui/photo-grid.tsx';
import { Loading, PostSkeleton } from '#ui/skeleton.tsx';
import type { BelowPost } from '../screens/post-screen.tsx';
import { KeepButton } from './keep-button.tsx';
import { KeptOn } from './kept-on.tsx';
import { LazyPostMenu } from './lazy-post-menu.tsx';
import { LazyViewer } from './lazy-viewer.tsx';
import { Lovers } from './lovers.tsx';
import { PeopleThen } from './people-then.tsx';

/** Where one is in a recipe: at which step one cooks, from 1, and for how many. */
interface Place {
  cook: number | undefined;
  serves: number;
}

/** A post that is a recipe: as a page, and while one cooks one step a screen. */
export default function RecipePost({
  post,
  recipe,
  isAwaited,
  comments: Comments,
  onBack,
}: {
  post: Post;
  recipe: Recipe;
  isAwaited: boolean;
  comments: BelowPost;
  onBack: () => void;
}) {
  const { users, names, people } = useNames();
  const opened = useOpened();
  const [isBegun, begin] = useState(false);
  const { serves, cook, go } = usePlace(post, recipe);
  const shown = pictured(post.media);
  const onPhoto = (mediumId: string) =>
    opened.open(
      Math.max(
        0,
        shown.findIndex(({ id }) => id === mediumId),
      ),
    );
  const viewer = <LazyViewer post={post} opened={opened} />;
  const waiting = (
    <Loading label={t('posts.loadingPost')}>
      <PostSkeleton />
    </Loading>
  );
  if (cook)
    return (
      <Suspense fallback={waiting}>
        <CookView
          postId={post.id}
          recipe={recipe}
          media={post.media}
          hasFocus={isBegun}
          step={cook - 1}
          serves={serves}
          onStep={(step) => go(() => ({ cook: step + 1 }))}
          onTurn={(by) => go((now) => ({ cook: now.cook && now.cook + by }))}
          onClose={() => go(() => ({ cook: undefined }), { resetScroll: true })}
          onPhoto={onPhoto}
        />
        {viewer}
      </Suspense>
    );
  const { author } = post;
  return (
    <Page wide edge={dishOf(post, recipe).length > 0}>
      <Hero post={post} recipe={recipe} onBack={onBack} onPhoto={onPhoto} />
      <Suspense fallback={waiting}>
        <RecipePage
          postId={post.id}
          recipe={recipe}
          story={post.text}
          media={post.media}
          serves={serves}
          writer={users.get(author.user_id ?? '') ?? author.name}
          people={people}
          names={names}
          onServes={(by) => go((now) => ({ serves: now.serves + by }))}
          onCook={(step) => (begin(true), go(() => ({ cook: step + 1 }), { replace: false, resetScroll: true }))}
          onPhoto={onPhoto}
        >
          <Attached media={post.media} className="mt-5" />
          <Others post={post} recipe={recipe} onPhoto={onPhoto} />
          <PeopleThen post={post} people={people} />
          <Lovers post={post} users={users} />
          <KeptOn post={post} />
          <Comments post={post} users={users} isAwaited={isAwaited} isCovered={opened.index !== undefined} />
        </RecipePage>
      </Suspense>
      {viewer}
    </Page>
  );
}

/** A number, or the end of what may be that is nearer to it. */
const within = (number: number, { min, max }: { min: number; max: number }): number => Math.min(max, Math.max(min, number));

/** Where an address leads in a recipe. */
const placeIn = ({ portions, steps }: Recipe, { cook, serves }: Partial<Place>): Place => ({
  cook: cook !== undefined && steps.length > 0 ? within(cook, { min: 1, max: steps.length }) : undefined,
  serves: portions === null ? 1 : within(serves ?? portions, recipeLimits.portions),
});

/**
 * Where one is in a recipe, and what goes elsewhere: from where the press before leads, also where that is not drawn yet. For as many as it
 * was written for the address says nothing.
 */
function usePlace(post: Post, recipe: Recipe) {
  const navigate = useNavigate();
  const place = placeIn(recipe, useSearch({ strict: false }));
  const go = (to: (now: Place) => Partial<Place>, { replace = true, resetScroll = false } = {}) =>
    void navigate({
      to: '/post/$id',
      params: { id: post.id },
      search: (address) => {
        const now = placeIn(recipe, address);
        const { cook, serves } = placeIn(recipe, { ...now, ...to(now) });
        return { ...(cook ? { cook } : {}), ...(recipe.portions === null || serves === recipe.portions ? {} : { serves }) };
      },
      replace,
      resetScroll,
    });
  return { ...place, go };
}

/** Photos and videos of the dish: those of no step; where all are of steps, the first of them. */
function dishOf(post: Post, recipe: Recipe) {
  const shown = pictured(post.media);
  const own = shown.filter(({ id }) => !recipe.steps.some(({ media_ids }) => media_ids.includes(id)));
  return own.length > 0 ? own : shown.slice(0, 1);
}

/** The dish, large, with the way back and what can be done on it; without a photo those alone. */
function Hero({ post, recipe, onBack, onPhoto }: { post: Post; recipe: Recipe; onBack: () => void; onPhoto: (mediumId: string) => void }) {
  const navigate = useNavigate();
  const gone = () => navigate({ to: '/dashboard', replace: true });
  const [dish] = dishOf(post, recipe);
  if (!dish)
    return (
      <BackRow className="mb-1 print:hidden" back={<BackButton label={t('posts.back')} onBack={onBack} />}>
        <KeepButton post={post} className="" />
        <LazyPostMenu post={post} onGone={gone} />
      </BackRow>
    );
  const item = gridItem(dish, post.captions[dish.id] || recipe.title);
  return (
    <div className="relative bleed h-[340px] overflow-hidden md:rounded-[26px]! lg:mt-7 lg:h-[420px] print:hidden">
      <button type="button" aria-label={item.alt} onClick={() => onPhoto(dish.id)} className="ring-on-photo block size-full">
        {item.waiting ? (
          <span className="absolute inset-0 grid place-content-center bg-sunken p-4 text-center type-meta">{item.waiting}</span>
        ) : (
          <PhotoFrame photo={item} eager sizes="(min-width: 1080px) 980px, 100vw" />
        )}
      </button>
      <div className="absolute inset-x-3 top-3 flex justify-between">
        <IconButton look="glass" label={t('posts.back')} onClick={onBack}>
          <ArrowLeft />
        </IconButton>
        <div className="flex gap-2">
          <KeepButton post={post} look="glass" className="" />
          <LazyPostMenu post={post} onGone={gone} look="glass" />
        </div>
      </div>
    </div>
  );
}

/** More photos of the dish than the large one. */
function Others({ post, recipe, onPhoto }: { post: Post; recipe: Recipe; onPhoto: (mediumId: string) => void }) {
  const others = dishOf(post, recipe).slice(1);
  return (
    <PhotoGrid
      className="mt-5"
      items={others.map((medium) => gridItem(medium, post.captions[medium.id] ?? ''))}
      onOpen={(index) => onPhoto(others[index]?.id ?? '')}
    />
  );
}
