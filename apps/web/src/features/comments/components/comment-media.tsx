import { t } from '@heartwood/messages/current';
import type { Media } from '@heartwood/contract/media';
import type { Comment } from '@heartwood/contract/comments';
import { useSettled } from '#features/media/api.ts';
import { Attached } from '#features/media/components/attached.tsx';
import { useOpened } from '#features/media/hooks/use-opened.ts';
import { gridItem, pictured } from '#features/media/logic.ts';
import { OnPress } from '#platform/part.tsx';
import { Opening } from '#ui/opening.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { PhotoGrid } from '#ui/photo-grid.tsx';

const CommentViewer = lazyPart(() => import('./comment-viewer.tsx'));

/**
 * What was said with a comment besides words: a voice, a photo or a video that opens large, a document.
 * @param small where there is little room
 */
export function CommentMedia({ comment, media: given, small = false }: { comment: Comment; media: Media; small?: boolean }) {
  const media = useSettled(given);
  const opened = useOpened();
  if (pictured([media]).length === 0) return <Attached media={[media]} className="mt-2" />;
  const item = gridItem(media, media.kind === 'video' ? t('comments.commentVideo') : t('comments.commentPicture'));
  return (
    <>
      <PhotoGrid
        items={[item]}
        className={small ? 'mt-2 max-w-40' : 'mt-2 max-w-72'}
        {...(item.waiting ? {} : { onOpen: opened.open, onReach: CommentViewer.soon })}
      />
      {opened.index !== undefined && (
        <OnPress fallback={<Opening dark onClose={opened.close} />} onFail={opened.close}>
          <CommentViewer comment={comment} media={media} photo={item} onClose={opened.close} />
        </OnPress>
      )}
    </>
  );
}
