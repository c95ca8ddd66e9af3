/** Deadlock detected, serialization failure. */
const retryable = new Set(['40P01', '40001']);

/**
 * Runs a transaction, and runs it again when PostgreSQL has ended it because of a deadlock or a conflict with another one.
 * @param tries how often it runs at most
 */
export async function retryTransaction<T>(transaction: () => Promise<T>, tries = 3): Promise<T> {
  for (let left = tries - 1; ; left -= 1) {
    try {
      return await transaction();
    } catch (error) {
      if (left === 0 || !retryable.has(codeOf(error))) throw error;
    }
  }
}

/** PostgreSQL's code of an error, or of what caused it: the query builder wraps the database's own. */
export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'cause' in error ? codeOf(error.cause) : '';
}
