import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import nodemailer from 'nodemailer';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { certificate, certificateKey } from '#test/certificate.ts';
import { createDatabase, dropDatabase } from '#test/cluster.ts';
import { filesBelow } from '#test/files.ts';
import { deliver, inbound } from '#test/inbound.ts';
import { jobsDone } from '#test/jobs.ts';
import { call, makeFamily } from '#test/members.ts';
import { startNameServer } from '#test/names.ts';
import type { NameServer } from '#test/names.ts';
import { auth, goodPassword, proveAddresses } from '#test/people.ts';
import { phonePhoto } from '#test/photos.ts';
import { sharePost } from '#test/posts.ts';
import { freePort, ServerProcess } from '#test/process.ts';
import { mountDisk } from '#test/small-disk.ts';
import { ensureTemplate } from '#test/template.ts';
import { createReplyAddresses } from '#platform/mail/reply-address.ts';
import { openSecrets } from '#platform/secrets.ts';
import { listenForMails } from './actions.ts';
import { readReply, sweepReplies } from './jobs.ts';

// What breaks while a mail arrives: nothing is lost, and nothing is there twice.

let names: NameServer;
beforeAll(async () => {
  names = await startNameServer();
  names.records.set('example.com', 'v=spf1 ip4:127.0.0.1 -all');
});
afterAll(() => names.close());
const env = () => ({
  MAIL_REPLY_DOMAIN: 'reply.example.org',
  MAIL_INBOUND_PORT: '0',
  MAIL_INBOUND_HOST: '127.0.0.1',
  MAIL_DNS_SERVERS: names.address,
});
const polling = { timeout: 60_000, interval: 50 };

/** Sends a mail as a mail server does. @returns what it was answered */
async function send(port: number, mail: object, tls: object = { ignoreTLS: true }): Promise<number> {
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port, ...tls });
  try {
    const { response } = await transport.sendMail({ subject: 'Re', ...mail } as Parameters<typeof transport.sendMail>[0]);
    return Number(response.slice(0, 3));
  } catch (error) {
    const { responseCode } = error as { responseCode?: number };
    if (responseCode === undefined) throw error;
    return responseCode;
  }
}

/** Somebody who may answer a post. */
async function answering(at: TestApp) {
  const { nora, ruth } = await makeFamily(at);
  await proveAddresses(at);
  const { id } = await sharePost(at, nora);
  const to = at.platform.replyAddresses.of(ruth.userId, { kind: 'post', id })!;
  const comments = async () => (await call(at, nora, 'GET', `/api/posts/${id}/comments`)).json().data.items;
  return { from: ruth.email, to, comments, ruth };
}

test('a mail comes by STARTTLS, with the certificate of the operator, and without TLS from who does not speak it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'heartwood-certificate-'));
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  await Promise.all([writeFile(cert, certificate), writeFile(key, certificateKey)]);
  const at = await startApp({ env: { ...env(), MAIL_INBOUND_TLS_CERT: cert, MAIL_INBOUND_TLS_KEY: key } });
  onTestFinished(() => at.close());
  const { port, close } = (await listenForMails(at.platform))!;
  onTestFinished(close);
  const { comments, ...mail } = await answering(at);
  expect(await send(port, { ...mail, text: 'Sealed' }, { requireTLS: true, tls: { ca: certificate } })).toBe(250);
  expect(await send(port, { ...mail, text: 'Open' })).toBe(250);
  await expect(send(port, { ...mail, text: 'To another' }, { requireTLS: true })).rejects.toThrow(/self-signed/);
  await jobsDone(at);
  expect((await comments()).map(({ text }: { text: string }) => text).toSorted()).toEqual(['Open', 'Sealed']);
});

test('on a full disk no mail is taken, and what has been taken waits with its photos until there is room', async ({ skip }) => {
  const at = await startApp({ env: env(), jobs: false });
  const media = join(at.dataDir, 'media');
  const run = promisify(execFile);
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=128m,mode=0700', 'tmpfs', media]).catch(() => undefined);
  onTestFinished(async () => {
    if (mounted) await run('umount', ['--lazy', media]);
    await at.close();
  });
  if (!mounted) skip();
  // The storage writes into a folder that it made at the start.
  await mkdir(join(media, '.incoming'));
  const { port, close } = (await listenForMails(at.platform))!;
  onTestFinished(close);
  const { comments, ruth, ...mail } = await answering(at);
  const filler = join(media, 'filler');
  const fill = async () => {
    const { bavail, bsize } = await statfs(media);
    await writeFile(filler, Buffer.alloc(bavail * bsize));
  };
  const rows = async () =>
    (
      await at.platform.db.$client.query<{ id: string; state: string }>('select id, state from inbound_mails where user_id = $1', [
        ruth.userId,
      ])
    ).rows;
  const content = await phonePhoto(1_000, 750);
  const sent = {
    ...mail,
    text: 'Ours',
    messageId: '<ours@example.com>',
    attachments: [{ filename: 'plum.jpg', contentType: 'image/jpeg', content }],
  };
  await fill();
  expect(await send(port, sent)).toBe(451);
  expect([await rows(), await filesBelow(join(at.dataDir, 'tmp'))]).toEqual([[], []]);
  await rm(filler);
  expect([await send(port, sent), await send(port, sent)]).toEqual([250, 250]);
  const [{ id } = { id: '' }, ...more] = await rows();
  expect(more).toEqual([]);
  await fill();
  await expect(readReply(at.platform, id)).rejects.toThrow(/storageFull/);
  expect([await rows(), await comments()]).toEqual([[{ id, state: 'received' }], []]);
  await rm(filler);
  await readReply(at.platform, id);
  expect(await comments()).toMatchObject([{ text: 'Ours', media: { kind: 'image' } }]);
});

test('a mail that would fill the disk of this machine, or of the storage, is refused until there is room, and nothing of it is kept', async ({
  skip,
}) => {
  const at = await startApp({ env: { ...env(), MAIL_INBOUND_SECRET: inbound.MAIL_INBOUND_SECRET }, jobs: false });
  onTestFinished(() => at.close());
  const { port, close } = (await listenForMails(at.platform))!;
  onTestFinished(close);
  const { from, to, ruth } = await answering(at);
  const mail = { from, to, text: 'Ours', messageId: '<ours@example.com>' };
  const rows = async () => (await at.platform.db.$client.query('select from inbound_mails where user_id = $1', [ruth.userId])).rowCount;
  const [temporary, media] = [join(at.dataDir, 'tmp'), join(at.dataDir, 'media')];
  for (const { folder, megabytes } of [
    { folder: temporary, megabytes: 96 },
    { folder: media, megabytes: 64 },
  ]) {
    await using disk = await mountDisk(folder, megabytes);
    if (!disk) skip();
    expect(await send(port, mail)).toBe(451);
    const answer = await deliver(at, `From: ${from}\r\nTo: ${to}\r\n\r\nOurs\r\n`);
    expect([answer.statusCode, answer.json().status_code]).toEqual([507, 'storage_full']);
    expect([await rows(), await filesBelow(temporary), await filesBelow(`${media}/replies`)]).toEqual([0, [], []]);
  }
  expect(await send(port, mail)).toBe(250);
  expect(await rows()).toBe(1);
});

test('a mail that waits for its turn is put into the queue once, however long that takes', async () => {
  const at = await startApp({ env: env(), jobs: false });
  onTestFinished(() => at.close());
  const { port, close } = (await listenForMails(at.platform))!;
  onTestFinished(close);
  const { from, to } = await answering(at);
  expect(await send(port, { from, to, text: 'Ours, too' })).toBe(250);
  at.clock.advance({ hours: 13 });
  for (let hour = 0; hour < 3; hour += 1) await sweepReplies(at.platform);
  const waiting = `select id from pgboss.job where name = 'replies-read' and state < 'active'`;
  expect((await at.platform.db.$client.query(waiting)).rows).toHaveLength(1);
});

test('a process that is asked to stop takes the mail that is coming, or says nothing: sent again it is there once', async () => {
  const clusterUrl = inject('clusterUrl');
  const name = `test_${process.pid}_stopping`;
  const databaseUrl = await createDatabase(clusterUrl, name, await ensureTemplate(clusterUrl));
  const database = new pg.Client(databaseUrl);
  await database.connect();
  const [port, mailPort] = [await freePort(), await freePort()];
  const appSecret = 'a secret of more than thirty-two letters for a test';
  const server = new ServerProcess(await mkdtemp(join(tmpdir(), 'heartwood-stopping-')), port, {
    ...env(),
    MAIL_INBOUND_PORT: String(mailPort),
    DATABASE_URL: databaseUrl,
    APP_SECRET: appSecret,
  });
  onTestFinished(async () => {
    await server.remove();
    await database.end();
    await dropDatabase(clusterUrl, name);
  });
  await server.start();
  const token = await server.register(goodPassword);
  const { rows } = await database.query<{ id: string }>('update users set email_verified_at = created_at returning id');
  const shared = await fetch(`${server.base}/api/posts`, {
    method: 'POST',
    headers: { ...auth(token), 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'The plum tree' }),
  });
  const { post } = ((await shared.json()) as { data: { post: { id: string } } }).data;
  const secrets = await openSecrets({ appSecret, dataDir: server.dataDir });
  const to = createReplyAddresses('reply.example.org', secrets.keys('reply addresses')).of(rows[0]!.id, { kind: 'post', id: post.id })!;
  const comments = async (): Promise<string[]> => {
    const answer = await fetch(`${server.base}/api/posts/${post.id}/comments`, { headers: auth(token) });
    return ((await answer.json()) as { data: { items: { text: string }[] } }).data.items.map(({ text }) => text);
  };

  /** Says half of a mail. @returns what says the rest, and all that was heard */
  async function begin(id: string) {
    const socket = connect(mailPort, '127.0.0.1');
    let heard = '';
    socket.on('data', (bytes) => (heard += bytes.toString()));
    socket.on('error', () => undefined);
    const ended = once(socket, 'close');
    const hears = (code: number) => expect.poll(() => heard, polling).toMatch(new RegExp(`^${code} `, 'm'));
    await hears(220);
    for (const [line, code] of [
      ['HELO mx.example.com', 250],
      ['MAIL FROM:<nora@example.com>', 250],
      [`RCPT TO:<${to}>`, 250],
      ['DATA', 354],
    ] as const) {
      heard = '';
      socket.write(`${line}\r\n`);
      await hears(code);
    }
    heard = '';
    socket.write(`From: nora@example.com\r\nTo: ${to}\r\nMessage-ID: <${id}@example.com>\r\n\r\nAbout `);
    return { rest: () => void socket.write(`${id}\r\n.\r\n`), hears, ended, heard: () => heard };
  }

  const [whole, half] = [await begin('plums'), await begin('pears')];
  const stopped = server.stop();
  // It listens no more, and hears out who is speaking.
  const dialled = () =>
    new Promise((resolve) => {
      const socket = connect(mailPort, '127.0.0.1');
      socket.on('data', (bytes) => (socket.destroy(), resolve(String(bytes).slice(0, 3))));
      socket.on('error', ({ message }) => resolve(message));
    });
  await expect.poll(dialled, polling).toMatch(/ECONNREFUSED|421/);
  whole.rest();
  await whole.hears(250);
  await half.ended;
  expect(half.heard()).not.toContain('250');
  expect(await stopped).toBe(0);
  await server.start();
  await expect.poll(comments, polling).toEqual(['About plums']);
  // Whoever has heard no answer sends it again; whoever has lost it, too.
  for (const id of ['pears', 'plums', 'pears'])
    expect(await send(mailPort, { from: 'nora@example.com', to, messageId: `<${id}@example.com>`, text: `About ${id}` })).toBe(250);
  await expect
    .poll(async () => (await database.query(`select state, count(*)::int from inbound_mails group by state`)).rows, polling)
    .toEqual([{ state: 'posted', count: 2 }]);
  expect(await comments()).toEqual(['About plums', 'About pears']);
  expect(await filesBelow(`${server.dataDir}/tmp`)).toEqual([]);
}, 180_000);
