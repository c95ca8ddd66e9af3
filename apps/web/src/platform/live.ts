import type { FactIds, FactType } from '@heartwood/contract/activity';
import { createParser } from 'eventsource-parser';
import { http } from './http.ts';
import { session } from './session.ts';

/** What is done with what happens. */
export interface Hearing {
  fact: <T extends FactType>(type: T, ids: FactIds[T]) => void;
  /** What was missed cannot be told: everything may be stale. */
  reset: () => void;
  /** The server has ended the stream by itself: who is signed in may look at another family, or at none. Finds out, before another stream is opened. */
  ended: () => Promise<void>;
}

/** Milliseconds: between two tries to connect at first and at most; without a sign of life until the connection counts as lost. */
const wait = { first: 1_000, longest: 60_000, silence: 60_000 };
/** Milliseconds after which a page that nobody looks at lets go of its connection: browsers have few for each address. */
const hiddenFor = 60_000;
/** Seconds that the server can look back without a place. */
const mostRecent = 3_600;

/** One stream of what happens in the family, for as long as somebody is signed in, online and looking. A lost one is made again and catches up. */
class Live {
  private readonly hearing: Hearing;
  private connection: AbortController | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private hiddenTimer: ReturnType<typeof setTimeout> | undefined;
  private isAway = false;
  private isRefused = false;
  private failures = 0;
  private lastId: string | undefined;
  /** Since when nothing has been heard: at first, since the page was loaded. */
  private heardAt = performance.timeOrigin;
  private whose = '';

  constructor(hearing: Hearing) {
    this.hearing = hearing;
    window.addEventListener('online', () => this.soon());
    window.addEventListener('offline', () => this.look());
    document.addEventListener('visibilitychange', () => this.visibility());
    session.subscribe(() => this.look());
    this.look();
  }

  private visibility(): void {
    clearTimeout(this.hiddenTimer);
    if (document.visibilityState === 'hidden') {
      this.hiddenTimer = setTimeout(() => {
        this.isAway = true;
        this.look();
      }, hiddenFor);
      return;
    }
    this.isAway = false;
    this.soon();
  }

  /** Connects now, also where the last try was refused or the next one is to wait. */
  soon(): void {
    this.failures = 0;
    this.isRefused = false;
    this.look();
  }

  /** Connects or lets go, as it should be now. */
  private look(): void {
    const { token, user } = session.get();
    const whose = token ? `${token} ${user?.current_family_id ?? ''}` : '';
    // Whoever is in no family has nothing to listen to.
    const isPlaced = user?.current_family_id !== null;
    if (whose !== this.whose) {
      this.whose = whose;
      this.isRefused = false;
      this.lastId = undefined;
      this.connection?.abort();
      this.connection = undefined;
    }
    const isWanted = token !== null && isPlaced && navigator.onLine && !this.isAway && !this.isRefused;
    if (!isWanted) {
      clearTimeout(this.timer);
      this.connection?.abort();
      this.connection = undefined;
    } else if (!this.connection) {
      clearTimeout(this.timer);
      void this.connect();
    }
  }

  private async connect(): Promise<void> {
    const own = new AbortController();
    this.connection = own;
    const begun = Date.now();
    const { token, user } = session.get();
    let isEnded = false;
    try {
      const response = await http.raw('/api/events', {
        responseType: 'stream',
        retry: 0,
        signal: own.signal,
        // Pages that stay open to a family that is not covered must not end at the paywall because of this.
        onResponse: () => undefined,
        onResponseError: ({ response: { status } }) => {
          this.isRefused = status < 500 && status !== 429;
          if (status === 401 && !session.isLeaving()) session.lose(token);
        },
        ...this.place(),
      });
      isEnded = await this.read(response._data as ReadableStream<Uint8Array>, own);
    } catch {
      // Refused, lost or let go: whichever, the next try says more.
    }
    if (this.connection !== own) return;
    this.connection = undefined;
    // Refused for what it is: not before something has changed.
    if (this.isRefused) return;
    if (Date.now() - begun > wait.longest) this.failures = 0;
    const longest = Math.min(wait.longest, wait.first * 2 ** this.failures);
    this.failures += 1;
    // Not all at once when a server comes back.
    const pause = longest * (0.5 + Math.random() / 2);
    const familyId = user?.current_family_id;
    if (isEnded && familyId) setTimeout(() => void this.afterEnd(token, familyId), pause);
    else this.timer = setTimeout(() => this.look(), pause);
  }

  /** Finds out whether another family is looked at, unless that is known by now, or the session has ended. */
  private async afterEnd(token: string | null, familyId: string): Promise<void> {
    if (token === session.get().token && familyId === session.family()) await this.hearing.ended();
    this.look();
  }

  /** Where the stream goes on: after the last message, or with what has happened since something was heard. */
  private place(): { headers?: Record<string, string>; query?: Record<string, number> } {
    if (this.lastId) return { headers: { 'Last-Event-ID': this.lastId } };
    const seconds = Math.ceil((Date.now() - this.heardAt) / 1_000);
    if (seconds <= mostRecent) return { query: { recent: seconds } };
    this.hearing.reset();
    return {};
  }

  /** @returns whether the server has ended it */
  private async read(stream: ReadableStream<Uint8Array>, own: AbortController): Promise<boolean> {
    const parser = createParser({
      onEvent: ({ id, event, data }) => {
        if (id) this.lastId = id;
        if (event === 'reset') this.hearing.reset();
        else if (event) this.hearing.fact(event as FactType, JSON.parse(data) as FactIds[FactType]);
      },
    });
    const decoder = new TextDecoder();
    const reader = stream.getReader();
    let silence: ReturnType<typeof setTimeout> | undefined;
    try {
      for (;;) {
        clearTimeout(silence);
        silence = setTimeout(() => own.abort(), wait.silence);
        const { done, value } = await reader.read();
        if (done || this.connection !== own) return done;
        this.heardAt = Date.now();
        parser.feed(decoder.decode(value, { stream: true }));
      }
    } finally {
      clearTimeout(silence);
      own.abort();
    }
  }
}

let live: Live | undefined;

/** Listens to what happens in the family from now on; once for a page. */
export function startLive(hearing: Hearing): void {
  live ??= new Live(hearing);
}

/** Listens again after what was refused may be allowed: a family that nobody covered is covered now. */
export function listenAgain(): void {
  live?.soon();
}
