import type { ReactNode } from 'react';

/** What somebody who moves a page by themself does first. */
const moves = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/**
 * Keeps a section in view that an address leads to: those above it grow when what they show has come, long after the browser has looked for it.
 * It ends when somebody moves the page.
 */
function keepInView(section: HTMLElement | null): (() => void) | undefined {
  if (!section || window.location.hash !== `#${section.id}`) return undefined;
  const sizes = new ResizeObserver(() => section.scrollIntoView());
  sizes.observe(document.body);
  const end = () => {
    sizes.disconnect();
    for (const move of moves) window.removeEventListener(move, end, true);
  };
  for (const move of moves) window.addEventListener(move, end, { capture: true, passive: true });
  return end;
}

/** A part of the profile page with its heading; `id` is what an address with a fragment leads to. */
export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section ref={keepInView} id={id} className="mt-11 scroll-mt-6">
      <h2 tabIndex={-1} className="type-subhead">
        {title}
      </h2>
      {children}
    </section>
  );
}
