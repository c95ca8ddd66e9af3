import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { StartupError } from '#platform/startup-error.ts';

// [Note: What a backup is]
// A folder with copies of DATA_DIR's files by their paths, and `manifest.json`, which names each of them with its bytes and its SHA-256, and is
// written last. Until then the folder is called `<name>.part`. The manifest's own hash tells that it is as it was written; whoever can write to
// the folder can write that, too, so it says nothing of who made it.

/** The newest form of a backup that this program makes and reads. */
export const newestFormat = 1;
/** Where the manifest stands in the folder of a backup. */
export const manifestName = 'manifest.json';
/** What the folder's name ends with until the backup is whole. */
export const unfinished = '.part';

/** Relative, and below where it is put together with: a manifest must not lead out of its folder. */
const path = z.string().refine((value) => value.split('/').every((name) => !['', '.', '..'].includes(name)) && !/[\\\0]/.test(value));
const contents = z.object({
  format: z.literal(newestFormat),
  /** The version of the program that has made it. */
  program: z.string(),
  /** When it was begun (ISO 8601). */
  made: z.string(),
  /** Where media were kept: those in an object store are not in the backup. */
  media: z.enum(['disk', 's3']),
  /** All folders, the empty ones, too, without which PostgreSQL does not start. */
  folders: z.array(path),
  files: z.array(z.object({ path, bytes: z.number().int().nonnegative(), sha256: z.string().regex(/^[0-9a-f]{64}$/) })),
});
const written = z.object({ sha256: z.string(), contents });

/** What is in a backup. */
export type Manifest = z.output<typeof contents>;

/** The text of `manifest.json`. */
export function writeManifest(manifest: Manifest): string {
  return JSON.stringify({ sha256: hashOf(manifest), contents: manifest });
}

const hashOf = (manifest: unknown): string => createHash('sha256').update(JSON.stringify(manifest)).digest('hex');

/** Bytes of all files of a backup. */
export const bytesOf = (manifest: Manifest): number => manifest.files.reduce((sum, { bytes }) => sum + bytes, 0);

/**
 * Reads the manifest of a backup.
 * @param folder the backup, absolute
 * @throws StartupError where the folder is no backup, or not a whole one, or is of a newer form, or the manifest is damaged
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const file = join(folder, manifestName);
  if (basename(folder).endsWith(unfinished))
    throw new StartupError(`${folder} is what a backup has left that was broken off: it is no backup. Delete it, and use another one.`);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR')
      throw new StartupError(`${folder} is no backup: there is no ${manifestName} in it.`, { cause: error });
    throw error;
  });
  const damaged = new StartupError(`${file} is damaged: nobody can say any more what belongs to this backup. Use another one.`);
  const json = parsed(text);
  if (!json) throw damaged;
  const { contents: found, sha256 } = json as { contents?: { format?: unknown }; sha256?: unknown };
  if (!found || hashOf(found) !== sha256) throw damaged;
  if (typeof found.format === 'number' && found.format > newestFormat)
    throw new StartupError(
      `${folder} was made by a newer Heartwood (format ${found.format}; this one reads ${newestFormat}): use the version that made it, or a newer one.`,
    );
  const { success, data } = written.safeParse(json);
  if (!success) throw damaged;
  return data.contents;
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
