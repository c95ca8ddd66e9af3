import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { onOneConnection } from '#test/held.ts';
import { jobsDone } from '#test/jobs.ts';
import { makeFamily } from '#test/members.ts';
import type { TestFamily } from '#test/members.ts';
import { proveAddresses } from '#test/people.ts';
import { sharePost } from '#test/posts.ts';
import { query } from '#test/rows.ts';
import { sendLetters } from './jobs.ts';

// Letters, where something else happens at the same time.

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
