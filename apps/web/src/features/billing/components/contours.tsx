import { cx } from '#ui/class-names.ts';
import contours from './contours.svg';

const mask = `url("${contours}") center / contain no-repeat`;

/** Thin rings that turn into a heart, as wide as their place, in the text's colour. Decoration. */
export function Contours({ className }: { className?: string }) {
  return <span aria-hidden="true" style={{ mask }} className={cx('block aspect-square bg-current', className)} />;
}
