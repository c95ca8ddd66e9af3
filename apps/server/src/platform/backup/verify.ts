import { join } from 'node:path';
import { filesBelow, readContent } from './files.ts';
import type { Watch } from './files.ts';
import { manifestName } from './manifest.ts';
import type { Manifest } from './manifest.ts';

/** What is wrong with a file of a backup. */
export interface Damage {
  path: string;
  what: 'is missing' | 'has changed' | 'does not belong to the backup';
}

/**
 * Compares the names and sizes in a backup with its manifest, without reading any file.
 * @param folder the backup, absolute
 */
export async function compareNames(folder: string, manifest: Manifest): Promise<Damage[]> {
  const expected = new Map(manifest.files.map(({ path, bytes }) => [path, bytes]));
  const damages: Damage[] = [];
  // A backup that was carried to the root of a disk stands beside what the file system has there for itself.
  for await (const { path, kind, bytes } of filesBelow(folder, (name) => name === 'lost+found')) {
    if (path === manifestName || kind === 'folder') continue;
    const known = expected.get(path);
    if (known === undefined) damages.push({ path, what: 'does not belong to the backup' });
    else if (kind !== 'file' || bytes !== known) damages.push({ path, what: 'has changed' });
    expected.delete(path);
  }
  return [...damages, ...Array.from(expected.keys(), (path): Damage => ({ path, what: 'is missing' }))];
}

/**
 * Reads every file of a backup and compares it with the manifest.
 * @param folder the backup, absolute
 * @returns what is wrong, one for each file; nothing where all is as it was written
 */
export async function verifyBackup(folder: string, manifest: Manifest, watch: Watch): Promise<Damage[]> {
  const damages = await compareNames(folder, manifest);
  const told = new Set(damages.map(({ path }) => path));
  for (const { path, bytes, sha256 } of manifest.files) {
    if (told.has(path)) continue;
    const found = await readContent(join(folder, path), watch);
    if (!found) damages.push({ path, what: 'is missing' });
    else if (found.bytes !== bytes || found.sha256 !== sha256) damages.push({ path, what: 'has changed' });
  }
  return damages;
}

/** What is wrong as a sentence: `media/a/original.jpg has changed.` */
export const describeDamage = ({ path, what }: Damage): string => `${path} ${what}.`;
