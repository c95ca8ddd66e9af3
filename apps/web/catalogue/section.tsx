import type { ReactNode } from 'react';

/** One kind of component under its name. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-8">
      <h2 className="mb-3 type-subhead">{title}</h2>
      {children}
    </section>
  );
}
