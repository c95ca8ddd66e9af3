import type { Email } from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { jobsDone } from '#test/jobs.ts';
import { call, makeFamily, prefer } from '#test/members.ts';
import type { TestFamily } from '#test/members.ts';
import { phonePhoto } from '#test/photos.ts';
import { proveAddresses } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { askQuestion, commentOn, sharePost } from '#test/posts.ts';
import { sendLetters } from './jobs.ts';

let at: TestApp;
let family: TestFamily;
beforeAll(async () => {
  at = await startApp();
});
afterAll(() => at.close());
beforeEach(async () => {
  at.clock.set('2026-11-21T09:00:00.000Z');
  family = await makeFamily(at);
  await at.platform.db.$client.query(`update families set trial_ends_at = '2040-01-01'`);
  await proveAddresses(at);
  // Who is in the family, they know.
  await jobsDone(at);
  await at.platform.db.$client.query('update notifications set read_at = created_at');
});

/** What was sent to somebody about what happened, oldest first. */
async function letters({ email }: TestUser): Promise<Email[]> {
  await jobsDone(at);
  return (await at.mailsTo(email, 0)).filter(({ headers }) => headers.some(({ key }) => key === 'list-unsubscribe'));
}
async function goTo(time: string): Promise<void> {
  await jobsDone(at);
  at.clock.set(time);
  await at.platform.db.$client.query('update sessions set last_used_at = $1', [at.clock.now()]);
  await sendLetters(at.platform);
}
const header = ({ headers }: Email, name: string) => headers.find(({ key }) => key === name)?.value ?? '';
const stopAddress = (mail: Email) => new URL(header(mail, 'list-unsubscribe').slice(1, -1));

async function uploaded(by: TestUser): Promise<string> {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(await phonePhoto(800, 600))], 'photo.jpg', { type: 'image/jpeg' }));
  const answer = await call(at, by, 'POST', '/api/media', form);
  expect(answer.statusCode).toBe(201);
  return answer.json().data.media.id;
}

describe('a letter', () => {
  it('a day: what happened until the evening, once, in one mail, with small pictures that are sent along', async () => {
    const { nora, sam, ruth, stranger } = family;
    const medium = await uploaded(nora);
    await jobsDone(at);
    const post = await sharePost(at, nora, { text: 'Plums again', media_ids: [medium] });
    await sharePost(at, nora);
    await commentOn(at, sam, post.id, { text: 'So many' });
    await goTo('2026-11-21T17:59:00.000Z');
    expect(await letters(ruth)).toEqual([]);
    for (const minute of ['00', '01', '02']) await goTo(`2026-11-21T18:${minute}:00.000Z`);
    const [mail, ...more] = await letters(ruth);
    expect([more, await letters(stranger)]).toEqual([[], []]);
    expect(mail?.subject).toBe('Heartwood: your family today');
    expect(mail?.text).toContain('Nora Whitlock shared 2 memories');
    expect(mail?.text).not.toContain('So many');
    expect(mail?.attachments.map(({ mimeType, disposition }) => [mimeType, disposition])).toEqual([['image/jpeg', 'inline']]);
    const [{ contentId = '' } = {}] = mail?.attachments ?? [];
    expect(mail?.html).toContain(`src="cid:${contentId.slice(1, -1)}"`);
    expect(mail?.html).not.toContain('/api/private');
    expect((await letters(nora))[0]?.text).toContain('Sam Whitlock wrote a comment on what you shared');
    await sharePost(at, nora, { text: 'The next day' });
    await goTo('2026-11-22T18:00:00.000Z');
    expect((await letters(ruth))[1]?.text).toContain('The next day');
    expect((await letters(ruth))[1]?.text).not.toContain('2 memories');
  });

  it('at once: gathered for ten minutes; questions come so to who has chosen nothing', async () => {
    const { nora, ruth } = family;
    for (let n = 0; n < 3; n += 1) await askQuestion(at, nora, { text: `Who taught you ${n}?`, recipient_ids: [ruth.userId] });
    await goTo('2026-11-21T09:09:00.000Z');
    expect(await letters(ruth)).toEqual([]);
    await goTo('2026-11-21T09:10:00.000Z');
    const [mail, ...more] = await letters(ruth);
    expect(more).toEqual([]);
    expect(mail?.text?.match(/Nora Whitlock asks/g)).toHaveLength(3);
  });

  it('a week: on Sunday morning where they are; not in quiet hours, however late; never with `off`', async () => {
    const { nora, sam, ruth, leo } = family;
    await prefer(at, ruth, { time_zone: 'Pacific/Auckland', kinds: { post: { email: 'weekly' } } });
    await prefer(at, sam, { kinds: { post: { email: 'off' } } });
    await prefer(at, leo, { quiet_hours: { from: '17:00', until: '23:00' } });
    await sharePost(at, nora);
    // Nine in Auckland, and at night in the evening before in London.
    await goTo('2026-11-21T19:59:00.000Z');
    expect(await letters(ruth)).toEqual([]);
    await goTo('2026-11-21T20:00:00.000Z');
    expect([(await letters(ruth)).length, await letters(leo)]).toEqual([1, []]);
    expect((await letters(ruth))[0]?.subject).toBe('Heartwood: your letter of the week');
    await goTo('2026-11-21T23:00:00.000Z');
    expect([(await letters(leo)).length, await letters(sam)]).toEqual([1, []]);
    await prefer(at, sam, { kinds: { post: { email: 'daily' } } });
    await goTo('2026-11-22T18:00:00.000Z');
    expect(await letters(sam)).toEqual([]);
  });

  it('tells nothing that was read, hidden, deleted or left meanwhile, and nobody whose address is not proved', async () => {
    const { nora, sam, ruth, leo } = family;
    await at.platform.db.$client.query('update users set email_verified_at = null where id = $1', [sam.userId]);
    const hidden = await sharePost(at, nora, { text: 'Hidden' });
    const deleted = await sharePost(at, nora, { text: 'Deleted' });
    await sharePost(at, nora, { text: 'Seen by Leo' });
    await jobsDone(at);
    await call(at, leo, 'POST', '/api/notifications/read', {});
    await call(at, nora, 'PATCH', `/api/posts/${hidden.id}`, { audience: 'guardians' });
    await call(at, nora, 'DELETE', `/api/posts/${deleted.id}`);
    await goTo('2026-11-21T18:00:00.000Z');
    expect([await letters(leo), await letters(sam)]).toEqual([[], []]);
    const [mail] = await letters(ruth);
    expect(mail?.text).toContain('Seen by Leo');
    expect(mail?.text).not.toMatch(/Hidden|Deleted/);
  });

  it('is written once, however many processes write', async () => {
    const { nora, ruth } = family;
    await sharePost(at, nora);
    await jobsDone(at);
    at.clock.set('2026-11-21T18:00:00.000Z');
    await Promise.all(Array.from({ length: 4 }, () => sendLetters(at.platform, 2)));
    expect(await letters(ruth)).toHaveLength(1);
  });

  it('is in the language of who reads it', async () => {
    const { nora, ruth } = family;
    await call(at, ruth, 'POST', '/api/profile/update', { locale: 'de' });
    await sharePost(at, nora);
    await goTo('2026-11-21T18:00:00.000Z');
    const [mail] = await letters(ruth);
    expect([mail?.subject, mail?.html?.includes('lang="de"')]).toEqual(['Heartwood: Deine Familie heute', true]);
  });
});

describe('stopping letters', () => {
  const emailOf = async (user: TestUser) =>
    (await call(at, user, 'GET', '/api/notification-preferences')).json().data.preferences.kinds.post.email;
  async function oneLetter(): Promise<Email> {
    await sharePost(at, family.nora);
    await goTo('2026-11-21T18:00:00.000Z');
    return (await letters(family.ruth))[0]!;
  }

  it('works with one click in a mail program, without signing in, and twice', async () => {
    const mail = await oneLetter();
    expect(header(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const { pathname, search } = stopAddress(mail);
    for (let n = 0; n < 2; n += 1) {
      const answer = await call(at, null, 'POST', `${pathname}${search}`, 'List-Unsubscribe=One-Click', {
        'content-type': 'application/x-www-form-urlencoded',
      });
      expect([answer.statusCode, answer.body]).toEqual([204, '']);
    }
    expect([await emailOf(family.ruth), await emailOf(family.leo)]).toEqual(['off', 'daily']);
    await sharePost(at, family.nora);
    await goTo('2026-11-22T18:00:00.000Z');
    expect(await letters(family.ruth)).toHaveLength(1);
  });

  it('asks first on a page, which can undo it', async () => {
    const mail = await oneLetter();
    const address = stopAddress(mail);
    const page = await call(at, null, 'GET', `${address.pathname}${address.search}`);
    expect([page.statusCode, page.headers.location]).toEqual([303, `http://localhost:3000/unsubscribe${address.search}`]);
    expect(mail.text).toContain(page.headers.location);
    expect(await emailOf(family.ruth)).toBe('daily');
    const token = address.searchParams.get('token');
    for (const [stopped, email] of [
      [true, 'off'],
      [false, 'daily'],
    ] as const) {
      const answer = await call(at, null, 'PUT', '/api/unsubscribe', { token, stopped });
      expect(answer.json().data).toEqual({ mails: 'daily', stopped });
      expect(await emailOf(family.ruth)).toBe(email);
    }
  });

  it('takes no token that was changed, or whose person is gone', async () => {
    const token = stopAddress(await oneLetter()).searchParams.get('token') ?? '';
    const [id = '', rhythm = '', tag = ''] = token.split('.');
    const other = `${id.slice(0, -4)}AAAA`;
    for (const wrong of ['none', `${other}.${rhythm}.${tag}`, `${id}.weekly.${tag}`, `${id}.${rhythm}.`, `${token}A`]) {
      const answer = await call(at, null, 'PUT', '/api/unsubscribe', { token: wrong, stopped: true });
      expect([wrong, answer.statusCode]).toEqual([wrong, 404]);
    }
    expect((await call(at, null, 'PUT', '/api/unsubscribe', { token })).statusCode).toBe(422);
    await at.platform.db.$client.query('delete from users where id = $1', [family.ruth.userId]);
    expect((await call(at, null, 'PUT', '/api/unsubscribe', { token, stopped: true })).statusCode).toBe(404);
  });
});
