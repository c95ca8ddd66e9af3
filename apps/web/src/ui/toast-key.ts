import { useEffect, type RefObject } from 'react';

/** The key that leads to the messages, as `aria-keyshortcuts` has it. */
export const toastKey = 'F6';

/**
 * F6 gives the focus to the button of a toast, and from the toasts back to where it was: they stand at the end of the page, where Tab does not
 * come in time.
 * @param id of the newest toast that has a button; its button has it in `data-act`
 */
export function useToastKey(stack: RefObject<HTMLElement | null>, before: RefObject<HTMLElement | null>, id: string | undefined): void {
  useEffect(() => {
    if (!id) return;
    const press = (event: KeyboardEvent) => {
      if (event.key !== toastKey || event.defaultPrevented) return;
      event.preventDefault();
      const isThere = stack.current?.contains(document.activeElement);
      const to = isThere ? before.current : stack.current?.querySelector<HTMLElement>(`[data-act="${id}"]`);
      to?.focus({ preventScroll: true });
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [stack, before, id]);
}
