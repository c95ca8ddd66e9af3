import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import nodemailer from 'nodemailer';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { filesBelow } from '#test/files.ts';
import { jobsDone } from '#test/jobs.ts';
import { call, makeFamily } from '#test/members.ts';
import type { TestFamily } from '#test/members.ts';
import { startNameServer } from '#test/names.ts';
import type { NameServer } from '#test/names.ts';
import { goodPassword, mailsThatFit, verifyEmail } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { askQuestion, sharePost } from '#test/posts.ts';
import { networkOf } from '#platform/http/limits.ts';
import { openSmtpListener } from '#platform/mail/smtp-listener.ts';
import type { SmtpListener } from '#platform/mail/smtp-listener.ts';
import { receiveMail } from './actions.ts';
import { readReply, sweepReplies } from './jobs.ts';
import { arrivalLimit, keyOf } from './rules.ts';

// Mails that come by SMTP, from real clients, to a server whose DNS we answer.

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 1_024,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

let at: TestApp;
let names: NameServer;
let listener: SmtpListener;
let family: TestFamily;
const sockets: Socket[] = [];
/** Of a slow machine's clients nobody is cut off; in the test of who is, soon. */
const usualLimits = { connections: 50, connectionsFromAddress: 5, recipients: 10, idleMs: 60_000, connectionMs: 600_000, closeMs: 1_000 };
const open = (limits: typeof usualLimits): Promise<SmtpListener> => {
  const { config, log, replyAddresses } = at.platform;
  return openSmtpListener({
    config,
    log,
    isKnown: (address) => replyAddresses.read(address) !== undefined,
    take: (bytes, from) => receiveMail(at.platform, bytes, from),
    limits,
  });
};
beforeAll(async () => {
  names = await startNameServer();
  at = await startApp({
    env: {
      MAIL_REPLY_DOMAIN: 'reply.example.org',
      MAIL_INBOUND_PORT: '0',
      MAIL_INBOUND_HOST: '127.0.0.1',
      MAIL_DNS_SERVERS: names.address,
    },
  });
  listener = await open(usualLimits);
});
beforeEach(async () => {
  names.records.clear();
  family = await makeFamily(at);
  await verifyEmail(at, family.ruth);
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(async () => {
  await listener.close();
  await at.close();
  names.close();
});

const addressOf = (user: TestUser, id: string): string => at.platform.replyAddresses.of(user.userId, { kind: 'post', id })!;
const commentsOn = async (id: string) =>
  (await call(at, family.nora, 'GET', `/api/posts/${id}/comments`)).json().data.items.map(({ text }: { text: string }) => text);
const dkim = { domainName: 'example.com', keySelector: 'k1', privateKey };
const publish = () => names.records.set('k1._domainkey.example.com', `v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`);

/** Sends a mail as a mail server does, and waits until it has been read. @returns what it was answered */
async function send(mail: object): Promise<number> {
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port: listener.port, ignoreTLS: true });
  try {
    const { response } = await transport.sendMail({ subject: 'Re', text: 'By SMTP', ...mail } as Parameters<typeof transport.sendMail>[0]);
    await jobsDone(at);
    return Number(response.slice(0, 3));
  } catch (error) {
    return (error as { responseCode: number }).responseCode;
  }
}

/** The same mail as bytes. */
async function signedLetter({ email }: TestUser, to: string): Promise<Buffer> {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await composer.sendMail({ from: email, to, subject: 'Re', text: 'Once', messageId: '<once@example.com>', dkim });
  return message as Buffer;
}

/** A client that says what it is told. */
async function dial(
  port = listener.port,
): Promise<{ say(text: string): void; hears(code: number): Promise<void>; ended(): Promise<void>; socket: Socket }> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  let heard = '';
  socket.on('data', (bytes) => (heard += bytes.toString()));
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  return {
    socket,
    say: (text) => void socket.write(text),
    async hears(code) {
      await expect.poll(() => heard, { timeout: 30_000, interval: 10 }).toMatch(new RegExp(`^${code} `, 'm'));
      heard = '';
    },
    ended: async () => void (await closed),
  };
}

test('a signed mail of the account is posted, also without a DMARC record, and one that was changed on its way is not', async () => {
  const { nora, ruth } = family;
  const { id } = await sharePost(at, nora);
  const mail = { from: ruth.email, to: addressOf(ruth, id), dkim };
  publish();
  expect(await send({ ...mail, text: 'Signed' })).toBe(250);
  names.records.set('_dmarc.example.com', 'v=DMARC1; p=reject');
  expect(await send({ ...mail, text: 'Signed, too' })).toBe(250);
  names.records.set(
    'k1._domainkey.example.com',
    `v=DKIM1; k=rsa; p=${generateKeyPairSync('rsa', { modulusLength: 1_024 }).publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`,
  );
  expect(await send({ ...mail, text: 'Forged' })).toBe(250);
  expect((await commentsOn(id)).toSorted()).toEqual(['Signed', 'Signed, too']);
  await mailsThatFit(at, ruth.email, ({ subject }) => /was not posted/.test(subject ?? ''));
});

test('a signed mail that was written to somebody else is not posted, whoever brings it to a reply address', async () => {
  const { nora, ruth } = family;
  const { id } = await sharePost(at, nora);
  publish();
  names.records.set('_dmarc.example.com', 'v=DMARC1; p=reject');
  const [to, mallory] = [addressOf(ruth, id), 'mallory@evil.example'];
  const brought = { from: ruth.email, envelope: { from: mallory, to }, dkim, text: 'For Mallory alone' };
  // An address that stands where a name does is no recipient.
  for (const recipient of [{ to: mallory }, { to: { name: to, address: mallory } }, { to: mallory, cc: to }])
    expect(await send({ ...brought, ...recipient })).toBe(250);
  // What is put before the fields of a signed mail leaves its signature as it is.
  const bytes = Buffer.concat([Buffer.from(`To: ${to}\r\n`), await signedLetter(ruth, mallory)]);
  const arrival = { ip: '192.0.2.9', helo: 'mx.evil.example', mailFrom: mallory };
  await receiveMail(at.platform, Readable.from([bytes]), { recipients: to, arrival });
  await jobsDone(at);
  expect(await commentsOn(id)).toEqual([]);
  const { rows } = await at.platform.db.$client.query('select state, reason from inbound_mails where user_id = $1', [ruth.userId]);
  expect(rows).toEqual(Array.from({ length: 4 }, () => ({ state: 'refused', reason: 'sender' })));
  const both = { to: `Heartwood <${to}>, ${mallory}`, envelope: { from: ruth.email, to } };
  expect(await send({ from: ruth.email, ...both, dkim, text: 'For all' })).toBe(250);
  expect(await commentsOn(id)).toEqual(['For all']);
});

test('where nothing is signed, the domain says which machines send for it', async () => {
  const { nora, ruth } = family;
  const { id } = await sharePost(at, nora);
  names.records.set('example.com', 'v=spf1 ip4:127.0.0.1 -all');
  names.records.set('evil.example', 'v=spf1 ip4:127.0.0.1 -all');
  const to = addressOf(ruth, id);
  expect(await send({ from: ruth.email, to, text: 'Listed' })).toBe(250);
  expect(await send({ from: ruth.email, to, envelope: { from: 'mallory@evil.example', to }, text: 'Of another domain' })).toBe(250);
  names.records.set('example.com', 'v=spf1 ip4:192.0.2.1 -all');
  expect(await send({ from: ruth.email, to, text: 'Not listed' })).toBe(250);
  names.records.delete('example.com');
  expect(await send({ from: ruth.email, to, text: 'Nobody vouches' })).toBe(250);
  expect(await commentsOn(id)).toEqual(['Listed']);
});

test('whoever is to be answered by nobody is not; what Authentication-Results say is not believed here', async () => {
  const { nora, ruth } = family;
  const { id } = await sharePost(at, nora);
  publish();
  const to = addressOf(ruth, id);
  expect(await send({ from: ruth.email, to, dkim, envelope: { from: '', to } })).toBe(250);
  const headers = { 'Authentication-Results': 'mx.example.org; dmarc=pass header.from=example.com' };
  expect(await send({ from: ruth.email, to, headers })).toBe(250);
  expect(await commentsOn(id)).toEqual([]);
});

test('a forged address is refused before anything is sent, and nobody can log in or have mail passed on', async () => {
  const { nora, ruth } = family;
  const { id } = await sharePost(at, nora);
  const to = addressOf(ruth, id);
  const client = await dial();
  await client.hears(220);
  client.say('EHLO mx.example.com\r\n');
  await client.hears(250);
  client.say('AUTH PLAIN AGEAYg==\r\n');
  await client.hears(500);
  client.say('MAIL FROM:<ruth@example.com>\r\n');
  await client.hears(250);
  for (const wrong of [`${to[0] === 'p' ? 'q' : 'p'}${to.slice(1)}`, 'nora@example.com', 'postmaster@reply.example.org']) {
    client.say(`RCPT TO:<${wrong}>\r\n`);
    await client.hears(550);
  }
  client.say(`RCPT TO:<${to}>\r\n`);
  await client.hears(250);
  const { rows } = await at.platform.db.$client.query('select from inbound_mails where user_id = $1', [ruth.userId]);
  expect(rows).toEqual([]);
});

test('of more mails from one address than anybody writes in a day none is taken; one from another address is', async () => {
  const { nora, ruth } = family;
  const { id } = await sharePost(at, nora);
  publish();
  const to = addressOf(ruth, id);
  for (let taken = 0; taken < arrivalLimit.points; taken += 1)
    await at.platform.limits.take(arrivalLimit, `${ruth.userId} ${networkOf('127.0.0.1', 64)}`);
  expect(await send({ from: ruth.email, to, dkim })).toBe(451);
  const arrival = { ip: '192.0.2.9', helo: 'mx.example.com', mailFrom: ruth.email };
  await receiveMail(at.platform, Readable.from([await signedLetter(ruth, to)]), { recipients: to, arrival });
  await jobsDone(at);
  expect(await commentsOn(id)).toEqual(['Once']);
});

test('a mail that is too large is refused by its announced size, and while it comes, with memory bounded', async () => {
  const { nora, ruth } = family;
  const { id } = await sharePost(at, nora);
  const client = await dial();
  await client.hears(220);
  client.say('EHLO mx.example.com\r\n');
  await client.hears(250);
  client.say('MAIL FROM:<ruth@example.com> SIZE=100000000\r\n');
  await client.hears(552);
  client.say('MAIL FROM:<ruth@example.com>\r\n');
  await client.hears(250);
  client.say(`RCPT TO:<${addressOf(ruth, id)}>\r\n`);
  await client.hears(250);
  client.say('DATA\r\n');
  await client.hears(354);
  const before = process.memoryUsage.rss();
  const line = Buffer.alloc(1_000_000, `${'x'.repeat(98)}\r\n`);
  for (let sent = 0; sent < 100; sent += 1) if (!client.socket.write(line)) await once(client.socket, 'drain');
  client.say('\r\n.\r\n');
  await client.hears(552);
  expect(process.memoryUsage.rss() - before).toBeLessThan(80_000_000);
  expect(await filesBelow(`${at.dataDir}/tmp`)).toEqual([]);
}, 60_000);

test('a killed run posts nothing twice: what one has posted, the next one finds', async () => {
  const { nora, ruth } = family;
  const { id } = await sharePost(at, nora);
  publish();
  expect(await send({ from: ruth.email, to: addressOf(ruth, id), dkim, text: 'Once', messageId: '<once@example.com>' })).toBe(250);
  const { rows } = await at.platform.db.$client.query('select id from inbound_mails where user_id = $1', [ruth.userId]);
  const [mail] = rows as { id: string }[];
  // As if the process had ended after it had posted and before it had said so: the bytes are still there.
  const folder = `${at.dataDir}/again`;
  await writeFile(folder, await signedLetter(ruth, addressOf(ruth, id)));
  await at.platform.storage.putFile(keyOf(mail!.id), folder);
  await at.platform.db.$client.query(`update inbound_mails set state = 'received', settled_at = null where id = $1`, [mail!.id]);
  await Promise.all([readReply(at.platform, mail!.id), readReply(at.platform, mail!.id)]);
  expect(await commentsOn(id)).toEqual(['Once']);
  const settled = await at.platform.db.$client.query('select state from inbound_mails where id = $1', [mail!.id]);
  expect(settled.rows).toEqual([{ state: 'posted' }]);
});

test('nor does it say that the question was closed where that was done after an earlier run had posted the answer', async () => {
  const { nora, ruth } = family;
  const { id } = await askQuestion(at, nora);
  publish();
  const to = at.platform.replyAddresses.of(ruth.userId, { kind: 'question', id })!;
  expect(await send({ from: ruth.email, to, dkim, text: 'Once', messageId: '<once@example.com>' })).toBe(250);
  const before = (await at.mailsTo(ruth.email)).length;
  const { rows } = await at.platform.db.$client.query('select id from inbound_mails where user_id = $1', [ruth.userId]);
  const [mail] = rows as { id: string }[];
  const folder = `${at.dataDir}/again`;
  await writeFile(folder, await signedLetter(ruth, to));
  await at.platform.storage.putFile(keyOf(mail!.id), folder);
  await at.platform.db.$client.query(`update inbound_mails set state = 'received', settled_at = null where id = $1`, [mail!.id]);
  expect((await call(at, nora, 'PATCH', `/api/questions/${id}`, { closed: true })).statusCode).toBe(200);
  await readReply(at.platform, mail!.id);
  await jobsDone(at);
  const settled = await at.platform.db.$client.query('select state, reason from inbound_mails where id = $1', [mail!.id]);
  expect(settled.rows).toEqual([{ state: 'posted', reason: null }]);
  const { answers } = (await call(at, nora, 'GET', `/api/questions/${id}`)).json().data.question;
  expect(answers).toMatchObject([{ text: 'Once' }]);
  expect(await at.mailsTo(ruth.email)).toHaveLength(before);
});

test('a mail whose tries have all failed is read once what was in their way is over', async () => {
  const { nora, ruth } = family;
  const { id } = await sharePost(at, nora);
  publish();
  expect(await send({ from: ruth.email, to: addressOf(ruth, id), dkim, text: 'Once', messageId: '<once@example.com>' })).toBe(250);
  const mails = async () =>
    (await at.platform.db.$client.query('select id, state from inbound_mails where user_id = $1', [ruth.userId])).rows as {
      id: string;
      state: string;
    }[];
  const [mail] = await mails();
  // As the last try of half a day leaves it: nothing enqueues it any more.
  const folder = `${at.dataDir}/again`;
  await writeFile(folder, await signedLetter(ruth, addressOf(ruth, id)));
  await at.platform.storage.putFile(keyOf(mail!.id), folder);
  await at.platform.db.$client.query(`update inbound_mails set state = 'received', settled_at = null where id = $1`, [mail!.id]);
  at.clock.advance({ hours: 13 });
  await sweepReplies(at.platform);
  await jobsDone(at);
  expect(await mails()).toEqual([{ id: mail!.id, state: 'posted' }]);
  expect(await commentsOn(id)).toEqual(['Once']);
});

test('an account that goes takes its mails along; what was refused goes after seven days, what nobody could read is told', async () => {
  const { nora, ruth, leo } = family;
  const { id } = await sharePost(at, nora);
  await verifyEmail(at, leo);
  for (const { email, to } of [ruth, leo].map((user) => ({ email: user.email, to: addressOf(user, id) })))
    expect(await send({ from: email, to })).toBe(250);
  const kept = async (user: TestUser) => {
    const { rows } = await at.platform.db.$client.query('select id from inbound_mails where user_id = $1', [user.userId]);
    return rows.map((row) => row.id as string);
  };
  const files = async () => (await filesBelow(`${at.dataDir}/media/replies`)).map((path) => path.split('/')[0]);
  const [[ofRuth], [ofLeo]] = [await kept(ruth), await kept(leo)];
  expect(await files()).toEqual(expect.arrayContaining([ofRuth, ofLeo]));
  await call(at, leo, 'POST', '/api/confirm-password', { password: goodPassword });
  expect((await call(at, leo, 'DELETE', '/api/delete_account')).statusCode).toBe(200);
  await jobsDone(at);
  expect(await files()).not.toContain(ofLeo);
  at.clock.advance({ days: 6 });
  await sweepReplies(at.platform);
  expect(await files()).toContain(ofRuth);
  at.clock.advance({ days: 2 });
  await sweepReplies(at.platform);
  expect(await files()).not.toContain(ofRuth);
  await at.platform.db.$client.query(`update inbound_mails set state = 'received', settled_at = null where id = $1`, [ofRuth]);
  await sweepReplies(at.platform);
  await mailsThatFit(at, ruth.email, ({ text }) => /could not read your mail/.test(text ?? ''));
  at.clock.advance({ days: 30 });
  await sweepReplies(at.platform);
  expect(await kept(ruth)).toEqual([]);
});

test('whoever is silent, or slow, or comes too often at once is cut off', async () => {
  const short = await open({ ...usualLimits, idleMs: 1_500, connectionMs: 4_000 });
  const silent = await dial(short.port);
  await silent.hears(220);
  const slow = await dial(short.port);
  await slow.hears(220);
  const drip = setInterval(() => slow.say('N'), 200);
  try {
    await Promise.all([silent.ended(), slow.ended()]);
  } finally {
    clearInterval(drip);
  }
  const many = await Promise.all(Array.from({ length: 6 }, () => dial(short.port)));
  await expect
    .poll(() => many.filter(({ socket }) => socket.destroyed || socket.readableEnded).length, { timeout: 10_000 })
    .toBeGreaterThan(0);
  for (const { socket } of many) socket.destroy();
  await short.close();
}, 60_000);
