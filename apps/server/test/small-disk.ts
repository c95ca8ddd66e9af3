import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Mounts a small disk over a folder, until it is disposed of.
 * @returns undefined where nobody may mount one
 */
export async function mountDisk(folder: string, megabytes: number): Promise<AsyncDisposable | undefined> {
  const run = promisify(execFile);
  const options = `size=${megabytes}m,mode=0700`;
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).catch(() => undefined);
  return mounted && { [Symbol.asyncDispose]: async () => void (await run('umount', ['--lazy', folder])) };
}
