import { open } from 'node:fs/promises';

/** Waits until the disk has a file's bytes, or a folder's entries. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

/**
 * Writes a file that only its owner may read (mode 0600), and waits until the disk has its bytes. The entry in its folder is durable after `syncPath`.
 * @param flag `w` replaces what is there, `wx` throws EEXIST
 */
export async function writeDurably(path: string, content: string | Buffer, flag: 'w' | 'wx' = 'w'): Promise<void> {
  const file = await open(path, flag, 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}
