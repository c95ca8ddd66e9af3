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
