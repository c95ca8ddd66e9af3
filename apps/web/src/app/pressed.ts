import type { createAppRouter } from './router.tsx';

// [Note: What is pressed answers first] A page is drawn in one piece, which takes a slow phone a quarter of a second. So whatever leads to another page
// is marked as it is pressed, and looks pressed until that page is there (`data-pending`, styles/motion.css); the page waits for that to be painted
// (routes/__root.tsx). What does something else says so itself before it does it: as a button that is busy does, or by `answerFirst` (ui/painted.ts).

/** Marks what was pressed to go to another page, until that is there. */
export function markPressed(router: ReturnType<typeof createAppRouter>): void {
  let marked: Element | null = null;
  const mark = (next: Element | null) => {
    marked?.removeAttribute('data-pending');
    marked = next;
    marked?.setAttribute('data-pending', '');
  };
  // The page has heard of it before: where it leads elsewhere, the router is on its way.
  document.addEventListener('click', ({ target }) => {
    if (router.state.status === 'pending' && target instanceof Element) mark(target.closest('a, button, article'));
  });
  router.subscribe('onResolved', () => mark(null));
}
