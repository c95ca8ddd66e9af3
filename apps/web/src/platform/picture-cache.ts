/// <reference lib="webworker" />
import { inTime } from './app-cache.ts';
import { picturesOf } from './storage.ts';

// Pictures that were seen, for when there is no network.
//
// [Note: What a kept picture is kept by] Its address is signed and ends within the hour ([Note: Why media addresses expire]), the bytes at a
// path never change. So a picture is kept by its path, only after the server has handed it out, and is shown only where no server answers. The
// page makes the cache for who is signed in and deletes it with the session (platform/storage.ts): without one nothing is kept, and what
// arrives later is put into a cache that nobody finds any more.

const prefix = picturesOf('');
/** How many are kept, and of how many bytes each: thumbnails and what the feed shows of a photo. */
const limits = { count: 400, bytes: 400_000 };

const isPrivate = (url: string): boolean => new URL(url).pathname.startsWith('/api/private/');

/** Whether a request is for a picture of a family's. */
export const isPicture = ({ destination, url }: Request): boolean => destination === 'image' && isPrivate(url);

const isKeepable = ({ status, headers }: Response): boolean =>
  status === 200 && Number(headers.get('content-length') ?? Infinity) <= limits.bytes;

/** A picture as the server has it; the kept one, in whichever size, where there is no answer. */
export async function picture({ request }: FetchEvent, whenDone: (work: Promise<unknown>) => void): Promise<Response> {
  const path = new URL(request.url).pathname;
  const cache = await theirs();
  const known = await cache?.match(path);
  try {
    const answer = await (known ? inTime(fetch(request)) : fetch(request));
    if (cache && !known && isKeepable(answer)) whenDone(keep(cache, path, answer.clone()));
    return answer;
  } catch {
    return known ?? (cache && (await otherSize(cache, path))) ?? Response.error();
  }
}

/**
 * Keeps pictures that a page has shown, as far as the browser's own cache has them: nothing is asked of the server.
 * @param addresses as the page loaded them
 */
export async function keepSeen(addresses: readonly string[]): Promise<void> {
  const cache = await theirs();
  if (!cache) return;
  for (const address of addresses.filter(isPrivate)) {
    const path = new URL(address).pathname;
    if (await cache.match(path)) continue;
    const answer = await fetch(address, { cache: 'only-if-cached', mode: 'same-origin' }).catch(() => undefined);
    if (answer && isKeepable(answer)) await keep(cache, path, answer);
  }
}

/** The cache of who is signed in. */
async function theirs(): Promise<Cache | undefined> {
  const name = (await caches.keys().catch(() => [])).find((one) => one.startsWith(prefix));
  return name ? caches.open(name).catch(() => undefined) : undefined;
}

/** Keeps one; the oldest go where there are too many, or no room. */
async function keep(cache: Cache, path: string, answer: Response): Promise<void> {
  const isFull = await cache.put(path, answer).then(
    () => false,
    () => true,
  );
  const all = await cache.keys();
  const surplus = isFull ? Math.ceil(all.length / 2) : all.length - limits.count;
  await Promise.all(all.slice(0, Math.max(0, surplus)).map((one) => cache.delete(one)));
}

/** Another size of the same picture: they lie in one folder. */
async function otherSize(cache: Cache, path: string): Promise<Response | undefined> {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const one = (await cache.keys()).find(({ url }) => new URL(url).pathname.startsWith(folder));
  return one && cache.match(one);
}
