import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';

/** What one decoding may take: milliseconds, bytes of answer, megabytes of JavaScript heap, 64 KiB pages of WebAssembly memory, bytes of memory in all. */
const most = { time: 60_000, output: 400_000_000, heap: 256, pages: 20_000, memory: 2_500_000_000 };
/** One at a time: each may need hundreds of megabytes. */
const oneByOne = pLimit(1);
const script = fileURLToPath(new URL('./decode-child.ts', import.meta.url));

/**
 * Decodes a HEIC or BMP picture in a process of its own, with limits.
 * @param icc the colour profile of a HEIC picture, which its decoder does not look at
 * @returns the picture as PNG, upright; undefined where it cannot be decoded
 */
export function decodeApart(kind: 'heic' | 'bmp', path: string, icc?: Buffer): Promise<Buffer | undefined> {
  const profile = icc && icc.length < 60_000 ? icc.toString('base64') : '';
  const flags = [`--max-old-space-size=${most.heap}`, `--wasm-max-mem-pages=${most.pages}`, '--disable-warning=ExperimentalWarning'];
  return oneByOne(
    () =>
      new Promise((resolve) => {
        const options = { encoding: 'buffer', timeout: most.time, killSignal: 'SIGKILL', maxBuffer: most.output, env: {} } as const;
        execFile(process.execPath, [...flags, script, kind, path, String(most.memory), profile], options, (error, output) =>
          resolve(error || output.length === 0 ? undefined : output),
        );
      }),
  );
}
