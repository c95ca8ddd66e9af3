import { use, type ReactNode } from 'react';
import { cx } from './class-names.ts';
import { PageContext } from './page.tsx';

/** The first row of a page that one comes back from: the way back, and at its end what can be done and, on a phone, the bell. */
export function BackRow({ back, className, children }: { back: ReactNode; className?: string; children?: ReactNode }) {
  const { Bell } = use(PageContext);
  return (
    <div className={cx('-mx-2 flex min-h-14 items-center justify-between gap-2', className)}>
      {back}
      <div className="flex items-center gap-1">
        {children}
        {Bell && <Bell />}
      </div>
    </div>
  );
}
