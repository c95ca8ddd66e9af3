import { portraitSide } from '@heartwood/contract/limits';

/** A part of a picture, in its pixels. */
export interface Part {
  left: number;
  top: number;
  width: number;
  height: number;
}

/**
 * What is sent of a picture that becomes a portrait: the part that was chosen, at most 2,048 pixels a side; nothing else of it leaves the
 * device. Where this browser cannot read it, the picture as it is, which the server then cuts smaller.
 * @param partOf which part of a picture of this size; all of it without one
 */
export async function portraitFile(file: File, partOf?: (picture: { width: number; height: number }) => Part): Promise<File> {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (!bitmap) return file;
  const { left, top, width, height } = partOf?.(bitmap) ?? { left: 0, top: 0, width: bitmap.width, height: bitmap.height };
  const scale = Math.min(1, portraitSide / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, left, top, width, height, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92));
  return blob ? new File([blob], 'portrait.jpg', { type: 'image/jpeg' }) : file;
}
