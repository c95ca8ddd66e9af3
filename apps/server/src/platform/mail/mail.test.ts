import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { SMTPServerOptions } from 'smtp-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { startMailServer } from '#test/mail-server.ts';
import { systemClock } from '#platform/clock.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { createMail } from './mail.ts';
import type { MailMessage } from './mail.ts';

const publicUrl = 'https://heartwood.example';
const message: MailMessage = {
  to: { address: 'ruth@example.com', name: 'Ruth "Oma" Größe' },
  language: 'en',
  subject: 'Nora lädt dich ein',
  preview: 'It costs you nothing.',
  heading: 'Nora invites you to the Whitlocks',
  paragraphs: ['You are invited as grandmother.'],
  quote: { text: 'Dear Ruth,\n\nsee the plum tree. 🌳', by: 'Nora' },
  button: { label: 'Open the invitation', url: `${publicUrl}/invitation?token=s3cret-token-of-the-mail` },
  smallPrint: 'The link works once.',
};

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

/** A real mail server that keeps what it is given. */
async function mailServer(options: SMTPServerOptions = {}) {
  const server = await startMailServer(options);
  open.push(server.close);
  return server;
}

/** A server that speaks no SMTP: each connection is handed to `behave`. */
async function brokenServer(behave: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    behave(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function start(env: Record<string, string>) {
  const started = await startApp({ env: { PUBLIC_URL: publicUrl, ...env } });
  open.push(started.close);
  return started;
}

const sealKey = Buffer.alloc(32, 7);

/** Sends once through one try of the job, without the queue and its waiting. */
async function tryOnce(smtpUrl: string, timeouts: { connection: number; greeting: number; idle: number; total: number }): Promise<void> {
  let handed: unknown;
  let work: (data: never) => Promise<void> = async () => {};
  const jobs = {
    enqueue: async (_tx: unknown, _kind: unknown, data: unknown) => void (handed = data),
    handle: (_kind: unknown, run: typeof work) => void (work = run),
  } as unknown as Jobs;
  const config = { publicUrl, dataDir: '/nowhere', mail: { smtpUrl, from: 'Heartwood <hello@heartwood.example>' } };
  const log = { warn: () => {} } as never;
  const mail = createMail({
    config,
    jobs,
    clock: systemClock,
    log,
    storage: { open: () => Promise.reject(new Error('no picture')) },
    secrets: { key: () => sealKey, keys: () => [{ id: 'one', key: sealKey }] },
    timeouts,
  });
  mail.handleJobs();
  await mail.send(undefined as never, message);
  await work(handed as never);
}

describe('mail by SMTP', () => {
  it('arrives whole: both parts, the names, one recipient, links to our pages only', async () => {
    const { received, url } = await mailServer();
    const { platform } = await start({ SMTP_URL: url, MAIL_FROM: 'Heartwood <hello@heartwood.example>' });
    await platform.db.transaction((tx) => platform.mail.send(tx, message));
    await expect.poll(() => received.length, { timeout: 10_000 }).toBe(1);
    const { mail, to } = received[0]!;
    expect(to).toEqual(['ruth@example.com']);
    expect(mail.to).toEqual([{ name: 'Ruth "Oma" Größe', address: 'ruth@example.com' }]);
    expect(mail.from).toEqual({ name: 'Heartwood', address: 'hello@heartwood.example' });
    expect(mail.subject).toBe('Nora lädt dich ein');
    expect(mail.html).toContain('see the plum tree. 🌳');
    expect(mail.text).toContain('> see the plum tree. 🌳');
    expect(mail.text).toContain(`${publicUrl}/invitation?token=s3cret-token-of-the-mail`);
    expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
    for (const [address] of `${mail.html} ${mail.text}`.matchAll(/https?:\/\/[^\s"<]+/g))
      expect(address).toMatch(/^https:\/\/heartwood\.example\//);
  });

  it('is tried again when the server will not take it now, and given up when it never will', async () => {
    let tries = 0;
    const { received, url } = await mailServer({
      onRcptTo({ address }, _session, done) {
        if (address.startsWith('nobody@')) return done(Object.assign(new Error(`no such user as ${address}`), { responseCode: 550 }));
        tries += 1;
        done(tries === 1 ? Object.assign(new Error(`try ${address} later`), { responseCode: 451 }) : null);
      },
    });
    const { platform } = await start({ SMTP_URL: url });
    await platform.mail.send(platform.db, { ...message, to: 'nobody@example.com' });
    await platform.mail.send(platform.db, message);
    await expect.poll(() => received.length, { timeout: 18_000, interval: 200 }).toBe(1);
    expect(tries).toBe(2);
    const { rows } = await platform.db.execute<{ state: string; output: unknown }>(
      sql`select state, output from pgboss.job where name = 'mail'`,
    );
    expect(rows.map(({ state }) => state)).not.toContain('failed');
    expect(JSON.stringify(rows), 'what the server says names the recipient').not.toContain('@example.com');
  }, 30_000);

  const timeouts = { connection: 500, greeting: 500, idle: 500, total: 1_500 };
  it.each([
    ['says nothing', () => {}],
    ['hangs up', (socket: Socket) => socket.destroy()],
    ['resets', (socket: Socket) => socket.resetAndDestroy()],
    ['answers with something else', (socket: Socket) => void socket.write('HTTP/1.1 200 OK\r\n\r\n')],
    ['drips', (socket: Socket) => void setInterval(() => socket.writable && socket.write('2'), 100).unref()],
    ['stops after the greeting', (socket: Socket) => void socket.write('220 mail.example\r\n')],
  ])('fails in time, to be tried again, when the server %s', async (_what, behave) => {
    const url = await brokenServer(behave);
    const began = performance.now();
    await expect(tryOnce(url, timeouts)).rejects.toThrow();
    expect(performance.now() - began).toBeLessThan(4_000);
  });

  it('fails when nobody listens', async () => {
    await expect(tryOnce('smtp://127.0.0.1:1', timeouts)).rejects.toThrow(/ECONNREFUSED/);
  });
});

describe('mail without an SMTP server', () => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startApp({ env: { PUBLIC_URL: publicUrl } });
  });
  afterAll(() => server.close());

  it('is one readable .eml each, sorted by time, for the operator alone', async () => {
    const { platform, dataDir, mailsTo } = server;
    for (const subject of ['first', 'second', 'third']) await platform.mail.send(platform.db, { ...message, subject });
    const mails = await mailsTo('ruth@example.com', 3);
    expect(mails.map((mail) => mail.subject)).toEqual(['first', 'second', 'third']);
    expect(mails[0]!.html).toContain('<!doctype html>');
    const names = await readdir(join(dataDir, 'outbox'));
    expect(names).toHaveLength(3);
    expect((await stat(join(dataDir, 'outbox', names[0]!))).mode & 0o077).toBe(0);
  });

  it('lets nobody start a header or add a recipient', async () => {
    const { platform, mailsTo } = server;
    const words = 'Nora\r\nBcc: all@example.com\r\n\r\n<b>hello</b>';
    await platform.mail.send(platform.db, {
      ...message,
      to: { address: 'arthur@example.com', name: `${words}, eve@example.com` },
      subject: words,
      preview: words,
      heading: words,
    });
    const [mail] = await mailsTo('arthur@example.com');
    expect(mail!.bcc).toBeUndefined();
    expect(mail!.to).toHaveLength(1);
    expect(mail!.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(mail!.subject).toBe('Nora Bcc: all@example.com <b>hello</b>');
  });

  it('is sent exactly if its transaction is kept, and leaves no token readable in the database', async () => {
    const { platform, mailsTo } = server;
    await platform.db
      .transaction(async (tx) => platform.mail.send(tx, { ...message, to: 'taken-back@example.com' }).then(() => tx.rollback()))
      .catch(() => {});
    const jobs = () => platform.db.execute<{ data: string }>(sql`select data::text as data from pgboss.job where name = 'mail'`);
    const before = (await jobs()).rows.length;
    await platform.mail.send(platform.db, { ...message, to: 'priya@example.com' });
    await mailsTo('priya@example.com');
    const { rows } = await jobs();
    expect(rows).toHaveLength(before + 1);
    for (const { data } of rows) expect(data).not.toMatch(/s3cret|@example|plum tree/);
  });
});
