import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UnansweredQueries } from './unanswered-queries.ts';

const reachable: boolean[] = [];
vi.mock('#platform/online.ts', () => ({ setReachable: (isReachable: boolean) => void reachable.push(isReachable) }));

let client: QueryClient;
let unanswered: UnansweredQueries;
let window: EventTarget;
/** What was asked for, and after how many milliseconds. */
let asked: [string, number][];
let begun: number;

beforeEach(() => {
  vi.useFakeTimers();
  reachable.length = 0;
  asked = [];
  begun = Date.now();
  window = new EventTarget();
  vi.stubGlobal('window', window);
  client = new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: Infinity } } });
  unanswered = new UnansweredQueries(client);
});
afterEach(() => {
  client.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A query that nobody has answered. */
async function ask(name: string) {
  const fail = () => Promise.reject(new Error('no answer'));
  await client.prefetchQuery({ queryKey: [name], queryFn: fail });
  const query = client.getQueryCache().find({ queryKey: [name] })!;
  query.setOptions({
    ...query.options,
    queryFn: () => {
      asked.push([name, Date.now() - begun]);
      return fail();
    },
  });
  return query;
}

test('what nobody answers is asked for again after a second, then twice as long each time, at most a quarter of a minute', async () => {
  unanswered.add(await ask('feed'));
  expect(reachable).toEqual([false]);
  await vi.advanceTimersByTimeAsync(61_000);
  expect(asked.map(([, at]) => at / 1_000)).toEqual([1, 3, 7, 15, 30, 45, 60]);
  expect(reachable, 'nobody has answered').not.toContain(true);
});

test('with the browser’s network it is asked for after a second, however long the pause was', async () => {
  unanswered.add(await ask('feed'));
  await vi.advanceTimersByTimeAsync(20_000);
  asked.length = 0;
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(3_500);
  expect(asked.map(([, at]) => at / 1_000)).toEqual([21, 23]);
});

test('once anything is answered the others are asked for at once, and no more after that', async () => {
  const [feed, people] = [await ask('feed'), await ask('people')];
  unanswered.add(feed);
  unanswered.add(people);
  await vi.advanceTimersByTimeAsync(500);
  unanswered.answered(people);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual([['feed', 500]]);
  expect(reachable.at(-1)).toBe(true);
});

test('what nobody wants any more is not asked for, and says nothing of the network any longer', async () => {
  const feed = await ask('feed');
  unanswered.add(feed);
  client.getQueryCache().remove(feed);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual([]);
  expect(reachable).toEqual([false, true]);
});

test('a network that comes while everything is answered asks for nothing, and somebody can be reached', async () => {
  await ask('feed');
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual([]);
  expect(reachable).toEqual([true]);
});
