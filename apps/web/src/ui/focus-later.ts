/** How long a dialog or menu that closes looks for a place for the focus, in milliseconds. */
const whileClosing = 100;

/** Gives the focus to what is found once what had it is gone. Nothing scrolls. What stands behind a dialog that has opened meanwhile gets none. */
export function focusLater(find: () => HTMLElement | null | undefined): void {
  setTimeout(() => {
    const found = find();
    if (!found?.closest('[aria-hidden="true"], [inert]')) found?.focus({ preventScroll: true });
  }, whileClosing);
}

/** Gives the focus to the heading of the page once what had it is gone and nothing else has it. @param isGone whether it is gone, asked then */
export const focusHeadingLater = (isGone: () => boolean = () => true): void =>
  focusLater(() => {
    if (document.activeElement !== document.body || !isGone()) return null;
    const heading = document.querySelector<HTMLElement>('#content h1');
    if (heading) heading.tabIndex = -1;
    return heading;
  });
