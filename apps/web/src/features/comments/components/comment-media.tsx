import { t } from '@heartwood/messages/current';
import type { Media } from '@heartwood/contract/media';
import type { Comment } from '@heartwood/contract/comments';
import { lazy, Suspense } from 'react';
import { useSettled } from '#features/media/api.ts';
import { Attached } from '#features/media/components/attached.tsx';
import { useOpened } from '#features/media/hooks/use-opened.ts';
import { VideoPlayer } from '#features/media/components/video-player.tsx';
import { gridItem, pictured } from '#features/media/logic.ts';
import { PhotoGrid } from '#ui/photo-grid.tsx';

const CommentViewer = lazy(() => import('./comment-viewer.tsx'));

/**
 * What was said with a comment besides words: a voice, a photo that opens large, a video, a document.
 * @param small where there is little room: a video opens large, too
 */
export function CommentMedia({ comment, media: given, small = false }: { comment: Comment; media: Media; small?: boolean }) {
  const media = useSettled(given);
  const opened = useOpened();
  if (pictured([media]).length === 0) return <Attached media={[media]} className="mt-2" />;
  const item = gridItem(media, media.kind === 'video' ? t('comments.commentVideo') : t('comments.commentPicture'));
  if (item.film && !small)
    return (
      <div className="mt-2 aspect-video max-w-90 overflow-hidden rounded-photo">
        <VideoPlayer src={item.film} seconds={item.seconds} poster={item.sources.at(-1)?.src} label={item.alt} />
      </div>
    );
  return (
    <>
      <PhotoGrid items={[item]} className={small ? 'mt-2 max-w-40' : 'mt-2 max-w-72'} {...(item.waiting ? {} : { onOpen: opened.open })} />
      {opened.index !== undefined && (
        <Suspense>
          <CommentViewer comment={comment} media={media} photo={item} onClose={opened.close} />
        </Suspense>
      )}
    </>
  );
}
