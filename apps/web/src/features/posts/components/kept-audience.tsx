import { t } from '@heartwood/messages/current';
import type { Member } from '@heartwood/contract/family';
import type { Audience } from '@heartwood/contract/posts';
import { useState } from 'react';
import type { useDraft } from '#features/sending/hooks/use-draft.ts';
import { Banner, BannerButton } from '#ui/banner.tsx';
import { Place } from '#ui/place.tsx';
import { firstNames, focusAudience } from './audience-picker.tsx';
import { namesOf } from './meta.ts';

/** Says for whom a draft is that was begun earlier, where that is not everyone, before it is shared; in the same place, that it has been changed. */
export function KeptAudience({
  handle: { draft, ready, change },
  members,
}: {
  handle: Pick<ReturnType<typeof useDraft>, 'draft' | 'ready' | 'change'>;
  members: readonly Member[] | undefined;
}) {
  const [kept, keep] = useState<Audience>();
  if (ready && !kept) keep(draft.audience);
  if (!kept || kept === 'family') return null;
  const isChanged = draft.audience !== kept;
  const names = namesOf(draft.audienceUserIds, firstNames(members ?? []));
  const open = () => {
    change({ audience: 'family' });
    focusAudience();
  };
  return (
    <Place over={isChanged} className="mt-2 grid">
      {isChanged ? (
        <Banner tone="saved">{t('posts.audienceChanged')}</Banner>
      ) : (
        <Banner action={<BannerButton onClick={open}>{t('posts.forEveryone')}</BannerButton>}>
          {t('posts.keptAudience', { audience: kept === 'people' && !names ? 'some' : kept, names })}
        </Banner>
      )}
    </Place>
  );
}
