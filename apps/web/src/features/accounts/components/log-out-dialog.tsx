import { t } from '@heartwood/messages/current';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { tellMissing } from '#platform/part.tsx';
import { toasts } from '#platform/toasts.ts';
import { unsent, useUnsent } from '#platform/unsent.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogActions } from '#ui/dialog.tsx';
import { logout } from '../api.ts';

/** How many posts and comments are on their way, from whatever page. */
const countOf = ({ posts, comments }: Pick<ReturnType<typeof useUnsent>, 'posts' | 'comments'>) => ({
  posts: posts.here + posts.elsewhere,
  comments: comments.here + comments.elsewhere,
});

/**
 * Logging out, with a question where posts or comments are on their way from this device: they would be deleted.
 * @param done is called once nobody is signed in
 */
export function useLogOut(done?: () => void) {
  const waiting = useUnsent();
  const [step, setStep] = useState<'idle' | 'asking' | 'waiting' | 'leaving'>('idle');
  const queries = useQueryClient();
  const leave = async () => {
    setStep('leaving');
    // What is still being asked would be refused without a session, as if it had ended elsewhere.
    await queries.cancelQueries();
    const answer = await logout();
    setStep('idle');
    if (answer.success) return done?.();
    toasts.add(answer.message, { type: 'error' });
    await queries.invalidateQueries();
  };
  const begin = async () => {
    // The question goes by itself where all of it has left meanwhile.
    if (step === 'leaving' || step === 'waiting') return;
    setStep('leaving');
    const found = await unsent.look().catch(tellMissing);
    // Without what sends nobody knows what would be deleted.
    if (!found) return setStep('idle');
    const { posts, comments } = countOf(found);
    if (posts + comments === 0) await leave();
    else setStep('asking');
  };
  return {
    /** Logs out, or asks. */
    begin: () => void begin(),
    busy: step === 'leaving',
    dialog: (
      <LogOutDialog
        {...countOf(waiting)}
        stuck={waiting.posts.isStuck}
        step={step}
        wait={() => setStep('waiting')}
        leave={() => void leave()}
        stay={() => setStep('idle')}
      />
    ),
  };
}

interface LogOutDialogProps {
  posts: number;
  comments: number;
  /** Whether one of them was refused: it does not leave by itself. */
  stuck: boolean;
  step: 'idle' | 'asking' | 'waiting' | 'leaving';
  wait: () => void;
  leave: () => void;
  stay: () => void;
}

function LogOutDialog({ posts, comments, stuck, step, wait, leave, stay }: LogOutDialogProps) {
  const count = posts + comments;
  const what = posts === 0 ? 'comments' : comments === 0 ? 'posts' : 'both';
  const waits = step === 'waiting' && !stuck;
  const isThere = step === 'waiting' && count === 0;
  useEffect(() => {
    if (isThere) leave();
  });
  return (
    <Dialog
      title={t('posts.logOut.title', { count, what })}
      text={waits ? t('posts.logOut.waiting', { count }) : stuck ? t('posts.logOut.stuck', { count }) : t('posts.logOut.text', { count })}
      open={(step === 'asking' || step === 'waiting') && count > 0}
      onOpenChange={(open) => !open && stay()}
    >
      <DialogActions>
        {!stuck && (
          <Button block busy={waits} onClick={wait}>
            {t('posts.logOut.wait')}
          </Button>
        )}
        <Button block look="delete" onClick={leave}>
          {t('posts.logOut.leave', { count })}
        </Button>
        <Button block look="quiet" onClick={stay}>
          {t('posts.logOut.stay')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
