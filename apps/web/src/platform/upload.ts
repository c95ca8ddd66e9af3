import type { BodyInput, DataOf } from '@heartwood/contract/endpoint';
import { toFormData } from '@heartwood/contract/form-data';
import type { Endpoints, Route } from '@heartwood/contract/routes';
import { answerOf, fetchFile, partsOf } from './http.ts';
import { loadRuntimeConfig, runtimeConfig } from './runtime-config.ts';
import { session } from './session.ts';

/**
 * Sends files and tells how far it is, which `fetch` cannot: the one request beside the client of http.ts, by the same rules
 * (base address, bearer, envelope, paywall; a write, so never retried by itself).
 * @param onProgress gets the share that has left, 0 to 1
 * @throws CallError, with status 0 where there was no answer; an AbortError where `signal` ended it
 */
export async function upload<R extends Route>(
  route: R,
  body: BodyInput<Endpoints[R]>,
  { idempotencyKey, onProgress, signal }: { idempotencyKey: string; onProgress?: (share: number) => void; signal?: AbortSignal },
): Promise<DataOf<Endpoints[R]>> {
  await loadRuntimeConfig(fetchFile);
  signal?.throwIfAborted();
  const request = new XMLHttpRequest();
  const [method, url] = partsOf(route);
  request.open(method, runtimeConfig().api_base + url);
  request.setRequestHeader('Accept', 'application/json');
  request.setRequestHeader('Idempotency-Key', idempotencyKey);
  const { token } = session.get();
  if (token) request.setRequestHeader('Authorization', `Bearer ${token}`);
  const { promise, resolve, reject } = Promise.withResolvers<DataOf<Endpoints[R]>>();
  const abort = () => request.abort();
  signal?.addEventListener('abort', abort);
  request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
  request.onabort = () => reject(new DOMException('The upload was stopped', 'AbortError'));
  request.onloadend = () => {
    try {
      resolve(answerOf(route, request.status, jsonOf(request.responseText), token));
    } catch (error) {
      reject(error);
    }
  };
  request.send(toFormData(body as Record<string, unknown>));
  return promise.finally(() => signal?.removeEventListener('abort', abort));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
