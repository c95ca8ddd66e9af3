import type { Notification } from '@heartwood/contract/notifications';
import { t } from '@heartwood/messages/current';
import { Link } from '@tanstack/react-router';
import { CalendarHeart, Star } from 'lucide-react';
import type { MouseEvent } from 'react';
import { addressOf } from '#platform/addresses.ts';
import { Avatar } from '#ui/avatar.tsx';
import { cx } from '#ui/class-names.ts';
import { PhotoFrame } from '#ui/photo-frame.tsx';
import { Rich } from '#ui/rich.tsx';
import { detailsOf, placeOf, sentenceOf } from '../logic.ts';
import type { Names } from '../logic.ts';

/** One line of what somebody is told; the whole line leads to what it tells of. */
export function NotificationRow({
  line,
  names,
  family,
  on,
  isPending,
  onFollow,
}: {
  line: Notification;
  names: Names;
  /** The name of its family, where somebody is in several. */
  family: string | undefined;
  /** Today, `YYYY-MM-DD`. */
  on: string;
  /** Whether it was pressed, and leads there as soon as its family is chosen. */
  isPending: boolean;
  onFollow: (event: MouseEvent<HTMLAnchorElement>) => void;
}) {
  return (
    <li className={cx(line.is_read && '[&+li]:border-t [&+li]:border-line')}>
      <Link
        {...placeOf(line)}
        onClick={onFollow}
        data-pending={isPending ? '' : undefined}
        className={cx(
          '-mx-3 flex min-h-16 items-start gap-3 px-3 py-3.5 leading-[1.45]',
          line.is_read ? 'hover:bg-sunken' : 'mb-1 rounded-photo bg-fir-soft',
        )}
      >
        <Face line={line} />
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          <span className="block">
            <Rich text={sentenceOf(line, names, on)} tags={{ b: <b className="font-[650]" /> }} />
          </span>
          <span className="block type-meta">{detailsOf(line, family, on)}</span>
        </span>
        <Picture post={line.post} />
        <span className="flex w-[9px] shrink-0 self-center">
          {!line.is_read && <i role="img" aria-label={t('notifications.unread')} className="hw-dot size-[9px] rounded-full bg-love" />}
        </span>
      </Link>
    </li>
  );
}

/** Who did it, whom it is about, or what kind of thing it is. */
function Face({ line: { actors, person, kind } }: { line: Notification }) {
  const [actor] = actors;
  if (actor) return <Avatar id={actor.heartwood_id ?? ''} name={actor.name} src={addressOf(actor.image?.thumb)} />;
  if (person) return <Avatar id={person.heartwood_id} name={person.name} src={addressOf(person.image?.thumb)} />;
  const Icon = kind === 'subscription' ? Star : CalendarHeart;
  return (
    <span className="inline-flex size-11 shrink-0 items-center justify-center rounded-full bg-resin-soft text-resin">
      <Icon />
    </span>
  );
}

function Picture({ post }: { post: Notification['post'] }) {
  const src = addressOf(post?.image);
  if (!post || (!src && !post.thumbhash)) return null;
  const sources = src ? [{ src, width: null }] : [];
  return (
    <span className="relative size-[52px] shrink-0 overflow-hidden rounded-[10px]">
      <PhotoFrame photo={{ id: post.id, sources, width: null, height: null, thumbhash: post.thumbhash, alt: '' }} sizes="52px" />
    </span>
  );
}
