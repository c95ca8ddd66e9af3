import { t } from '@heartwood/messages/current';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useShelf } from '#features/treasures/api.ts';
import { OnPress } from '#platform/part.tsx';
import { lazyPart } from '#ui/lazy-part.ts';

const ShelfPicker = lazyPart(async () => ({ default: (await import('#features/treasures/components/shelf-picker.tsx')).ShelfPicker }));

/** On which shelf of the treasures a post will stand: none, unless somebody says otherwise. */
export function ShelfRow({ chosen, onChange }: { chosen: string | null; onChange: (shelfId: string | null) => void }) {
  const [open, setOpen] = useState(false);
  const place = useShelf(chosen);
  return (
    <div>
      <button
        type="button"
        aria-haspopup="dialog"
        onPointerEnter={ShelfPicker.soon}
        onFocus={ShelfPicker.soon}
        onClick={() => setOpen(true)}
        className="flex min-h-16 w-full items-center justify-between gap-4 py-2.5 text-start"
      >
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{t('treasures.keep')}</span>
        <span className="flex min-w-0 items-center gap-2 text-end soft">
          <span className="min-w-0 [overflow-wrap:anywhere]">{place?.shelf.name ?? t('treasures.notKept')}</span>
          <ChevronRight className="shrink-0 text-ink-3" />
        </span>
      </button>
      {open && (
        <OnPress onFail={() => setOpen(false)}>
          <ShelfPicker
            chosen={chosen}
            onChoose={(shelf) => {
              onChange(shelf);
              setOpen(false);
            }}
            onClose={() => setOpen(false)}
          />
        </OnPress>
      )}
    </div>
  );
}
