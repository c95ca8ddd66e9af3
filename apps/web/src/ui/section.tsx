import type { ReactNode } from 'react';

/** A part of the profile page with its heading; `id` is what an address with a fragment leads to. */
export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className="mt-11 scroll-mt-6">
      <h2 className="type-subhead">{title}</h2>
      {children}
    </section>
  );
}
