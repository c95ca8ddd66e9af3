import { use, type ReactNode } from 'react';
import { cx } from './class-names.ts';
import { PageContext } from './page.tsx';

/**
 * The head of a page: one h1, an optional line above it, and what stands at its end; on a `main` page the bell and one's picture, too.
 * Where the longest word of the title and that end have no room beside each other, the title takes the row. A `long` title has the whole width of a phone: only the line above stands beside the end.
 */
export function PageHead({
  title,
  above,
  end,
  main,
  long,
  className,
}: {
  title: ReactNode;
  above?: ReactNode;
  end?: ReactNode;
  main?: boolean;
  long?: boolean;
  className?: string;
}) {
  const { Bell, portrait } = use(PageContext);
  return (
    <header
      className={cx(
        'flex flex-wrap justify-between gap-x-4 py-5',
        long ? 'items-center md:flex-nowrap md:items-end' : 'items-end',
        className,
      )}
    >
      <div className={cx('max-w-full', long ? 'min-w-0 max-md:contents' : 'min-w-min flex-[1_1_0]')}>
        {above && <p className={cx('type-meta', long ? 'max-md:flex-1 md:mb-1' : 'mb-1')}>{above}</p>}
        <h1 className={cx('type-title', long && 'max-md:order-1 max-md:min-w-0 max-md:basis-full')}>{title}</h1>
      </div>
      {(end || main) && (
        <div className="mb-0.5 ms-auto flex shrink-0 items-center gap-1">
          {end}
          {main && Bell && <Bell />}
          {main && portrait}
        </div>
      )}
    </header>
  );
}

/** The head of a section: an h2, and a link or button at its right. */
export function SectionHead({ title, end, className }: { title: ReactNode; end?: ReactNode; className?: string }) {
  return (
    <div className={cx('mb-2 flex min-h-hit flex-wrap items-center justify-between gap-x-3', className)}>
      <h2 className="min-w-0 flex-[1_1_8rem] type-subhead">{title}</h2>
      {end}
    </div>
  );
}
