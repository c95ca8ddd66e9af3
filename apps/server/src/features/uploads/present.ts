import { tus } from '@heartwood/contract/tus';
import { uploadSizeLimit } from '@heartwood/contract/limits';
import type { Upload } from './tables.ts';

/** What is said to everybody who asks for uploads. */
export const spoken: Record<string, string> = { 'tus-resumable': tus.version, 'tus-version': tus.version };

/** What the server supports, as answered to OPTIONS. */
export const abilities: Record<string, string> = {
  ...spoken,
  'tus-extension': tus.extensions,
  'tus-max-size': String(uploadSizeLimit),
  'tus-checksum-algorithm': tus.checksums,
};

/** How far an upload is, and what has become of it. */
export function presentProgress({ received, mediumId, expiresAt }: Upload): Record<string, string> {
  return {
    'upload-offset': String(received),
    ...(mediumId ? { 'media-id': mediumId } : { 'upload-expires': expiresAt.toUTCString() }),
  };
}

/** Everything about an upload. */
export function presentUpload(upload: Upload): Record<string, string> {
  const { length, metadata } = upload;
  return { ...presentProgress(upload), 'upload-length': String(length), ...(metadata ? { 'upload-metadata': metadata } : {}) };
}

/** A new upload, with where it is. */
export const presentNew = (upload: Upload): Record<string, string> => ({
  ...presentProgress(upload),
  location: `/api/uploads/${upload.id}`,
});
