import type { Media } from '@heartwood/contract/media';
import { useState } from 'react';
import { Viewer } from '#features/media/components/viewer.tsx';
import { gridItems } from '#features/media/logic.ts';
import { MediumMenu } from './medium-menu.tsx';

/** Photos and films of one thing, large, with what may be done with each: saved, shared, printed. */
export default function PhotoViewer({
  photos,
  first,
  familyId,
  text,
  captions,
  onClose,
}: {
  photos: readonly Media[];
  /** The place of the one that is opened. */
  first: number;
  /** The family they belong to, which need not be the current one. */
  familyId: string;
  /** What is said of them. */
  text: string;
  /** What each is called besides its place, by its id. */
  captions?: Readonly<Record<string, string>> | undefined;
  onClose: () => void;
}) {
  const [index, show] = useState(first);
  const medium = photos[index];
  return (
    <Viewer
      photos={gridItems(photos, captions)}
      index={index}
      onIndex={show}
      onClose={onClose}
      menu={medium && <MediumMenu key={medium.id} medium={medium} familyId={familyId} text={text} />}
      foot={text && <p>{text}</p>}
    />
  );
}
