/**
 * The SHA-256 of a file, hexadecimal, found out beside the page.
 * @param onProgress gets the share that has been read, 0 to 1
 * @returns undefined where the file cannot be read or the browser has no workers: nothing depends on it
 * @throws an AbortError where `signal` ended it
 */
export async function sha256Of(file: Blob, { onProgress, signal }: { onProgress?: (share: number) => void; signal: AbortSignal }) {
  signal.throwIfAborted();
  if (typeof Worker === 'undefined') return undefined;
  const worker = new Worker(new URL('./sha256.worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<string | undefined>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      worker.addEventListener('error', () => resolve(undefined));
      worker.addEventListener('message', ({ data }: MessageEvent<{ share?: number; hex?: string }>) => {
        if (data.share === undefined) resolve(data.hex);
        else onProgress?.(data.share);
      });
      worker.postMessage(file, []);
    });
  } finally {
    worker.terminate();
  }
}
