import type { ReactNode } from 'react';

/** Shows a section that an address leads to; most come once what they show has, when the browser has long looked for them. */
function showWanted(section: HTMLElement | null): void {
  if (section && window.location.hash === `#${section.id}`) section.scrollIntoView();
}

/** A part of the profile page with its heading; `id` is what an address with a fragment leads to. */
export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section ref={showWanted} id={id} className="mt-11 scroll-mt-6">
      <h2 className="type-subhead">{title}</h2>
      {children}
    </section>
  );
}
