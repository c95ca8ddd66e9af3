import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';

/** A card of the row that scrolls sideways above the feed; what it says leads somewhere. */
function StripAnchor({
  start,
  title,
  meta,
  ...rest
}: { start: ReactNode; title: string; meta: string } & Omit<ComponentProps<'a'>, 'title'>) {
  return (
    <a className="block min-h-48.5 w-41 shrink-0 rounded-[18px] bg-sunken px-4 py-3.5" {...rest}>
      <span className="flex min-h-11 items-center">{start}</span>
      <span className="mt-3 block type-label">{title}</span>
      <span className="block type-meta">{meta}</span>
    </a>
  );
}

/** The same as a link of the router (typed `to`). */
export const StripLink = createLink(StripAnchor);
