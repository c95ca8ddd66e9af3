import { t } from '@heartwood/messages/current';
import { History } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { deviceStorage } from '#platform/device-storage.ts';
import { useSession } from '#platform/session.ts';
import { Chip, ChipRow } from '#ui/chip.tsx';
import { searchesOf, withSearch } from '../logic.ts';

/** What was looked for in this family on this device; it goes when the session ends. */
export function useSearches() {
  const { user } = useSession();
  const name = `searches ${user?.id ?? ''} ${user?.current_family_id ?? ''}`;
  const [searches, setSearches] = useState<string[]>([]);
  useEffect(() => {
    let left = false;
    const load = async () => {
      const found = searchesOf(await deviceStorage.value(name));
      if (!left) setSearches(found);
    };
    void load();
    return () => void (left = true);
  }, [name]);
  const remember = useCallback(
    (text: string) => {
      setSearches((before) => {
        const next = withSearch(before, text);
        void deviceStorage.setValue(name, next);
        return next;
      });
    },
    [name],
  );
  const forget = useCallback(() => {
    setSearches([]);
    void deviceStorage.setValue(name, undefined);
  }, [name]);
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
  if (searches.length === 0) return null;
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
