import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { toFormData } from '@heartwood/contract/form-data';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { whileChanging } from '#test/held.ts';
import { addMember, call } from '#test/members.ts';
import { addChild, goodPassword, registerParent } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { phonePhoto } from '#test/photos.ts';

let t: TestApp;
let jpeg: Buffer;
beforeAll(async () => {
  t = await startApp();
  jpeg = await phonePhoto(200, 150);
});
afterAll(() => t.close());

const photo = () => new File([new Uint8Array(jpeg)], 'photo.jpg', { type: 'image/jpeg' });
const goodbye = (user: { token: string } | null) => call(t, user, 'DELETE', '/api/delete_account');
const rows = async (sql: string, values: unknown[] = []) => (await t.platform.db.$client.query(sql, values)).rows;
const files = async () =>
  (await readdir(join(t.dataDir, 'media'), { recursive: true, withFileTypes: true }).catch(() => [])).filter((one) => one.isFile()).length;

/** Shares a post with a photo, comments on it and hearts it. */
async function share(user: TestUser, text: string): Promise<string> {
  const { data } = (await call(t, user, 'POST', '/api/posts', toFormData({ text, images: [photo()] }))).json();
  await call(t, user, 'POST', `/api/posts/${data.post.id}/comments`, { text: `about ${text}` });
  await call(t, user, 'PUT', `/api/posts/${data.post.id}/heart`);
  return data.post.id;
}

/** Every place in the database where a text stands. */
async function placesOf(text: string): Promise<string[]> {
  const tables = await rows(
    `select table_schema || '.' || table_name as name from information_schema.tables where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
  );
  const found = [];
  for (const { name } of tables)
    if ((await rows(`select 1 from ${name} as t where t::text ilike $1 limit 1`, [`%${text}%`])).length > 0) found.push(name);
  return found;
}

test('needs the password to have been given just now', async () => {
  const user = await registerParent(t.app);
  t.clock.advance({ minutes: 16 });
  const refused = await goodbye(user);
  expect([refused.statusCode, refused.json().status_code]).toEqual([403, 'confirmation_required']);
  expect((await goodbye(null)).statusCode).toBe(401);
  await call(t, user, 'POST', '/api/confirm-password', { password: goodPassword });
  expect((await goodbye(user)).json()).toEqual({ success: true, data: null });
});

test('is said to the address that the account has by then', async () => {
  const user = await registerParent(t.app);
  const address = `newer-${randomUUID()}@example.com`;
  const changed = {
    text: `with held as (select user_id from sessions where user_id = $1 for update) update users set email = $2 from held where id = held.user_id`,
    values: [user.userId, address],
  };
  expect((await whileChanging(t, changed, () => goodbye(user))).statusCode).toBe(200);
  expect(await t.mailsTo(address)).toHaveLength(1);
});

test('[S7.27] of somebody whose family had nobody else nothing is left: no row, no byte, no session', async () => {
  const email = `zebra-${randomUUID()}@example.com`;
  const before = await files();
  const user = await registerParent(t.app, { firstname: 'Zebedee', lastname: 'Quirrell', email });
  await call(t, user, 'POST', '/api/profile/update', toFormData({ description: 'Plays the zither', images: [photo()] }));
  await call(t, user, 'POST', '/api/device/register', { token: 'zebra-device' });
  await addChild(t, user, { name: 'Zuleika' });
  await call(t, user, 'POST', '/api/family-relationships', toFormData({ name: 'Zacharias', relationship_id: 12, image: photo() }));
  await share(user, 'A zeppelin over the garden');
  await vi.waitFor(
    async () =>
      expect(
        (
          await rows(
            `select 1 from pgboss.job where state in ('created', 'active', 'retry') and name not like '%\\_\\_%' and singleton_on is null and start_after <= now()`,
          )
        ).length,
      ).toBe(0),
    { timeout: 30_000, interval: 200 },
  );
  const other = (await call(t, null, 'POST', '/api/login', { email, password: goodPassword })).json().data;
  expect((await goodbye(user)).statusCode).toBe(200);
  for (const one of [user, other]) expect((await call(t, one, 'GET', '/api/user')).statusCode).toBe(401);
  expect((await call(t, null, 'POST', '/api/login', { email, password: goodPassword })).statusCode).toBe(401);
  for (const text of ['zebra', 'Zebedee', 'Quirrell', 'zither', 'Zuleika', 'Zacharias', 'zeppelin', user.userId, user.familyId])
    expect([text, (await placesOf(text)).filter((name) => !name.startsWith('pgboss.'))]).toEqual([text, []]);
  // Jobs that were done may still name what they were about by its id, never by what it says.
  for (const text of ['zebra', 'Zebedee', 'Quirrell', 'zither', 'Zuleika', 'Zacharias', 'zeppelin'])
    expect([text, await placesOf(text)]).toEqual([text, []]);
  await vi.waitFor(async () => expect(await files()).toBe(before), { timeout: 15_000, interval: 200 });
  expect((await t.mailsTo(email, 2)).at(-1)?.subject).toBe('Your account is deleted');
}, 90_000);

test('the address is free again, and nothing of before comes back', async () => {
  const user = await registerParent(t.app, { email: 'again@example.com' });
  await goodbye(user);
  const again = await registerParent(t.app, { email: 'again@example.com' });
  expect(again.userId).not.toBe(user.userId);
  // It has no second trial, and nobody is asked to pay for what was there before.
  expect((await call(t, again, 'GET', '/api/posts')).statusCode).toBe(402);
  expect(await rows('select 1 from posts where family_id = $1', [again.familyId])).toEqual([]);
});

test('a family goes to its longest-standing guardian, and what others shared stays', async () => {
  const owner = await registerParent(t.app, { firstname: 'Ottilie' });
  const relative = await addMember(t, owner.familyId, 'relative', 'Ruth');
  t.clock.advance({ hours: 1 });
  const guardian = await addMember(t, owner.familyId, 'guardian', 'Gerda');
  t.clock.advance({ hours: 1 });
  const late = await addMember(t, owner.familyId, 'guardian', 'Lena');
  const mine = await share(owner, 'Shared by who leaves');
  const theirs = await share(relative, 'Shared by who stays');
  const said = (await call(t, owner, 'POST', `/api/posts/${theirs}/comments`, { text: 'Words that go' })).statusCode;
  await call(t, owner, 'PUT', `/api/posts/${theirs}/heart`);
  expect(said).toBe(201);
  t.clock.advance({ minutes: -5 });
  await call(t, owner, 'POST', '/api/confirm-password', { password: goodPassword });
  expect((await goodbye(owner)).statusCode).toBe(200);
  const members = await rows('select user_id, role from members where family_id = $1 order by joined_at', [owner.familyId]);
  expect(members).toEqual([
    { user_id: relative.userId, role: 'relative' },
    { user_id: guardian.userId, role: 'owner' },
    { user_id: late.userId, role: 'guardian' },
  ]);
  expect((await call(t, relative, 'GET', `/api/posts/${mine}`)).statusCode).toBe(404);
  const post = (await call(t, guardian, 'GET', `/api/posts/${theirs}`)).json().data.post;
  expect([post.comment_count, post.hearts.count]).toEqual([1, 1]);
  expect(await placesOf('Words that go')).toEqual([]);
  expect(JSON.stringify((await call(t, relative, 'GET', '/api/family-relationships')).json())).not.toContain('Ottilie');
});

test('without a guardian it goes to the member who has been in it longest', async () => {
  const owner = await registerParent(t.app);
  t.clock.advance({ minutes: 1 });
  const first = await addMember(t, owner.familyId, 'relative', 'Ruth');
  t.clock.advance({ minutes: 1 });
  await addMember(t, owner.familyId, 'relative', 'Tom');
  expect((await goodbye(owner)).statusCode).toBe(200);
  expect(await rows(`select user_id from members where family_id = $1 and role = 'owner'`, [owner.familyId])).toEqual([
    { user_id: first.userId },
  ]);
});

test('a relative who goes takes nothing of the family along', async () => {
  const owner = await registerParent(t.app);
  const relative = await addMember(t, owner.familyId, 'relative', 'Ruth');
  const kept = await share(owner, 'Stays');
  expect((await goodbye(relative)).statusCode).toBe(200);
  expect((await call(t, owner, 'GET', `/api/posts/${kept}`)).statusCode).toBe(200);
  expect(await rows('select 1 from families where id = $1', [owner.familyId])).toHaveLength(1);
});

test('asked for many times at once, while others act in the family, it happens once and nothing fails', async () => {
  const owner = await registerParent(t.app);
  const guardian = await addMember(t, owner.familyId, 'guardian', 'Gerda');
  const post = await share(owner, 'In the middle of it');
  const answers = await Promise.all([
    ...Array.from({ length: 5 }, () => goodbye(owner)),
    ...Array.from({ length: 5 }, (_, n) => call(t, owner, 'POST', '/api/posts', { text: `Late ${n}` })),
    ...Array.from({ length: 3 }, () => call(t, guardian, 'POST', `/api/posts/${post}/comments`, { text: 'A word' })),
    call(t, guardian, 'DELETE', `/api/families/${owner.familyId}/members/${owner.userId}`),
    call(t, owner, 'POST', '/api/profile/update', { firstname: 'Late' }),
    call(t, owner, 'POST', '/api/device/register', { token: 'late' }),
  ]);
  expect(answers.filter((answer) => answer.statusCode >= 500).map((answer) => answer.body)).toEqual([]);
  expect(answers.slice(0, 5).filter((answer) => answer.statusCode === 200).length).toBeGreaterThanOrEqual(1);
  expect(await rows('select 1 from users where id = $1', [owner.userId])).toEqual([]);
  expect(
    await rows('select 1 from people where user_id = $1 or (family_id = $2 and name ilike $3)', [owner.userId, owner.familyId, 'Nora%']),
  ).toEqual([]);
  expect(await rows('select role from members where family_id = $1', [owner.familyId])).toEqual([{ role: 'owner' }]);
});

test('an account with more media than a statement has parameters is erased', async () => {
  const owner = await registerParent(t.app);
  const relative = await addMember(t, owner.familyId, 'relative', 'Ruth');
  const post = await share(owner, 'Stays');
  const own = [owner.familyId, relative.userId];
  await rows(
    `with taken as (
      insert into media (id, family_id, uploader_id, kind, state, filename, extension, size, variants, created_at)
      select gen_random_uuid(), $1, $2, 'image', 'ready', n || '.jpg', 'jpg', 1, '{}', now() from generate_series(1, 70000) n
      returning id, split_part(filename, '.', 1)::int % 2000 as place),
    shared as (
      insert into posts (id, family_id, author_id, kind, text, occurred_on, audience, version, created_at, updated_at)
      select gen_random_uuid(), $1, $2, 'memory', n::text, '2024-07-14', 'family', 1, now(), now() from generate_series(0, 1999) n
      returning id, text::int as place)
    insert into post_media (post_id, medium_id, family_id, position)
    select shared.id, taken.id, $1, row_number() over (partition by place) from shared join taken using (place)`,
    own,
  );
  expect((await goodbye(relative)).statusCode).toBe(200);
  expect(await rows('select 1 from media where uploader_id = $2 and family_id = $1', own)).toEqual([]);
  expect((await call(t, owner, 'GET', `/api/posts/${post}`)).statusCode).toBe(200);
}, 60_000);
