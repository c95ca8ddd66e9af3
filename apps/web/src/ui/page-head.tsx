import { use, type ReactNode } from 'react';
import { cx } from './class-names.ts';
import { PageContext } from './page.tsx';

/** The head of a page: one h1, an optional line above it, and what stands at its end; on a `main` page the bell and one's picture, too. */
export function PageHead({
  title,
  above,
  end,
  main,
  className,
}: {
  title: ReactNode;
  above?: ReactNode;
  end?: ReactNode;
  main?: boolean;
  className?: string;
}) {
  const { bell, portrait } = use(PageContext);
  return (
    <header className={cx('flex items-end justify-between gap-4 py-5', className)}>
      <div className="min-w-0">
        {above && <p className="mb-1 type-meta">{above}</p>}
        <h1 className="type-title">{title}</h1>
      </div>
      {(end || main) && (
        <div className="mb-0.5 flex shrink-0 items-center gap-1">
          {end}
          {main && bell}
          {main && portrait}
        </div>
      )}
    </header>
  );
}

/** The head of a section: an h2, and a link or button at its right. */
export function SectionHead({ title, end, className }: { title: ReactNode; end?: ReactNode; className?: string }) {
  return (
    <div className={cx('mb-2 flex min-h-hit items-center justify-between gap-3', className)}>
      <h2 className="type-subhead">{title}</h2>
      {end}
    </div>
  );
}
