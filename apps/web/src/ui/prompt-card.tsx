import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

/** The rings of the mark, as wide as its place, in the text's colour. Decoration. */
export function Rings({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('hw-rings block aspect-square bg-current', className)} />;
}

/** An idea or a question on fir-deep: the occasion, the question in the serif, a sentence, and buttons of the looks `white` and `ghost`. */
export function PromptCard({
  occasion,
  title,
  text,
  actions,
  className,
}: {
  occasion?: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  actions?: ReactNode;
  className?: string;
}) {
  return (
    <section className={cx('relative overflow-hidden rounded-card bg-fir-deep p-6 text-white', className)}>
      <Rings className="absolute -top-16 -end-[70px] w-60 opacity-15" />
      <div className="relative">
        {occasion && <p className="type-meta text-[#cfe2d8]">{occasion}</p>}
        <h2 className="mt-2 type-title text-[1.75rem]">{title}</h2>
        {text && <p className="mt-2 text-[#d8e8df]">{text}</p>}
        {actions && <div className="mt-5 flex flex-wrap gap-2">{actions}</div>}
      </div>
    </section>
  );
}
