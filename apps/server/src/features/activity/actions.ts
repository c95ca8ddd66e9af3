import { eventStream, type Fact, type FactType } from '@heartwood/contract/activity';
import type { Session } from '#features/accounts/actions.ts';
import { sessionDays } from '#features/accounts/rules.ts';
import { enterAgain, type FamilyErrand, type FamilyScope } from '#features/family/scope.ts';
import { plus } from '#platform/clock.ts';
import type { Tx } from '#platform/db/pool.ts';
import type { Happened, PageFact } from '#platform/feature.ts';
import { EventStream } from '#platform/http/event-stream.ts';
import { refuse } from '#platform/http/refusal.ts';
import type { Gates } from '#platform/http/serve.ts';
import { newId } from '#platform/ids.ts';
import { describeError } from '#platform/log.ts';
import type { Platform } from '#platform/platform.ts';
import { presentFact } from './present.ts';
import { hasSession, isCovered, missedBy, newFacts } from './queries.ts';
import { valuesOf } from './rules.ts';
import * as store from './store.ts';

/**
 * Records what happened, in the transaction that does it: it is kept for a day, every feature that listens acts in the same transaction, and
 * those who may hear of it do so once the transaction is committed.
 * @param scope the family, and who did it; for work of the server itself an errand
 */
export async function record<T extends FactType>(
  platform: Platform,
  tx: Tx,
  scope: FamilyScope | FamilyErrand,
  fact: Fact<T>,
): Promise<void> {
  const actorId = 'userId' in scope ? scope.userId : null;
  await platform.features.publish(platform, tx, { familyId: scope.familyId, actorId, fact } as unknown as Happened<T>);
}

/** Records facts that only open pages hear of, of any families, in the transaction that does what they tell. */
export async function recordForPages(
  { clock }: Platform,
  tx: Tx,
  facts: readonly { familyId: string; fact: Fact<PageFact> }[],
): Promise<void> {
  const createdAt = clock.now();
  const rows = facts.map(({ familyId, fact }) => ({ familyId, actorId: null, ...fact, createdAt }));
  for (let from = 0; from < rows.length; from += atOnce) await store.insertFacts(tx, rows.slice(from, from + atOnce));
}

/** Facts in one statement. */
const atOnce = 1_000;

/** Keeps a fact of a family, for a day. */
export async function keepFact(platform: Platform, tx: Tx, { familyId, actorId, fact }: Happened): Promise<void> {
  if (familyId === null) return;
  await store.insertFact(tx, { familyId, actorId, ...fact, createdAt: platform.clock.now() });
}

/** An open stream. `id` is the stream's; `held` collects what happens while what was missed is being told; `isNamed` says whether the request named the family. */
interface Listener {
  readonly id: string;
  readonly sessionId: string;
  readonly isNamed: boolean;
  readonly events: EventStream;
  scope: FamilyScope;
  held: (() => void)[] | undefined;
}

/** Whose stream is opened, of which family where it is `named`, and where it goes on. */
interface StreamRequest {
  session: Session;
  scope: FamilyScope;
  named: string | undefined;
  /** The `Last-Event-ID` of the request. */
  lastEventId: string | undefined;
  /** Seconds; what happened in them is told first. */
  recent: number | undefined;
}

// [Note: Who hears of a fact]
// A process reads new facts when the database tells it that there are some (NOTIFY), when its connection for that is made again, and with every
// heartbeat. Before anything is told, one statement asks which of the family's listeners still have their session and membership, and with which
// role; billing is asked whether the family is covered; then the feature of the fact says who of them may hear of it, by the rule by which it
// lets itself be read. A stream is closed at once whose user has lost session, membership or coverage; so is one that named no family, once its user
// looks at another. The same is asked for everybody with every heartbeat, and for one user whenever a session of theirs ends or they choose a family.

/** The streams of one process: opens them, and tells them what happens. Facts may be told twice, never not at all. */
export class Streams {
  private readonly platform: Platform;
  private readonly gates: Pick<Gates, 'assertCovered'>;
  private readonly families = new Map<string, Set<Listener>>();
  private readonly stops: (() => void)[];
  /** Where the next read begins; undefined without open streams. */
  private horizon: string | undefined;
  /** Facts from the horizon on that have been told already. */
  private told = new Set<string>();
  /** Streams that have ended and still count as their session's. */
  private readonly ended = new Set<string>();
  private work = Promise.resolve();
  private isReadDue = false;
  private isClosed = false;

  constructor(platform: Platform, gates: Pick<Gates, 'assertCovered'>) {
    this.platform = platform;
    this.gates = gates;
    const { listener } = platform;
    const beating = setInterval(() => this.beat(), eventStream.heartbeat * 1_000).unref();
    this.stops = [
      () => clearInterval(beating),
      listener.on('activity', (familyId) => this.families.has(familyId) && this.readSoon()),
      listener.on('sessions', (userId) => this.admitSoon(this.all().filter(({ scope }) => scope.userId === userId))),
      listener.onConnect((backend) => {
        this.keepClaims(backend);
        this.admitSoon(this.all());
        this.readSoon();
      }),
    ];
  }

  /** How many streams are open. */
  get count(): number {
    return this.all().length;
  }

  /** Opens a stream, which begins with what has been missed. @throws Refused rate_limited where the session has too many, unavailable, unauthenticated */
  async open(request: StreamRequest): Promise<EventStream> {
    const { session, scope } = request;
    const { db, listener: database } = this.platform;
    if (this.isClosed) throw refuse.unavailable();
    await database.start();
    const { backend } = database;
    if (!backend) throw refuse.unavailable();
    const stream = { id: newId(this.platform.clock), sessionId: session.id, backend };
    const claimed = await store.claimStream(db, stream, eventStream.perSession);
    if (claimed === 'no session') throw refuse.unauthenticated();
    if (claimed === 'too many') throw refuse.limited(eventStream.heartbeat);
    const listener: Listener = { ...stream, isNamed: request.named !== undefined, events: new EventStream(), scope, held: [] };
    listener.events.once('close', () => this.release(this.ended.add(stream.id)));
    try {
      // What has happened by now is for those who listen already.
      await this.inTurn(async () => {
        await this.read();
        if (!this.families.has(scope.familyId)) {
          const { facts, horizon } = await newFacts(db, this.horizon, [scope.familyId]);
          for (const { id } of facts) this.told.add(id);
          this.horizon ??= horizon;
        }
        this.add(listener);
      });
      // What has ended meanwhile is answered, or told to whoever asks again; what ends from here on is heard of.
      if ((await this.admit([listener])).length === 0)
        throw (await hasSession(db, scope, session.id)) ? refuse.unavailable() : refuse.unauthenticated();
      await this.catchUp(listener, request);
      return listener.events;
    } catch (error) {
      this.end(listener);
      listener.events.destroy();
      throw error;
    }
  }

  /** Ends all streams. */
  close(): void {
    this.isClosed = true;
    for (const stop of this.stops) stop();
    for (const listener of this.all()) this.end(listener);
  }

  private all(): Listener[] {
    return [...this.families.values()].flatMap((listeners) => [...listeners]);
  }

  private add(listener: Listener): void {
    const { familyId } = listener.scope;
    this.families.set(familyId, (this.families.get(familyId) ?? new Set()).add(listener));
    listener.events.once('close', () => this.remove(listener));
  }

  private remove(listener: Listener): void {
    const listeners = this.families.get(listener.scope.familyId);
    listeners?.delete(listener);
    if (listeners?.size === 0) this.families.delete(listener.scope.familyId);
  }

  private end(listener: Listener): void {
    this.remove(listener);
    listener.events.end();
  }

  /** One step after the other: two reads at the same time would tell the same facts. */
  private inTurn(step: () => Promise<void>): Promise<void> {
    const done = this.work.then(step);
    this.work = done.catch((error: unknown) =>
      this.platform.log.warn({ error: describeError(error) }, 'facts could not be told; they will be with the next try'),
    );
    return done;
  }

  private readSoon(): void {
    if (this.isReadDue || this.isClosed) return;
    this.isReadDue = true;
    this.inTurn(() => {
      this.isReadDue = false;
      return this.read();
    }).catch(() => undefined);
  }

  /** Lets streams count no more. What the database does not answer now it is asked again with the next heartbeat. */
  private release(ended: Set<string>): void {
    void store.releaseStreams(this.platform.db, ended).catch(() => undefined);
  }

  /** After the connection was made again, open streams count by the new one. */
  private keepClaims(backend: string): void {
    const ids = this.all().map(({ id }) => id);
    const warn = (error: unknown) => this.platform.log.warn({ error: describeError(error) }, 'open streams are not counted');
    void store.moveStreams(this.platform.db, ids, backend).catch(warn);
  }

  private admitSoon(listeners: readonly Listener[]): void {
    if (listeners.length > 0) this.inTurn(async () => void (await this.admit(listeners))).catch(() => undefined);
  }

  private beat(): void {
    for (const { events } of this.all()) events.beat();
    void this.platform.listener.probe();
    this.release(this.ended);
    this.admitSoon(this.all());
    this.readSoon();
  }

  /** Those of some listeners who may still listen, with what they may now; the others are cut off. */
  private async admit(listeners: readonly Listener[]): Promise<Listener[]> {
    const { db, clock } = this.platform;
    const entries = listeners.map(({ sessionId, isNamed, scope }) => ({ sessionId, isNamed, familyId: scope.familyId }));
    const scopes = await enterAgain(db, entries, plus(clock.now(), { days: -sessionDays }));
    const covered = new Map<string, boolean>();
    for (const scope of scopes) if (scope && !covered.has(scope.familyId)) covered.set(scope.familyId, await isCovered(this.gates, scope));
    return listeners.filter((listener, index) => {
      const scope = scopes[index];
      if (!scope || !covered.get(scope.familyId)) {
        this.end(listener);
        return false;
      }
      listener.scope = scope;
      return true;
    });
  }

  /** Reads what has happened since the last time and tells it. */
  private async read(): Promise<void> {
    if (this.families.size === 0) {
      this.horizon = undefined;
      return;
    }
    const from = this.horizon;
    const { facts, horizon } = await newFacts(this.platform.db, from, [...this.families.keys()]);
    const fresh = facts.filter(({ id }) => !this.told.has(id));
    for (const [familyId, happened] of Map.groupBy(fresh, (fact) => fact.familyId)) {
      const listeners = await this.admit([...(this.families.get(familyId) ?? [])]);
      await this.tell(listeners, happened, from ?? horizon).catch((error: unknown) => {
        this.platform.log.error({ error: describeError(error) }, 'who may hear of a fact could not be found out');
        for (const listener of listeners) send(listener, () => this.reset(listener, horizon));
      });
    }
    this.told = new Set(facts.filter(({ transaction }) => BigInt(transaction) >= BigInt(horizon)).map(({ id }) => id));
    this.horizon = horizon;
  }

  /** Tells listeners of one family what happened, each what they may hear. @param from where a reader goes on who has heard no more than this */
  private async tell(listeners: readonly Listener[], facts: readonly store.FactRow[], from: string): Promise<void> {
    const { platform } = this;
    const scopes = [...new Map(listeners.map(({ scope }) => [scope.userId, scope])).values()];
    for (const row of facts) {
      const happened = { familyId: row.familyId, actorId: row.actorId, fact: { type: row.type, ids: row.ids } } as unknown as Happened;
      const hearing = new Set((await platform.features.listenersOf(platform, scopes, happened)).map(({ userId }) => userId));
      const message = presentFact(row, this.seal(row.familyId, from, row.id));
      for (const listener of listeners) if (hearing.has(listener.scope.userId)) send(listener, () => listener.events.tell(message));
    }
  }

  private reset({ scope, events }: Listener, from: string): void {
    events.tell({ id: this.seal(scope.familyId, from, '0'), event: eventStream.reset, data: {} });
  }

  private seal(familyId: string, horizon: string, factId: string): string {
    const at = Math.floor(this.platform.clock.now().getTime() / 1_000);
    return this.platform.cursors.seal('events', familyId, valuesOf({ horizon, factId, at }));
  }

  /** Tells a new listener what they have missed, and then what has happened meanwhile. */
  private async catchUp(listener: Listener, request: StreamRequest): Promise<void> {
    const from = this.horizon ?? '0';
    listener.events.open(this.seal(listener.scope.familyId, from, '0'));
    const found = await missedBy(this.platform, request);
    const { held = [] } = listener;
    listener.held = undefined;
    if (found) await this.tell([listener], found.facts, request.lastEventId === undefined ? from : found.horizon);
    else this.reset(listener, from);
    for (const telling of held) telling();
  }
}

const send = ({ held }: Listener, telling: () => void) => (held ? void held.push(telling) : telling());
