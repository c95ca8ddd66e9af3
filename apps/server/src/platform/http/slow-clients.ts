import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

// [Note: Who is slow]
// A connection costs memory and a descriptor, so nobody may hold one by sending or reading next to nothing. Headers have 30 seconds (the
// server's own limit). After that a look every five seconds: as long as it is the other side's turn (the body is not whole and we have read
// what came; or there is something to be read that is not), it must move a kilobyte a second. Whoever does not for 40 seconds is cut off. A
// large film may take hours that way, and work of ours, however long, is nobody's slowness.
// Requests that are sent before earlier ones are answered would all begin at once, each with its files and buffers, for a reader who reads
// none of them. Browsers and proxies send no second one; whoever sends more than a few is cut off.

/** How often is looked, how often in a row somebody may be slow, and the bytes that must move from one look to the next. */
export interface Pace {
  everyMs: number;
  looks: number;
  bytes: number;
}

/** Milliseconds that headers may take, and between two looks for those that take longer. */
export const headerPatience = { headersTimeout: 30_000, connectionsCheckingInterval: 5_000 };

const usual: Pace = { everyMs: 5_000, looks: 8, bytes: 5_120 };
/** Requests of one connection that may wait for their answers. */
const unanswered = 16;
/** Bytes that are read between two looks by whoever reads one large piece: that it moves shows only at its end. */
const ofOnePiece = 40_960;

interface Running {
  request: IncomingMessage;
  moved: number;
  slow: number;
}

/**
 * Ends requests whose other side is slow. See [Note: Who is slow].
 * @param end answers a request whose body does not come, and closes its connection
 */
export function keepPace(server: Server, end: (request: IncomingMessage, response: ServerResponse) => void, pace: Pace = usual): void {
  const running = new Map<ServerResponse, Running>();
  const waiting = new WeakMap<Socket, ServerResponse[]>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    running.set(response, { request, moved: movedOn(request), slow: 0 });
    const { socket } = request;
    // Asked of the answers, not heard from them: the framework listens to each about as often as Node lets anybody without a warning.
    const before: ServerResponse[] = [];
    for (const earlier of waiting.get(socket) ?? []) {
      if (!earlier.closed) before.push(earlier);
      // A busy connection would otherwise leave thousands behind until the next look.
      else if (running.get(earlier)?.request.complete) running.delete(earlier);
    }
    waiting.set(socket, [...before, response]);
    if (before.length >= unanswered) socket.destroy();
  });
  const looking = setInterval(() => {
    for (const [response, one] of running) {
      // Whoever was answered early may still be sending.
      if (response.closed && (one.request.complete || one.request.socket.destroyed)) {
        running.delete(response);
        continue;
      }
      const moved = movedOn(one.request);
      one.slow = isTheirTurn(one.request) && moved - one.moved < pace.bytes ? one.slow + 1 : 0;
      one.moved = moved;
      if (one.slow < pace.looks + Math.floor(one.request.socket.writableLength / ofOnePiece)) continue;
      running.delete(response);
      end(one.request, response);
    }
  }, pace.everyMs).unref();
  server.on('close', () => clearInterval(looking));
}

/** Bytes that have come and gone on a connection. */
const movedOn = ({ socket }: IncomingMessage): number => socket.bytesRead + socket.bytesWritten - socket.writableLength;

const isTheirTurn = (request: IncomingMessage): boolean =>
  (!request.complete && (request.readableLength === 0 || request.readableFlowing === true)) || request.socket.writableLength > 0;
