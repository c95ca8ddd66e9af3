import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { filesBelow } from '#test/files.ts';
import { deliver, inbound, letter, parts } from '#test/inbound.ts';
import { jobsDone } from '#test/jobs.ts';
import { call, makeFamily, removeMember } from '#test/members.ts';
import type { TestFamily } from '#test/members.ts';
import { mailsThatFit, verifyEmail } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { phonePhoto } from '#test/photos.ts';
import { askQuestion, sharePost } from '#test/posts.ts';
import { arrivalLimit } from './rules.ts';

let at: TestApp;
let family: TestFamily;
beforeAll(async () => {
  at = await startApp({ env: inbound });
});
beforeEach(async () => {
  family = await makeFamily(at);
  await verifyEmail(at, family.ruth);
});
afterAll(() => at.close());

const addressOf = (user: TestUser, kind: 'question' | 'post', id: string): string =>
  at.platform.replyAddresses.of(user.userId, { kind, id })!;
const answersTo = async (id: string) => (await call(at, family.nora, 'GET', `/api/questions/${id}`)).json().data.question.answers;
const commentsOn = async (id: string) => (await call(at, family.nora, 'GET', `/api/posts/${id}/comments`)).json().data.items;
const refusedTo = (user: TestUser, subject = /was not posted/, count = 1) =>
  mailsThatFit(at, user.email, (mail) => subject.test(mail.subject ?? ''), count);

/** Hands a mail over and waits until all is done. */
async function arrive(mail: string | Buffer): Promise<void> {
  const answer = await deliver(at, mail);
  expect([answer.statusCode, answer.body]).toEqual([200, '']);
  await jobsDone(at);
}

test('a reminder says that it can be answered, and its answer is posted once, without what it quotes', async () => {
  const { nora, ruth } = family;
  const { id } = await askQuestion(at, nora, { recipient_ids: [ruth.userId] });
  await call(at, nora, 'POST', `/api/questions/${id}/remind`, {});
  const [reminder] = await mailsThatFit(at, ruth.email, ({ subject }) => /waiting for your answer/.test(subject ?? ''));
  const replyTo = reminder!.replyTo![0]!.address!;
  expect(reminder).toMatchObject({ text: expect.stringContaining('Just answer this mail'), references: `<question-${id}@localhost>` });
  expect(replyTo).toBe(addressOf(ruth, 'question', id));
  const mail = letter({
    from: `Ruth <${ruth.email.toUpperCase()}>`,
    to: replyTo.toUpperCase(),
    text: 'Das war Onkel Karl.\r\n\r\nAm Sa., 21. Nov. 2026 um 10:00 Uhr schrieb Heartwood <\r\nhello@heartwood.invalid>:\r\n\r\n> Who taught you to swim?',
  });
  await Promise.all([arrive(mail), arrive(mail)]);
  await arrive(mail);
  expect(await answersTo(id)).toMatchObject([{ text: 'Das war Onkel Karl.', author: { user_id: ruth.userId }, kind: 'answer' }]);
  expect(await filesBelow(`${at.dataDir}/media/replies`)).toEqual([]);
});

test('photos of an answer are its media; what is no photo is left out and named', async () => {
  const { nora, ruth } = family;
  const { id } = await askQuestion(at, nora);
  const photo = await phonePhoto(800, 600);
  const body = parts([
    { head: 'Content-Type: text/plain; charset=utf-8', bytes: 'Here he is.' },
    { head: 'Content-Type: image/jpeg\r\nContent-Disposition: attachment; filename=karl.jpg', bytes: photo },
    { head: 'Content-Type: image/jpeg\r\nContent-Disposition: attachment; filename=setup.jpg', bytes: 'MZ this is a program' },
  ]);
  await arrive(letter({ from: ruth.email, to: addressOf(ruth, 'question', id), body }));
  expect(await answersTo(id)).toMatchObject([{ text: 'Here he is.', media: [{ kind: 'image' }] }]);
  const [told] = await refusedTo(ruth, /without some files/);
  expect(told!.text).toContain('setup.jpg');
  expect(told!.text).not.toContain('karl.jpg');
});

test('an answer to a post is a comment; each further photo is one of its own', async () => {
  const { nora, ruth } = family;
  const { id } = await sharePost(at, nora);
  const photos = [await phonePhoto(400, 300), await phonePhoto(300, 400)];
  const head = 'Content-Type: image/jpeg\r\nContent-Disposition: attachment; filename=plum.jpg';
  const body = parts([{ head: 'Content-Type: text/plain', bytes: 'Ours, too' }, ...photos.map((bytes) => ({ head, bytes }))]);
  await arrive(letter({ from: ruth.email, to: addressOf(ruth, 'post', id), body }));
  const comments = await commentsOn(id);
  expect(comments).toHaveLength(2);
  expect(comments).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ text: 'Ours, too', media: expect.objectContaining({ kind: 'image' }) }),
      expect.objectContaining({ text: '', media: expect.objectContaining({ kind: 'image' }) }),
    ]),
  );
});

test('a mail that only says to be hers is not posted, and she is told once a day, wherever it was from', async () => {
  const { nora, ruth } = family;
  const { id } = await sharePost(at, nora);
  const to = addressOf(ruth, 'post', id);
  for (const forged of [
    { from: 'mallory@evil.example' },
    { from: ruth.email, results: '' },
    { from: ruth.email, results: 'Authentication-Results: mx.evil.example; dmarc=pass header.from=example.com\r\n' },
    { from: ruth.email, results: 'Authentication-Results: mx.example.org; dmarc=fail (dmarc=pass) header.from=example.com\r\n' },
    { from: ruth.email, results: 'Authentication-Results: mx.example.org; dmarc=pass header.from=evil.example\r\n' },
    { from: `${ruth.email}, mallory@evil.example` },
    { from: `mallory@evil.example\r\nFrom: ${ruth.email}` },
  ])
    await arrive(letter({ to, ...forged }));
  expect(await commentsOn(id)).toEqual([]);
  expect(await refusedTo(ruth)).toMatchObject([{ text: expect.stringContaining('We could not be sure that it was you') }]);
  expect(
    (await at.platform.db.$client.query(`select distinct state, reason from inbound_mails where user_id = $1`, [ruth.userId])).rows,
  ).toEqual([{ state: 'refused', reason: 'sender' }]);
});

const trusted = (results: string) => `Authentication-Results: mx.example.org; ${results}\r\n`;

test('words of a sender in what the trusted server says are no result', async () => {
  const { nora, ruth } = family;
  const { id } = await sharePost(at, nora);
  const to = addressOf(ruth, 'post', id);
  for (const results of [
    trusted('spf=pass smtp.mailfrom="x; dmarc=pass header.from=example.com y"@evil.example; dmarc=fail header.from=example.com'),
    trusted('dkim=pass header.i="; dkim=pass header.d=example.com "@evil.example header.d=evil.example'),
    trusted('spf=pass (domain of "a) ; dmarc=pass header.from=example.com ("@evil.example) smtp.mailfrom=evil.example'),
  ])
    await arrive(letter({ from: ruth.email, to, results }));
  expect(await commentsOn(id)).toEqual([]);
  const folded = trusted('dkim=pass (2048-bit key; unprotected)\r\n\theader.d=example.com header.b="mj+deT/Q";\r\n\tdkim-atps=neutral');
  await arrive(letter({ from: ruth.email, to, results: folded }));
  expect(await commentsOn(id)).toHaveLength(1);
});

test('an address that was never confirmed speaks for nobody', async () => {
  const { nora, leo } = family;
  const { id } = await sharePost(at, nora);
  await arrive(letter({ from: leo.email, to: addressOf(leo, 'post', id) }));
  expect(await commentsOn(id)).toEqual([]);
  await refusedTo(leo);
});

test('whoever sees it no more, who has left, and who answers what is closed or deleted is told kindly', async () => {
  const { nora, ruth, stranger } = family;
  await verifyEmail(at, stranger);
  const kept = await sharePost(at, nora);
  const gone = await sharePost(at, nora);
  const hidden = await sharePost(at, nora, { audience: 'guardians' });
  const question = await askQuestion(at, nora);
  await call(at, nora, 'DELETE', `/api/posts/${gone.id}`);
  await call(at, nora, 'PATCH', `/api/questions/${question.id}`, { closed: true });
  await arrive(letter({ from: stranger.email, to: addressOf(stranger, 'post', kept.id) }));
  await arrive(letter({ from: ruth.email, to: addressOf(ruth, 'post', gone.id) }));
  await arrive(letter({ from: ruth.email, to: addressOf(ruth, 'post', hidden.id) }));
  await arrive(letter({ from: ruth.email, to: addressOf(ruth, 'question', question.id) }));
  await removeMember(at, nora, ruth.userId);
  await arrive(letter({ from: ruth.email, to: addressOf(ruth, 'post', kept.id) }));
  expect([await commentsOn(kept.id), await commentsOn(hidden.id), await answersTo(question.id)]).toEqual([[], [], []]);
  const told = await refusedTo(ruth, undefined, 4);
  expect(told.map(({ text }) => /no longer there|has been closed/.exec(text!)?.[0]).toSorted()).toEqual([
    'has been closed',
    ...Array.from({ length: 3 }, () => 'no longer there'),
  ]);
  await refusedTo(stranger);
});

test('too long, empty and unreadable mails are told of, and lose nothing', async () => {
  const { nora, ruth } = family;
  const { id } = await sharePost(at, nora);
  const to = addressOf(ruth, 'post', id);
  await arrive(letter({ from: ruth.email, to, text: 'plum '.repeat(401) }));
  await arrive(letter({ from: ruth.email, to, text: '> The plum tree' }));
  const nested = Array.from({ length: 1_000 }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`).join('');
  await arrive(letter({ from: ruth.email, to, body: nested }));
  expect(await commentsOn(id)).toEqual([]);
  const told = (await refusedTo(ruth, undefined, 3)).map(({ text }) => text).join('\n');
  for (const words of [
    'A comment has room for 2,000 letters, and yours has 2,004',
    'We found nothing to post',
    'We could not read your mail',
  ])
    expect(told).toContain(words);
  const { rows } = await at.platform.db.$client.query('select id from inbound_mails where user_id = $1', [ruth.userId]);
  const kept = await filesBelow(`${at.dataDir}/media/replies`);
  expect(rows.map((row) => kept.includes(`${row.id}/mail.eml`))).toEqual([true, true, true]);
});

test('letters are counted as on a page: one that a computer writes as two is one', async () => {
  const { nora, ruth } = family;
  const { id } = await sharePost(at, nora);
  const to = addressOf(ruth, 'post', id);
  await arrive(letter({ from: ruth.email, to, text: `${'🌳'.repeat(39)}\r\n`.repeat(50).trim() }));
  await arrive(letter({ from: ruth.email, to, text: `${'🍒'.repeat(40)}\r\n`.repeat(49).trim() }));
  expect((await commentsOn(id)).map(({ text }: { text: string }) => Array.from(text).length)).toEqual([1_999]);
  expect(await refusedTo(ruth)).toMatchObject([{ text: expect.stringContaining('room for 2,000 letters, and yours has 2,008') }]);
});

test('an answer is of the day on which it was written, where it was written', async () => {
  const { nora, ruth } = family;
  await at.platform.db.$client.query(`update users set time_zone = 'Pacific/Auckland' where id = $1`, [ruth.userId]);
  const { id } = await askQuestion(at, nora);
  at.clock.set('2026-11-21T20:00:00Z');
  await arrive(letter({ from: ruth.email, to: addressOf(ruth, 'question', id) }));
  expect(await answersTo(id)).toMatchObject([{ occurred_on: '2026-11-22', created_at: '2026-11-21T20:00:00.000Z' }]);
});

test('what no database keeps, a NUL and half a letter, is left out of words and of the names of files', async () => {
  const { nora, ruth } = family;
  const { id } = await askQuestion(at, nora);
  const head = (name: string) => `Content-Type: image/jpeg\r\nContent-Disposition: attachment; filename="${name}"`;
  const body = parts([
    { head: 'Content-Type: text/plain; charset=utf-8', bytes: 'It was\0 Uncle Karl.\0' },
    { head: head('ka\0rl.jpg'), bytes: await phonePhoto(400, 300) },
    { head: head('set\0up.jpg'), bytes: 'MZ this is a program' },
  ]);
  await arrive(letter({ from: ruth.email, to: addressOf(ruth, 'question', id), body }));
  expect(await answersTo(id)).toMatchObject([{ text: 'It was Uncle Karl.', media: [{ filename: 'karl.jpg' }] }]);
  expect((await refusedTo(ruth, /without some files/))[0]!.text).toContain('setup.jpg');
  const half = Buffer.from('It was uncle \ud83c Karl', 'utf16le');
  const post = await sharePost(at, nora);
  const wide = parts([{ head: 'Content-Type: text/plain; charset=utf-16le', bytes: half }]);
  await arrive(letter({ from: ruth.email, to: addressOf(ruth, 'post', post.id), body: wide }));
  expect(await commentsOn(post.id)).toMatchObject([{ text: 'It was uncle \ufffd Karl' }]);
});

test('what is written as a page, or in another charset, is read; a header hidden in it is not one', async () => {
  const { nora, ruth } = family;
  const { id } = await sharePost(at, nora);
  const to = addressOf(ruth, 'post', id);
  const html = '<div>Our <b>tree</b><script>alert(1)</script><br>is older</div><blockquote>The plum tree</blockquote>';
  await arrive(letter({ from: ruth.email, to, body: `Content-Type: text/html; charset=utf-8\r\n\r\n${html}\r\n` }));
  const body = Buffer.concat([Buffer.from('Content-Type: text/plain; charset=iso-8859-1\r\n\r\nGr'), Buffer.from([0xfc, 0xdf, 0x65])]);
  const latin = letter({ from: ruth.email, to, body: '\0' }).split('\0');
  await arrive(Buffer.concat([Buffer.from(latin[0]!), body]));
  await arrive(
    letter({ from: ruth.email, to, body: 'Content-Type: text/plain; charset=klingon-8\r\n\r\nQapla\r\nBcc: all@example.com\r\n' }),
  );
  const texts = (await commentsOn(id)).map(({ text }: { text: string }) => text);
  expect(texts).toEqual(['Our tree\nis older', 'Grüße', 'Qapla\nBcc: all@example.com']);
});

test.each([
  ['an automatic reply', { fields: 'Auto-Submitted: auto-replied\r\n' }],
  ['a list', { fields: 'Precedence: bulk\r\n' }],
  ['a report', { fields: 'Return-Path: <>\r\n' }],
  ['a mail server', { from: 'MAILER-DAEMON@example.com' }],
  ['one of ours', { id: '<01930000-0000-7000-8000-000000000001@localhost>' }],
])('%s is answered by nobody', async (_, given) => {
  const { nora, ruth } = family;
  const { id } = await sharePost(at, nora);
  const before = (await at.mailsTo(ruth.email)).length;
  await arrive(letter({ from: ruth.email, to: addressOf(ruth, 'post', id), ...given }));
  expect(await commentsOn(id)).toEqual([]);
  expect(await at.mailsTo(ruth.email)).toHaveLength(before);
});

test('without the secret nothing is taken, nor too much; a forged address is taken and kept by nobody', async () => {
  const { nora, ruth } = family;
  const { id } = await sharePost(at, nora);
  const to = addressOf(ruth, 'post', id);
  for (const secret of ['', 'x', `${inbound.MAIL_INBOUND_SECRET}x`]) {
    const answer = await deliver(at, letter({ from: ruth.email, to }), { 'x-inbound-secret': secret });
    expect([answer.statusCode, answer.json().status_code]).toEqual([401, 'unauthenticated']);
  }
  expect((await deliver(at, Buffer.alloc(40_000_000, 'a'))).statusCode).toBe(413);
  await arrive(letter({ from: ruth.email, to: `${to[0] === 'p' ? 'q' : 'p'}${to.slice(1)}` }));
  await arrive('');
  const { rows } = await at.platform.db.$client.query('select from inbound_mails where user_id = $1', [ruth.userId]);
  expect(rows).toEqual([]);
  expect(await commentsOn(id)).toEqual([]);
  expect(await filesBelow(`${at.dataDir}/tmp`)).toEqual([]);
});

test('of more mails for one person than anybody writes in a day none is kept; those of others are, and theirs are the next day', async () => {
  const { nora, ruth, leo } = family;
  await verifyEmail(at, leo);
  const { id } = await sharePost(at, nora);
  const to = addressOf(ruth, 'post', id);
  for (let taken = 1; taken < arrivalLimit.points; taken += 1) await at.platform.limits.take(arrivalLimit, ruth.userId);
  // What has come before takes no point, of the last one neither.
  const last = letter({ from: ruth.email, to, text: 'The last one' });
  for (const again of [last, last]) await arrive(again);
  const kept = await filesBelow(`${at.dataDir}/media/replies`);
  const mail = letter({ from: ruth.email, to });
  const answer = await deliver(at, mail);
  expect([answer.statusCode, answer.json().status_code]).toEqual([429, 'rate_limited']);
  expect((await at.platform.db.$client.query('select from inbound_mails where user_id = $1', [ruth.userId])).rowCount).toBe(1);
  expect(await filesBelow(`${at.dataDir}/media/replies`)).toEqual(kept);
  // What is broken for one of two is said, also where there is no room for the other.
  const { storage } = at.platform;
  const { putFile } = storage;
  const forBoth = { 'x-envelope-to': `${to}, ${addressOf(leo, 'post', id)}` };
  const fromLeo = letter({ from: leo.email, to: addressOf(leo, 'post', id), text: 'From Leo' });
  let stored = 0;
  storage.putFile = (key, path) => ((stored += 1) === 2 ? Promise.reject(new Error('the disk is broken')) : putFile(key, path));
  expect((await deliver(at, fromLeo, forBoth)).statusCode).toBe(500);
  storage.putFile = putFile;
  expect((await deliver(at, fromLeo, forBoth)).statusCode).toBe(429);
  await jobsDone(at);
  at.clock.advance({ days: 1 });
  await arrive(mail);
  expect((await commentsOn(id)).map(({ text }: { text: string }) => text)).toEqual(['The last one', 'From Leo', 'It was Uncle Karl.']);
});

test('those whom mails name take turns: one mail waits for one other of somebody with many', async () => {
  const { nora, ruth, leo } = family;
  const { id } = await sharePost(at, nora);
  const { storage, db } = at.platform;
  const { withFile } = storage;
  const [isReading, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const read: string[] = [];
  storage.withFile = async (key, use) => {
    read.push(key);
    isReading.resolve();
    await goOn.promise;
    return withFile(key, use);
  };
  const write = async (user: TestUser) => {
    const mail = letter({ from: user.email, to: addressOf(user, 'post', id) });
    expect((await deliver(at, mail)).statusCode).toBe(200);
  };
  try {
    await write(ruth);
    await isReading.promise;
    for (const user of [ruth, ruth, leo]) await write(user);
    goOn.resolve();
    await jobsDone(at);
  } finally {
    goOn.resolve();
    storage.withFile = withFile;
  }
  const { rows } = await db.$client.query<{ id: string; user_id: string }>('select id, user_id from inbound_mails');
  const readers = read.map((key) => rows.find((mail) => key.includes(mail.id))?.user_id);
  expect(readers).toEqual([ruth, leo, ruth, ruth].map(({ userId }) => userId));
});
