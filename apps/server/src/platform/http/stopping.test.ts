import { once } from 'node:events';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import { endIdleConnections } from './stopping.ts';

test('a server that stops waits for answers, but neither for connections that were never used nor for those whose answer has ended', async () => {
  let answering: ServerResponse | undefined;
  const server = createServer((_request, response) => {
    response.write('begun ');
    answering = response;
  });
  const stop = endIdleConnections(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const [unused, asking] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  const unusedEnds = once(unused.resume(), 'close');
  asking.setEncoding('utf8').write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  let heard = '';
  asking.on('data', (text: string) => (heard += text));
  const askingEnds = once(asking, 'close');
  await expect.poll(() => heard).toContain('begun');

  stop();
  const stopped = once(server, 'close');
  server.close();
  await unusedEnds;
  expect(asking.destroyed).toBe(false);
  answering?.end('done');
  await Promise.all([askingEnds, stopped]);
  expect(heard).toContain('done');
});

test('of a server that never listened nothing goes on', () => {
  vi.useFakeTimers();
  endIdleConnections(createServer())();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});
