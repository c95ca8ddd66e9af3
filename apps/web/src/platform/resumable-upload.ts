import { tus } from '@heartwood/contract/tus';
import { Upload, type DetailedError } from 'tus-js-client';
import { answerOf, fetchFile } from './http.ts';
import { loadRuntimeConfig, runtimeConfig } from './runtime-config.ts';
import { session } from './session.ts';

/** Bytes of one chunk. Where a connection breaks, what the server has got of it is not sent again. */
const chunkSize = 128 * 1_048_576;
/** Milliseconds before a chunk is tried again by itself. */
const retryDelays = [500, 2_000, 5_000, 10_000];

/** How a file is uploaded. */
interface ResumableOptions {
  /** The same for every try. */
  idempotencyKey: string;
  /** The family it is for; undefined is the current one. */
  family: string | undefined;
  /** SHA-256 of the whole file, hexadecimal; what the server has already is not sent again. */
  sha256: string | undefined;
  /** Where it has been sent to before. */
  url: string | undefined;
  /** Is told where it is sent to. */
  onUrl: (url: string) => void;
  /** Gets the share the server has, 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/**
 * Uploads a file in chunks (tus), going on where it stopped before.
 * @returns the id of the medium it has become
 * @throws CallError, with status 0 where there was no answer; an AbortError where `signal` ended it: what has been sent is kept there
 */
export async function resumableUpload(
  file: File,
  { idempotencyKey, family, sha256, url, onUrl, onProgress, signal }: ResumableOptions,
): Promise<string> {
  await loadRuntimeConfig(fetchFile);
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const { token } = session.get();
  let mediaId: string | undefined;
  const upload = new Upload(file, {
    endpoint: `${runtimeConfig().api_base}/api/uploads${family ? `?family_id=${family}` : ''}`,
    uploadUrl: url ?? null,
    chunkSize,
    retryDelays,
    storeFingerprintForResuming: false,
    headers: { 'Idempotency-Key': idempotencyKey, ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    metadata: { filename: file.name, filetype: file.type, ...(sha256 ? { sha256 } : {}) },
    onUploadUrlAvailable: () => upload.url && onUrl(upload.url),
    onProgress: (sent, all) => onProgress(all ? sent / all : 0),
    onAfterResponse: (asked, answer) => {
      mediaId = answer.getHeader('Media-Id') ?? mediaId;
      // The server has had these bytes before: there is nothing to send.
      if (!mediaId || asked.getMethod() !== 'POST') return;
      void upload.abort();
      resolve(mediaId);
    },
    onShouldRetry: (error) => navigator.onLine && (mayPass(statusOf(error)) || isWhole(error)),
    onSuccess: () => (mediaId ? resolve(mediaId) : reject(refused(0, '', token))),
    onError: (error) => (mediaId ? resolve(mediaId) : reject(refused(statusOf(error), answerBodyOf(error), token))),
  });
  const stop = () => {
    void upload.abort();
    reject(new DOMException('The upload was stopped', 'AbortError'));
  };
  signal.addEventListener('abort', stop);
  upload.start();
  return promise.finally(() => signal.removeEventListener('abort', stop));
}

/** Gives up what has been sent of a file; a failure is nobody's concern, it ends by itself after some days. */
export async function cancelResumableUpload(url: string): Promise<void> {
  const { token } = session.get();
  const headers = { 'Tus-Resumable': tus.version, ...(token ? { Authorization: `Bearer ${token}` } : {}) };
  await fetch(url, { method: 'DELETE', headers }).catch(() => undefined);
}

const answered = (error: Error | DetailedError) => ('originalResponse' in error ? error.originalResponse : null);
const statusOf = (error: Error | DetailedError): number => answered(error)?.getStatus() ?? 0;
const answerBodyOf = (error: Error | DetailedError): string => answered(error)?.getBody() ?? '';

/** A chunk that is refused so comes after the last one: the next try looks first, and finds the upload whole. */
const isWhole = (error: Error | DetailedError): boolean =>
  'originalRequest' in error && error.originalRequest.getMethod() === 'PATCH' && statusOf(error) === 400;

/** No answer, somebody else writing, too many at once, trouble at the server: the next try may succeed. */
const mayPass = (status: number): boolean => status === 0 || status === 409 || status === 423 || status === 429 || status >= 500;

/** What an answer means, by the same rules as every other call. */
function refused(status: number, body: string, token: string | null): unknown {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    parsed = undefined;
  }
  try {
    return answerOf('PATCH /api/uploads/:id', status >= 400 ? status : 0, parsed, token);
  } catch (error) {
    return error;
  }
}
