import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { jobsDone } from '#test/jobs.ts';
import { startMailServer } from '#test/mail-server.ts';
import type { MailServer } from '#test/mail-server.ts';
import { call, makeFamily, removeMember } from '#test/members.ts';
import type { TestFamily } from '#test/members.ts';
import { proveAddresses } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { sharePost } from '#test/posts.ts';
import { sendLetters } from './jobs.ts';

// Letters that wait for a mail server that is away, to somebody who leaves meanwhile.

let at: TestApp;
let server: MailServer;
let family: TestFamily;
let isAway = false;
beforeAll(async () => {
  server = await startMailServer({
    onRcptTo: (_address, _session, done) => done(isAway ? Object.assign(new Error('try later'), { responseCode: 451 }) : null),
  });
  at = await startApp({ env: { SMTP_URL: server.url } });
  family = await makeFamily(at);
  await at.platform.db.$client.query(`update families set trial_ends_at = '2040-01-01'`);
  await proveAddresses(at);
});
afterAll(async () => {
  await at.close();
  await server.close();
});

/** How many mails wait for each of some users. */
async function waiting(...users: TestUser[]): Promise<number[]> {
  const count = `select count(*)::int as n from pgboss.job where name = 'mail' and state in ('created', 'active', 'retry') and data->'tags' ? $1`;
  const found = users.map(({ email }) => at.platform.db.$client.query<{ n: number }>(count, [at.platform.mail.tagOf(email)]));
  return (await Promise.all(found)).map(({ rows }) => rows[0]?.n ?? 0);
}

it('a letter that waits is taken back from who leaves the family, or is taken out of it, and from nobody else', async () => {
  const { nora, sam, ruth, leo } = family;
  await jobsDone(at);
  await at.platform.db.$client.query('update notifications set read_at = created_at');
  await sharePost(at, nora, { text: 'Plums again' });
  await jobsDone(at);
  isAway = true;
  at.clock.set('2026-11-21T18:00:00.000Z');
  await at.platform.db.$client.query('update sessions set last_used_at = $1', [at.clock.now()]);
  await sendLetters(at.platform);
  await jobsDone(at);
  expect(await waiting(sam, ruth, leo)).toEqual([1, 1, 1]);
  await removeMember(at, nora, ruth.userId);
  const left = await call(at, leo, 'DELETE', `/api/families/${nora.familyId}/members/${leo.userId}`);
  expect(left.statusCode, left.body).toBe(200);
  await jobsDone(at);
  await expect.poll(() => waiting(sam, ruth, leo), { timeout: 15_000 }).toEqual([1, 0, 0]);
});
