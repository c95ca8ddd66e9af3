import { cx } from '#ui/class-names.ts';
import contours from './contours.svg';

/**
 * Thin rings that turn into a heart, as wide as their place, in the text's colour. Decoration: drawn, not a picture, so that nothing counts
 * it as what the page is waited for.
 */
export function Contours({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 200 200" className={cx('block aspect-square', className)}>
      <use href={`${contours}#contours`} />
    </svg>
  );
}
