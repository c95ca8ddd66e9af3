import type { User } from '@heartwood/contract/accounts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readEnglish } from '../../test/language.ts';
import { storageOn } from '../../test/storage.ts';

/** A stream of events that was asked for. */
interface Asked {
  url: string;
  headers: Headers;
  signal: AbortSignal;
  /** Sends the text of a message. */
  send: (message: string) => void;
  end: () => void;
}

const asked: Asked[] = [];
const heard: unknown[] = [];
const user = { id: 'nora', email: '', role: 'member', locale: 'en', time_zone: null, images: [], current_family_id: 'whitlocks' } as User;
let refusals: number[] = [];
let ended: () => Promise<void>;
let page: EventTarget & { visibilityState: string; cookie: string };
let device: { onLine: boolean };

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  await readEnglish();
  asked.length = 0;
  heard.length = 0;
  refusals = [];
  ended = async () => undefined;
  page = Object.assign(new EventTarget(), { visibilityState: 'visible', cookie: '' });
  device = { onLine: true };
  const kept = new Map([['token', 'mine']]);
  vi.stubGlobal('localStorage', storageOn(kept));
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { pathname: '/dashboard' } }));
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', device);
  vi.stubGlobal('fetch', answer);
  // The longest of the times that are drawn.
  vi.spyOn(Math, 'random').mockReturnValue(1);
  // What has passed since the page was loaded is asked for first.
  vi.setSystemTime(performance.timeOrigin + 4_000);
  const { startLive } = await import('./live.ts');
  startLive({ fact: (type, ids) => void heard.push([type, ids]), reset: () => void heard.push('reset'), ended: () => ended() });
  await vi.advanceTimersByTimeAsync(0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function answer(url: string, init: RequestInit): Promise<Response> {
  if (!url.includes('/api/events')) return Response.json({});
  const status = refusals.shift();
  const body = new TransformStream<Uint8Array, Uint8Array>();
  const writer = body.writable.getWriter();
  const ignored = () => undefined;
  init.signal?.addEventListener('abort', () => void writer.abort(new DOMException('let go', 'AbortError')).catch(ignored));
  asked.push({
    url,
    headers: new Headers(init.headers),
    signal: init.signal!,
    send: (message) => void writer.write(new TextEncoder().encode(`${message}\n\n`)).catch(ignored),
    end: () => void writer.close().catch(ignored),
  });
  return status ? Response.json({ success: false }, { status }) : new Response(body.readable);
}

/** The stream that was asked for last, after all that is under way. */
async function stream(): Promise<Asked> {
  await vi.advanceTimersByTimeAsync(0);
  return asked.at(-1)!;
}
const told = 'id: one\nevent: post.shared\ndata: {"post_id":"p"}';
const hide = async (state: 'hidden' | 'visible', after: number) => {
  page.visibilityState = state;
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(after);
};

test('it begins with what has happened since the page was loaded, and tells facts', async () => {
  const { url, headers, send } = await stream();
  expect([url, headers.get('authorization'), headers.get('last-event-id')]).toEqual(['/api/events?recent=4', 'Bearer mine', null]);
  send(told);
  send('id: two\nevent: reset\ndata: {}');
  await stream();
  expect(heard).toEqual([['post.shared', { post_id: 'p' }], 'reset']);
});

test('a stream that ends is opened again where it was, later after each failure', async () => {
  const { send, end } = await stream();
  send(told);
  await stream();
  refusals = [503, 503];
  end();
  for (const [wait, tries] of [
    [1_000, 2],
    [2_000, 3],
    [4_000, 4],
  ] as const) {
    await vi.advanceTimersByTimeAsync(wait - 1);
    expect(asked).toHaveLength(tries - 1);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toHaveLength(tries);
  }
  expect((await stream()).headers.get('last-event-id')).toBe('one');
});

test('one that is refused for what it is waits until something changes', async () => {
  refusals = [402];
  (await stream()).end();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(asked).toHaveLength(2);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toHaveLength(3);
});

test('a page that nobody looks at lets go after a minute, and goes on where it was', async () => {
  const first = await stream();
  first.send(told);
  await hide('hidden', 59_000);
  expect(first.signal.aborted).toBe(false);
  first.send(': beat');
  await vi.advanceTimersByTimeAsync(2_000);
  expect([first.signal.aborted, asked.length]).toEqual([true, 1]);
  await hide('visible', 0);
  expect((await stream()).headers.get('last-event-id')).toBe('one');
});

test('silence for a minute is a lost connection; without a network none is tried', async () => {
  const first = await stream();
  await vi.advanceTimersByTimeAsync(59_000);
  expect(first.signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(first.signal.aborted).toBe(true);
  device.onLine = false;
  window.dispatchEvent(new Event('offline'));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(asked).toHaveLength(1);
});

test('somebody else begins anew; nobody listens to nothing', async () => {
  const first = await stream();
  first.send(told);
  await stream();
  const { session } = await import('./session.ts');
  session.begin({ token: 'another' });
  const second = await stream();
  expect(first.signal.aborted).toBe(true);
  expect([second.headers.get('authorization'), second.headers.get('last-event-id')]).toEqual(['Bearer another', null]);
  session.lose('another');
  await vi.advanceTimersByTimeAsync(600_000);
  expect([second.signal.aborted, asked.length]).toEqual([true, 2]);
});

test('what the server ends by itself is asked about first, once; whoever is in no family listens to nothing until they are in one', async () => {
  const { session } = await import('./session.ts');
  session.setUser(user);
  const first = await stream();
  let asks = 0;
  ended = async () => {
    asks += 1;
    session.setUser({ ...user, current_family_id: null });
  };
  const before = asked.length;
  first.end();
  await vi.advanceTimersByTimeAsync(600_000);
  expect([asks, asked.length]).toEqual([1, before]);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toHaveLength(before);
  session.setUser({ ...user, current_family_id: 'stones' });
  const next = await stream();
  expect([asked.length, next.headers.get('last-event-id')]).toEqual([before + 1, null]);
});

test('whoever logs out, which ends the stream as well, is not looked for', async () => {
  const { session } = await import('./session.ts');
  session.setUser(user);
  const first = await stream();
  let asks = 0;
  ended = async () => void (asks += 1);
  first.end();
  await vi.advanceTimersByTimeAsync(100);
  session.end();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(asks).toBe(0);
});
