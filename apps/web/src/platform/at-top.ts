/** Pixels from the top within which a list may change at its top: further down it would move under whoever reads it. */
const nearTop = 300;

/** What is done once the page is at its top, by name: each once, however often it was wanted. */
const due = new Map<string, () => void>();

/**
 * Does something once the page is at its top, at once where it is.
 * @param name what is wanted twice under one name is done once
 */
export function atTop(name: string, run: () => void): void {
  if (window.scrollY < nearTop) return run();
  if (due.size === 0) window.addEventListener('scroll', doDue, { passive: true });
  due.set(name, run);
}

function doDue(): void {
  if (window.scrollY >= nearTop) return;
  window.removeEventListener('scroll', doDue);
  const runs = [...due.values()];
  due.clear();
  for (const run of runs) run();
}
