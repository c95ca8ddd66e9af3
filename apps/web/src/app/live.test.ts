import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deletion, isBeingDeleted } from '#platform/deletions.ts';
import type { Hearing } from '#platform/live.ts';
import { keepLive } from './live.ts';

let hearing: Hearing;
vi.mock('#platform/live.ts', () => ({ startLive: (given: Hearing) => void (hearing = given) }));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

for (const [key, fact, ids] of [
  [['people', 'one'], 'person.removed', { heartwood_id: 'one' }],
  [['people', 'one'], 'person.changed', { heartwood_id: 'one' }],
  [['moments', 'list', { person: 'one' }], 'moment.deleted', { moment_id: 'other' }],
  [['comments', 'one'], 'comment.made', { post_id: 'one', comment_id: 'any' }],
] as const) {
  test(`what is being deleted here is not asked for when ${fact} is heard, and again afterwards: ${JSON.stringify(key)}`, async () => {
    const client: QueryClient = new QueryClient({
      defaultOptions: { queries: { enabled: ({ queryKey }) => !isBeingDeleted(client, queryKey) } },
    });
    keepLive(client);
    const ask = vi.fn<() => Promise<string>>(async () => 'as it is');
    const stop = new QueryObserver(client, { queryKey: key, queryFn: ask }).subscribe(() => undefined);
    await vi.runAllTimersAsync();
    expect(ask).toHaveBeenCalledTimes(1);

    let finish = () => {};
    const deleting = new MutationObserver(client, {
      ...deletion(client),
      mutationFn: (_names: string | readonly string[]) => new Promise<void>((resolve) => (finish = resolve)),
    });
    const deleted = deleting.mutate(['of another name', 'one']);
    hearing.fact(fact, ids as never);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ask).toHaveBeenCalledTimes(1);

    finish();
    await deleted;
    hearing.fact(fact, ids as never);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ask).toHaveBeenCalledTimes(2);
    stop();
    client.clear();
  });
}
