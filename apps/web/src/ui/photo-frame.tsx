import { t } from '@heartwood/messages/current';
import { useEffect, useState } from 'react';
import { thumbHashToDataURL } from 'thumbhash';
import { cx } from './class-names.ts';

/** A picture of the family's: addresses by width, its size in pixels, its thumbhash (base64) and its words. */
export interface Photo {
  /** Key; the medium's id. */
  id: string;
  /** Absolute addresses with their widths, smallest first. */
  sources: readonly { src: string; width: number | null }[];
  width: number | null;
  height: number | null;
  thumbhash?: string | null | undefined;
  /** The caption; '' where the words beside it say enough. */
  alt: string;
  /** Where to look when it is cropped, as CSS `object-position`. */
  focus?: string;
}

/**
 * A picture whose place is kept before it comes: a blur from its thumbhash, then the picture.
 * It fills its parent unless `ratio` (width divided by height) is given; `sizes` as in HTML.
 */
export function PhotoFrame({
  photo,
  ratio,
  sizes = '(min-width: 1080px) 640px, 100vw',
  eager,
  covered = false,
  className,
}: {
  photo: Photo;
  ratio?: number;
  sizes?: string;
  /** Above the fold: load at once, with priority. */
  eager?: boolean;
  /** Words stand over its foot: it is dark until it comes, and where it does not, that is said above them. */
  covered?: boolean;
  className?: string;
}) {
  const [shown, setShown] = useState(false);
  const [lost, setLost] = useState<string>();
  const blur = useBlur(photo.thumbhash, shown);
  const largest = photo.sources.at(-1);
  const isLost = largest && lost === largest.src && !shown;
  return (
    <span
      className={cx(
        'block overflow-hidden bg-cover bg-center',
        covered ? 'bg-fir-deep' : 'bg-sunken',
        ratio ? 'relative' : 'absolute inset-0',
        className,
      )}
      style={{ ...(ratio ? { aspectRatio: ratio } : {}), ...(blur && !shown && !isLost ? { backgroundImage: `url(${blur})` } : {}) }}
    >
      {largest && (
        <img
          src={largest.src}
          srcSet={photo.sources.map(({ src, width }) => (width ? `${src} ${width}w` : src)).join(', ')}
          sizes={sizes}
          alt={photo.alt}
          width={photo.width ?? undefined}
          height={photo.height ?? undefined}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : 'auto'}
          decoding="async"
          ref={(image) => {
            if (image?.complete && image.naturalWidth > 0) setShown(true);
          }}
          onLoad={() => setShown(true)}
          onError={() => setLost(largest.src)}
          style={photo.focus ? { objectPosition: photo.focus } : undefined}
          className={cx(
            'absolute inset-0 size-full object-cover transition-opacity duration-[var(--hw-dur-2)]',
            shown ? 'opacity-100' : 'opacity-0',
          )}
        />
      )}
      {isLost && (
        <span
          className={cx(
            'absolute inset-x-0 top-0 grid place-content-center overflow-hidden p-4 text-center type-meta',
            covered ? 'bottom-1/2 text-white' : 'bottom-0',
          )}
        >
          {t('ui.photos.lost')}
        </span>
      )}
    </span>
  );
}

function useBlur(thumbhash: string | null | undefined, done: boolean): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (thumbhash && !done) setAddress(blurOf(thumbhash));
  }, [thumbhash, done]);
  return address;
}

/** A tiny PNG (a data: address) of a base64 thumbhash, or undefined where it is damaged. */
function blurOf(thumbhash: string): string | undefined {
  try {
    return thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

/** The ratio a photo is shown in: its own, held between 4:5 and 16:9; 4:3 where it is unknown. */
export function shownRatio({ width, height }: Pick<Photo, 'width' | 'height'>): number {
  if (!width || !height) return 4 / 3;
  return Math.min(16 / 9, Math.max(4 / 5, width / height));
}
