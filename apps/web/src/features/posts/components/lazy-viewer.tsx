import type { Post } from '@heartwood/contract/posts';
import type { Opened } from '#features/media/hooks/use-opened.ts';
import { language } from '#platform/language.ts';
import { OnPress } from '#platform/part.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { Opening } from '#ui/opening.tsx';

const PostViewer = lazyPart(async () => {
  const [viewer] = await Promise.all([import('./post-viewer.tsx'), language.need('kept')]);
  return viewer;
});

/** The photos of a post, large; loaded when the first one is opened. */
export function LazyViewer({ post, opened }: { post: Post; opened: Opened }) {
  if (opened.index === undefined) return null;
  return (
    <OnPress fallback={<Opening dark onClose={opened.close} />} onFail={opened.close}>
      <PostViewer post={post} index={opened.index} onClose={opened.close} onLeave={opened.leave} />
    </OnPress>
  );
}

/** Loads what shows photos large, as somebody reaches for one. */
export const viewerSoon = PostViewer.soon;
