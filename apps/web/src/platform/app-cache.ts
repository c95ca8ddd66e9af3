/// <reference lib="webworker" />
import { markOfKeptPage } from './kept-page.ts';

// What the service worker keeps of the app, so that it opens without a network.
//
// [Note: A kept app is never in the way] The page is the server's whenever it answers; only where it does not, the kept one is shown, with the
// parts of the same build. Parts have the hash of what is in them in their names, and are compared with what the build made before they are kept, so a
// kept one is what the server would send.

/** The id of the build, and the paths of its parts with their integrity (W3C, Subresource Integrity). Put in by the build. */
declare const __BUILD__: string;
declare const __PARTS__: readonly (readonly [path: string, integrity: string])[];

const name = `app ${__BUILD__}`;
/** It is kept last, so that it stands for all of them. */
const page = '/index.html';
/** Parts that are asked for at once: the page that is open asks for things, too. */
const together = 4;
/** Milliseconds that a server may take where there is something kept. */
const timeoutMs = 4_000;

/** Keeps all of the app, with what is missing of it; lets go of earlier builds once it is whole. Without room or network the next page goes on with it. */
export async function cacheApp(): Promise<void> {
  try {
    const cache = await caches.open(name);
    if (await cache.match(page)) return;
    const document = await fetch(page, { cache: 'reload' });
    const html = await document.text();
    // A newer build is there already: its own worker keeps it.
    if (!document.ok || !html.includes(`content="${__BUILD__}"`)) return;
    for (let first = 0; first < __PARTS__.length; first += together)
      await Promise.all(__PARTS__.slice(first, first + together).map((part) => keepPart(cache, part)));
    await cache.put(page, new Response(html.replace('<html', `<html ${markOfKeptPage}`), { headers: headersOf(document) }));
    const names = await caches.keys();
    await Promise.all(names.filter((one) => one.startsWith('app ') && one !== name).map((one) => caches.delete(one)));
  } catch {
    // What is there stays.
  }
}

/** Headers of an answer, but for those that say how its body came. */
function headersOf(answer: Response): Headers {
  const headers = new Headers(answer.headers);
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name);
  return headers;
}

/** One that an earlier build has as well is not fetched again. What is not what the build made, as an answer that broke off, is asked for once more, past the browser's cache. */
async function keepPart(cache: Cache, [path, integrity]: (typeof __PARTS__)[number]): Promise<void> {
  if (await cache.match(path, { ignoreVary: true })) return;
  const part = (await cachedPart(path)) ?? (await fetch(path, { integrity }).catch(() => fetch(path, { integrity, cache: 'reload' })));
  if (!part.ok) throw new Error(`${path}: ${part.status}`);
  await cache.put(path, part);
}

/** A part of the app that is kept, of whichever build. */
export const cachedPart = (path: string): Promise<Response | undefined> => caches.match(path, { ignoreVary: true });

/** The page of the app, where all of it is kept. */
export const cachedPage = async (): Promise<Response | undefined> =>
  (await caches.has(name)) ? (await caches.open(name)).match(page, { ignoreVary: true }) : undefined;

/** An answer, unless it takes longer than somebody waits who could have something kept. @throws Error where it does, or where there is none */
export const inTime = (answer: Promise<Response>): Promise<Response> =>
  Promise.race([answer, new Promise<never>((_, reject) => setTimeout(() => reject(new Error('too slow')), timeoutMs))]);

/** Whether a server in front of ours says that ours is not there. */
export const isAway = ({ status }: Response): boolean => status === 502 || status === 503 || status === 504;
