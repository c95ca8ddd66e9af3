/**
 * Why the server cannot start, as one sentence for the person at the terminal. `main.ts` prints the message alone, without a stack,
 * and ends with exit code 1. The cause, where there is one, goes to the log.
 */
export class StartupError extends Error {
  override name = 'StartupError';
}
