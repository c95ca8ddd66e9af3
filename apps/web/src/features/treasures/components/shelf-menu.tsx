import { t } from '@heartwood/messages/current';
import type { Category, Subcategory } from '@heartwood/contract/treasures';
import { Ellipsis, SquarePen, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { ShelfForm } from './shelf-form.tsx';
import { useShelfChange } from '../hooks/use-shelf-change.ts';

/** Rename and remove a shelf of the family's own, behind three dots. `look` as it lies on a photo or on the page. */
export function ShelfMenu({
  category,
  shelf,
  look,
  onGone,
}: {
  category: Pick<Category, 'id' | 'name'>;
  shelf: Subcategory;
  look: 'glass' | 'plain';
  onGone?: () => void;
}) {
  const [open, setOpen] = useState<'rename' | 'remove'>();
  const { remove } = useShelfChange();
  const close = () => setOpen(undefined);
  return (
    <>
      <Menu
        trigger={
          <IconButton label={t('treasures.shelfActions', { name: shelf.name })} look={look}>
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuItem icon={<SquarePen />} onClick={() => setOpen('rename')}>
          {t('treasures.rename')}
        </MenuItem>
        <MenuItem icon={<Trash2 />} danger onClick={() => setOpen('remove')}>
          {t('treasures.remove')}
        </MenuItem>
      </Menu>
      {open === 'rename' && <ShelfForm categoryId={category.id} shelf={shelf} onClose={close} />}
      <ConfirmDialog
        title={t('treasures.removal.title', { name: shelf.name })}
        text={t('treasures.removal.text', { count: shelf.post_count, category: category.name })}
        confirm={t('treasures.removeShelf')}
        keep={t('treasures.keepShelf')}
        open={open === 'remove'}
        onOpenChange={(next) => !next && close()}
        busy={remove.isPending}
        onConfirm={() =>
          remove.mutate(shelf.id, {
            onSuccess: () => {
              close();
              onGone?.();
            },
          })
        }
      />
    </>
  );
}
