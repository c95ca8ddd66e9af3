import type { ExportStatus } from '@heartwood/contract/export';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { unzip } from '#test/archives.ts';
import { exportOnce, exportStatus } from '#test/exports.ts';
import { filesBelow } from '#test/files.ts';
import { addMember, call, removeMember } from '#test/members.ts';
import { registerParent } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { recheckExports } from './jobs.ts';
import { sharePost } from '#test/posts.ts';

// An archive is a copy of what somebody may see. What they may see no longer must not reach them by way of the copy.

let at: TestApp;
let nora: TestUser;
let sam: TestUser;
beforeAll(async () => {
  at = await startApp({ env: { RATE_LIMITS: 'off' } });
});
afterAll(() => at.close());

async function family() {
  nora = await registerParent(at.app);
  sam = await addMember(at, nora.familyId, 'guardian', 'Sam');
}
const fetched = (path: string | null) => at.app.inject({ url: `/api/private/${path}` });
const archives = async () => (await filesBelow(`${at.dataDir}/media/exports`)).length;

async function finished(user: TestUser): Promise<ExportStatus> {
  expect((await call(at, user, 'POST', '/api/export')).statusCode).toBe(201);
  return exportOnce(at, user);
}
const postsIn = async ({ path }: ExportStatus) => {
  const files = await unzip((await fetched(path)).rawPayload);
  const found = [...files].find(([name]) => name.endsWith('/posts.json'));
  return found ? (JSON.parse(found[1].toString('utf8')) as { text: string }[]).map(({ text }) => text) : [];
};
/** There is no new address, it says why, and the old address leads to nothing. */
async function expectTakenBack(user: TestUser, { path }: ExportStatus) {
  expect(await exportStatus(at, user)).toMatchObject({ state: 'failed', path: null, reason: 'taken-back' });
  await expect.poll(async () => (await fetched(path)).statusCode, { timeout: 15_000 }).toBe(404);
}

describe('a finished archive is taken back', () => {
  it('from who is no guardian any more; made again it holds what a relative sees', async () => {
    await family();
    await sharePost(at, nora, { text: 'For guardians', audience: 'guardians' });
    await sharePost(at, nora, { text: 'For all' });
    const before = await finished(sam);
    expect(await postsIn(before)).toEqual(['For all', 'For guardians']);
    const changed = await call(at, nora, 'PATCH', `/api/families/${nora.familyId}/members/${sam.userId}`, { role: 'relative' });
    expect(changed.statusCode).toBe(200);
    await expectTakenBack(sam, before);
    expect(await postsIn(await finished(sam))).toEqual(['For all']);
  }, 60_000);

  it('but not from who is made a guardian, nor from anybody else', async () => {
    await family();
    const ruth = await addMember(at, nora.familyId, 'relative', 'Ruth');
    const [own, theirs] = [await finished(nora), await finished(ruth)];
    await call(at, nora, 'PATCH', `/api/families/${nora.familyId}/members/${ruth.userId}`, { role: 'guardian' });
    await call(at, nora, 'PATCH', `/api/families/${nora.familyId}/members/${sam.userId}`, { role: 'relative' });
    for (const [user, had] of [[nora, own] as const, [ruth, theirs] as const]) {
      expect((await exportStatus(at, user)).state).toBe('ready');
      expect((await fetched(had.path)).statusCode).toBe(200);
    }
  }, 60_000);

  it('from who was removed, also of another family they are still in', async () => {
    await family();
    const home = await registerParent(at.app);
    await at.platform.db.$client.query(
      `insert into members (family_id, user_id, person_id, role, joined_at)
       select $1, $2, id, 'relative', now() from people where family_id = $1 limit 1`,
      [home.familyId, sam.userId],
    );
    const before = await finished(sam);
    await removeMember(at, nora, sam.userId);
    await expectTakenBack(sam, before);
  }, 60_000);

  it.each<[string, (post: string) => Promise<unknown>]>([
    ['was deleted', (post) => call(at, nora, 'DELETE', `/api/posts/${post}`)],
    ['is for others only', (post) => call(at, nora, 'PATCH', `/api/posts/${post}`, { audience: 'people', audience_user_ids: [] })],
    ['went with its author’s account', () => call(at, nora, 'DELETE', '/api/delete_account')],
  ])(
    'once a post of another’s in it %s',
    async (_, change) => {
      await family();
      const post = (await sharePost(at, nora, { text: 'Theirs' })).id;
      const before = await finished(sam);
      await change(post);
      await expectTakenBack(sam, before);
    },
    60_000,
  );

  it('without anybody asking for it: its bytes are gone within the hour', async () => {
    await family();
    const post = (await sharePost(at, nora, { text: 'Theirs' })).id;
    await finished(sam);
    const there = await archives();
    await recheckExports(at.platform);
    expect(await archives()).toBe(there);
    await call(at, nora, 'DELETE', `/api/posts/${post}`);
    await recheckExports(at.platform);
    await expect.poll(archives, { timeout: 15_000 }).toBe(there - 1);
    expect(await exportStatus(at, sam)).toMatchObject({ state: 'failed', path: null });
  }, 60_000);

  it('from everybody when an account is deleted: its comments are in theirs', async () => {
    await family();
    const ruth = await addMember(at, nora.familyId, 'relative', 'Ruth');
    const other = await registerParent(at.app);
    const post = (await sharePost(at, sam, { text: 'Mine' })).id;
    await call(at, ruth, 'POST', `/api/posts/${post}/comments`, { text: 'Ruth was here' });
    const [before, elsewhere] = [await finished(sam), await finished(other)];
    expect((await call(at, ruth, 'DELETE', '/api/delete_account')).statusCode).toBe(200);
    await expectTakenBack(sam, before);
    expect((await fetched(elsewhere.path)).statusCode).toBe(200);
  }, 60_000);

  it.each<[string, (who: TestUser, post: string) => Promise<unknown>]>([
    ['comments', (who, post) => call(at, who, 'POST', `/api/posts/${post}/comments`, { text: 'Ruth was here' })],
    ['hearts', (who, post) => call(at, who, 'PUT', `/api/posts/${post}/heart`)],
    ['questions', (who) => call(at, who, 'POST', '/api/questions', { text: 'Where was the plum tree?' })],
  ])(
    'also when the account is of somebody who had left the family: their %s are in it',
    async (_, leave) => {
      await family();
      const [ruth, other] = [await addMember(at, nora.familyId, 'relative', 'Ruth'), await registerParent(at.app)];
      const post = (await sharePost(at, sam, { text: 'Mine' })).id;
      expect(await leave(ruth, post)).toMatchObject({ statusCode: expect.toSatisfy((code: number) => code < 300) });
      await removeMember(at, nora, ruth.userId);
      const [before, elsewhere] = [await finished(sam), await finished(other)];
      expect((await call(at, ruth, 'DELETE', '/api/delete_account')).statusCode).toBe(200);
      await expectTakenBack(sam, before);
      expect((await fetched(elsewhere.path)).statusCode).toBe(200);
    },
    60_000,
  );

  it('but what one deletes oneself stays in one’s own: it may be why one took it along', async () => {
    await family();
    const post = (await sharePost(at, sam, { text: 'Mine' })).id;
    const before = await finished(sam);
    await call(at, sam, 'DELETE', `/api/posts/${post}`);
    expect(await exportStatus(at, sam)).toMatchObject({ state: 'ready' });
    expect(await postsIn(before)).toEqual(['Mine']);
  }, 60_000);
});

it('an archive under way when a role falls begins anew, and holds what is seen now', async () => {
  await family();
  await sharePost(at, nora, { text: 'For guardians', audience: 'guardians' });
  await sharePost(at, nora, { text: 'For all' });
  const { storage } = at.platform;
  const { putFile } = storage;
  let reached = () => {};
  let go = () => {};
  const inTheMiddle = new Promise<void>((resolve) => (reached = resolve));
  const waiting = new Promise<void>((resolve) => (go = resolve));
  Object.assign(storage, {
    putFile: async (key: string, path: string) => {
      reached();
      await waiting;
      return putFile(key, path);
    },
  });
  await call(at, sam, 'POST', '/api/export');
  await inTheMiddle;
  await call(at, nora, 'PATCH', `/api/families/${nora.familyId}/members/${sam.userId}`, { role: 'relative' });
  expect(await exportStatus(at, sam)).toMatchObject({ state: 'queued', path: null });
  Object.assign(storage, { putFile });
  go();
  expect(await postsIn(await exportOnce(at, sam))).toEqual(['For all']);
}, 60_000);

it('what a guardian has sent to make others guardians ends with their being one', async () => {
  await family();
  await at.platform.db.$client.query('update users set email_verified_at = $1 where id = $2', [at.clock.now(), sam.userId]);
  const invite = (email: string, role: string) =>
    call(at, sam, 'POST', '/api/send-account-invitation', { email, relationship_id: 28, relationship_label: 'Friend', role });
  for (const role of ['guardian', 'relative']) {
    const sent = await invite(`${role}.${sam.userId}@example.org`, role);
    expect(sent.statusCode, sent.body).toBe(201);
  }
  await call(at, nora, 'PATCH', `/api/families/${nora.familyId}/members/${sam.userId}`, { role: 'relative' });
  const { rows } = await at.platform.db.$client.query(
    'select role, revoked_at is not null as ended from invitations where inviter_id = $1 order by role',
    [sam.userId],
  );
  expect(rows).toEqual([
    { role: 'guardian', ended: true },
    { role: 'relative', ended: false },
  ]);
}, 60_000);
