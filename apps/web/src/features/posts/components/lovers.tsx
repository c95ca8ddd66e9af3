import { t } from '@heartwood/messages/current';
import type { Post } from '@heartwood/contract/posts';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { OnPress } from '#platform/part.tsx';
import { HeartButton } from '#ui/heart-button.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { loversQuery } from '../api.ts';
import { useHeart, useHearts } from '../hooks/use-heart.ts';
import { LoverFaces } from './lover-faces.tsx';
import { loversLine } from './meta.ts';

const LoversDialog = lazyPart(() => import('./lovers-dialog.tsx'));

/** The heart of a post, and who loves it. `end` stands at the far side. */
export function Lovers({ post, users, end }: { post: Post; users: ReadonlyMap<string, string>; end?: ReactNode }) {
  const hearts = useHearts(post);
  const heart = useHeart(post.id);
  const { data: lovers = [] } = useQuery({ ...loversQuery(post.id), enabled: hearts.count > 0, throwOnError: false });
  const [all, showAll] = useState(false);
  const shown = hearts.count > 0 ? lovers : [];
  const names = shown.map((person) => users.get(person.user_id ?? '') ?? person.name);
  const line = loversLine(names, hearts.count);
  return (
    <div className="mt-3.5 flex flex-wrap items-center gap-x-3 border-y border-line py-3.5">
      <HeartButton loved={hearts.mine} count={hearts.count} onChange={heart.mutate} className="-ms-2.5" />
      {line && (
        <button
          type="button"
          onPointerEnter={LoversDialog.soon}
          onFocus={LoversDialog.soon}
          onClick={() => showAll(true)}
          className="inline-flex min-h-hit min-w-0 items-center gap-3 rounded-full pe-3 text-start type-meta focus-visible:rounded-full"
        >
          <LoverFaces lovers={shown} size="s" />
          <span className="sr-only">{t('posts.lovedBy', { names: loversLine(names, hearts.count, 'posts.others.from') })}</span>
          <span aria-hidden="true" className="min-w-0 [overflow-wrap:anywhere]">
            {line}
          </span>
        </button>
      )}
      {end && <div className="ms-auto -me-2.5">{end}</div>}
      {all && (
        <OnPress onFail={() => showAll(false)}>
          <LoversDialog lovers={shown} onClose={() => showAll(false)} />
        </OnPress>
      )}
    </div>
  );
}
