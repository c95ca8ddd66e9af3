const pair = new Set(['40P01', '40001']);

/**
 * Runs a transaction that locks much once more, when the database ended it in favour of another that waited for it.
 * @param tries in all
 */
export async function again<T>(transaction: () => Promise<T>, tries = 3): Promise<T> {
  for (let left = tries - 1; ; left -= 1) {
    try {
      return await transaction();
    } catch (error) {
      if (left === 0 || !pair.has(codeOf(error))) throw error;
    }
  }
}

/** PostgreSQL's code of an error, or of what caused it: the query builder wraps the database's own. */
export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'cause' in error ? codeOf(error.cause) : '';
}
