import { CallError, noSuchAnswer } from './http.ts';

/**
 * Fetches the bytes of a signed address.
 * @param onShare told how much of them is there, 0 to 1; 0 where nobody knows how many there are
 * @throws CallError where it is refused, TypeError where it breaks off, RangeError where the browser has no room, what `signal` aborts with
 */
export async function fetchParts(url: string, onShare: (share: number) => void, signal: AbortSignal): Promise<BlobPart[]> {
  const answer = await fetch(url, { signal });
  if (!answer.ok || !answer.body) throw new CallError(answer.status, noSuchAnswer('tryAgain').body, undefined);
  const all = Number(answer.headers.get('content-length'));
  const parts: BlobPart[] = [];
  let there = 0;
  // Not every browser iterates over a stream.
  const reader = answer.body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    parts.push(next.value);
    there += next.value.length;
    onShare(all > 0 ? Math.min(1, there / all) : 0);
  }
  return parts;
}
