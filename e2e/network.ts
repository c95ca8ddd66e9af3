import { once } from 'node:events';
import { createServer, request as ask, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Page, Request } from '@playwright/test';
import { test as base } from './fixture.ts';

/** The network between a browser and the server: what is sent there stands still where a test says so, however fast the machine is. */
export interface Network {
  /** Lets requests to paths that begin with `path` send `bytes` of their bodies in all; the rest waits. @returns when it begins to wait */
  hold: (path: string, bytes: number) => Promise<void>;
  /** Resolves when the browser has given up what waits. */
  lost: () => Promise<void>;
  /** Lets everything pass again, also what waits. */
  release: () => void;
}

/** A proxy (RFC 9110, sections 7.4 and 9.3.6) on a port of its own: what the browser asks is metered, a tunnel of the test itself is not. */
async function createNetwork(): Promise<{ network: Network; address: string; end: () => void }> {
  let held: (Record<'reached' | 'lost' | 'released', PromiseWithResolvers<void>> & { path: string; left: number }) | undefined;
  const isHeld = ({ url = '' }: IncomingMessage) => held !== undefined && new URL(url).pathname.startsWith(held.path);

  async function* metered(request: IncomingMessage) {
    // All of it is taken from the browser at once: only so it is noticed that the browser has gone.
    for await (const chunk of request.pipe(new PassThrough({ highWaterMark: 2 ** 30 })) as AsyncIterable<Buffer>) {
      if (held && isHeld(request)) {
        held.left -= chunk.length;
        if (held.left < 0) {
          held.reached.resolve();
          await held.released.promise;
        }
      }
      yield chunk;
    }
  }

  const server = createServer((request, response) => {
    const passed = ask(request.url ?? '', { method: request.method, headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      pipeline(answer, response).catch(() => undefined);
    });
    passed.on('error', () => response.destroy());
    response.on('close', () => {
      passed.destroy();
      if (!response.writableFinished && isHeld(request)) held?.lost.resolve();
    });
    pipeline(metered(request), passed).catch(() => undefined);
  });
  server.on('connect', ({ url = '' }, asked) => {
    const { hostname, port } = new URL(`http://${url}`);
    const tunnel = connect(Number(port), hostname, () => {
      asked.write('HTTP/1.1 200 Connection established\r\n\r\n');
      Promise.all([pipeline(asked, tunnel), pipeline(tunnel, asked)]).catch(() => undefined);
    });
    tunnel.on('error', () => asked.destroy());
    asked.on('error', () => tunnel.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const hold = (path: string, bytes: number) => {
    const [reached, lost, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    held = { path, left: bytes, reached, lost, released };
    return held.reached.promise;
  };
  const release = () => {
    held?.released.resolve();
    held = undefined;
  };
  return {
    network: { hold, release, lost: async () => held?.lost.promise },
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    end: () => {
      release();
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Journeys whose browser reaches the server through a network of theirs. */
export const test = base.extend<{ between: Awaited<ReturnType<typeof createNetwork>>; network: Network }>({
  // oxlint-disable-next-line no-empty-pattern
  between: async ({}, use) => {
    const between = await createNetwork();
    await use(between);
    between.end();
  },
  network: async ({ between }, use) => use(between.network),
  proxy: async ({ between }, use) => use({ server: between.address, bypass: '<-loopback>' }),
});

/** Requests to a path, as they leave. */
export function watched(page: Page, path: string): Request[] {
  const seen: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) seen.push(request);
  });
  return seen;
}

/** Keeps what the page asks for at `path`, a glob, from it. @returns lets it through, and what is asked for after that */
export async function holdBack(page: Page, path: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Has what the page asks for at `path`, a glob, fail, once it is told to. */
export async function failLater(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    await promise;
    await route.fulfill({ status: 500, json: { success: false, status_code: 'internal_error', message: 'It failed.', request_id: '1' } });
  });
  return resolve;
}
