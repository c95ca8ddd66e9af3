const bars = new Set<HTMLElement>();

/** How much of the foot of the window a bar covers, in pixels: none of it where the bar stands in the flow, or is not drawn. */
function coveredBy(bar: HTMLElement): number {
  const { position, bottom } = getComputedStyle(bar);
  return position === 'static' || bar.offsetHeight === 0 ? 0 : bar.offsetHeight + (parseFloat(bottom) || 0);
}

const measure = (): void => document.documentElement.style.setProperty('--covered', `${Math.max(0, ...[...bars].map(coveredBy))}px`);

/** The ref of a bar that lies over the foot of the page: what gets the focus is scrolled above it (`scroll-padding-block` in app.css). */
export function coversFoot(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined;
  const sizes = new ResizeObserver(measure);
  bars.add(bar);
  sizes.observe(bar);
  return () => {
    bars.delete(bar);
    sizes.disconnect();
    measure();
  };
}
