import { once } from 'node:events';
import { request } from 'node:http';
import type { ClientRequest } from 'node:http';
import type { TestApp } from './app.ts';
import { call } from './members.ts';
import { auth } from './people.ts';
import type { TestUser } from './people.ts';
import type { LongSound } from './sounds.ts';

const tus = { 'tus-resumable': '1.0.0' };
const megabyte = 1_048_576;

/** A client of resumable uploads that does nothing by itself: every step is the test's. */
interface Sender {
  /** Begins an upload. @returns its address */
  begin(size: number, metadata?: string): Promise<string>;
  /** How far it is; undefined while nobody answers. */
  look(url: string): Promise<{ offset: number; mediaId: string | null } | undefined>;
  /**
   * Sends from one place to another in one request.
   * @param cut breaks the connection once so many bytes have left
   * @returns the id of the medium where that is answered; undefined where the connection broke
   */
  send(
    url: string,
    sound: LongSound,
    from: number,
    to: number,
    cut?: number,
  ): Promise<{ status: number; mediaId: string | null } | undefined>;
}

export function createSender(base: string, token: string): Sender {
  const headers = { ...auth(token), ...tus };
  return {
    async begin(size, metadata) {
      const more = metadata ? { 'upload-metadata': metadata } : {};
      const answer = await fetch(`${base}/api/uploads`, {
        method: 'POST',
        headers: { ...headers, 'upload-length': String(size), ...more },
      });
      if (answer.status !== 201) throw new Error(`not begun: ${answer.status} ${await answer.text()}`);
      return String(answer.headers.get('location'));
    },
    async look(url) {
      const answer = await fetch(`${base}${url}`, { method: 'HEAD', headers }).catch(() => undefined);
      if (!answer?.ok) return undefined;
      return { offset: Number(answer.headers.get('upload-offset')), mediaId: answer.headers.get('media-id') };
    },
    send(url, sound, from, to, cut) {
      const about = {
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(from),
        'content-length': String(to - from),
      };
      return new Promise((resolve) => {
        const sending = request(`${base}${url}`, { method: 'PATCH', headers: { ...headers, ...about } }, (answer) => {
          answer.resume();
          resolve({ status: answer.statusCode ?? 0, mediaId: (answer.headers['media-id'] as string | undefined) ?? null });
        });
        sending.on('error', () => resolve(undefined));
        const pump = async () => {
          const end = cut === undefined ? to : Math.min(to, from + cut);
          for (let at = from; at < end && !sending.destroyed;) {
            const next = Math.min(end, (Math.floor(at / megabyte) + 1) * megabyte);
            if (!sending.write(sound.bytes(at, next))) await roomIn(sending);
            at = next;
          }
          if (cut === undefined) sending.end();
          else sending.destroy(new Error('cut'));
        };
        void pump();
      });
    },
  };
}

/** Begins an upload by HTTP. @returns its id */
export async function beginUpload(at: TestApp, by: TestUser, filename: string): Promise<string> {
  const headers = { ...tus, 'upload-length': '20', 'upload-metadata': `filename ${btoa(filename)}` };
  const answer = await call(at, by, 'POST', `/api/uploads?family_id=${by.familyId}`, undefined, headers);
  return String(answer.headers.location).split('/').at(-1)!;
}

/** Waits until there is room for more, or nobody takes any more. */
async function roomIn(sending: ClientRequest): Promise<void> {
  const waiting = new AbortController();
  const { signal } = waiting;
  await Promise.race([once(sending, 'drain', { signal }), once(sending, 'close', { signal })]).catch(() => undefined);
  waiting.abort();
}
