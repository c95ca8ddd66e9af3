import type { Media } from '@heartwood/contract/media';
import { describe, expect, it } from 'vitest';
import { medium } from '../../../test/media.ts';
import { settle } from '../../../test/settle.ts';
import type { Failure, Send } from './logic.ts';
import { createUploads } from './state.ts';

describe('the queue of uploads', () => {
  const file = (name: string) => new File(['x'], name, { type: 'image/jpeg' });
  const lost: Failure = { reason: 'uploads.lost', retryable: true, network: true };

  it('is on its way as soon as it has been looked at, also before the first bytes have left', () => {
    const states: unknown[] = [];
    const uploads = createUploads(
      (_file, { onChecking, onChecked }) => {
        onChecking(0.5);
        states.push(uploads.one('1')?.state);
        onChecked('abc');
        states.push(uploads.one('1')?.state);
        return new Promise(() => undefined);
      },
      () => lost,
    );
    uploads.add([{ key: '1', file: file('beach.jpg') }], undefined);
    expect(states).toEqual([
      { state: 'checking', share: 0.5 },
      { state: 'uploading', share: 0 },
    ]);
    expect(uploads.one('1')?.sha256).toBe('abc');
  });

  /** A sender whose answers the test gives. */
  function stage() {
    const sent: {
      key: string;
      family: string | undefined;
      name: string;
      signal: AbortSignal;
      progress: (share: number) => void;
      answer: (media: Media) => void;
      fail: (error: unknown) => void;
    }[] = [];
    const send: Send = (one, { key, family, onProgress, signal }) =>
      new Promise((answer, fail) => {
        signal.addEventListener('abort', () => fail(new DOMException('stopped', 'AbortError')));
        sent.push({ key, family, name: one.name, signal, progress: onProgress, answer, fail });
      });
    const explain = (error: unknown): Failure =>
      error instanceof TypeError ? { reason: 'uploads.notAPhoto', retryable: false, network: false } : lost;
    return { sent, uploads: createUploads(send, explain) };
  }
  const states = (uploads: ReturnType<typeof createUploads>) => uploads.store.get().map(({ state }) => state.state);

  it('sends a file to the family it was chosen for, on every try', async () => {
    const { sent, uploads } = stage();
    uploads.add([{ key: '1', file: file('beach.jpg') }], 'whitlocks');
    uploads.pause('1');
    uploads.resume('1');
    await settle();
    expect(sent.map(({ family }) => family)).toEqual(['whitlocks', 'whitlocks']);
  });

  it('sends three files at once, in order, and says how far each is', async () => {
    const { sent, uploads } = stage();
    uploads.add(
      ['a', 'b', 'c', 'd', 'e'].map((name) => ({ key: name, file: file(`${name}.jpg`) })),
      undefined,
    );
    expect(sent.map(({ name }) => name)).toEqual(['a.jpg', 'b.jpg', 'c.jpg']);
    sent[1]!.progress(0.64);
    expect(uploads.one('b')?.state).toEqual({ state: 'uploading', share: 0.64 });
    expect(states(uploads)).toEqual(['uploading', 'uploading', 'uploading', 'waiting', 'waiting']);
    sent[1]!.answer(medium());
    await settle();
    expect(sent.map(({ name }) => name)).toEqual(['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg']);
    expect(uploads.one('b')?.media?.id).toBe(medium().id);
    expect(states(uploads)).toEqual(['uploading', 'done', 'uploading', 'uploading', 'waiting']);
  });

  it('stops a file and lets it go on; another one takes its place meanwhile', async () => {
    const { sent, uploads } = stage();
    uploads.add(
      ['a', 'b', 'c', 'd'].map((name) => ({ key: name, file: file(`${name}.jpg`) })),
      undefined,
    );
    sent[0]!.progress(0.5);
    uploads.pause('a');
    expect(sent[0]!.signal.aborted).toBe(true);
    await settle();
    expect(uploads.one('a')?.state).toEqual({ state: 'paused', share: 0.5 });
    expect(states(uploads)).toEqual(['paused', 'uploading', 'uploading', 'uploading']);
    sent[0]!.progress(0.9);
    expect(uploads.one('a')?.state).toEqual({ state: 'paused', share: 0.5 });
    uploads.resume('a');
    expect(states(uploads)).toEqual(['waiting', 'uploading', 'uploading', 'uploading']);
    sent[1]!.answer(medium());
    await settle();
    expect(sent.at(-1)).toMatchObject({ key: 'a' });
  });

  it('goes on after a failure, and tries again under the same key', async () => {
    const { sent, uploads } = stage();
    uploads.add(
      [
        { key: '1', file: file('a.jpg') },
        { key: '2', file: file('b.jpg') },
      ],
      undefined,
    );
    sent[0]!.fail(new Error('lost'));
    await settle();
    expect(states(uploads)).toEqual(['failed', 'uploading']);
    expect(uploads.one('1')).toMatchObject({ retryable: true, state: { reason: 'uploads.lost' } });
    uploads.retry('1');
    sent[1]!.answer(medium());
    await settle();
    expect(sent.map(({ key }) => key)).toEqual(['1', '2', '1']);
  });

  it('tries again by itself only what the network lost', async () => {
    const { sent, uploads } = stage();
    uploads.add(
      [
        { key: '1', file: file('a.jpg') },
        { key: '2', file: file('b.jpg') },
      ],
      undefined,
    );
    sent[0]!.fail(new Error('lost'));
    await settle();
    sent[1]!.fail(new TypeError('refused'));
    await settle();
    uploads.retryLost();
    expect(states(uploads)).toEqual(['uploading', 'failed']);
    expect(uploads.one('2')?.retryable).toBe(false);
  });

  it('never sends what may not be sent, and takes a known key only once', () => {
    const { sent, uploads } = stage();
    const empty = new File([], 'empty.jpg');
    uploads.add([{ key: '1', file: empty }], undefined);
    uploads.add([{ key: '1', file: file('a.jpg') }], undefined);
    expect(sent).toEqual([]);
    expect(uploads.one('1')?.state).toEqual({ state: 'failed', reason: 'uploads.empty' });
  });

  it('stops what is taken out, and waits until the others have ended', async () => {
    const { sent, uploads } = stage();
    uploads.add(
      [
        { key: '1', file: file('a.jpg') },
        { key: '2', file: file('b.jpg') },
      ],
      undefined,
    );
    let settled = false;
    const wait = uploads.settled(['1', '2']).then(() => (settled = true));
    uploads.remove('1');
    expect(sent[0]!.signal.aborted).toBe(true);
    await settle();
    expect([states(uploads), settled]).toEqual([['uploading'], false]);
    sent[1]!.fail(new Error('lost'));
    await wait;
    expect(states(uploads)).toEqual(['failed']);
    await uploads.settled(['1', '2']);
  });

  it('takes up a file that has arrived before', () => {
    const { sent, uploads } = stage();
    uploads.add([{ key: '1', file: file('a.jpg'), media: medium() }], undefined);
    expect([states(uploads), sent]).toEqual([['done'], []]);
  });
});
