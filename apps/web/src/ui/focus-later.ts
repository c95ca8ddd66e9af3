/** How long a dialog or menu that closes looks for a place for the focus, in milliseconds. */
const whileClosing = 100;

/** Gives the focus to what is found once what had it is gone. Nothing scrolls. What stands behind a dialog that has opened meanwhile gets none. */
export function focusLater(find: () => HTMLElement | null | undefined): void {
  setTimeout(() => {
    const found = find();
    if (!found?.closest('[aria-hidden="true"], [inert]')) found?.focus({ preventScroll: true });
  }, whileClosing);
}
