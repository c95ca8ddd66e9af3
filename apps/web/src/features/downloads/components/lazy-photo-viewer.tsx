import type { Media } from '@heartwood/contract/media';
import type { Opened } from '#features/media/hooks/use-opened.ts';
import { OnPress } from '#platform/part.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { Opening } from '#ui/opening.tsx';

const PhotoViewer = lazyPart(() => import('./photo-viewer.tsx'));

/** Loads the viewer as somebody reaches for a photo. */
export const photoViewerSoon = PhotoViewer.soon;

/** What of some photos is opened large, if any. */
export function OpenedPhotos({
  opened,
  ...rest
}: {
  opened: Opened;
  photos: readonly Media[];
  familyId: string;
  text: string;
  captions?: Readonly<Record<string, string>>;
}) {
  if (opened.index === undefined) return null;
  return (
    <OnPress fallback={<Opening dark onClose={opened.close} />} onFail={opened.close}>
      <PhotoViewer {...rest} first={opened.index} onClose={opened.close} />
    </OnPress>
  );
}
