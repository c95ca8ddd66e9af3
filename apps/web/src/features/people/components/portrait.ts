import { portraitFile } from '#platform/portrait.ts';
import { squareOf, type Crop } from '../logic.ts';

/** A photo that somebody has chosen, and the part of it that is their portrait. */
export interface ChosenPhoto {
  file: File;
  crop: Crop;
}

/** A new photo, as it begins: its middle, a little above. */
export const chosenPhoto = (file: File): ChosenPhoto => ({ file, crop: { x: 0.5, y: 0.42, zoom: 1 } });

/** The portrait of a chosen photo as a file. */
export const portraitOf = ({ file, crop }: ChosenPhoto): Promise<File> =>
  portraitFile(file, (picture) => {
    const { left, top, side } = squareOf(crop, picture);
    return { left, top, width: side, height: side };
  });
