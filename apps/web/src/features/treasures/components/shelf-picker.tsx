import { t } from '@heartwood/messages/current';
import { useQuery } from '@tanstack/react-query';
import { Check, Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { deviceStorage } from '#platform/device-storage.ts';
import { Banner, BannerButton } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { Chip, ChipRow } from '#ui/chip.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/field.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { treasuresQuery } from '../api.ts';
import { shelvesLike } from './shelves-like.ts';

/** Under which name the shelf that was used last is kept on this device. */
const lastName = 'last shelf';

/** The shelf that was used last, null where none was; undefined until that is known. */
function useLast(): string | null | undefined {
  const [last, setLast] = useState<string | null>();
  useEffect(() => void deviceStorage.value<string>(lastName).then((found) => setLast(found ?? null)), []);
  return last;
}

/** Chooses a shelf, or none: the one that was used last stands first, the others are found by their names. */
export function ShelfPicker({
  chosen,
  busy = false,
  onChoose,
  onClose,
}: {
  chosen: string | null;
  busy?: boolean;
  onChoose: (shelfId: string | null) => void;
  onClose: () => void;
}) {
  const { data: categories, isError, refetch } = useQuery({ ...treasuresQuery(), throwOnError: false });
  const last = useLast();
  const [words, say] = useState('');
  // What stands first is there from the beginning: nothing moves.
  const data = last === undefined ? undefined : categories;
  const found = shelvesLike(data ?? [], words);
  const lately = words ? undefined : data?.flatMap(({ subcategories }) => subcategories).find(({ id }) => id === last);
  const put = (id: string) => {
    void deviceStorage.setValue(lastName, id);
    onChoose(id);
  };
  const chipOf = ({ id, name }: { id: string; name: string }) => (
    <Chip
      key={id}
      kind="pick"
      chosen={id === chosen}
      // Without `disabled`: the focus stays on what was chosen.
      aria-disabled={busy || undefined}
      className={busy ? 'opacity-45' : ''}
      onClick={() => busy || put(id)}
      {...(id === chosen ? { start: <Check className="ms-1 icon-s" /> } : {})}
    >
      {name}
    </Chip>
  );
  return (
    <Dialog title={t('treasures.keep')} text={t('treasures.keepHint')} closable wide open onOpenChange={(open) => !open && onClose()}>
      {isError && !categories && (
        <Banner tone="error" className="mt-4" action={<BannerButton onClick={() => void refetch()}>{t('treasures.retry')}</BannerButton>}>
          {t('treasures.failed')}
        </Banner>
      )}
      {!data && !isError && (
        <Loading label={t('treasures.loading')} className="mt-5 grid gap-3">
          <Skeleton className="h-5 w-1/3" />
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
        </Loading>
      )}
      {data && <Find words={words} onChange={say} />}
      {lately && (
        <section className="mt-5">
          <h3 className="mb-2 type-label">{t('treasures.lastShelf')}</h3>
          <ChipRow label={t('treasures.lastShelf')}>{chipOf(lately)}</ChipRow>
        </section>
      )}
      {data && found.length === 0 && (
        <p role="status" className="mt-5 soft">
          {t('treasures.noSuchShelf')}
        </p>
      )}
      {found.map(({ id, name, subcategories }) => (
        <section key={id} className="mt-5">
          <h3 className="mb-2 type-label">{name}</h3>
          <ChipRow wrap label={name}>
            {subcategories.map(chipOf)}
          </ChipRow>
        </section>
      ))}
      {chosen && (
        <Button block look="quiet" busy={busy} className="mt-6" onClick={() => onChoose(null)}>
          {t('treasures.nowhere')}
        </Button>
      )}
    </Dialog>
  );
}

function Find({ words, onChange }: { words: string; onChange: (words: string) => void }) {
  return (
    <TextField
      label={t('treasures.findShelf')}
      type="search"
      autoComplete="off"
      icon={<Search />}
      value={words}
      onChange={(event) => onChange(event.target.value)}
      className="mt-5"
    />
  );
}
