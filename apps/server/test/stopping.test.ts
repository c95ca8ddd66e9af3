import { once } from 'node:events';
import { access, mkdtemp } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { auth, goodPassword } from './people.ts';
import { freePort, ServerProcess } from './process.ts';

/** A mail server that goes on answering and never ends: a mail to it is a job that takes a minute. */
async function startEndlessMail() {
  const server = createServer((socket) => {
    socket.write('220 mail.example\r\n');
    const going = setInterval(() => socket.write('250-wait\r\n'), 500);
    socket.on('error', () => undefined).on('close', () => clearInterval(going));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test(
  '[R6.2] a process that is asked to stop ends well within thirty seconds, with a slow request and a long job',
  { timeout: 120_000 },
  async () => {
    const mail = await startEndlessMail();
    const server = new ServerProcess(await mkdtemp(join(tmpdir(), 'heartwood-stopping-')), await freePort(), { SMTP_URL: mail.url });
    try {
      await server.start();
      const isMailed = once(mail.server, 'connection');
      const token = await server.register(goodPassword);
      await isMailed;
      const headers = { ...auth(token), 'content-type': 'application/json', 'content-length': '90000', expect: '100-continue' };
      const slow = request(`${server.base}/api/posts`, { method: 'POST', headers });
      // It is cut off before it ends.
      slow.on('error', () => undefined);
      await once(slow, 'continue');
      const sending = setInterval(() => slow.write('x'.repeat(2_000)), 1_000);
      const began = performance.now();
      const code = await server.stop();
      clearInterval(sending);
      expect([code, server.output]).toEqual([0, expect.not.stringContaining('killed by timeout')]);
      const seconds = (performance.now() - began) / 1_000;
      // The request was cut off shortly before the end, and nothing waited for anything before that.
      expect(seconds).toBeGreaterThan(20);
      expect(seconds).toBeLessThan(30);
      await expect(access(join(server.dataDir, 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT');
    } finally {
      await server.remove();
      mail.server.close();
    }
  },
);
