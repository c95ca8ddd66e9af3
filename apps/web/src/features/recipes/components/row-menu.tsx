import { t } from '@heartwood/messages/current';
import { ArrowDown, ArrowUp, Ellipsis, Trash2 } from 'lucide-react';
import type { ComponentProps } from 'react';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';

/** What can be done with a row: another place, or none. Its button is also what the row is dragged by. */
export function RowMenu({
  name,
  index,
  count,
  handle,
  onMove,
  onRemove,
}: {
  /** What the row is called, for screen readers. */
  name: string;
  index: number;
  count: number;
  handle: Pick<ComponentProps<'button'>, 'draggable' | 'onDragStart' | 'onDragEnd'>;
  onMove: (from: number, to: number) => void;
  onRemove: () => void;
}) {
  return (
    <Menu
      trigger={
        <IconButton label={t('recipes.form.arrange', { name })} className="-me-2.5 text-ink-3" {...(count > 1 ? handle : {})}>
          <Ellipsis />
        </IconButton>
      }
    >
      {index > 0 && (
        <MenuItem icon={<ArrowUp />} onClick={() => onMove(index, index - 1)}>
          {t('recipes.form.up')}
        </MenuItem>
      )}
      {index < count - 1 && (
        <MenuItem icon={<ArrowDown />} onClick={() => onMove(index, index + 1)}>
          {t('recipes.form.down')}
        </MenuItem>
      )}
      <MenuItem danger icon={<Trash2 />} onClick={onRemove}>
        {t('recipes.form.remove')}
      </MenuItem>
    </Menu>
  );
}
