import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { CheckCheck, Plus } from 'lucide-react';
import { useState } from 'react';
import { treasuresQuery } from '#features/treasures/api.ts';
import { ShelfMenu } from '#features/treasures/components/shelf-menu.tsx';
import { everythingIn, kept, words as treasures } from '#features/treasures/words.ts';
import { usePageTitle } from '#platform/title.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { BackButton, Page } from '#ui/page.tsx';
import { Loading, PostSkeleton } from '#ui/skeleton.tsx';
import { feedQuery } from '../api.ts';
import { MovePosts } from '../components/move-posts.tsx';
import { PostList, usePosts } from '../components/post-list.tsx';
import { words } from '../words.ts';

/** The posts on one shelf; with `category`, everything that is kept in a category. Several can be moved at once. */
export function ShelfScreen() {
  const asked = useSearch({ strict: false }) as { subcategory?: string; category?: string };
  const router = useRouter();
  const navigate = useNavigate();
  const { data: categories, isError: unknown } = useQuery({ ...treasuresQuery(), throwOnError: false });
  const [moves, move] = useState(false);
  const category = categories?.find(
    ({ id, slug, subcategories }) =>
      subcategories.some((one) => one.id === asked.subcategory) || slug === asked.category || id === asked.category,
  );
  const shelf = category?.subcategories.find(({ id }) => id === asked.subcategory);
  const title = shelf?.name ?? (asked.subcategory ? undefined : category && everythingIn(category.name));
  usePageTitle(title);
  const filter = asked.subcategory ? { subcategory_id: asked.subcategory } : { category_id: category?.id ?? '' };
  const list = useInfiniteQuery({ ...feedQuery(filter), enabled: Boolean(asked.subcategory ?? category), throwOnError: false });
  const posts = usePosts(list.data);
  const back = () => (router.history.canGoBack() ? router.history.back() : void navigate({ to: '/treasures' }));
  const isGone = categories !== undefined && title === undefined;

  return (
    <Page>
      <div className="-mx-2 mb-1 flex min-h-14 items-center justify-between gap-2">
        <BackButton label={words.back} onBack={back} />
        {category && shelf?.can.edit && <ShelfMenu category={category} shelf={shelf} look="plain" onGone={back} />}
      </div>
      {category && (
        <Link to="/treasures/subcategory" search={{ category: category.slug }} className="type-meta underline-offset-4 hover:underline">
          {category.name}
        </Link>
      )}
      {title && <h1 className="mt-1 type-title">{title}</h1>}
      {title && <p className="mt-2 soft">{kept((shelf ?? category)?.post_count ?? 0)}</p>}
      {isGone ? (
        <EmptyState
          level={1}
          drawing="chest"
          title={words.noShelf}
          action={
            <ButtonLink small to="/treasures">
              {treasures.chooseCategory}
            </ButtonLink>
          }
        >
          {words.noShelfHint}
        </EmptyState>
      ) : (
        <>
          <div className="mt-5 mb-2 flex flex-wrap gap-2">
            <ButtonLink
              small
              icon={<Plus />}
              to="/treasures/share-something"
              search={asked.subcategory ? { shelf: asked.subcategory } : {}}
            >
              {words.addHere}
            </ButtonLink>
            {posts?.some(({ can }) => can.keep) && !moves && (
              <Button small look="quiet" icon={<CheckCheck />} onClick={() => move(true)}>
                {words.choosePosts}
              </Button>
            )}
          </div>
          {!categories && !unknown && list.isPending && (
            <Loading label={words.loadingFeed}>
              <PostSkeleton />
            </Loading>
          )}
          {moves && posts ? (
            <MovePosts
              posts={posts}
              from={asked.subcategory ?? null}
              onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
              onDone={() => move(false)}
            />
          ) : (
            <PostList name={`shelf ${asked.subcategory ?? asked.category ?? ''}`} list={list} empty={<EmptyShelf />} />
          )}
        </>
      )}
    </Page>
  );
}

function EmptyShelf() {
  const { title, text } = words.emptyShelf;
  return (
    <div className="py-5">
      <EmptyState drawing="chest" title={title}>
        {text}
      </EmptyState>
    </div>
  );
}
