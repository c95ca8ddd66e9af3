import { translatorOf } from '@heartwood/messages/catalogues';
import { acceptedLanguage } from '@heartwood/messages/languages';
import { textOf } from '@heartwood/messages/message';
import { message } from '@heartwood/messages/message';
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import { disconnectSlowClients } from './slow-clients.ts';
import { refuse } from './refusal.ts';
import type { Refused } from './refusal.ts';

/** Answers requests that reach no route: unknown expectations, and bodies that never come. */
export function answerOutsideRoutes(server: Server): void {
  server.on('checkExpectation', ({ socket, headers }: IncomingMessage) =>
    answer(socket, 417, refuse.malformed(), headers['accept-language']),
  );
  disconnectSlowClients(server, ({ socket, headers }, response) => {
    if (response.headersSent) socket.destroy();
    else answer(socket, 408, refuse.malformed(message('app.refusals.unfinished')), headers['accept-language']);
  });
}

/** Answers what Node cannot parse as a request: malformed lines, headers that are too long or too slow. */
export function refuseConnection(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const asked = acceptLanguageIn(error.rawPacket);
  if (error.code === 'HPE_HEADER_OVERFLOW') return answer(socket, 431, refuse.tooLarge(), asked);
  answer(socket, error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400, refuse.malformed(), asked);
}

/** The Accept-Language header in bytes that are no request as a whole. @param packet the last bytes read; missing where none came */
function acceptLanguageIn(packet: unknown): string | undefined {
  return Buffer.isBuffer(packet) ? /\r\naccept-language:([^\r\n]*)/i.exec(packet.toString('latin1'))?.[1] : undefined;
}

/**
 * Writes a refusal to the socket and closes it: whatever follows may not be a request.
 * @param asked the Accept-Language header, where one was read
 */
function answer(socket: Socket, status: number, refused: Refused, asked: string | undefined): void {
  const body = JSON.stringify({
    success: false,
    status_code: refused.code,
    message: textOf(translatorOf(acceptedLanguage(asked) ?? 'en'), refused.text),
    request_id: randomUUID(),
  });
  const headers = [
    'content-type: application/json; charset=utf-8',
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join('\r\n')}\r\n\r\n${body}`);
  // A client that does not read the answer is disconnected as well.
  setTimeout(() => socket.destroy(), 2_000).unref();
}

/**
 * Whether the server and any proxy before it read a request in the same way. They may not where it names several hosts, has a transfer
 * coding other than chunked, another version than HTTP/1.0 or 1.1, or a target that is no path.
 */
export function isUnambiguous({ httpVersion, rawHeaders, headers, url = '' }: IncomingMessage): boolean {
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
