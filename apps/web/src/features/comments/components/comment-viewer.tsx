import type { Comment } from '@heartwood/contract/comments';
import type { Media } from '@heartwood/contract/media';
import { MediumMenu } from '#features/downloads/components/medium-menu.tsx';
import { useNames } from '#features/people/api.ts';
import { Viewer } from '#features/media/components/viewer.tsx';
import type { PicturedItem } from '#features/media/logic.ts';
import { addressOf } from '#platform/addresses.ts';
import { agoInWords } from '#platform/dates.ts';
import { useMinute } from '#platform/today.ts';
import { Avatar } from '#ui/avatar.tsx';

/** The photo of a comment, large, with who showed it and what they said. */
export default function CommentViewer({
  comment,
  media,
  photo,
  onClose,
}: {
  comment: Comment;
  media: Media;
  photo: PicturedItem;
  onClose: () => void;
}) {
  const { users } = useNames();
  const now = useMinute();
  const { author, text, created_at } = comment;
  return (
    <Viewer
      photos={[photo]}
      index={0}
      onIndex={() => {}}
      onClose={onClose}
      menu={<MediumMenu medium={media} familyId={comment.family_id} text={text} />}
      foot={
        <div className="flex items-start gap-3">
          <Avatar id={author.heartwood_id ?? ''} name={author.name} src={addressOf(author.image?.thumb)} size="s" />
          <div className="min-w-0">
            <p className="text-meta text-[#d6cdc4]">
              <b className="me-1 type-label text-white">{users.get(author.user_id ?? '') ?? author.name}</b> {agoInWords(created_at, now)}
            </p>
            {text && <p className="mt-1 whitespace-pre-line text-white">{text}</p>}
          </div>
        </div>
      }
    />
  );
}
