import type { Comment } from '@heartwood/contract/comments';
import { useInfiniteQuery, useMutationState } from '@tanstack/react-query';
import { useEffect } from 'react';
import { commentsQuery } from '#features/posts/api.ts';
import { deletingComment } from '../api.ts';

/**
 * Comments of a post, oldest first, as far as they are loaded (`items`) and not being deleted here, and their query.
 * @param isToGoOn whether the rest is to be loaded by itself, page by page; what fails is not tried again by itself
 */
export function useComments(postId: string, enabled: boolean, isToGoOn: (items: readonly Comment[]) => boolean) {
  const query = useInfiniteQuery({ ...commentsQuery(postId), enabled, throwOnError: false });
  const gone = useMutationState({
    filters: { mutationKey: deletingComment, status: 'pending' },
    select: ({ state }) => (state.variables as Comment).id,
  });
  const loaded = query.data?.pages.flatMap((page) => page.items) ?? [];
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  const goesOn = hasNextPage && !isFetching && !isError && isToGoOn(loaded);
  useEffect(() => {
    if (goesOn) void fetchNextPage();
  }, [goesOn, loaded.length, fetchNextPage]);
  return { items: loaded.filter(({ id }) => !gone.includes(id)), query };
}
