import { Readable } from 'node:stream';

/** One message of a stream of server-sent events. */
export interface EventMessage {
  /** What a reader sends as `Last-Event-ID` when it comes back. */
  id: string;
  event: string;
  /** Sent as JSON, in one line. */
  data: object;
}

/** Bytes that may wait for a reader before it is cut off; the connection's own buffers come on top. */
const mostWaiting = 262_144;
/** Milliseconds a browser's own client waits before it connects again. */
const retryAfter = 3_000;

/** A stream of server-sent events, as the WHATWG's HTML standard defines them. The body of an answer that does not end by itself. */
export class EventStream extends Readable {
  private isOver = false;

  constructor() {
    // A low mark: what one reader does not take is kept, but nothing is produced for it ahead of time.
    super({ highWaterMark: 1_024, read: () => undefined });
  }

  /** The first lines: how long to wait before connecting again, and where to go on then. */
  open(id: string): void {
    this.write(`retry: ${retryAfter}\nid: ${id}\n\n`);
  }

  /** @param message its id and event must be in one line */
  tell({ id, event, data }: EventMessage): void {
    this.write(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** A sign of life that no reader sees. */
  beat(): void {
    this.write(':\n\n');
  }

  /** Ends the stream after what has been told; what is told later is passed over. */
  end(): void {
    if (this.destroyed || this.isOver) return;
    this.isOver = true;
    this.push(null);
  }

  private write(text: string): void {
    if (this.destroyed || this.isOver) return;
    this.push(text);
    if (this.readableLength > mostWaiting) this.destroy();
  }
}
