import { mkdir, readFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncPath, writeDurably } from '#platform/durable.ts';

/** Where mails go without an SMTP server. */
export const outboxOf = (dataDir: string): string => join(dataDir, 'outbox');

/**
 * Puts a mail into the folder, durably: it is there whole or not at all. The same name again replaces it.
 * @param name without extension; names sort by time
 */
export async function putIntoOutbox(folder: string, name: string, message: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = join(folder, `.${name}.new`);
  try {
    await writeDurably(temporary, message);
    await rename(temporary, join(folder, `${name}.eml`));
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
  await syncPath(folder);
}

/** Names of the mails in the folder, oldest first. */
export async function listOutbox(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => /^[\w-]+\.eml$/.test(name)).toSorted();
}

/** One mail's bytes. @param name one of {@link listOutbox} */
export const readOutbox = (folder: string, name: string): Promise<Buffer> => readFile(join(folder, name));

/** Removes mails whose names carry one of some tags and begin with a time that is not later than `until`. */
export async function removeFromOutbox(folder: string, tags: readonly string[], until: string): Promise<void> {
  for (const name of await listOutbox(folder)) {
    const [time = '', ...parts] = name.replace(/\.eml$/, '').split('-');
    if (time <= until && parts.some((part) => tags.includes(part))) await rm(join(folder, name), { force: true });
  }
}
