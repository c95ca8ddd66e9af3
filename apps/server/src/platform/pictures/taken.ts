import readExif from 'exif-reader';

/** Plausible years of a photograph. */
const years = { first: 1826, last: 2100 };

/**
 * Reads when a picture was taken (Exif DateTimeOriginal, with OffsetTimeOriginal where the camera knew its time zone;
 * without one the camera's local time is taken as UTC).
 * @param exif the Exif block of a picture
 */
export function takenAt(exif: Buffer | undefined): Date | null {
  if (!exif) return null;
  try {
    const { Photo, Image } = readExif(exif);
    const local = [Photo?.DateTimeOriginal, Photo?.DateTimeDigitized, Image?.DateTime].find(
      (date) => date instanceof Date && !Number.isNaN(date.getTime()),
    );
    if (!local) return null;
    const offset = /^([+-])(\d\d):(\d\d)/.exec(String(Photo?.OffsetTimeOriginal ?? ''));
    const minutes = offset ? (Number(offset[2]) * 60 + Number(offset[3])) * (offset[1] === '-' ? -1 : 1) : 0;
    const taken = new Date(local.getTime() - minutes * 60_000);
    const year = taken.getUTCFullYear();
    return year >= years.first && year <= years.last ? taken : null;
  } catch {
    // Unreadable metadata counts as none: only the pixels decide whether a picture is damaged.
    return null;
  }
}
