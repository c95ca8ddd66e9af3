import { tus } from '@heartwood/contract/tus';
import { uploadSizeLimit } from '@heartwood/contract/limits';
import { message } from '@heartwood/messages/message';
import { refuse, Refused } from '#platform/http/refusal.ts';

/** Headers as they came: Node joins what was there twice with a comma, which is then no number. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** What a new upload says of itself. `filename` and `sha256` are '' and null where nothing is said. */
interface Announced {
  length: number;
  filename: string;
  sha256: string | null;
  metadata: string;
}

/** A checksum that a chunk was sent with. */
export interface Checksum {
  algorithm: 'sha1' | 'sha256';
  digest: Buffer;
}

/** Bytes of `Upload-Metadata`, at most. */
const metadataLimit = 4_096;
/** Bytes after which what has come of a chunk is made durable on the way. */
export const stretch = 32 * 1_048_576;

/** Refuses requests of another version of the protocol, and those that override their method. @throws Refused precondition_failed, malformed_request */
export function assertTus(headers: Headers): void {
  if (headers['tus-resumable'] !== tus.version)
    throw new Refused('precondition_failed', message('uploads.refusals.version', { version: tus.version }));
  if (headers['x-http-method-override'] !== undefined) throw refuse.malformed(message('uploads.refusals.override'));
}

/** Whole numbers as they may stand in a header; larger ones than JavaScript counts are Infinity. */
function numberIn(headers: Headers, name: string): number {
  const value = headers[name];
  if (typeof value !== 'string' || !/^\d{1,30}$/.test(value))
    throw refuse.malformed(message('uploads.refusals.wholeNumber', { header: name }));
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : Infinity;
}

/**
 * What a new upload says of itself.
 * @throws Refused malformed_request, payload_too_large
 */
export function announced(headers: Headers): Announced {
  if (headers['upload-defer-length'] !== undefined || headers['upload-concat'] !== undefined)
    throw refuse.malformed(message('uploads.refusals.length'));
  const length = numberIn(headers, 'upload-length');
  if (length > uploadSizeLimit) throw refuse.tooLarge(message('uploads.refusals.tooLarge'));
  if (length === 0) throw refuse.malformed(message('uploads.refusals.empty'));
  const metadata = headers['upload-metadata'] ?? '';
  if (typeof metadata !== 'string' || metadata.length > metadataLimit) throw refuse.malformed(message('uploads.refusals.metadataLong'));
  const values = metadataOf(metadata);
  const sha256 = values.get('sha256')?.toLowerCase() ?? null;
  if (sha256 !== null && !/^[0-9a-f]{64}$/.test(sha256)) throw refuse.malformed(message('uploads.refusals.sha256'));
  return { length, filename: values.get('filename') ?? values.get('name') ?? '', sha256, metadata };
}

/** `Upload-Metadata`: names, each with a value in base64 or none. @throws Refused malformed_request */
function metadataOf(header: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const pair of header.split(',').map((part) => part.trim())) {
    if (pair === '' && header.trim() === '') break;
    const [name = '', value = '', ...more] = pair.split(' ');
    if (!/^[\x21-\x2B\x2D-\x7E]+$/.test(name) || more.length > 0 || values.has(name))
      throw refuse.malformed(message('uploads.refusals.metadata'));
    values.set(name, textOf(value));
  }
  return values;
}

function textOf(base64: string): string {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(base64))
    throw refuse.malformed(message('uploads.refusals.metadataBase64'));
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'));
    if (text.includes('\0')) throw new TypeError('NUL');
    return text;
  } catch {
    throw refuse.malformed(message('uploads.refusals.metadataText'));
  }
}

/** Where a chunk says it begins. @throws Refused unsupported_media, malformed_request */
export function offsetOf(headers: Headers): number {
  if (!isChunk(headers)) throw refuse.unsupported(message('uploads.refusals.chunk', { type: tus.chunkType }));
  return numberIn(headers, 'upload-offset');
}

/** Whether the body is a chunk of a file. */
export const isChunk = (headers: Headers): boolean =>
  headers['content-type'] === tus.chunkType && (headers['content-encoding'] ?? 'identity') === 'identity';

/** The checksum of a chunk, where it has one. @throws Refused malformed_request */
export function checksumOf(headers: Headers): Checksum | undefined {
  const value = headers['upload-checksum'];
  if (value === undefined) return undefined;
  const [, algorithm, digest = ''] = (typeof value === 'string' && /^(sha1|sha256) ([A-Za-z0-9+/]+={0,2})$/.exec(value)) || [];
  const bytes = Buffer.from(digest, 'base64');
  if (bytes.length !== (algorithm === 'sha1' ? 20 : 32))
    throw refuse.malformed(message('uploads.refusals.checksum', { kinds: tus.checksums }));
  return { algorithm: algorithm as Checksum['algorithm'], digest: bytes };
}
