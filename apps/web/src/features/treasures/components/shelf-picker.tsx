import { t } from '@heartwood/messages/current';
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { Banner, BannerButton } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { Chip, ChipRow } from '#ui/chip.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { treasuresQuery } from '../api.ts';

/** Chooses a shelf, or none. */
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
  const { data, isError, refetch } = useQuery({ ...treasuresQuery(), throwOnError: false });
  return (
    <Dialog title={t('treasures.keep')} text={t('treasures.keepHint')} closable wide open onOpenChange={(open) => !open && onClose()}>
      {isError && !data && (
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
      {data?.map(({ id, name, subcategories }) => (
        <section key={id} className="mt-5">
          <h3 className="mb-2 type-label">{name}</h3>
          <ChipRow wrap label={name}>
            {subcategories.map((shelf) => (
              <Chip
                key={shelf.id}
                kind="pick"
                chosen={shelf.id === chosen}
                disabled={busy}
                onClick={() => onChoose(shelf.id)}
                {...(shelf.id === chosen ? { start: <Check className="ms-1 icon-s" /> } : {})}
              >
                {shelf.name}
              </Chip>
            ))}
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
