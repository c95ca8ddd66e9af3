import type { Category, Subcategory } from '@heartwood/contract/treasures';
import { Ellipsis, SquarePen, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { removeText, removeTitle, shelfActions, words } from '../words.ts';
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
          <IconButton label={shelfActions(shelf.name)} look={look}>
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuItem icon={<SquarePen />} onClick={() => setOpen('rename')}>
          {words.rename}
        </MenuItem>
        <MenuItem icon={<Trash2 />} danger onClick={() => setOpen('remove')}>
          {words.remove}
        </MenuItem>
      </Menu>
      {open === 'rename' && <ShelfForm categoryId={category.id} shelf={shelf} onClose={close} />}
      <ConfirmDialog
        title={removeTitle(shelf.name)}
        text={removeText(shelf.post_count, category.name)}
        confirm={words.removeShelf}
        keep={words.keepShelf}
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
