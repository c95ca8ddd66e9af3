import type { Media } from '@heartwood/contract/media';
import type { RecipeStep } from '@heartwood/contract/recipes';
import { t } from '@heartwood/messages/current';
import { gridItem, pictured } from '#features/media/logic.ts';
import { cx } from '#ui/class-names.ts';
import { PhotoFrame } from '#ui/photo-frame.tsx';
import { PlayMark } from '#ui/photo-grid.tsx';

/** The photos of one step, small; each opens large. */
export function StepPhotos({
  step,
  place,
  media,
  onOpen,
  className,
}: {
  step: RecipeStep;
  /** Which step it is, from 0. */
  place: number;
  media: readonly Media[];
  onOpen: (mediumId: string) => void;
  className?: string;
}) {
  const shown = pictured(media).filter(({ id }) => step.media_ids.includes(id));
  if (shown.length === 0) return null;
  return (
    <ul className={cx('flex flex-wrap gap-2', className)}>
      {shown.map((medium, index) => {
        const item = gridItem(medium, t('recipes.stepPhoto', { step: place + 1, place: index + 1 }));
        return (
          <li key={medium.id}>
            <button
              type="button"
              aria-label={item.alt}
              onClick={() => onOpen(medium.id)}
              className="relative block h-30 w-40 overflow-hidden rounded-[14px] focus-visible:outline-offset-2"
            >
              {item.waiting ? (
                <span className="absolute inset-0 grid place-content-center bg-sunken p-2 text-center type-meta">{item.waiting}</span>
              ) : (
                <>
                  <PhotoFrame photo={item} sizes="160px" />
                  <PlayMark item={item} />
                </>
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
