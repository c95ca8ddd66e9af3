/** Milliseconds after which nobody waits for a frame: a window that is covered gets none. */
const timeoutMs = 100;

/** Resolves once what has changed is on the screen, so that it is seen before longer work begins; at once where nobody looks. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof document === 'undefined' || document.visibilityState === 'hidden') return resolve();
    setTimeout(resolve, timeoutMs);
    // The next frame shows it, and the one after begins when that is done; longer work within a frame would make that one late.
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
  });
}

/** What looks pressed (styles/motion.css). */
const mark = 'data-pending';

/**
 * Marks what was pressed, does the work once the mark is painted, and removes the mark once the work is. For work that takes a slow phone
 * longer than a frame and does not lead to another page (app/pressed.ts).
 */
export async function answerFirst(pressed: Element | null, work: () => void): Promise<void> {
  pressed?.setAttribute(mark, '');
  await painted();
  work();
  await painted();
  pressed?.removeAttribute(mark);
}

/** As `answerFirst`; does nothing where what was pressed is marked already. */
export async function answerOnce(pressed: Element, work: () => void): Promise<void> {
  if (!pressed.hasAttribute(mark)) await answerFirst(pressed, work);
}
