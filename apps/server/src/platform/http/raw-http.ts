import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import { keepPace } from './slow-clients.ts';
import { refuse } from './refusal.ts';
import type { Refused } from './refusal.ts';

/** Answers what has no route yet: nonsense, expectations nobody meets, bodies that never come. */
export function answerOnTheWire(server: Server): void {
  server.on('checkExpectation', ({ socket }: IncomingMessage) => answer(socket, 417, refuse.malformed()));
  keepPace(server, ({ socket }, response) => {
    if (response.headersSent) socket.destroy();
    else answer(socket, 408, refuse.malformed('The request did not come to its end.'));
  });
}

/** What HTTP itself makes no request of: broken lines, headers without end. */
export function refuseConnection(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  if (error.code === 'HPE_HEADER_OVERFLOW') return answer(socket, 431, refuse.tooLarge());
  answer(socket, error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400, refuse.malformed());
}

/** Answers in the one form, and closes the connection: what follows on it cannot be trusted to be a request. */
function answer(socket: Socket, status: number, refused: Refused): void {
  const body = JSON.stringify({ success: false, status_code: refused.code, message: refused.message, request_id: randomUUID() });
  const headers = [
    'content-type: application/json; charset=utf-8',
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join('\r\n')}\r\n\r\n${body}`);
  // Whoever does not read the answer does not keep the connection either.
  setTimeout(() => socket.destroy(), 2_000).unref();
}

/**
 * Whether a request can be understood in one way only, by a proxy in front, too: not where it names several hosts, has codings of the
 * body other than chunks, a version that there is not, a target that is no path.
 */
export function isPlain({ httpVersion, rawHeaders, headers, url = '' }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
  const { host = '', 'transfer-encoding': coding = 'chunked' } = headers;
  return (
    (httpVersion === '1.1' || httpVersion === '1.0') &&
    hosts <= 1 &&
    /^[\w.:[\]%~!$&'()*+,;=-]{0,300}$/.test(host) &&
    coding.trim().toLowerCase() === 'chunked' &&
    /^(\/|https?:\/\/)/i.test(url)
  );
}
