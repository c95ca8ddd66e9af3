/** How long a dialog or menu that closes looks for a place for the focus, in milliseconds. */
const whileClosing = 100;

/** Gives the focus to what is found once what had it is gone. Nothing scrolls. */
export function focusLater(find: () => HTMLElement | null | undefined): void {
  setTimeout(() => find()?.focus({ preventScroll: true }), whileClosing);
}
