import { t } from '@heartwood/messages/current';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { cx } from './class-names.ts';
import { LogoMark } from './logo-mark.tsx';

/** In every language the same. */
const productName = 'Heartwood';

/** The mark and the name around a link without the router: it loads its page. */
export function BrandAnchor({ size = 32, className, ...rest }: { size?: number } & Omit<ComponentProps<'a'>, 'children'>) {
  return (
    <a
      aria-label={t('ui.home', { name: productName })}
      className={cx('-my-1.5 inline-flex min-h-hit items-center gap-2.5 text-love', className)}
      {...rest}
    >
      <LogoMark size={size} />
      <b className="translate-y-px font-serif text-[1.375rem] leading-none font-[480] tracking-[-.015em] text-ink">{productName}</b>
    </a>
  );
}

/** The mark and the name, as a link (typed `to`). */
export const Brand = createLink(BrandAnchor);
