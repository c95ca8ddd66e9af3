import type { AddressInfo } from 'node:net';
import { eventStream } from '@heartwood/contract/activity';
import { expect, test, vi } from 'vitest';
import { startApp } from '#test/app.ts';
import { EventReader } from '#test/events.ts';
import { registerParent } from '#test/people.ts';

test('a stream whose end the database could not be told counts until the next sign of life, and no longer', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const own = await startApp({ jobs: false, env: { RATE_LIMITS: 'off' } });
  try {
    await own.app.listen({ port: 0, host: '127.0.0.1' });
    const there = `http://127.0.0.1:${(own.app.server.address() as AddressInfo).port}`;
    const user = await registerParent(own.app);
    const open = () => EventReader.open(there, user.token);
    const first = await open();
    for (let n = 1; n < eventStream.perSession; n += 1) expect((await open()).status).toBe(200);
    const telling = vi.spyOn(own.platform.db, 'delete').mockImplementationOnce(() => {
      throw new Error('no connection is free');
    });
    first.close();
    await expect.poll(() => telling.mock.calls.length).toBe(1);
    expect((await open()).status).toBe(429);
    vi.advanceTimersByTime(25_000);
    await expect.poll(async () => (await open()).status).toBe(200);
  } finally {
    vi.useRealTimers();
    await own.close();
  }
});
