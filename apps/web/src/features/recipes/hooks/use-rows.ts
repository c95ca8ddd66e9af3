import { useRef, type KeyboardEvent } from 'react';
import { moved } from '#features/media/logic.ts';
import { useDragOrder } from '#features/media/hooks/use-drag-order.ts';
import { newKey } from '#platform/keys.ts';

/**
 * The rows of a list that is written: added, changed, taken out, and put in order by mouse, menu or keys (Alt with up and down).
 * @param fresh a row that says nothing yet
 */
export function useRows<Row extends { key: string }>(rows: readonly Row[], onChange: (rows: Row[]) => void, fresh: (key: string) => Row) {
  const list = useRef<HTMLElement>(null);
  const move = (from: number, to: number) => {
    if (to >= 0 && to < rows.length) onChange(moved(rows, from, to));
  };
  const { place, dragged } = useDragOrder(move);
  /** Goes to the first field of a row once it is there. */
  const goTo = (index: number) =>
    requestAnimationFrame(() =>
      list.current?.querySelectorAll<HTMLElement>(':scope > li')[index]?.querySelector<HTMLElement>('input, textarea')?.focus(),
    );
  return {
    list,
    /** The row that is being dragged. */
    place,
    move,
    change: (key: string, to: Partial<Row>): void => onChange(rows.map((row) => (row.key === key ? { ...row, ...to } : row))),
    /** Adds a row after another, or at the end, and goes there. */
    add(after = rows.length - 1): void {
      onChange([...rows.slice(0, after + 1), fresh(newKey()), ...rows.slice(after + 1)]);
      goTo(after + 1);
    },
    remove(index: number): void {
      onChange(rows.filter((_, at) => at !== index));
      goTo(Math.max(0, index - 1));
    },
    /** What a row hears, and what its handle is. */
    row(index: number, name: string) {
      const { draggable, onDragStart, onDragEnd, ...over } = dragged(index, name);
      const onKeyDown = (event: KeyboardEvent) => {
        if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
        event.preventDefault();
        move(index, event.key === 'ArrowUp' ? index - 1 : index + 1);
      };
      return { over: { ...over, onKeyDown }, handle: { draggable, onDragStart, onDragEnd } };
    },
  };
}

/** The rows of a list, as its parts need them. */
export type Rows<Row extends { key: string }> = ReturnType<typeof useRows<Row>>;
