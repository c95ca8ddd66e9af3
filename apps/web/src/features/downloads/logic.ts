import type { Media } from '@heartwood/contract/media';
import { device } from '#platform/device.ts';

/** Whether there is something of a medium that can leave. */
export const mayLeave = ({ state, variants }: Media): boolean => state === 'ready' || variants['document'] !== undefined;

/** Whether somebody may take a medium as it was sent: its uploader is told where that is. */
export const hasOriginal = ({ variants }: Media): boolean => variants['original'] !== undefined;

/** Whether this browser, or the shell around it, hands files to other apps. */
export function sharesFiles(): boolean {
  if (device.plugins?.shareFiles) return true;
  const probe = new File([''], 'photo.jpg', { type: 'image/jpeg' });
  return typeof navigator.share === 'function' && (navigator.canShare?.({ files: [probe] }) ?? false);
}

/** Whether there is a way to paper: web views of shells have none. */
export const mayPrint = (): boolean => !device.native;

/** What became of files that were to be handed to other apps: `unasked` where the browser wants to be asked by a tap of its own. */
type Handed = 'shared' | 'dismissed' | 'unasked' | 'too-much' | 'failed';

/** Hands files to other apps. */
export async function handOver(files: File[]): Promise<Handed> {
  const shell = device.plugins?.shareFiles;
  if (!shell && !navigator.canShare?.({ files })) return 'too-much';
  try {
    if (shell) return await shell(files);
    await navigator.share({ files });
    return 'shared';
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    return name === 'AbortError' ? 'dismissed' : name === 'NotAllowedError' ? 'unasked' : 'failed';
  }
}
