import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '#platform/startup-error.ts';
import { copyFile, filesBelow } from './files.ts';
import type { Content, Watch } from './files.ts';

/** What a backup holds so far. */
export interface Copies {
  /** The folder it is made in. */
  into: string;
  /** By their paths in it. */
  folders: Set<string>;
  files: Map<string, Content>;
  /** What the originals of the files were like when they were copied. */
  states: Map<string, string>;
  watch: Watch;
}

/** A copy with nothing in it. @param into an empty folder */
export const noCopies = (into: string, watch: Watch): Copies => ({
  into,
  folders: new Set(),
  files: new Map(),
  states: new Map(),
  watch,
});

/**
 * Copies what is below a folder and was not copied before as it is now. What vanishes meanwhile is left out; what was copied before it vanished stays.
 * @param from the folder
 * @param name what it is called in the backup; empty for the backup itself
 * @param isLeftOut gets paths relative to `from`
 * @throws StartupError naming what is neither a file nor a folder, such as a link
 */
export async function copyBelow(copies: Copies, from: string, name: string, isLeftOut: (path: string) => boolean): Promise<void> {
  if (name) await addFolder(copies, name);
  for await (const found of filesBelow(from, isLeftOut)) {
    copies.watch.signal?.throwIfAborted();
    const path = name ? `${name}/${found.path}` : found.path;
    if (found.kind === 'other')
      throw new StartupError(`${join(from, found.path)} is neither a file nor a folder, and cannot be kept: move it out of DATA_DIR.`);
    if (found.kind === 'folder') await addFolder(copies, path);
    else if (copies.states.get(path) !== found.state) {
      await addFile(copies, join(from, found.path), path);
      copies.states.set(path, found.state);
    }
  }
}

/** Makes a folder in the backup. */
export async function addFolder({ into, folders }: Copies, path: string): Promise<void> {
  await mkdir(join(into, path), { recursive: true, mode: 0o700 });
  folders.add(path);
}

/** Copies one file. @returns what was copied; undefined where there is no such file */
export async function addFile({ into, files, watch }: Copies, from: string, path: string): Promise<Content | undefined> {
  const content = await copyFile(from, join(into, path), watch);
  if (content) files.set(path, content);
  return content;
}
