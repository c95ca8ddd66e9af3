import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Log } from '#platform/log.ts';
import type { Queryable } from './pool.ts';

/** Channels of the database on which processes tell each other that something is there to be read. A payload is an id. */
type Channel = 'activity' | 'sessions';

const channels: readonly Channel[] = ['activity', 'sessions'];
/** The name of a channel in the database. */
const nameOf = (channel: Channel): string => `heartwood_${channel}`;
/** Milliseconds between two tries to connect, at most. */
const longestWait = 5_000;
/** Milliseconds in which the database has to answer. */
const answerTimeoutMs = 5_000;

/** Tells every process that listens, when the transaction is committed. */
export async function notify(tx: Queryable, channel: Channel, payload: string): Promise<void> {
  await tx.execute(sql`select pg_notify(${nameOf(channel)}, ${payload})`);
}

/** Receives the notifications of the database's channels, on a connection of its own that is made again when it is lost. */
export class Listener {
  private readonly url: string;
  private readonly log: Log;
  private readonly hearers = new Map<string, Set<(payload: string) => void>>();
  private readonly connectedHearers = new Set<(backend: string) => void>();
  private client: pg.Client | undefined;
  private connection: string | undefined;
  private state: 'idle' | 'started' | 'stopped' = 'idle';
  private failures = 0;
  private firstTry: Promise<void> | undefined;

  /** @param url of the database */
  constructor(url: string, log: Log) {
    this.url = url;
    this.log = log;
  }

  /** Which connection of the database notifications arrive by: its process id and start, as `pg_stat_activity` has them; undefined while none do. */
  get backend(): string | undefined {
    return this.client && this.connection;
  }

  /** Calls `hear` with the payload of every notification. Returns what undoes it. */
  on(channel: Channel, hear: (payload: string) => void): () => void {
    const all = this.hearers.get(nameOf(channel)) ?? new Set();
    this.hearers.set(nameOf(channel), all.add(hear));
    return () => void all.delete(hear);
  }

  /** Calls `connected` with the new backend whenever notifications arrive again; those of the time before are lost. Returns what undoes it. */
  onConnect(connected: (backend: string) => void): () => void {
    this.connectedHearers.add(connected);
    return () => void this.connectedHearers.delete(connected);
  }

  /** Connects, unless it has been started before, and tries again for as long as it takes; resolves when the first try has ended. */
  async start(): Promise<void> {
    if (this.state === 'idle') {
      this.state = 'started';
      this.firstTry = this.connect();
    }
    await this.firstTry;
  }

  /** Asks the database for an answer on the connection, and makes a new one where none comes. */
  async probe(): Promise<void> {
    const { client } = this;
    await client?.query('select 1').catch((error: unknown) => void client.emit('error', error));
  }

  async stop(): Promise<void> {
    this.state = 'stopped';
    const { client } = this;
    this.client = undefined;
    await client?.end();
  }

  private async connect(): Promise<void> {
    if (this.state !== 'started') return;
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'heartwood-listen',
      keepAlive: true,
      connectionTimeoutMillis: answerTimeoutMs,
      query_timeout: answerTimeoutMs,
    });
    let backend = '';
    let isLost = false;
    const lose = (reason: string) => {
      if (isLost) return;
      isLost = true;
      this.lose(client, reason);
    };
    client.on('error', (error) => lose(error.message));
    client.on('end', () => lose('the connection ended'));
    client.on('notification', ({ channel, payload = '' }) => {
      for (const hear of this.hearers.get(channel) ?? []) hear(payload);
    });
    try {
      await client.connect();
      for (const channel of channels) await client.query(`listen ${nameOf(channel)}`);
      const { rows } = await client.query<{ name: string }>(
        "select pid || '/' || extract(epoch from backend_start) as name from pg_stat_activity where pid = pg_backend_pid()",
      );
      backend = rows[0]?.name ?? '';
    } catch (error) {
      return lose(error instanceof Error ? error.message : String(error));
    }
    if (isLost) return;
    if (this.state !== 'started') return void (await client.end());
    this.client = client;
    this.connection = backend;
    this.failures = 0;
    for (const connected of this.connectedHearers) connected(backend);
  }

  private lose(client: pg.Client, reason: string): void {
    if (this.client === client) this.client = undefined;
    void client.end().catch(() => undefined);
    if (this.state !== 'started') return;
    this.log.warn({ error: reason }, 'notifications of the database are lost for a moment');
    setTimeout(() => void this.connect(), Math.min(longestWait, 100 * 2 ** this.failures)).unref();
    this.failures += 1;
  }
}
