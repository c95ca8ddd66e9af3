import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { onOneConnection, oneAfterTheOther } from '#test/held.ts';
import { jobsDone } from '#test/jobs.ts';
import { call, makeFamily, prefer } from '#test/members.ts';
import type { TestFamily } from '#test/members.ts';
import { proveAddresses } from '#test/people.ts';
import { sharePost } from '#test/posts.ts';
import { query } from '#test/rows.ts';
import { stopToken } from './actions.ts';
import { sendLetters } from './jobs.ts';

// Letters, and what stops them, where something else happens at the same time.

let at: TestApp;
let family: TestFamily;
beforeAll(async () => {
  at = await startApp();
});
afterAll(() => at.close());
beforeEach(async () => {
  at.clock.set('2026-11-21T09:00:00.000Z');
  family = await makeFamily(at);
  await query(at, `update families set trial_ends_at = '2040-01-01'`);
  await proveAddresses(at);
  await jobsDone(at);
  await query(at, 'update notifications set read_at = created_at');
});

it('of two mails that are stopped at once, both come again as they were', async () => {
  const { ruth } = family;
  await prefer(at, ruth, { kinds: { post: { email: 'daily' }, comment: { email: 'weekly' } } });
  const choose = (mails: 'daily' | 'weekly', stopped: boolean) =>
    call(at, null, 'PUT', '/api/unsubscribe', { token: stopToken(at.platform, { userId: ruth.userId, mails }), stopped });
  const emails = async () => {
    const { kinds } = (await call(at, ruth, 'GET', '/api/notification-preferences')).json().data.preferences;
    return [kinds.post.email, kinds.comment.email];
  };
  const held = { text: 'select from users where id = $1 for update', values: [ruth.userId] };
  const both = await oneAfterTheOther(
    at,
    held,
    () => choose('daily', true),
    () => choose('weekly', true),
  );
  expect([both.map(({ statusCode }) => statusCode), await emails()]).toEqual([
    [200, 200],
    ['off', 'off'],
  ]);
  for (const mails of ['daily', 'weekly'] as const) await choose(mails, false);
  expect(await emails()).toEqual(['daily', 'weekly']);
});

it('a letter is written on the one connection that is left', async () => {
  const { nora, ruth } = family;
  await sharePost(at, nora);
  await jobsDone(at);
  await query(at, 'update notifications set read_at = created_at where user_id <> $1', [ruth.userId]);
  at.clock.set('2026-11-21T18:00:00.000Z');
  await onOneConnection(at, () => sendLetters(at.platform));
  await jobsDone(at);
  const letters = (await at.mailsTo(ruth.email, 0)).filter(({ headers }) => headers.some(({ key }) => key === 'list-unsubscribe'));
  expect(letters.map(({ subject }) => subject)).toEqual(['Heartwood: your family today']);
});
