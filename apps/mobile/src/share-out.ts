import type { Directory, FilesystemPlugin } from '@capacitor/filesystem';
import type { SharePlugin } from '@capacitor/share';

/** The folder of the cache in which files stand while other apps take them. */
const folder = 'shared-out';
const directory = 'CACHE' as Directory.Cache;
/** Bytes that are handed over the bridge at a time; thirds of them are whole, as base64 is written in threes. */
const chunkSize = 3 * 1_048_576;

/**
 * Hands files to other apps by the system's sheet, for web views without one (Android's). Other apps read files of the device alone, so they are
 * written into the cache first. The sheet does not say when they have been read: they are removed before the next ones, and at the app's next start.
 * @throws Error where the device has no room, or no sheet
 */
export async function shareOut(
  { Filesystem, Share }: { Filesystem: FilesystemPlugin; Share: SharePlugin },
  files: readonly File[],
): Promise<'shared' | 'dismissed'> {
  await forgetSharedOut(Filesystem);
  const written: string[] = [];
  for (const [place, file] of files.entries()) written.push(await write(Filesystem, `${folder}/${place}/${file.name}`, file));
  try {
    await Share.share({ files: written });
    return 'shared';
  } catch (error) {
    if (/cancel/i.test(error instanceof Error ? error.message : String(error))) return 'dismissed';
    throw error;
  }
}

/** Removes the files that were handed to other apps; there may be none. */
export const forgetSharedOut = (filesystem: FilesystemPlugin): Promise<void> =>
  filesystem.rmdir({ path: folder, directory, recursive: true }).catch(() => undefined);

/** Writes a file chunk by chunk. @returns its address on the device */
async function write(filesystem: FilesystemPlugin, path: string, file: File): Promise<string> {
  const { uri } = await filesystem.writeFile({ path, directory, data: await base64(file.slice(0, chunkSize)), recursive: true });
  for (let from = chunkSize; from < file.size; from += chunkSize)
    await filesystem.appendFile({ path, directory, data: await base64(file.slice(from, from + chunkSize)) });
  return uri;
}

const base64 = (part: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve((reader.result as string).replace(/^[^,]*,/, '')));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the file cannot be read')));
    reader.readAsDataURL(part);
  });
