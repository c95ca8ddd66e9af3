import { cx } from '#ui/class-names.ts';
import type { Sized } from './photos.ts';

/** A picture that fills its place, in the width that the place needs. `when`: `first` is the one that the page waits for, `late` waits to be scrolled to. */
export function Picture({
  photo,
  alt,
  sizes,
  when = 'late',
  className,
}: {
  photo: Sized;
  alt: string;
  sizes: string;
  when?: 'first' | 'soon' | 'late';
  className?: string;
}) {
  const { sources, width, height } = photo;
  return (
    <img
      src={sources.at(-1)?.[0]}
      srcSet={sources.map(([src, wide]) => `${src} ${wide}w`).join(', ')}
      sizes={sizes}
      alt={alt}
      width={width}
      height={height}
      loading={when === 'late' ? 'lazy' : 'eager'}
      fetchPriority={when === 'first' ? 'high' : 'low'}
      decoding="async"
      className={cx('size-full bg-sunken object-cover', className)}
    />
  );
}
