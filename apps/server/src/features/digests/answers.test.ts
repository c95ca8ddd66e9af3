import nodemailer from 'nodemailer';
import type { Email } from 'postal-mime';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { jobsDone } from '#test/jobs.ts';
import { startMailServer } from '#test/mail-server.ts';
import type { MailServer } from '#test/mail-server.ts';
import { call, makeFamily, prefer } from '#test/members.ts';
import type { TestFamily } from '#test/members.ts';
import { startNameServer } from '#test/names.ts';
import type { NameServer } from '#test/names.ts';
import { proveAddresses } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { phonePhoto } from '#test/photos.ts';
import { askQuestion, commentOn, sharePost } from '#test/posts.ts';
import { listenForMails } from '#features/replies/actions.ts';
import type { SmtpListener } from '#platform/mail/smtp-listener.ts';
import { sendLetters } from './jobs.ts';

// Letters that go out by SMTP, and their answers that come by SMTP.

let at: TestApp;
let out: MailServer;
let names: NameServer;
let listener: SmtpListener;
let family: TestFamily;
beforeAll(async () => {
  [out, names] = await Promise.all([startMailServer(), startNameServer()]);
  // Whoever sends for the domain of the accounts is this machine.
  names.records.set('example.com', 'v=spf1 ip4:127.0.0.1 -all');
  at = await startApp({
    env: {
      SMTP_URL: out.url,
      MAIL_REPLY_DOMAIN: 'reply.example.org',
      MAIL_INBOUND_PORT: '0',
      MAIL_INBOUND_HOST: '127.0.0.1',
      MAIL_DNS_SERVERS: names.address,
    },
  });
  listener = (await listenForMails(at.platform))!;
});
afterAll(async () => {
  await listener.close();
  await at.close();
  await out.close();
  names.close();
});
beforeEach(async () => {
  at.clock.set('2026-11-21T09:00:00.000Z');
  family = await makeFamily(at);
  await at.platform.db.$client.query(`update families set trial_ends_at = '2040-01-01'`);
  await proveAddresses(at);
  await jobsDone(at);
  await at.platform.db.$client.query('update notifications set read_at = created_at');
});

/** Mails to somebody whose subject fits, once there is one. */
async function mailsTo({ email }: TestUser, subject: RegExp): Promise<Email[]> {
  const found = () => out.received.filter(({ mail, to }) => to.includes(email) && subject.test(mail.subject ?? '')).map(({ mail }) => mail);
  await expect.poll(() => found().length, { timeout: 20_000 }).toBeGreaterThan(0);
  return found();
}
async function letterAt(time: string, user: TestUser, subject: RegExp): Promise<Email> {
  await jobsDone(at);
  at.clock.set(time);
  await at.platform.db.$client.query('update sessions set last_used_at = $1', [at.clock.now()]);
  await sendLetters(at.platform);
  await jobsDone(at);
  const [mail] = await mailsTo(user, subject);
  return mail!;
}
const atOnce = (user: TestUser) => letterAt('2026-11-21T09:10:00.000Z', user, /something new/);
const inTheEvening = (user: TestUser) => letterAt('2026-11-21T18:00:00.000Z', user, /today/);
const replyTo = ({ replyTo: [to] = [] }: Email): string => to?.address ?? '';
/** What mail readers begin where answers are offered: addresses, in their order. */
const offered = ({ html }: Email): string[] =>
  [...(html ?? '').matchAll(/href="mailto:([^"?]+)\?subject=/g)].map(([, address]) => address!);

/** Answers as a mail reader does, by a real connection, and waits until the mail has been read. */
async function answer({ email }: TestUser, to: string, text: string, photo?: Buffer): Promise<void> {
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port: listener.port, ignoreTLS: true });
  const attachments = photo ? [{ filename: 'plum.jpg', contentType: 'image/jpeg', content: photo }] : [];
  await transport.sendMail({ from: email, to, subject: 'Re', text, attachments });
  await jobsDone(at);
}
const commentsOn = async (user: TestUser, id: string) => {
  const got = await call(at, user, 'GET', `/api/posts/${id}/comments`);
  return got.statusCode === 200 ? got.json().data.items : got.statusCode;
};
async function uploaded(by: TestUser): Promise<string> {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(await phonePhoto(800, 600))], 'photo.jpg', { type: 'image/jpeg' }));
  return (await call(at, by, 'POST', '/api/media', form)).json().data.media.id;
}

test('a mail about one post is answered as it is: words and a photo, seen by those who see the post', async () => {
  const { nora, sam, ruth, leo } = family;
  await prefer(at, ruth, { kinds: { post: { email: 'instant' } } });
  const post = await sharePost(at, nora, { text: 'Plums again', audience: 'people', audience_user_ids: [ruth.userId, sam.userId] });
  const mail = await atOnce(ruth);
  expect(mail).toMatchObject({ text: expect.stringContaining('Just answer this mail'), references: `<post-${post.id}@localhost>` });
  expect(offered(mail)).toEqual([replyTo(mail)]);
  await answer(
    ruth,
    replyTo(mail),
    'Ours are late.\n\nOn Sat, 21 Nov 2026 at 09:10, Heartwood <hello@example.org> wrote:\n\n> Plums again',
    await phonePhoto(400, 300),
  );
  for (const seer of [nora, sam, ruth])
    expect(await commentsOn(seer, post.id)).toMatchObject([
      { text: 'Ours are late.', author: { user_id: ruth.userId }, media: { kind: 'image' } },
    ]);
  expect(await commentsOn(leo, post.id)).toBe(404);
});

test('a mail about a comment, and one about a question, too', async () => {
  const { nora, sam, ruth } = family;
  await prefer(at, nora, { kinds: { comment: { email: 'instant' } } });
  const post = await sharePost(at, nora);
  await commentOn(at, sam, post.id, { text: 'So many' });
  const question = await askQuestion(at, nora, { recipient_ids: [ruth.userId] });
  await answer(nora, replyTo(await atOnce(nora)), 'Come and eat');
  await answer(ruth, replyTo(await atOnce(ruth)), 'My uncle Karl');
  expect(await commentsOn(sam, post.id)).toMatchObject([{ text: 'So many' }, { text: 'Come and eat' }]);
  const { answers } = (await call(at, nora, 'GET', `/api/questions/${question.id}`)).json().data.question;
  expect(answers).toMatchObject([{ text: 'My uncle Karl', kind: 'answer', author: { user_id: ruth.userId } }]);
});

test('in a letter each thing is answered for itself; who answers all of it is told how', async () => {
  const { nora, sam, ruth } = family;
  await prefer(at, ruth, { kinds: { question: { email: 'daily' } } });
  const one = await sharePost(at, sam, { text: 'The bell' });
  const many = [];
  for (const text of ['Monday', 'Tuesday']) many.push(await sharePost(at, nora, { text, media_ids: [await uploaded(nora)] }));
  const question = await askQuestion(at, nora, { recipient_ids: [ruth.userId] });
  const mail = await inTheEvening(ruth);
  const threads = new Map(offered(mail).map((address) => [at.platform.replyAddresses.read(address)?.thread.id, address]));
  expect([...threads.keys()].toSorted()).toEqual([one.id, ...many.map(({ id }) => id), question.id].toSorted());
  expect(mail.text).toContain(threads.get(one.id));
  for (const { id, text } of [one, ...many]) {
    await answer(ruth, threads.get(id)!, `About ${text}`);
    expect(await commentsOn(nora, id)).toMatchObject([{ text: `About ${text}` }]);
  }
  await answer(ruth, replyTo(mail), 'About all of it');
  const [told] = await mailsTo(ruth, /was not posted/);
  expect(told?.text).toContain('tells of several things');
  for (const { id } of [one, ...many]) expect(await commentsOn(nora, id)).toHaveLength(1);
});

test('where no mail is taken, nothing is said of answering', async () => {
  const quiet = await startApp();
  try {
    const { nora, ruth } = await makeFamily(quiet);
    await proveAddresses(quiet);
    await jobsDone(quiet);
    await quiet.platform.db.$client.query('update notifications set read_at = created_at');
    await sharePost(quiet, nora);
    await jobsDone(quiet);
    quiet.clock.set('2026-11-21T18:00:00.000Z');
    await sendLetters(quiet.platform);
    await jobsDone(quiet);
    const mail = (await quiet.mailsTo(ruth.email)).find(({ subject }) => /today/.test(subject ?? ''));
    expect([mail?.subject, mail?.replyTo]).toEqual(['Heartwood: your family today', undefined]);
    expect(mail?.html).not.toMatch(/mailto:|nswer/);
  } finally {
    await quiet.close();
  }
});
