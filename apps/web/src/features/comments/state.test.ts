import type { Comment } from '@heartwood/contract/comments';
import { expect, test } from 'vitest';
import { CallError, noSuchAnswer } from '#platform/http.ts';
import { settle } from '../../../test/settle.ts';
import { createWaiting, type WaitingComment } from './state.ts';

/** A device, a server and a network that can be taken away. */
function setup(found: readonly WaitingComment[] = [], load?: () => Promise<readonly WaitingComment[]>) {
  const on = {
    device: found,
    network: false,
    answers: new Map<string, Error>(),
    sent: [] as string[],
    refused: [] as string[],
    told: [] as string[],
    handed: 0,
  };
  const retries: (() => void)[] = [];
  const waiting = createWaiting({
    kept: {
      load: load ?? (() => Promise.resolve(on.device)),
      one: async (id) => on.device.find((one) => one.id === id),
      put: async (one) => (on.device = [...on.device, one]),
      drop: async (id) => (on.device = on.device.filter((one) => one.id !== id)),
      lock: async () => () => undefined,
    },
    send: ({ text }) => {
      on.sent.push(text);
      const error = on.answers.get(text);
      return error ? Promise.reject(error) : Promise.resolve({ text } as Comment);
    },
    handing: (until) => {
      on.handed += 1;
      void until.then(() => (on.handed -= 1));
    },
    online: () => on.network,
    later: (run) => retries.push(run),
  });
  const outcome = {
    sent: ({ text }: WaitingComment) => void on.told.push(text),
    refused: async ({ text }: WaitingComment) => void on.refused.push(text),
  };
  return { on, retries, waiting, outcome };
}
const one = (text: string): WaitingComment => ({ id: text, postId: 'post', text, since: '2026-08-01T10:00:00Z' });
const refusal = (status: number): CallError => new CallError(status, noSuchAnswer('generic').body, undefined);
/** When all that was begun has been done. */

test('comments wait on the device and leave in their order, once there is a network', async () => {
  const { on, waiting, outcome } = setup([one('kept before')]);
  await waiting.begin(outcome);
  waiting.add('post', 'first');
  waiting.add('post', 'second');
  await settle();
  expect(on.sent).toEqual([]);
  expect(on.device.map(({ text }) => text)).toEqual(['kept before', 'first', 'second']);
  on.network = true;
  waiting.goOn();
  await settle();
  expect(on.told).toEqual(['kept before', 'first', 'second']);
  expect(on.device).toEqual([]);
});

test('one that is written while it looks for what was kept is sent once, and what was kept stays kept', async () => {
  const looked = Promise.withResolvers<readonly WaitingComment[]>();
  const { on, waiting, outcome } = setup([one('kept before')], () => looked.promise);
  const begun = waiting.begin(outcome);
  waiting.add('post', 'new', 'new');
  expect(
    on.device.map(({ text }) => text),
    'before it has been read',
  ).toEqual(['kept before', 'new']);
  looked.resolve([one('kept before'), one('new')]);
  await begun;
  expect(on.device.map(({ text }) => text)).toEqual(['kept before', 'new']);
  on.network = true;
  waiting.goOn();
  await settle();
  expect(on.sent).toEqual(['kept before', 'new']);
});

test('one that has left while it looks for what was kept is not sent again', async () => {
  const looked = Promise.withResolvers<readonly WaitingComment[]>();
  const { on, waiting, outcome } = setup([], () => looked.promise);
  on.network = true;
  const begun = waiting.begin(outcome);
  waiting.add('post', 'new', 'new');
  await settle();
  looked.resolve([one('new')]);
  await begun;
  await settle();
  expect(on.sent).toEqual(['new']);
});

test('what was kept for somebody whose session has ended meanwhile is sent to nobody', async () => {
  const looked = Promise.withResolvers<readonly WaitingComment[]>();
  const { on, waiting, outcome } = setup([], () => looked.promise);
  on.network = true;
  const begun = waiting.begin(outcome);
  waiting.forget();
  looked.resolve([one('kept')]);
  await begun;
  await settle();
  expect([on.sent, waiting.store.get()]).toEqual([[], []]);
});

test('while one is handed to the server that is said, until it is told what came of it', async () => {
  const { on, waiting, outcome } = setup([one('first'), one('second')]);
  const handed: number[] = [];
  on.network = true;
  await waiting.begin({ ...outcome, sent: () => void handed.push(on.handed) });
  await settle();
  expect([handed, on.handed]).toEqual([[1, 1], 0]);
});

test('what nobody has decided about is tried again, under the same key', async () => {
  const { on, retries, waiting, outcome } = setup([one('slow')]);
  on.network = true;
  on.answers.set('slow', refusal(503));
  await waiting.begin(outcome);
  expect(on.device).toHaveLength(1);
  on.answers.clear();
  retries.forEach((run) => run());
  await settle();
  expect([on.sent, on.told, on.device]).toEqual([['slow', 'slow'], ['slow'], []]);
});

test('what the server refuses goes back to whoever wrote it, and those after it leave', async () => {
  const { on, waiting, outcome } = setup([one('too late'), one('in time')]);
  on.network = true;
  on.answers.set('too late', refusal(404));
  await waiting.begin(outcome);
  expect([on.refused, on.told, on.device]).toEqual([['too late'], ['in time'], []]);
});

test('what is refused because nobody covers the family is not tried again, and is let go of once its words are kept elsewhere', async () => {
  const { on, retries, waiting, outcome } = setup([one('not paid')]);
  const kept = Promise.withResolvers<void>();
  on.network = true;
  on.answers.set('not paid', refusal(402));
  const begun = waiting.begin({ ...outcome, refused: () => kept.promise });
  await settle();
  expect(on.device).toHaveLength(1);
  kept.resolve();
  await begun;
  expect([on.device, retries]).toEqual([[], []]);
});
