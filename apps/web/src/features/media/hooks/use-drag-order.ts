import { useState, type DragEvent } from 'react';

/**
 * The order of a list, changed with the mouse: an item moves as soon as it is dragged over the place of another.
 * @returns the `place` that is dragged, and the props `dragged(place, name)` of the item at a place
 */
export function useDragOrder(onMove: (from: number, to: number) => void) {
  const [place, drag] = useState<number>();
  const dragged = (at: number, name: string) => ({
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', name);
      drag(at);
    },
    onDragEnter: () => {
      if (place === undefined || place === at) return;
      onMove(place, at);
      drag(at);
    },
    onDragOver: (event: DragEvent) => {
      if (place !== undefined) event.preventDefault();
    },
    onDragEnd: () => drag(undefined),
  });
  return { place, dragged };
}
