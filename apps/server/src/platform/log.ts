import { pino } from 'pino';
import type { DestinationStream } from 'pino';
import type { Config } from './config.ts';
import { nameOf, statusOf } from './storage/trouble.ts';

/** Writes one JSON line per event. */
export type Log = pino.Logger;

/** Never in a log: what proves who one is, and what people write. */
const secret = ['req.headers.authorization', 'headers.authorization', 'token', 'password', '*.password', '*.token'];

/** The process's log, to standard output. */
export function createLog(config: Pick<Config, 'logLevel'>, to: DestinationStream = pino.destination(1)): Log {
  return pino({ level: config.logLevel, redact: { paths: secret, censor: '[hidden]' } }, to);
}

/** What the log may know of an error: where it came from. The texts of queries and of the database hold what people wrote. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: typeof error };
  const stack = error.stack?.split('\n').filter((line) => line.startsWith('    at '));
  if (error.name === 'DrizzleQueryError' || 'query' in error) {
    const { code, table, column, constraint } = (error.cause ?? error) as unknown as Record<string, unknown>;
    return { name: 'the database refused', code, table, column, constraint, stack };
  }
  const cause = error.cause === undefined ? {} : { cause: describeCause(error.cause) };
  return { name: error.name, message: error.message, code: 'code' in error ? error.code : undefined, ...cause, stack };
}

/** What another service has said, by its name and HTTP status alone: its words may repeat a key. */
function describeCause(error: unknown): Record<string, unknown> {
  return { name: nameOf(error), status: statusOf(error) };
}
