import { t } from '@heartwood/messages/current';
import type { Member } from '@heartwood/contract/family';
import type { Audience } from '@heartwood/contract/posts';
import { useState } from 'react';
import type { useDraft } from '#features/sending/hooks/use-draft.ts';
import { Banner, BannerButton } from '#ui/banner.tsx';
import { firstNames } from './audience-picker.tsx';
import { namesOf } from './meta.ts';

/** Says for whom a draft is that was begun earlier, where that is not everyone, before it is shared; silent once that has been changed. */
export function KeptAudience({
  handle: { draft, ready, change },
  members,
}: {
  handle: Pick<ReturnType<typeof useDraft>, 'draft' | 'ready' | 'change'>;
  members: readonly Member[] | undefined;
}) {
  const [kept, keep] = useState<Audience>();
  if (ready && !kept) keep(draft.audience);
  if (!kept || kept === 'family' || draft.audience !== kept) return null;
  const names = namesOf(draft.audienceUserIds, firstNames(members ?? []));
  return (
    <Banner className="mt-2" action={<BannerButton onClick={() => change({ audience: 'family' })}>{t('posts.forEveryone')}</BannerButton>}>
      {t('posts.keptAudience', { audience: kept === 'people' && !names ? 'some' : kept, names })}
    </Banner>
  );
}
