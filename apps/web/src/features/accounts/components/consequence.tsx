import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** One thing that follows from what somebody is about to do, in a list of them. */
export function Consequence({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex items-start gap-3 py-[7px] leading-[1.45]">
      <Icon className="mt-0.5 icon-s" />
      <span className="min-w-0">{children}</span>
    </li>
  );
}
