import type { ComponentProps } from 'react';
import { cx } from './class-names.ts';

/** A surface that stands out a little. `pad` gives it 20 px inside. */
export function Card({ pad, className, ...rest }: { pad?: boolean } & ComponentProps<'div'>) {
  return <div className={cx('rounded-card bg-surface shadow-card', pad && 'p-5', className)} {...rest} />;
}

/** A well: something quiet beside the content. */
export function QuietCard({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cx('rounded-card bg-sunken px-5 py-[18px]', className)} {...rest} />;
}
