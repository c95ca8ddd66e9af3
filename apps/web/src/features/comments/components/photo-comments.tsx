import { t } from '@heartwood/messages/current';
import { useEffect, useEffectEvent } from 'react';
import type { Commenting } from '#features/posts/components/commenting.ts';
import { useAddComment } from '../api.ts';
import { useWaiting } from '../state.ts';
import { CommentField } from './comment-field.tsx';

/** The field of comments beside the photos of a post, on black. */
export default function PhotoComments({ post, asked, onSaid }: Commenting) {
  const adding = useAddComment(post.id);
  const waiting = useWaiting(post.id);
  const sent = adding.data?.id;
  const tell = useEffectEvent(onSaid);
  useEffect(() => {
    if (sent) tell(sent);
  }, [sent]);
  return (
    <div className="[--hw-error:#ffb4a2] [--hw-fir-hover:#bfe8d6] [--hw-fir:#a9dcc5] [--hw-ink-3:#d6cdc4] [--hw-ink:#fff] [--hw-on-fir:#10271f] [--hw-sunken:rgb(255_255_255/.14)]">
      {waiting.map(({ id, text }) => (
        <p key={id} className="line-clamp-2 py-2 opacity-70">
          {text} <span className="type-meta">{t('comments.waitingForNetwork')}</span>
        </p>
      ))}
      {adding.isPending && (
        <p className="line-clamp-2 py-2 opacity-70">
          {adding.variables.what([]).text} <span className="type-meta">{t('comments.sending')}</span>
        </p>
      )}
      <p role="status" className="sr-only">
        {adding.isSuccess && t('comments.commentThere')}
      </p>
      <CommentField postId={post.id} adding={adding} asked={asked} onPhoto />
    </div>
  );
}
