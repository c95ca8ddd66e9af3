import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { jobsDone } from '#test/jobs.ts';
import { startMailServer } from '#test/mail-server.ts';
import type { MailServer } from '#test/mail-server.ts';
import { call, makeFamily, removeMember, sayOfOneself } from '#test/members.ts';
import type { TestFamily } from '#test/members.ts';
import { proveAddresses } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { askQuestion, sharePost } from '#test/posts.ts';
import { query } from '#test/rows.ts';
import { sendLetters } from './jobs.ts';

// Letters, and other mails about a family, that wait for a mail server that is away, to somebody who leaves meanwhile, or is a guardian no longer.

let at: TestApp;
let server: MailServer;
let family: TestFamily;
let isAway = false;
/** Whose mail the server holds before it refuses it, and what lets it go on. */
let held: { address: string; letGo?: () => void } | undefined;
beforeAll(async () => {
  server = await startMailServer({
    onRcptTo: ({ address }, _session, done) => {
      const answer = () => done(isAway ? Object.assign(new Error('try later'), { responseCode: 451 }) : null);
      if (held?.address === address && !held.letGo) held.letGo = answer;
      else answer();
    },
  });
  at = await startApp({ env: { SMTP_URL: server.url } });
});
afterAll(async () => {
  await at.close();
  await server.close();
});
beforeEach(async () => {
  isAway = false;
  held = undefined;
  family = await makeFamily(at);
  await query(at, `update families set trial_ends_at = '2040-01-01'`);
  await proveAddresses(at);
  await jobsDone(at);
  await query(at, 'update notifications set read_at = created_at');
  await query(at, `delete from pgboss.job where name = 'digests-take-back'`);
});

/** How many mails wait for each of some users. */
async function waiting(...users: TestUser[]): Promise<number[]> {
  const count = `select count(*)::int as n from pgboss.job where name = 'mail' and state in ('created', 'active', 'retry') and data->'tags' ? $1`;
  const found = users.map(({ email }) => at.platform.db.$client.query<{ n: number }>(count, [at.platform.mail.tagOf(email)]));
  return (await Promise.all(found)).map(({ rows }) => rows[0]?.n ?? 0);
}

/** Writes the letters of the next evening, while the mail server is away. */
async function writeLetters(): Promise<void> {
  await sharePost(at, family.nora, { text: 'Plums again' });
  await jobsDone(at);
  isAway = true;
  at.clock.advance({ days: 1 });
  await query(at, 'update sessions set last_used_at = $1', [at.clock.now()]);
  await sendLetters(at.platform);
}

async function leave({ familyId, userId, token }: TestUser): Promise<void> {
  const left = await call(at, { token }, 'DELETE', `/api/families/${familyId}/members/${userId}`);
  expect(left.statusCode, left.body).toBe(200);
}

it('a letter that waits is taken back from who leaves the family, or is taken out of it, and from nobody else', async () => {
  const { nora, sam, ruth, leo } = family;
  await writeLetters();
  await jobsDone(at);
  expect(await waiting(sam, ruth, leo)).toEqual([1, 1, 1]);
  await removeMember(at, nora, ruth.userId);
  await leave(leo);
  await expect.poll(() => waiting(sam, ruth, leo), { timeout: 30_000 }).toEqual([1, 0, 0]);
});

it('a letter that is just being sent is taken back once the mail server has not taken it', async () => {
  const { sam, leo } = family;
  held = { address: leo.email };
  await writeLetters();
  await expect.poll(() => held?.letGo, { timeout: 10_000 }).toBeDefined();
  await leave(leo);
  const looks = `select 1 from pgboss.job where name = 'digests-take-back' and state = 'active'`;
  await expect.poll(() => query(at, looks), { timeout: 10_000 }).not.toEqual([]);
  expect(await waiting(sam, leo)).toEqual([1, 1]);
  held.letGo!();
  await expect.poll(() => waiting(sam, leo), { timeout: 30_000 }).toEqual([1, 0]);
});

it('a letter that waits is taken back from who is a guardian no longer', async () => {
  const { nora, sam, ruth } = family;
  await writeLetters();
  const changed = await call(at, nora, 'PATCH', `/api/families/${nora.familyId}/members/${sam.userId}`, { role: 'relative' });
  expect(changed.statusCode, changed.body).toBe(200);
  await expect.poll(() => waiting(sam, ruth), { timeout: 30_000 }).toEqual([0, 1]);
});

it('so is the reminder of a question, and that of a birthday', async () => {
  const { nora, sam, ruth, leo } = family;
  isAway = true;
  const question = await askQuestion(at, nora, { text: 'Who taught you to swim?', recipient_ids: [leo.userId] });
  const reminded = await call(at, nora, 'POST', `/api/questions/${question.id}/remind`);
  expect(reminded.json().data.reminded).toEqual([leo.userId]);
  await sayOfOneself(at, leo, { birth: '2010-11-28' });
  const asked = await call(at, nora, 'POST', `/api/birthdays/${leo.personId}/remind`, {});
  expect(asked.json().data.reminded.toSorted()).toEqual([sam.userId, ruth.userId].toSorted());
  await expect.poll(() => waiting(sam, ruth, leo), { timeout: 10_000 }).toEqual([1, 1, 1]);
  await leave(leo);
  await removeMember(at, nora, ruth.userId);
  await expect.poll(() => waiting(sam, ruth, leo), { timeout: 30_000 }).toEqual([1, 0, 0]);
});
