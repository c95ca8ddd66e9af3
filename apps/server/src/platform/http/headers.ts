import type { IncomingMessage } from 'node:http';

/**
 * A header that must stand there once: Node keeps the first of two and says nothing.
 * @param name in lower case
 * @returns undefined where it is missing or there more than once
 */
export function soleHeader(request: IncomingMessage, name: string): string | undefined {
  const found = request.rawHeaders.filter((_, at) => at % 2 === 0 && request.rawHeaders[at]?.toLowerCase() === name);
  const value = request.headers[name];
  return found.length === 1 && typeof value === 'string' ? value : undefined;
}
