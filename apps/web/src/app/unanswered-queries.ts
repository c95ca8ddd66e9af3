import type { Query, QueryClient } from '@tanstack/react-query';
import { setReachable } from '#platform/online.ts';

/** Milliseconds until what was not answered is asked for again: at first, then twice as long each time, and at most. */
const pauses = { first: 1_000, longest: 15_000 };

/**
 * Queries that no server has answered though the browser has a network, which does not say when somebody answers again. They are asked for again
 * after a while, soon after the browser says that there is a network, and all at once as soon as anything is answered.
 */
export class UnansweredQueries {
  private readonly client: QueryClient;
  private readonly queries = new Set<Query>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pause = pauses.first;

  constructor(client: QueryClient) {
    this.client = client;
    // A browser says that there is a network before anything comes through.
    window.addEventListener('online', () => {
      if (this.queries.size === 0) return this.reach();
      this.stop();
      this.askLater();
    });
  }

  /** @param query that was not answered: nobody can be reached until one is */
  add(query: Query): void {
    setReachable(false);
    this.queries.add(query);
    this.askLater();
  }

  /** @param query that a server has answered: the others are asked for at once, and somebody can be reached */
  answered(query: Query): void {
    this.queries.delete(query);
    this.askNow();
    this.reach();
  }

  private askLater(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.pause = Math.min(this.pause * 2, pauses.longest);
      // What nobody wants any more is asked for no more.
      for (const query of this.queries) if (this.client.getQueryCache().get(query.queryHash) !== query) this.queries.delete(query);
      if (this.queries.size === 0) return this.reach();
      this.askNow();
      this.askLater();
    }, this.pause);
  }

  private askNow(): void {
    for (const { queryKey } of this.queries) void this.client.refetchQueries({ queryKey, exact: true }, { cancelRefetch: false });
  }

  private reach(): void {
    setReachable(true);
    this.queries.clear();
    this.stop();
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.pause = pauses.first;
  }
}
