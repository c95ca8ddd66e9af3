import type { ReactNode } from 'react';
import { serverPage } from '#platform/addresses.ts';

/** A link to a page that the server writes by itself. */
export function ServerLink({
  to,
  className,
  children,
}: {
  to: Parameters<typeof serverPage>[0];
  className?: string;
  children?: ReactNode;
}) {
  return (
    <a {...serverPage(to)} className={className}>
      {children}
    </a>
  );
}
