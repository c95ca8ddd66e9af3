import { message } from '@heartwood/messages/message';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { renditionSizes } from '@heartwood/contract/media';
import pLimit from 'p-limit';
import { Refused } from '#platform/http/refusal.ts';
import { exitCodes } from './exit-codes.ts';

/**
 * What drawing one page may take: milliseconds, megabytes of JavaScript heap, 64 KiB pages of WebAssembly memory, bytes of memory in all;
 * and bytes of the file, which is in memory twice.
 */
const most = { time: 30_000, heap: 256, pages: 12_000, memory: 1_000_000_000, file: 128_000_000 };

/** Everything that looks into documents. */
export interface Documents {
  /**
   * Draws the first page of a PDF in a process of its own, with limits; one at a time.
   * @param use is given where the page is, as PNG; undefined where the document is not shown: it asks for a password, or drawing it takes too much
   * @throws Refused validation_failed where the file is damaged; Error where the process was ended from outside, so that it can be tried again
   */
  firstPage<T>(path: string, use: (png: string | undefined) => Promise<T>): Promise<T>;
}

export function createDocuments({ tempDir }: { tempDir: string }): Documents {
  const oneByOne = pLimit(1);
  return {
    firstPage: (path, use) =>
      oneByOne(async () => {
        const folder = join(tempDir, randomUUID());
        await mkdir(folder, { recursive: true, mode: 0o700 });
        try {
          const png = join(folder, 'page.png');
          return await use((await stat(path)).size <= most.file && (await draw(path, png)) ? png : undefined);
        } finally {
          await rm(folder, { recursive: true, force: true });
        }
      }),
  };
}

const script = fileURLToPath(new URL('./first-page-child.ts', import.meta.url));
const flags = [`--max-old-space-size=${most.heap}`, `--wasm-max-mem-pages=${most.pages}`, '--disable-warning=ExperimentalWarning'];

/** @returns whether the page was drawn */
function draw(path: string, png: string): Promise<boolean> {
  const options = { timeout: most.time, killSignal: 'SIGKILL', env: {} } as const;
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [...flags, script, path, png, String(renditionSizes.large), String(most.memory)], options, (error) => {
      if (!error) resolve(true);
      else if (error.code === exitCodes.damaged) reject(new Refused('validation_failed', message('media.failures.document')));
      else if (typeof error.code === 'string' || (error.signal && !error.killed && outside.has(error.signal))) reject(error);
      else resolve(false);
    });
  });
}

/** Signals that come from outside and say nothing of the document. */
const outside = new Set<NodeJS.Signals>(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP']);
