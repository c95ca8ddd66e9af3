import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tidyAccounts } from '#features/accounts/jobs.ts';
import { startApp } from './app.ts';
import type { TestApp } from './app.ts';
import { addMember, call } from './members.ts';
import { acceptInvitation, goodPassword, invite, registerParent, tokenFromMail, verifyEmail } from './people.ts';
import type { TestUser } from './people.ts';

// What is left of somebody who has deleted their account.

const goodbye = async (at: TestApp, user: TestUser) => {
  await call(at, user, 'POST', '/api/confirm-password', { password: goodPassword });
  const answer = await call(at, user, 'DELETE', '/api/delete_account');
  expect(answer.statusCode).toBe(200);
};
const trialOf = async (at: TestApp, user: TestUser) =>
  (await call(at, user, 'GET', '/api/families')).json().data.families.map(({ covered }: { covered: boolean }) => covered);

describe('mails of a deleted account', () => {
  it('[R2.12] leave the outbox within a day, also those that carry their words; those of others stay', async () => {
    const at = await startApp();
    try {
      const nora = await registerParent(at.app, { email: 'nora@example.com' });
      const sam = await registerParent(at.app, { email: 'sam@example.com' });
      await verifyEmail(at, nora);
      await verifyEmail(at, sam);
      await invite(at, nora, { email: 'ruth@example.com' });
      await invite(at, sam, { email: 'leo@example.com' });
      await goodbye(at, nora);
      await at.mailsTo('nora@example.com', 2);
      await tidyAccounts(at.platform);
      const outbox = () => readdir(join(at.dataDir, 'outbox'));
      expect(await outbox()).toHaveLength(5);
      at.clock.advance({ hours: 1 });
      const again = await registerParent(at.app, { email: 'nora@example.com' });
      await at.mailsTo('nora@example.com', 3);
      await verifyEmail(at, again);
      at.clock.advance({ hours: 21 });
      await tidyAccounts(at.platform);
      const left = await outbox();
      expect(left).toHaveLength(3);
      const tags = ['nora@example.com', 'sam@example.com', 'leo@example.com'].map((address) => at.platform.mail.tagOf(address));
      expect(tags.map((tag) => left.filter((name) => name.includes(tag)).length)).toEqual([1, 1, 1]);
    } finally {
      await at.close();
    }
  });

  it('[R2.12] leave the queue within a day, sent or not', async () => {
    const at = await startApp({ jobs: false });
    try {
      const nora = await registerParent(at.app);
      await registerParent(at.app);
      const { rows: queues } = await at.platform.db.$client.query(
        `select name, deletion_seconds as kept from pgboss.queue where name not like '\\_\\_%'`,
      );
      expect(queues.length).toBeGreaterThan(5);
      for (const { kept } of queues) expect(Number(kept)).toBeLessThanOrEqual(12 * 3_600);
      const waiting = async () => (await at.platform.db.$client.query(`select 1 from pgboss.job where name = 'mail'`)).rowCount;
      await goodbye(at, nora);
      expect(await waiting()).toBe(3);
      at.clock.advance({ hours: 21 });
      await tidyAccounts(at.platform);
      expect(await waiting()).toBe(1);
    } finally {
      await at.close();
    }
  });
});

describe('somebody who has deleted their account', () => {
  let at: TestApp;
  beforeAll(async () => {
    at = await startApp();
  });
  afterAll(() => at.close());

  it('[R2.12] is told so once, also when they ask four times at once', async () => {
    const user = await registerParent(at.app);
    await verifyEmail(at, user);
    const answers = await Promise.all([1, 2, 3, 4].map(() => call(at, user, 'DELETE', '/api/delete_account')));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 401, 401, 401]);
    const { rows } = await at.platform.db.$client.query(`select 1 from pgboss.job where name = 'mail' and data->'tags' ? $1`, [
      at.platform.mail.tagOf(user.email),
    ]);
    expect(rows).toHaveLength(2);
  });

  it('[R2.13] has no second trial within a year, whatever the case of the address', async () => {
    const user = await registerParent(at.app, { email: 'twice@example.com' });
    expect(await trialOf(at, user)).toEqual([true]);
    await goodbye(at, user);
    const again = await registerParent(at.app, { email: 'Twice@Example.com' });
    expect(await trialOf(at, again)).toEqual([false]);
    expect((await call(at, again, 'POST', '/api/families', { name: 'Another' })).statusCode).toBe(201);
    expect(await trialOf(at, again)).toEqual([false, false]);
    const { rows } = await at.platform.db.$client.query('select * from erased_accounts');
    expect(JSON.stringify(rows)).not.toMatch(/twice/i);
    await goodbye(at, again);
    at.clock.advance({ days: 366 });
    await tidyAccounts(at.platform);
    expect(await trialOf(at, await registerParent(at.app, { email: 'twice@example.com' }))).toEqual([true]);
  });

  it('[R2.13] has no second trial with an address they had before, within a year of leaving it', async () => {
    const user = await registerParent(at.app, { email: 'first@example.com' });
    await call(at, user, 'POST', '/api/change-email', { email: 'second@example.com' });
    const token = await tokenFromMail(at, 'second@example.com', 'verify-email');
    expect((await call(at, null, 'POST', '/api/verify-email', { token })).statusCode).toBe(200);
    await goodbye(at, user);
    for (const email of ['first@example.com', 'second@example.com'])
      expect([email, await trialOf(at, await registerParent(at.app, { email }))]).toEqual([email, [false]]);
  });

  it('[R2.13] has their first trial where they have only been invited before', async () => {
    const nora = await registerParent(at.app);
    await verifyEmail(at, nora);
    const { token } = await invite(at, nora, { email: 'guest@example.com' });
    await goodbye(at, await acceptInvitation(at, { token, email: 'guest@example.com' }));
    expect(await trialOf(at, await registerParent(at.app, { email: 'guest@example.com' }))).toEqual([true]);
  });

  it('[R3.6] and whoever else is in a family that is not covered may leave, take back and delete', async () => {
    const nora = await registerParent(at.app);
    await verifyEmail(at, nora);
    const ruth = await addMember(at, nora.familyId, 'relative', 'Ruth');
    const post = (await call(at, ruth, 'POST', '/api/posts', { text: 'Mine' })).json().data.post;
    const { invitation } = await invite(at, nora);
    at.clock.advance({ days: 20 });
    const tries: [TestUser, string, number][] = [
      [ruth, `/api/posts/${post.id}`, 200],
      [nora, `/api/invitations/${invitation.id}`, 409],
      [ruth, `/api/families/${nora.familyId}/members/${ruth.userId}`, 200],
    ];
    expect((await call(at, ruth, 'GET', '/api/posts')).statusCode).toBe(402);
    for (const [user, url, status] of tries) expect([url, (await call(at, user, 'DELETE', url)).statusCode]).toEqual([url, status]);
  });

  it('[R3.6] and finds there what can be taken back, covered or not: guardians all of it, others their own', async () => {
    const open = async (user: TestUser) => (await call(at, user, 'GET', '/api/invitations/open')).json().data.invitations;
    const nora = await registerParent(at.app);
    await verifyEmail(at, nora);
    const [ruth, leo] = [await addMember(at, nora.familyId, 'relative', 'Ruth'), await addMember(at, nora.familyId, 'relative', 'Leo')];
    await verifyEmail(at, ruth);
    at.clock.advance({ days: 13 });
    const first = (await invite(at, nora, { email: 'elsie@example.com' })).invitation;
    const second = (await invite(at, ruth, { email: 'ada@example.com' })).invitation;
    at.clock.advance({ days: 2, hours: 6 });
    expect((await call(at, nora, 'GET', '/api/invitations')).statusCode).toBe(402);
    const seen = ({ id, email, name }: typeof first) => ({ id, family_id: nora.familyId, email, name });
    expect(await open(nora)).toEqual([seen(second), seen(first)]);
    expect(await open(ruth)).toEqual([seen(second)]);
    for (const user of [leo, await registerParent(at.app)]) expect(await open(user)).toEqual([]);
    expect((await call(at, null, 'GET', '/api/invitations/open')).statusCode).toBe(401);
    expect((await call(at, nora, 'DELETE', `/api/invitations/${second.id}`)).statusCode).toBe(200);
    expect(await open(ruth)).toEqual([]);
    at.clock.advance({ days: 1 });
    expect(await open(nora)).toEqual([]);
  });
});
