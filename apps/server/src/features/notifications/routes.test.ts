import { readLimit } from '@heartwood/contract/notification-events';
import type { Notification } from '@heartwood/contract/notifications';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { joinFamily } from '#features/family/actions.ts';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { jobsDone } from '#test/jobs.ts';
import { call, makeFamily } from '#test/members.ts';
import type { TestUser } from '#test/people.ts';
import { sharePost } from '#test/posts.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startApp();
});
afterAll(() => t.close());

describe('what somebody is told of', () => {
  const listOf = async (user: TestUser, query = '') => {
    await jobsDone(t);
    return call(t, user, 'GET', `/api/notifications${query}`);
  };
  const read = (user: { token: string } | null, body?: object) => call(t, user, 'POST', '/api/notifications/read', body);
  const ofTwelve = async () => {
    const family = await makeFamily(t);
    await jobsDone(t);
    await read(family.ruth, {});
    t.clock.advance({ days: 1 });
    for (let n = 0; n < 12; n += 1) {
      await sharePost(t, n % 4 === 3 ? family.sam : family.nora, { text: `Plum ${n}` });
      t.clock.advance({ minutes: 1 });
    }
    return family;
  };

  test('stands in lines, the latest first, with the names of who did it and how much it is', async () => {
    const { nora, sam, ruth } = await ofTwelve();
    const post = await sharePost(t, ruth);
    for (const user of [nora, sam]) {
      await call(t, user, 'PUT', `/api/posts/${post.id}/heart`);
      t.clock.advance({ seconds: 1 });
    }
    const { data } = (await listOf(ruth)).json();
    const [hearts, sams, noras, ...older] = data.items;
    expect(hearts).toMatchObject({
      event: 'heart.given',
      kind: 'heart',
      count: 2,
      actor_count: 2,
      is_read: false,
      post: { id: post.id, is_mine: true },
    });
    expect(hearts.actors.map(({ user_id }: { user_id: string }) => user_id)).toEqual([sam.userId, nora.userId]);
    expect(sams).toMatchObject({
      event: 'post.shared',
      count: 3,
      actor_count: 1,
      actors: [{ user_id: sam.userId }],
      post: { text: 'Plum 11' },
    });
    expect(noras).toMatchObject({ event: 'post.shared', count: 9, actors: [{ user_id: nora.userId }], post: { text: 'Plum 10' } });
    expect(noras.ids).toHaveLength(9);
    expect(noras.id).toBe(noras.ids[0]);
    expect(older.every(({ is_read }: { is_read: boolean }) => is_read)).toBe(true);
    expect(data.unread_count).toBe(3);
  });

  test.each([1, 2, 3])('comes in pages of %i; each line is on one of them, whole', async (limit) => {
    const { ruth, leo } = await ofTwelve();
    const { data: all }: { data: { items: Notification[] } } = (await listOf(ruth)).json();
    const lines: Notification[] = [];
    let cursor: string | null = null;
    do {
      const { data }: { data: { items: Notification[]; next_cursor: string | null } } = (
        await listOf(ruth, `?limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`)
      ).json();
      expect(data.items.length).toBeGreaterThan(0);
      expect(data.items.length).toBeLessThanOrEqual(limit);
      lines.push(...data.items);
      cursor = data.next_cursor;
      if (cursor) expect((await listOf(leo, `?cursor=${cursor}`)).statusCode).toBe(422);
    } while (cursor);
    // Sam's and Nora's posts of the day stand between each other's.
    expect(lines.slice(0, 2).map(({ event, count }) => `${event} ${count}`)).toEqual(['post.shared 3', 'post.shared 9']);
    expect(lines.map(({ ids }) => ids)).toEqual(all.items.map(({ ids }) => ids));
    const { rows } = await t.platform.db.$client.query('select id from notifications where user_id = $1 order by id', [ruth.userId]);
    expect(lines.flatMap(({ ids }) => ids).toSorted()).toEqual(rows.map(({ id }) => id));
    for (const query of ['?limit=0', '?limit=101', '?limit=x', '?cursor=x']) expect((await listOf(ruth, query)).statusCode).toBe(422);
  });

  test('of all families together; on a day where the person is', async () => {
    const { nora, ruth } = await makeFamily(t);
    const other = await makeFamily(t);
    await t.platform.db.$client.query(`update families set trial_ends_at = '2030-01-01'`);
    const name = { firstname: 'Ruth', lastname: 'Whitlock', role: 'relative' as const };
    await t.platform.db.transaction((tx) => joinFamily(t.platform, tx, { familyId: other.nora.familyId, userId: ruth.userId, ...name }));
    await call(t, ruth, 'POST', '/api/profile/update', { time_zone: 'Pacific/Auckland' });
    await jobsDone(t);
    await read(ruth, {});
    // Midnight in Auckland is at 11:00 in UTC.
    t.clock.set('2026-12-10T10:30:00.000Z');
    await sharePost(t, nora);
    t.clock.set('2026-12-10T11:30:00.000Z');
    await sharePost(t, nora);
    await sharePost(t, other.nora);
    t.clock.set('2026-12-10T23:30:00.000Z');
    await sharePost(t, nora);
    const unread = (await listOf(ruth)).json().data.items.filter(({ is_read }: { is_read: boolean }) => !is_read);
    expect(unread.map(({ family_id, count }: { family_id: string; count: number }) => [family_id, count])).toEqual([
      [nora.familyId, 2],
      [other.nora.familyId, 1],
      [nora.familyId, 1],
    ]);
  });

  test('is read where it is one’s own: these, none of none, and all', async () => {
    const { ruth, leo } = await ofTwelve();
    const [sams, noras] = (await listOf(ruth)).json().data.items;
    expect((await read(leo, { ids: sams.ids })).json().data).toEqual({ unread_count: 2 });
    expect((await read(ruth, { ids: [] })).json().data).toEqual({ unread_count: 2 });
    expect((await read(ruth, { ids: [sams.ids[0], crypto.randomUUID()] })).json().data).toEqual({ unread_count: 2 });
    expect((await read(ruth, { ids: sams.ids })).json()).toEqual({ success: true, data: { unread_count: 1 } });
    expect((await listOf(ruth)).json().data.items.slice(0, 2)).toMatchObject([
      { id: sams.id, is_read: true },
      { id: noras.id, is_read: false },
    ]);
    expect((await read(ruth)).json().data).toEqual({ unread_count: 0 });
    expect((await listOf(leo)).json().data.unread_count).toBe(2);
  });

  test('is for who is signed in; what is no list of ids is refused, and reads nothing', async () => {
    const { ruth } = await ofTwelve();
    expect([(await call(t, null, 'GET', '/api/notifications')).statusCode, (await read(null, {})).statusCode]).toEqual([401, 401]);
    for (const ids of [null, 'all', [null], ['x'], [1], {}, Array.from({ length: readLimit + 1 }, () => crypto.randomUUID())])
      expect([ids, (await read(ruth, { ids })).statusCode]).toEqual([ids, 422]);
    expect((await listOf(ruth)).json().data.unread_count).toBe(2);
  });
});
