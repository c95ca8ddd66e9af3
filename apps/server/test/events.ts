import { vi } from 'vitest';

/** One message as it came. */
interface HeardEvent {
  id: string;
  event: string;
  data: Record<string, string>;
}

const polling = { timeout: 10_000, interval: 10 };

/** Reads a stream of events from a server that listens. */
export class EventReader {
  readonly status: number;
  readonly headers: Headers;
  /** Everything that came so far: messages, and how many signs of life. */
  readonly heard: HeardEvent[] = [];
  /** That somebody is told of more: a job says so when it is done, so it has no place in the order of the rest. */
  readonly told: HeardEvent[] = [];
  beats = 0;
  /** What came last as an id, also without a message. */
  lastId = '';
  hasEnded = false;
  private readonly stop: AbortController;

  private constructor(answer: Response, stop: AbortController) {
    this.status = answer.status;
    this.headers = answer.headers;
    this.stop = stop;
    void this.read(answer).catch(() => undefined);
  }

  /** @param more other headers, such as `last-event-id` */
  static async open(base: string, token: string | undefined, more: Record<string, string> = {}, query = ''): Promise<EventReader> {
    const stop = new AbortController();
    const headers = { ...(token ? { authorization: `Bearer ${token}` } : {}), ...more };
    return new EventReader(await fetch(`${base}/api/events${query}`, { headers, signal: stop.signal }), stop);
  }

  private async read(answer: Response): Promise<void> {
    const decoder = new TextDecoder();
    let text = '';
    try {
      for await (const bytes of answer.body ?? []) {
        const blocks = (text + decoder.decode(bytes as Uint8Array, { stream: true })).split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) this.take(block);
      }
    } finally {
      this.hasEnded = true;
    }
  }

  private take(block: string): void {
    if (block.startsWith(':')) this.beats += 1;
    const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s) as [string, string]));
    if (fields['id']) this.lastId = fields['id'];
    if (!fields['data']) return;
    const message = { id: fields['id'] ?? '', event: fields['event'] ?? '', data: JSON.parse(fields['data']) };
    (message.event === 'notifications.changed' ? this.told : this.heard).push(message);
  }

  /** Types of what came, in order. */
  get types(): string[] {
    return this.heard.map(({ event }) => event);
  }

  /** Waits for a message of a type, with these ids where some are given. */
  hears(event: string, data: Record<string, string> = {}): Promise<HeardEvent> {
    const fits = (one: HeardEvent) => one.event === event && Object.entries(data).every(([name, id]) => one.data[name] === id);
    return vi.waitFor(() => {
      const found = [...this.heard, ...this.told].find(fits);
      if (!found) throw new Error(`expected ${event}, heard ${this.types.join(', ') || 'nothing'}`);
      return found;
    }, polling);
  }

  /** Waits until the server has ended it. */
  ends(): Promise<void> {
    return vi.waitFor(() => {
      if (!this.hasEnded) throw new Error('the stream goes on');
    }, polling);
  }

  close(): void {
    this.stop.abort();
  }
}
