import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './class-names.ts';

interface IconButtonStyle {
  /** The name for screen readers; counts belong to it ("3 new notifications"). */
  label: string;
  /** `plain` on the page, `fill` in a well, `solid` for the main action, `glass` on a photo. */
  look?: 'plain' | 'fill' | 'solid' | 'glass' | undefined;
  /** A lucide icon. */
  children: ReactNode;
  /** Draws the dot of something unread. */
  dot?: boolean | undefined;
}

const looks = {
  plain: 'hover:bg-sunken',
  fill: 'bg-sunken hover:brightness-95',
  solid: 'bg-fir text-on-fir hover:bg-fir-hover',
  glass: 'glass',
};
const common =
  'relative inline-flex size-hit shrink-0 items-center justify-center rounded-full focus-visible:rounded-full disabled:opacity-45';

const Dot = () => <i className="hw-dot absolute top-2.5 end-[11px] size-[9px] rounded-full bg-love shadow-[0_0_0_2px_var(--hw-canvas)]" />;

/** A round button of 44 by 44 that is only an icon. */
export function IconButton({ label, look = 'plain', dot, className, children, ...rest }: IconButtonStyle & ComponentProps<'button'>) {
  return (
    <button type="button" aria-label={label} className={cx(common, looks[look], className)} {...rest}>
      {children}
      {dot && <Dot />}
    </button>
  );
}

function Anchor({ label, look = 'plain', dot, className, children, ...rest }: IconButtonStyle & ComponentProps<'a'>) {
  return (
    <a aria-label={label} className={cx(common, looks[look], className)} {...rest}>
      {children}
      {dot && <Dot />}
    </a>
  );
}

/** The same as a link of the router. */
export const IconLink = createLink(Anchor);
