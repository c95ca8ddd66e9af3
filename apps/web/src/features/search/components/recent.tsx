import { t } from '@heartwood/messages/current';
import { useSelector } from '@tanstack/react-store';
import { History } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { deviceStorage } from '#platform/device-storage.ts';
import { useSession } from '#platform/session.ts';
import { Chip, ChipRow } from '#ui/chip.tsx';
import { createSearches } from '../state.ts';

/** What was looked for in this family on this device, undefined until that is known; it goes when the session ends. */
export function useSearches() {
  const { user } = useSession();
  const name = `searches ${user?.id ?? ''} ${user?.current_family_id ?? ''}`;
  const kept = useMemo(() => createSearches(deviceStorage, name), [name]);
  const searches = useSelector(kept.searches);
  const remember = useCallback((text: string) => void kept.remember(text), [kept]);
  const forget = useCallback(() => void kept.forget(), [kept]);
  return { searches, remember, forget };
}

/** What was looked for lately, one tap away. */
export function Recent({
  searches,
  onChoose,
  onForget,
}: {
  searches: readonly string[];
  onChoose: (text: string) => void;
  onForget: () => void;
}) {
  return (
    <section>
      <div className="flex min-h-hit items-center justify-between gap-3">
        <h2 className="type-label">{t('search.recent')}</h2>
        <button type="button" className="link-row" onClick={onForget}>
          {t('search.forget')}
        </button>
      </div>
      <ChipRow wrap label={t('search.recent')} className="mt-2">
        {searches.map((text) => (
          <Chip key={text} start={<History className="ms-1.5 icon-s" />} onClick={() => onChoose(text)}>
            {text}
          </Chip>
        ))}
      </ChipRow>
    </section>
  );
}
