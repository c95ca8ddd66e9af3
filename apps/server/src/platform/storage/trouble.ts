import { StartupError } from '#platform/startup-error.ts';

/** The HTTP status behind an error of an object store, or of what caused it; undefined where there was no answer. */
export function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  return $metadata?.httpStatusCode ?? statusOf(error.cause);
}

/** What an error is called at its root: the store's own code, the system's, or the class. Its text stays out: it may repeat a key. */
export function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  if (error.cause instanceof Error) return nameOf(error.cause);
  const { code, errors } = error as { code?: unknown; errors?: unknown[] };
  if (typeof code === 'string') return code;
  return Array.isArray(errors) && errors.length > 0 ? nameOf(errors[0]) : error.name;
}

/** What an object store does instead of serving, as the end of a sentence: `refuses (403)`. */
export function troubleOf(error: unknown): string {
  const status = statusOf(error);
  if (status === undefined) return `does not answer (${nameOf(error)})`;
  if (status === 404) return 'has no such bucket (404)';
  return status >= 500 ? `is in trouble (${status})` : `refuses (${status})`;
}

/** The same for the person at the terminal, with what to look at. */
export function explainTrouble(error: unknown): StartupError {
  const status = statusOf(error);
  const look =
    status === undefined
      ? 'S3_ENDPOINT'
      : status === 404
        ? 'S3_BUCKET'
        : status < 400
          ? 'S3_REGION and S3_ENDPOINT'
          : 'S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and S3_REGION, and what the key may do';
  const hint = status !== undefined && status >= 500 ? 'try again later' : `look at ${look}`;
  return new StartupError(`The object store ${troubleOf(error)}: ${hint}.`, { cause: error });
}
