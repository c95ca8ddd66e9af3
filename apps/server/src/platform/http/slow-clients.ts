import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

// [Note: Which clients are slow]
// A connection costs memory and a file descriptor, so a client must not keep one while it sends or reads next to nothing. Headers have 30
// seconds (Node's own limit). After that the server measures every five seconds: while it waits for the client (the body is incomplete and
// everything that came has been read, or an answer has not been read yet), a kilobyte a second must move. A client that stays below that over
// 40 seconds, whatever it sends in one of them, is disconnected. A large film may take hours this way, and time that the server itself needs
// does not count.
// Pipelined requests would all begin at once, each with its files and buffers, for a client that reads none of the answers. Browsers and
// proxies do not pipeline; a client that sends more than a few at once is disconnected.

/** What a client must keep up: `bytes` an interval, on the average of `intervals` in a row, or it is disconnected. */
interface MinimumSpeed {
  intervalMs: number;
  intervals: number;
  bytes: number;
}

/** Milliseconds that headers may take, and the interval in which Node looks for those that take longer. */
export const headerTimeouts = { headersTimeout: 30_000, connectionsCheckingInterval: 5_000 };

const usual: MinimumSpeed = { intervalMs: 5_000, intervals: 8, bytes: 5_120 };
/** Pipelined requests of one connection. */
const mostUnanswered = 16;
/** Bytes that a slow client reads in an interval: one large write shows that it moves only when all of it has been read. */
const bytesOfOneWrite = 40_960;

interface Running {
  request: IncomingMessage;
  /** Bytes moved, at the end of each interval since the server began to wait for the client. */
  marks: number[];
}

/**
 * Disconnects slow clients. See [Note: Which clients are slow].
 * @param end answers a request whose body does not come, and closes its connection
 */
export function disconnectSlowClients(
  server: Server,
  end: (request: IncomingMessage, response: ServerResponse) => void,
  speed: MinimumSpeed = usual,
): void {
  const running = new Map<ServerResponse, Running>();
  const unanswered = new WeakMap<Socket, ServerResponse[]>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    running.set(response, { request, marks: [bytesMoved(request)] });
    const { socket } = request;
    // Reads the state of earlier answers instead of listening to them: Fastify already has as many listeners on each as Node allows without a warning.
    const before: ServerResponse[] = [];
    for (const earlier of unanswered.get(socket) ?? []) {
      if (!earlier.closed) before.push(earlier);
      // A busy connection would otherwise leave thousands behind until the next interval.
      else if (running.get(earlier)?.request.complete) running.delete(earlier);
    }
    unanswered.set(socket, [...before, response]);
    if (before.length >= mostUnanswered) socket.destroy();
  });
  const measuring = setInterval(() => {
    for (const [response, one] of running) {
      // A client that was answered early may still be sending.
      if (response.closed && (one.request.complete || one.request.socket.destroyed)) {
        running.delete(response);
        continue;
      }
      const moved = bytesMoved(one.request);
      const intervals = speed.intervals + Math.floor(one.request.socket.writableLength / bytesOfOneWrite);
      one.marks = waitsForClient(one.request) ? [...one.marks, moved].slice(-1 - intervals) : [moved];
      if (one.marks.length <= intervals || moved - one.marks[0]! >= intervals * speed.bytes) continue;
      running.delete(response);
      end(one.request, response);
    }
  }, speed.intervalMs).unref();
  server.on('close', () => clearInterval(measuring));
}

/** Bytes that a connection has read and written. */
const bytesMoved = ({ socket }: IncomingMessage): number => socket.bytesRead + socket.bytesWritten - socket.writableLength;

const waitsForClient = (request: IncomingMessage): boolean =>
  (!request.complete && (request.readableLength === 0 || request.readableFlowing === true)) || request.socket.writableLength > 0;
