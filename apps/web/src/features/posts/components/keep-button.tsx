import { t } from '@heartwood/messages/current';
import type { Post } from '@heartwood/contract/posts';
import { Gem } from 'lucide-react';
import { useState } from 'react';
import { language } from '#platform/language.ts';
import { OnPress } from '#platform/part.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { answerOnce } from '#ui/painted.ts';

const KeepDialog = lazyPart(async () => {
  const [dialog] = await Promise.all([import('./keep-dialog.tsx'), language.need('kept')]);
  return dialog;
});

/** Keeps a post on a shelf of the treasures, or takes it off: filled where it is on one. Nothing where one may not. */
export function KeepButton({ post, look, className = 'text-ink-2' }: { post: Post; look?: 'glass'; className?: string }) {
  const [chooses, choose] = useState(false);
  if (!post.can.keep) return null;
  const isKept = post.subcategory_id !== null;
  return (
    <>
      <IconButton
        look={look}
        label={t('posts.keep')}
        aria-haspopup="dialog"
        onPointerEnter={KeepDialog.soon}
        onFocus={KeepDialog.soon}
        aria-pressed={isKept}
        onClick={({ currentTarget }) => void answerOnce(currentTarget, () => choose(true))}
        className={isKept && !look ? `${className} text-fir` : className}
      >
        <Gem className={isKept ? 'fill-current/25' : ''} />
      </IconButton>
      {chooses && (
        <OnPress onFail={() => choose(false)}>
          <KeepDialog post={post} onClose={() => choose(false)} />
        </OnPress>
      )}
    </>
  );
}
