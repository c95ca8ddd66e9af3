import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestApp } from './app.ts';

/** Files below a folder, as paths from it; none where there is no such folder. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

/** Everything uploads leave on the disk: in the storage and in the folder for running requests. */
export async function keptFiles({ dataDir }: TestApp): Promise<string[]> {
  return [...(await filesBelow(join(dataDir, 'media'))), ...(await filesBelow(join(dataDir, 'tmp')))].toSorted();
}

/** The folders of the media that are kept, by name. */
export const mediaFolders = async ({ dataDir }: TestApp): Promise<string[]> =>
  [...new Set((await filesBelow(join(dataDir, 'media/media'))).map((path) => path.split('/')[0] ?? ''))].toSorted();
