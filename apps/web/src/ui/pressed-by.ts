/** How something was pressed: with a pointer, or by a key or a screen reader. */
export type PressedBy = 'pointer' | 'keyboard';

/** What made a click; the presses that `detail` counts are those of pointers (UI Events, 'click'). */
export const pressedBy = ({ detail }: { detail: number }): PressedBy => (detail === 0 ? 'keyboard' : 'pointer');
