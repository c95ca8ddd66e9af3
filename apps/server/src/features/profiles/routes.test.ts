import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { toFormData } from '@heartwood/contract/form-data';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { tidyAccounts } from '#features/accounts/jobs.ts';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { call } from '#test/members.ts';
import { goodPassword, registerParent } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { bombPng, phonePhoto } from '#test/photos.ts';

let t: TestApp;
let jpeg: Buffer;
beforeAll(async () => {
  t = await startApp();
  jpeg = await phonePhoto(120, 90);
});
afterAll(() => t.close());

const photo = (name = 'me.jpg', bytes: Uint8Array = jpeg) => new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' });
const update = (user: TestUser | null, body: object) => call(t, user, 'POST', '/api/profile/update', body);
const updateForm = (user: TestUser, body: Record<string, unknown>) => call(t, user, 'POST', '/api/profile/update', toFormData(body));
const profileOf = async (user: TestUser) => (await call(t, user, 'GET', '/api/profile')).json().data[0];
const idsOf = ({ images }: { images: { id: string }[] }) => images.map(({ id }) => id);
const stored = () => readdir(join(t.dataDir, 'media', 'portraits')).catch(() => [] as string[]);

describe('reading', () => {
  test('[S3.8] a list of one, for who is signed in', async () => {
    const user = await registerParent(t.app);
    const answer = await call(t, user, 'GET', '/api/profile');
    expect(answer.json()).toEqual({
      success: true,
      data: [
        {
          id: expect.any(String),
          user_id: user.userId,
          firstname: 'Nora',
          lastname: 'Whitlock',
          email: user.email,
          phone: null,
          description: null,
          birth: null,
          images: [],
          theme: null,
          text_size: null,
        },
      ],
    });
    expect((await call(t, null, 'GET', '/api/profile')).statusCode).toBe(401);
  });
});

describe('changing', () => {
  test('[S3.8] what is sent, and nothing else', async () => {
    const user = await registerParent(t.app);
    const other = await registerParent(t.app);
    const full = { firstname: ' Léa ', lastname: 'Ōkami', phone: '+81 3', description: 'Line one\nline two', birth: '1990-05-05' };
    const answer = await update(user, {
      ...full,
      id: other.userId,
      user_id: other.userId,
      email: 'evil@example.com',
      role: 'admin',
      current_family_id: other.familyId,
      email_verified: true,
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().data).toMatchObject({ ...full, firstname: 'Léa', email: user.email, user_id: user.userId });
    expect((await update(user, { description: null, phone: '' })).json().data).toMatchObject({
      firstname: 'Léa',
      description: null,
      phone: null,
      birth: '1990-05-05',
    });
    expect((await update(user, {})).statusCode).toBe(200);
    const me = (await call(t, user, 'GET', '/api/user')).json().data;
    expect(me.user).toMatchObject({ email: user.email, role: 'member', email_verified: false, current_family_id: user.familyId });
    expect((await profileOf(other)).firstname).toBe('Nora');
  });

  test('bad values are named, and change nothing', async () => {
    const user = await registerParent(t.app);
    const before = await profileOf(user);
    for (const [body, field] of [
      [{ firstname: '' }, 'firstname'],
      [{ lastname: ' ' }, 'lastname'],
      [{ firstname: null }, 'firstname'],
      [{ firstname: ['a'] }, 'firstname'],
      [{ description: 'x'.repeat(2_001) }, 'description'],
      [{ phone: '1'.repeat(41) }, 'phone'],
      [{ birth: '2026-11-22' }, 'birth'],
      [{ birth: '2025-02-29' }, 'birth'],
      [{ locale: 'fr' }, 'locale'],
      [{ locale: null }, 'locale'],
      [{ locale: 'en-XA' }, 'locale'],
      [{ theme: 'sepia' }, 'theme'],
      [{ text_size: null }, 'text_size'],
      [{ images: 'me.jpg' }, 'images'],
      [{ images: [{ path: '/etc/passwd', sha256: 'x', size: 1, filename: 'a', type: 'b' }] }, 'images.0'],
      [{ removed_images: ['x'] }, 'removed_images.0'],
    ] as const) {
      const answer = await update(user, body);
      expect([answer.statusCode, Object.keys(answer.json().errors ?? {})]).toEqual([422, [field]]);
    }
    expect(await profileOf(user)).toEqual(before);
    expect((await update(null, { firstname: 'A' })).statusCode).toBe(401);
  });
});

describe('how somebody reads', () => {
  test('[S4.14] is kept with the account, each by itself, and comes back with a log-in', async () => {
    const user = await registerParent(t.app);
    expect((await update(user, { theme: 'dark', text_size: 'largest' })).json().data).toMatchObject({
      theme: 'dark',
      text_size: 'largest',
    });
    expect((await update(user, { theme: 'system' })).json().data).toMatchObject({ theme: 'system', text_size: 'largest' });
    expect((await update(user, { firstname: 'Léa' })).json().data).toMatchObject({ theme: 'system', text_size: 'largest' });
    const signedIn = await t.app.inject({ method: 'POST', url: '/api/login', payload: { email: user.email, password: goodPassword } });
    const again = { ...user, token: signedIn.json().data.token };
    expect(await profileOf(again)).toMatchObject({ theme: 'system', text_size: 'largest' });
    expect((await call(t, again, 'GET', '/api/user')).json().data.profile).toMatchObject({ theme: 'system', text_size: 'largest' });
    expect(await profileOf(await registerParent(t.app))).toMatchObject({ theme: null, text_size: null });
  });
});

describe('portraits', () => {
  test('[S3.9] the first one sent becomes the user’s, the others keep their order behind it', async () => {
    const user = await registerParent(t.app);
    const [a, b] = idsOf((await updateForm(user, { images: [photo(), photo()] })).json().data);
    const next = (await updateForm(user, { firstname: 'Nora', images: [photo()] })).json().data;
    expect(idsOf(next)).toEqual([expect.any(String), a, b]);
    const me = (await call(t, user, 'GET', '/api/user')).json().data;
    expect(idsOf(me.user)).toEqual(idsOf(next));
    for (const address of [next.images[0].path, next.images[0].thumb])
      expect((await t.app.inject({ url: `/api/private/${address}` })).statusCode).toBe(200);
  });

  test('removed ones are gone from the profile at once and from the storage soon', async () => {
    const user = await registerParent(t.app);
    const [a, b] = idsOf((await updateForm(user, { images: [photo(), photo()] })).json().data) as [string, string];
    const other = await registerParent(t.app);
    const [foreign] = idsOf((await updateForm(other, { images: [photo()] })).json().data) as [string];
    const answer = await update(user, { removed_images: [a, foreign, '00000000-0000-7000-8000-000000000000'] });
    expect(idsOf(answer.json().data)).toEqual([b]);
    await vi.waitFor(async () => expect(await stored()).not.toContain(a), { timeout: 10_000 });
    expect(await stored()).toEqual(expect.arrayContaining([b, foreign]));
    expect(idsOf(await profileOf(other))).toEqual([foreign]);
  });

  test('ten at most, also when many come at once; removing one makes room', async () => {
    const user = await registerParent(t.app);
    const nine = idsOf((await updateForm(user, { images: Array.from({ length: 9 }, () => photo()) })).json().data);
    expect(nine).toHaveLength(9);
    const refused = await updateForm(user, { images: [photo(), photo()] });
    expect([refused.statusCode, refused.json().errors]).toEqual([422, { images: ['Images is not valid.'] }]);
    const answers = await Promise.all([1, 2, 3].map(() => updateForm(user, { images: [photo()] })));
    expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([200, 422, 422]);
    expect((await updateForm(user, { images: [photo()], removed_images: [nine[0]] })).statusCode).toBe(200);
    expect(idsOf(await profileOf(user))).toHaveLength(10);
    expect((await updateForm(user, { images: Array.from({ length: 11 }, () => photo()) })).statusCode).toBe(413);
  }, 60_000);

  test('what is no picture is refused, and leaves nothing', async () => {
    const user = await registerParent(t.app);
    const before = await stored();
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    for (const [file, status] of [
      [photo('note.jpg', Buffer.from('hello')), 415],
      [photo('drawing.jpg', Buffer.from(svg)), 415],
      [photo('cut.jpg', jpeg.subarray(0, jpeg.length / 2)), 422],
      [photo('bomb.png', bombPng()), 422],
      [photo('empty.jpg', Buffer.alloc(0)), 415],
    ] as const)
      expect([file.name, (await updateForm(user, { images: [photo(), file] })).statusCode]).toEqual([file.name, status]);
    await vi.waitFor(async () => expect(await stored()).toEqual(before), { timeout: 10_000 });
    expect(idsOf(await profileOf(user))).toEqual([]);
    expect(await readdir(join(t.dataDir, 'tmp')).catch(() => [])).toEqual([]);
  }, 60_000);

  test('a portrait whose row was never written is swept after an hour', async () => {
    const user = await registerParent(t.app);
    const [kept] = idsOf((await updateForm(user, { images: [photo()] })).json().data) as [string];
    const lost = await registerParent(t.app);
    const [orphan] = idsOf((await updateForm(lost, { images: [photo()] })).json().data) as [string];
    await t.platform.db.$client.query('delete from portraits where id = $1', [orphan]);
    await tidyAccounts(t.platform);
    expect(await stored()).toEqual(expect.arrayContaining([kept, orphan]));
    t.clock.advance({ hours: 1, seconds: 1 });
    await tidyAccounts(t.platform);
    expect(await stored()).toContain(kept);
    expect(await stored()).not.toContain(orphan);
  });
});
