import { hour } from '@heartwood/contract/limits';
import { hashKey, type InfiniteData, type Query, type QueryClient } from '@tanstack/react-query';
import { meQuery } from '#features/accounts/api.ts';
import { sendWaiting } from '#features/comments/api.ts';
import { familiesQuery, membersQuery } from '#features/family/api.ts';
import { ideasQuery, weeklyQuery } from '#features/inspiration/api.ts';
import { latestMomentsQuery } from '#features/moments/api.ts';
import { linesQuery } from '#features/notifications/hooks/use-lines.ts';
import { childrenQuery, peopleQuery, personQuery } from '#features/people/api.ts';
import { feedQuery, timelineQuery, yearsQuery } from '#features/posts/api.ts';
import { questionsQuery } from '#features/questions/api.ts';
import { treasuresQuery } from '#features/treasures/api.ts';
import { CallError, noSuchAnswer } from '#platform/http.ts';
import { asksFor, onDeleted, type Names } from '#platform/deletions.ts';
import { offlineAnswers } from '#platform/offline-answers.ts';
import { cameWithoutServer } from '#platform/kept-page.ts';
import { isCutOff, setReachable } from '#platform/online.ts';
import { loadUnseen, tellSeenPictures } from '#platform/seen-pictures.ts';
import { session } from '#platform/session.ts';
import { isUnanswered } from '#platform/trouble.ts';
import { forgetLoaded, picturesOf, whenForgotten } from '#platform/storage.ts';
import { hasWorker, isAppHere } from '#platform/worker.ts';
import { forgetGoneEdits } from './gone-edits.ts';
import { UnansweredQueries } from './unanswered-queries.ts';

// [Note: What is there without a network] What pages have loaded is kept on the device, by query, and is shown where nothing can be loaded. While a
// server answers it is never shown first, because addresses of pictures end within the hour and what was deleted must be gone; once none has
// answered, it is shown while the server is asked again. What guardians keep about people, money, exports, invitations, what was searched for and
// forms are not kept.

const nouns: ReadonlySet<unknown> = new Set([
  'posts',
  'comments',
  'people',
  'family',
  'treasures',
  'questions',
  'moments',
  'growth',
  'birthdays',
  'inspiration',
  'notifications',
]);
const never: ReadonlySet<unknown> = new Set(['editable', 'deleted', 'newest']);

const isKept = ({ queryKey: [noun, part] }: Query): boolean =>
  (nouns.has(noun) && !never.has(part)) || (noun === meQuery.queryKey[0] && part === meQuery.queryKey[1]);

/** Milliseconds: until what has arrived is written down; until a main page is loaded ahead again. */
const wait = { write: 500, ahead: 12 * hour };
/** Pages of a list that are kept. */
const pagesKept = 2;
/** Portraits that are loaded ahead. */
const portraitsAhead = 60;

/** A list as far as it is kept. */
function beginningOf(data: unknown): unknown {
  const list = data as Partial<InfiniteData<unknown>> | undefined;
  if (!Array.isArray(list?.pages) || !Array.isArray(list.pageParams)) return data;
  return { pages: list.pages.slice(0, pagesKept), pageParams: list.pageParams.slice(0, pagesKept) };
}

/** Whether there is nothing of it yet, and it waits for a network. */
const isWaiting = ({ state: { status, fetchStatus } }: Query): boolean => status === 'pending' && fetchStatus === 'paused';
/** Lets its page say that it could not be loaded; it goes on waiting, and comes with the network. */
const fail = (query: Query): void => query.setState({ status: 'error', error: noSuchAnswer('generic'), errorUpdatedAt: Date.now() });

/** Whether there is nothing of it yet, and it is asked for where no server has answered last. */
const isAskedCutOff = ({ state: { data, fetchStatus } }: Query): boolean => data === undefined && fetchStatus === 'fetching' && isCutOff();

/** Whether what was asked has reached nobody. */
const hasReachedNobody = (error: unknown): boolean => error instanceof CallError && isUnanswered(error.status);
/** Whether the server has answered with an error: somebody can be reached. */
const isAnswered = (error: unknown): boolean => error instanceof CallError && error.status >= 400 && !isUnanswered(error.status);
/** Whether the server has said that there is nothing (more) for whoever asks; an answer without an id is none of ours. */
const isRefused = (error: unknown): boolean =>
  error instanceof CallError && [403, 404, 410].includes(error.status) && error.body.request_id !== '';

class OfflineQueries {
  private readonly client: QueryClient;
  private readonly waiting = new Map<string, Query>();
  /** What was brought back, so that it is not written down again. */
  private readonly old = new WeakSet<object>();
  private readonly unanswered: UnansweredQueries;

  constructor(client: QueryClient) {
    this.client = client;
    this.unanswered = new UnansweredQueries(client);
    // Whoever is signed out asks for nothing, and no answer would say that somebody can be reached.
    if (cameWithoutServer() && session.signedIn()) setReachable(false);
    const cache = client.getQueryCache();
    cache.subscribe((event) => {
      if (event.type !== 'updated') return;
      if (isKept(event.query)) this.hear(event.query, event.action.type, event.action.type === 'success' && event.action.manual === true);
      else if (isWaiting(event.query)) fail(event.query);
    });
    onDeleted(client, (names) => void this.forget(names));
    // What has just come is written down also where the page is left.
    document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && this.write());
    for (const query of cache.getAll())
      if (isKept(query)) this.hear(query, query.state.data === undefined ? 'error' : 'success', query.state.dataUpdateCount === 0);
      else if (isWaiting(query)) fail(query);
  }

  private hear(query: Query, what: string, isOurs: boolean): void {
    const { data, error } = query.state;
    const wasUnanswered = what === 'error' && hasReachedNobody(error);
    const isOld = typeof data === 'object' && data !== null && this.old.has(data);
    if (isWaiting(query) || isAskedCutOff(query) || (data === undefined && wasUnanswered)) return void this.bringBack(query, wasUnanswered);
    if (isOld && wasUnanswered) this.unanswered.add(query);
    if (what === 'error' && isAnswered(error)) this.unanswered.answered(query);
    if (what === 'error' && isRefused(error)) {
      void offlineAnswers.drop(query.queryHash);
      // Nor does it stand on the page any longer.
      if (isOld) query.setState({ data: undefined, fetchMeta: null });
    }
    if (what !== 'success') return;
    if (!isOurs) this.unanswered.answered(query);
    if (isOld) return;
    if (this.waiting.size === 0) setTimeout(() => this.write(), wait.write);
    this.waiting.set(query.queryHash, query);
  }

  /** Shows what is kept of it; where nothing is, its page says that it could not be loaded. */
  private async bringBack(query: Query, wasUnanswered: boolean): Promise<void> {
    const found = await offlineAnswers.read(query.queryHash);
    if (wasUnanswered && session.signedIn()) this.unanswered.add(query);
    // It has come meanwhile, or the server has said that it is not there.
    if (query.state.data !== undefined || isRefused(query.state.error)) return;
    if (found) {
      if (typeof found.data === 'object' && found.data !== null) this.old.add(found.data);
      this.client.setQueryData(query.queryKey, found.data, { updatedAt: found.at });
    } else if (isWaiting(query) && !query.observers.some(hasPlaceholder)) fail(query);
  }

  /** Lets go of what was deleted: without a network its address would show it again. */
  private async forget(names: Names): Promise<void> {
    const isOfIt = (hash: string) => asksFor(names, JSON.parse(hash) as unknown[]);
    for (const hash of this.waiting.keys()) if (isOfIt(hash)) this.waiting.delete(hash);
    for (const hash of (await offlineAnswers.times()).keys()) if (isOfIt(hash)) void offlineAnswers.drop(hash);
  }

  private write(): void {
    if (this.waiting.size === 0) return;
    const answers = [...this.waiting].map(
      ([hash, { state }]) => [hash, { data: beginningOf(state.data), at: state.dataUpdatedAt }] as const,
    );
    this.waiting.clear();
    void offlineAnswers.write(new Map(answers.filter(([, { data }]) => data !== undefined)));
  }

  /** Whether the family is covered. A page that stays open to one that is not would end at the paywall because of what is loaded behind it. */
  private async isCovered(): Promise<boolean> {
    const families = await this.client.fetchQuery(familiesQuery()).catch(() => []);
    return families.some(({ current, covered }) => current && covered);
  }

  /** Loads what the main pages show, where it is not kept or has been kept for long. */
  async loadAhead(): Promise<void> {
    if (!session.family() || !(await this.isCovered())) return;
    const [person, ofFamily] = [session.person(), session.family()];
    if (!person || !ofFamily) return;
    const times = await offlineAnswers.times();
    const hashes = new Map(
      this.client
        .getQueryCache()
        .getAll()
        .map((query) => [query.queryHash, query.state.data !== undefined]),
    );
    const isDue = ({ queryKey }: { queryKey: readonly unknown[] }) => {
      const hash = hashKey(queryKey);
      // A session may end, or be put away, while one after the other is loaded.
      return session.signedIn() && !hashes.get(hash) && Date.now() - (times.get(hash) ?? 0) > wait.ahead;
    };
    const load = async (query: { queryKey: readonly unknown[] }) => {
      if (isDue(query)) await this.client.prefetchQuery(query as typeof meQuery);
    };
    const loadList = async (query: { queryKey: readonly unknown[] }) => {
      if (isDue(query)) await this.client.prefetchInfiniteQuery(query as ReturnType<typeof feedQuery>);
    };
    for (const list of [feedQuery(), linesQuery, ideasQuery(undefined), latestMomentsQuery(), questionsQuery()]) await loadList(list);
    const family = [familiesQuery(), membersQuery(ofFamily), peopleQuery(), childrenQuery()];
    for (const query of [meQuery, ...family, treasuresQuery(), weeklyQuery(), yearsQuery()]) await load(query);
    const { queryKey } = childrenQuery();
    const loaded = () => this.client.getQueryData(queryKey);
    // What is kept was not loaded anew.
    const kept = (await offlineAnswers.read(hashKey(queryKey)))?.data as ReturnType<typeof loaded>;
    for (const { heartwood_id: id } of loaded() ?? kept ?? []) {
      // Who was removed meanwhile is asked for no more.
      if (loaded()?.every((child) => child.heartwood_id !== id)) continue;
      await load(personQuery(id));
      await loadList(timelineQuery(id));
    }
    await this.loadPortraits(person, ofFamily);
  }

  /** Loads the portraits of the people who were loaded, which their pages show without a network. */
  private async loadPortraits(person: string, family: string): Promise<void> {
    const children = this.client.getQueryData(childrenQuery().queryKey) ?? [];
    const people = this.client.getQueryData(peopleQuery().queryKey) ?? [];
    const members = this.client.getQueryData(membersQuery(family).queryKey) ?? [];
    const portraits = [...[...children, ...people].map(({ images }) => images[0]), ...members.map(({ image }) => image)];
    const addresses = new Set(portraits.flatMap((portrait) => portrait?.thumb ?? []));
    await loadUnseen(
      person,
      [...addresses].slice(0, portraitsAhead),
      () => session.signedIn() && session.person() === person && session.family() === family,
    );
  }
}

const hasPlaceholder = (observer: { getCurrentResult: () => { isPlaceholderData: boolean } }): boolean =>
  observer.getCurrentResult().isPlaceholderData;

/** Has pictures kept for who is signed in, and forgets what is kept of a family that is no longer theirs. */
function followSession(): void {
  let known = session.get();
  // When this session and its family began on this page, in milliseconds of `performance.now()`.
  let since = 0;
  let endTelling = (): void => undefined;
  const begin = async () => {
    endTelling();
    const person = session.person();
    const { token } = session.get();
    if (!person || !session.signedIn() || !hasWorker()) return;
    await whenForgotten();
    // Without a store, pages need a network.
    const isThere = await caches.open(picturesOf(person)).then(Boolean, () => false);
    if (!isThere || session.get().token !== token) return;
    // Another family may have been chosen meanwhile.
    endTelling();
    endTelling = tellSeenPictures(since);
  };
  session.subscribe(() => {
    const [before, now] = [known, session.get()];
    known = now;
    const hasMoved =
      before.user && now.user && before.user.id === now.user.id && before.user.current_family_id !== now.user.current_family_id;
    if (hasMoved) forgetLoaded(now.user?.id);
    if (!hasMoved && before.token === now.token) return;
    since = performance.now();
    // Nobody asks for anything whose answer would say that a server can be reached.
    if (now.token === null) setReachable(true);
    void begin();
  });
  void begin();
}

/** Milliseconds until the pages that were not asked for are loaded. */
const calm = 5_000;

/**
 * Keeps on the device what pages load, shows it where nothing can be loaded, and sends what was said meanwhile; forgets changes of what is gone.
 * Where the app itself opens without a network, the main pages are loaded ahead.
 */
export function keepOfflineQueries(client: QueryClient): void {
  followSession();
  sendWaiting(client);
  forgetGoneEdits(client);
  const queries = new OfflineQueries(client);
  setTimeout(() => {
    if (isAppHere() && navigator.onLine && session.signedIn()) void queries.loadAhead();
  }, calm);
}
