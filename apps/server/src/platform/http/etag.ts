import { message } from '@heartwood/messages/message';
import { refuse } from './refusal.ts';

/** The `ETag` of something whose changes are counted. */
export const etagOf = (version: number): string => `"${version}"`;

const tag = String.raw`(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"`;
const ifMatch = new RegExp(String.raw`^[ \t]*${tag}(?:[ \t]*,[ \t]*${tag})*[ \t]*$`);

/**
 * Reads an `If-Match` header (RFC 9110, 13.1.1). A tag that a proxy has weakened counts like the strong one: it names a version, not bytes.
 * @returns a test whether the client knows a version
 * @throws Refused malformed_request
 */
export function readIfMatch(header: string | undefined): (version: number) => boolean {
  const value = header?.trim();
  if (value === undefined || value === '*') return () => true;
  if (!ifMatch.test(value)) throw refuse.malformed(message('app.refusals.ifMatch'));
  const known = new Set([...value.matchAll(new RegExp(tag, 'g'))].map(([one]) => one.replace(/^W\//, '')));
  return (version) => known.has(etagOf(version));
}
