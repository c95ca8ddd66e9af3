import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { refusal } from '@heartwood/contract/endpoint';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { disconnectSlowClients } from './slow-clients.ts';

// What comes over the wire, byte for byte: a proxy in front may have understood something else.

let at: TestApp;
let port = 0;
beforeAll(async () => {
  at = await startApp({ jobs: false });
  await at.app.listen({ port: 0, host: '127.0.0.1' });
  port = (at.app.server.address() as AddressInfo).port;
});
afterAll(() => at.close());

/** Sends bytes, and listens until the connection is closed or nothing has come for a while. */
async function talk(bytes: string): Promise<{ heard: string; closed: boolean }> {
  const socket = connect(port, '127.0.0.1');
  const said = { heard: '', closed: false };
  let until = performance.now() + 5_000;
  socket.on('data', (chunk: Buffer) => {
    said.heard += chunk.toString();
    until = performance.now() + 300;
  });
  socket.on('error', () => undefined);
  socket.on('close', () => (said.closed = true));
  socket.write(bytes, 'latin1');
  while (!said.closed && performance.now() < until) await sleep(10);
  // A process that had no core for a while hears now what has happened meanwhile.
  await sleep(20);
  socket.destroy();
  return said;
}

const statuses = (heard: string) => [...heard.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));
const host = 'Host: localhost\r\n';
const json = `${host}Content-Type: application/json\r\n`;
const login = (headers: string, body: string) => `POST /api/login HTTP/1.1\r\n${json}${headers}\r\n${body}`;
const chunked = 'Transfer-Encoding: chunked\r\n';
const hidden = `GET /api/health/live HTTP/1.1\r\n${host}\r\n`;

describe('what two could read differently is read by nobody', () => {
  test.each([
    ['a length and chunks', login(`Content-Length: 5\r\n${chunked}`, `0\r\n\r\n${hidden}`), 400],
    ['chunks and a length', login(`${chunked}Content-Length: 5\r\n`, `0\r\n\r\n${hidden}`), 400],
    ['two lengths', login('Content-Length: 2\r\nContent-Length: 40\r\n', `{}${hidden}`), 400],
    ['the same length twice', login('Content-Length: 2\r\nContent-Length: 2\r\n', `{}${hidden}`), 400],
    ['a list of lengths', login('Content-Length: 2, 2\r\n', `{}${hidden}`), 400],
    ['a length with a sign', login('Content-Length: +2\r\n', `{}${hidden}`), 400],
    ['a length below nothing', login('Content-Length: -1\r\n', `{}${hidden}`), 400],
    ['a length in other digits', login('Content-Length: 0x2\r\n', `{}${hidden}`), 400],
    ['a length that no number holds', login('Content-Length: 18446744073709551618\r\n', `{}${hidden}`), 400],
    ['zipped chunks', login('Transfer-Encoding: gzip, chunked\r\n', `2\r\n{}\r\n0\r\n\r\n${hidden}`), 400],
    ['a coding that nobody knows', login('Transfer-Encoding: xchunked\r\n', `2\r\n{}\r\n0\r\n\r\n${hidden}`), 400],
    ['two codings', login(`${chunked}Transfer-Encoding: identity\r\n`, `2\r\n{}\r\n0\r\n\r\n${hidden}`), 400],
    ['a space before the colon', login('Transfer-Encoding : chunked\r\n', `2\r\n{}\r\n0\r\n\r\n${hidden}`), 400],
    ['a vertical tab in the coding', login('Transfer-Encoding: \x0bchunked\r\n', `2\r\n{}\r\n0\r\n\r\n${hidden}`), 400],
    ['a chunk without a size', login(chunked, `zz\r\n{}\r\n0\r\n\r\n${hidden}`), 400],
    ['chunks between bare line feeds', login(chunked, `2\n{}\n0\n\n${hidden}`), 400],
    ['a chunk with a story', login(chunked, `2;${'a'.repeat(100_000)}\r\n{}\r\n0\r\n\r\n${hidden}`), 400],
    ['trailers without end', login(chunked, `2\r\n{}\r\n0\r\n${'x: y\r\n'.repeat(10_000)}\r\n${hidden}`), 431],
    ['a folded header', `GET /api/user HTTP/1.1\r\n${host}X-A: b\r\n c\r\n\r\n${hidden}`, 400],
    ['bare line feeds', `GET /api/user HTTP/1.1\nHost: a\n\n${hidden}`, 400],
    ['a bare carriage return', `GET /api/user HTTP/1.1\r\nHost: a\rX: y\r\n\r\n${hidden}`, 400],
    ['a NUL in the target', `GET /api/\0user HTTP/1.1\r\n${host}\r\n${hidden}`, 400],
    ['raw bytes in the target', `GET /api/\xff\xfe HTTP/1.1\r\n${host}\r\n${hidden}`, 400],
    ['a version to come', `GET /api/user HTTP/1.9\r\n${host}\r\n${hidden}`, 400],
    ['the preface of another protocol', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['the beginning of TLS', '\x16\x03\x01\x00\xc8\x01\x00\x00\xc4\x03\x03\r\n\r\n', 400],
    ['3,000 headers', `GET /api/user HTTP/1.1\r\n${host}${'a: b\r\n'.repeat(3_000)}\r\n`, 431],
    ['a header of 20,000 characters', `GET /api/user HTTP/1.1\r\n${host}X: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['an expectation nobody meets', login('Expect: miracles\r\nContent-Length: 2\r\n', '{}'), 417],
  ])('[R1.11] what two could read differently: %s', async (_, bytes, status) => {
    const { heard, closed } = await talk(bytes);
    expect([statuses(heard), closed]).toEqual([[status], true]);
    const body: unknown = JSON.parse(heard.slice(heard.indexOf('\r\n\r\n') + 4));
    expect(refusal.strict().safeParse(body).success).toBe(true);
  });
});

describe('what is refused before it is a request', () => {
  test.each([
    ['a line that cannot be read', `GET /api user HTTP/1.1\r\n${host}Accept-Language: de-AT, en;q=0.5\r\n\r\n`],
    ['an expectation nobody meets', login('Expect: miracles\r\nAccept-Language: de\r\nContent-Length: 2\r\n', '{}')],
    ['two lengths', login('accept-language:de\r\nContent-Length: 2\r\nContent-Length: 40\r\n', `{}`)],
  ])('in the language it asks for, as far as it was read: %s', async (_, bytes) => {
    const { heard } = await talk(bytes);
    expect(JSON.parse(heard.slice(heard.indexOf('\r\n\r\n') + 4))).toMatchObject({
      status_code: 'malformed_request',
      message: 'Die Anfrage war nicht lesbar.',
    });
  });
});

describe('what is a request, but none of ours', () => {
  test.each([
    ['two hosts', `GET /api/user HTTP/1.1\r\n${host}Host: evil.example\r\n\r\n`, 400],
    ['a host that is none', 'GET /api/user HTTP/1.1\r\nHost: a b<script>\r\n\r\n', 400],
    ['an older version than there is', `GET /api/health/live HTTP/0.9\r\n${host}\r\n`, 400],
    ['a newer version than we speak', `GET /api/health/live HTTP/2.0\r\n${host}\r\n`, 400],
    ['everything', `GET * HTTP/1.1\r\n${host}\r\n`, 400],
    ['options of everything', `OPTIONS * HTTP/1.1\r\n${host}\r\n`, 400],
    ['options that no other origin asks for', `OPTIONS /api/user HTTP/1.1\r\n${host}\r\n`, 404],
    ['an echo', `TRACE /api/user HTTP/1.1\r\n${host}X-Secret: mine\r\n\r\n`, 404],
    ['a method of other protocols', `PROPFIND /api/user HTTP/1.1\r\n${host}\r\n`, 404],
    ['another protocol on the same connection', `GET /api/user HTTP/1.1\r\n${host}Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n`, 401],
    ['a line break in the target', `GET /api/user%0d%0aSet-Cookie:%20a=b HTTP/1.1\r\n${host}\r\n`, 404],
    ['somebody else in the target', `GET http://evil.example/api/user HTTP/1.1\r\nHost: evil.example\r\n\r\n`, 401],
    [
      'a header that another one takes away',
      `GET /api/user HTTP/1.1\r\n${host}Connection: authorization\r\nAuthorization: Bearer x\r\n\r\n`,
      401,
    ],
  ])('[R5.2] is a request, but none of ours: %s', async (_, bytes, status) => {
    const { heard } = await talk(bytes);
    expect(statuses(heard)).toEqual([status]);
    const [head = '', body = ''] = heard.split('\r\n\r\n');
    expect(refusal.strict().safeParse(JSON.parse(body)).success).toBe(true);
    expect(head).not.toMatch(/evil|set-cookie|upgrade: /i);
    expect(body).not.toMatch(/evil|mine|script/);
  });

  test('[R5.2] a tunnel is not opened', async () => {
    expect(await talk('CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n')).toEqual({ heard: '', closed: true });
  });

  test('[R5.3] some in one go are as many answers, a flood of them is none; old clients get theirs', async () => {
    expect(statuses((await talk(hidden.repeat(12))).heard)).toEqual(Array(12).fill(200));
    const flood = await talk(hidden.repeat(1_000));
    expect([statuses(flood.heard).length < 1_000, flood.closed]).toEqual([true, true]);
    expect(await talk('GET /api/health/live HTTP/1.0\r\n\r\n')).toMatchObject({ heard: expect.stringContaining('200 OK'), closed: true });
  });
});

describe('whoever is slow', () => {
  const servers: Server[] = [];
  const sockets: Socket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    for (const server of servers.splice(0)) server.close();
  });

  /** A server with short limits: eight looks, twenty milliseconds apart, at 100 bytes each. */
  async function serverWithShortLimits(handle: (request: IncomingMessage, response: ServerResponse) => void) {
    const server = createServer(handle).listen(0, '127.0.0.1');
    disconnectSlowClients(server, ({ socket }) => socket.destroy(), { intervalMs: 20, intervals: 8, bytes: 100 });
    servers.push(server);
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => undefined);
    const state = { closed: false, socket };
    socket.on('close', () => (state.closed = true));
    return state;
  }

  test('[R5.3] sends a body drop by drop: cut off', async () => {
    const state = await serverWithShortLimits((request) => request.resume());
    state.socket.write(`POST / HTTP/1.1\r\n${host}Content-Length: 100000\r\n\r\n`);
    const drops = setInterval(() => state.socket.write('a'), 10);
    await expect.poll(() => state.closed, { timeout: 5_000 }).toBe(true);
    clearInterval(drops);
  });

  test('[R5.3] sends a little more now and then, and far too little in all: cut off', async () => {
    const state = await serverWithShortLimits((request) => request.resume());
    state.socket.write(`POST / HTTP/1.1\r\n${host}Content-Length: 100000\r\n\r\n`);
    const bursts = setInterval(() => state.socket.write('a'.repeat(120)), 80);
    await expect.poll(() => state.closed, { timeout: 5_000 }).toBe(true);
    clearInterval(bursts);
  });

  test('[R5.3] goes on sending drops after the answer: cut off', async () => {
    const state = await serverWithShortLimits((_request, response) => void response.end('no'));
    state.socket.write(`POST / HTTP/1.1\r\n${host}Content-Length: 100000\r\n\r\n`);
    const drops = setInterval(() => state.socket.write('a'), 10);
    await expect.poll(() => state.closed, { timeout: 5_000 }).toBe(true);
    clearInterval(drops);
  });

  test('[R5.3] sends slowly, but goes on: not cut off', async () => {
    const state = await serverWithShortLimits((request, response) => request.resume().on('end', () => response.end('whole')));
    state.socket.write(`POST / HTTP/1.1\r\n${host}Content-Length: 40000\r\n\r\n`);
    let heard = '';
    state.socket.on('data', (chunk: Buffer) => (heard += chunk.toString()));
    for (let sent = 0; sent < 40; sent += 1) {
      state.socket.write('a'.repeat(1_000));
      await sleep(15);
    }
    await expect.poll(() => heard, { timeout: 5_000 }).toContain('whole');
  });

  test('[R5.3] waits for our own work, or for us to read: not cut off', async () => {
    const state = await serverWithShortLimits((request, response) => {
      setTimeout(() => request.resume().on('end', () => setTimeout(() => response.end('whole'), 600)), 600);
    });
    let heard = '';
    state.socket.on('data', (chunk: Buffer) => (heard += chunk.toString()));
    state.socket.write(`POST / HTTP/1.1\r\n${host}Content-Length: 9\r\n\r\nunhurried`);
    await expect.poll(() => heard, { timeout: 5_000 }).toContain('whole');
  });

  test('[R5.3] does not read the answer: cut off', async () => {
    const state = await serverWithShortLimits((_request, response) => {
      const write = () => {
        while (response.write(Buffer.alloc(16_384)));
      };
      response.on('drain', write);
      write();
    });
    const ended = new Promise((resolve) =>
      servers.at(-1)?.once('connection', (socket: Socket) => socket.on('close', () => resolve('ended'))),
    );
    state.socket.pause();
    state.socket.write(`GET / HTTP/1.1\r\n${host}\r\n`);
    expect(await ended).toBe('ended');
  });
});
