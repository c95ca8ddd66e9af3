import type { IncomingMessage } from 'node:http';

/**
 * Reads a header that a request may have once. Of two, Node keeps the first without a warning.
 * @param name in lower case
 * @returns undefined when it is missing or occurs more than once
 */
export function soleHeader(request: IncomingMessage, name: string): string | undefined {
  const found = request.rawHeaders.filter((_, at) => at % 2 === 0 && request.rawHeaders[at]?.toLowerCase() === name);
  const value = request.headers[name];
  return found.length === 1 && typeof value === 'string' ? value : undefined;
}
