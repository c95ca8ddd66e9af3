import { megabytes } from '../apps/server/src/platform/backup/files.ts';
import { say } from './run.ts';

/** Milliseconds between two lines. */
const interval = 2_000;

/** Tells at the terminal how many bytes are done of how many, and ends what is under way when somebody stops the command. */
export function watchProgress() {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopping.abort());
  let done = 0;
  let total = 0;
  let told = performance.now();
  return {
    signal: stopping.signal,
    onTotal: (bytes: number) => void (total = bytes),
    onBytes: (bytes: number) => {
      done += bytes;
      if (performance.now() - told < interval) return;
      told = performance.now();
      say(`${megabytes(done)} of ${megabytes(Math.max(total, done))}`);
    },
  };
}
