import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeletedMoment } from '@heartwood/contract/moments';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { expectPages, expectRefusals } from '#test/deleted-lists.ts';
import { call, makeFamily } from '#test/members.ts';
import type { TestFamily } from '#test/members.ts';
import { uploadPhoto } from '#test/media.ts';
import { addChild } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';
import { keepMoment } from '#test/posts.ts';
import { mayEditMoment, maySeeMoment } from './rules.ts';

let at: TestApp;
let family: TestFamily;
let emma: string;
beforeAll(async () => {
  at = await startApp();
  family = await makeFamily(at);
  await at.platform.db.$client.query(`update families set trial_ends_at = '2100-01-01'`);
  emma = (await addChild(at, family.nora, { name: 'Emma', birth_day: '2023-09-12' })).heartwood_id;
});
afterAll(() => at.close());

const path = '/api/moments/deleted';
const remove = async (user: TestUser, id: string) => expect((await call(at, user, 'DELETE', `/api/moments/${id}`)).statusCode).toBe(200);
const restore = (user: TestUser, id: string) => call(at, user, 'POST', `/api/moments/${id}/restore`);
const listed = async (user: TestUser, query = 'limit=100'): Promise<{ items: DeletedMoment[]; next_cursor: string | null }> =>
  (await call(at, user, 'GET', `${path}?${query}`)).json().data;
const idsFor = async (user: TestUser): Promise<string[]> => (await listed(user)).items.map(({ id }) => id);

describe('a deleted moment', () => {
  it('is listed with whose it is, who deleted it and until when it can be brought back, without any address of a photo', async () => {
    const { nora, sam, ruth, leo } = family;
    const photo = await uploadPhoto(at, nora);
    const prepared = async () => (await call(at, nora, 'GET', `/api/media/${photo}`)).json().data.media.state;
    await expect.poll(prepared, { timeout: 15_000 }).toBe('ready');
    const input = { people: [emma], milestone: 'tells-a-dream', text: 'Of a whale', occurred_on: '2026-11-19', media_ids: [photo] };
    const { id, title } = await keepMoment(at, nora, input);
    await remove(sam, id);
    const now = at.clock.now();
    for (const user of [nora, sam]) {
      expect((await listed(user)).items).toEqual([
        {
          id,
          author: expect.objectContaining({ user_id: nora.userId }),
          title,
          text: 'Of a whale',
          occurred_on: '2026-11-19',
          people: [emma],
          media_count: 1,
          thumbhash: expect.any(String),
          deleted_by: expect.objectContaining({ user_id: sam.userId, name: 'Sam Whitlock' }),
          deleted_at: now.toISOString(),
          gone_at: new Date(now.getTime() + 30 * 86_400_000).toISOString(),
        },
      ]);
      expect((await call(at, user, 'GET', path)).body).not.toContain('path');
    }
    for (const user of [ruth, leo]) expect(await idsFor(user)).toEqual([]);
    expect((await restore(nora, id)).statusCode).toBe(200);
    for (const user of [nora, sam]) expect(await idsFor(user)).toEqual([]);
  });

  it('is offered to those who can bring it back, and to nobody else', async () => {
    const { nora, sam, ruth, leo } = family;
    const kept = [
      { by: nora, people: [emma] },
      { by: nora, people: [emma, ruth.personId] },
      { by: nora, people: [leo.personId] },
      { by: ruth, people: [ruth.personId] },
    ];
    const deleted: { id: string; authorId: string; people: string[] }[] = [];
    for (const { by, people } of kept)
      deleted.push({ id: (await keepMoment(at, by, { people, title: 'A day' })).id, authorId: by.userId, people });
    for (const { id } of deleted) await remove(sam, id);
    for (const [user, role] of [
      [ruth, 'relative'],
      [leo, 'relative'],
      [sam, 'guardian'],
      [nora, 'owner'],
    ] as const) {
      const viewer = { userId: user.userId, personId: 'personId' in user ? user.personId : '', role };
      const may = deleted.filter((one) => maySeeMoment(viewer, one.people) && mayEditMoment(viewer, one));
      expect([role, (await idsFor(user)).toSorted()]).toEqual([role, may.map(({ id }) => id).toSorted()]);
      for (const { id } of deleted) {
        const isOffered = may.some((one) => one.id === id);
        expect([role, (await restore(user, id)).statusCode]).toEqual([role, isOffered ? 200 : 404]);
        if (isOffered) await remove(sam, id);
      }
    }
    expect(await idsFor(ruth)).toEqual([deleted[3]!.id]);
    await at.platform.db.$client.query('delete from moments where deleted_at is not null');
  });

  it('is listed page by page, the latest deletion first, for thirty days', async () => {
    const { nora } = family;
    await expectPages(at, nora, 'moments', async (title) => (await keepMoment(at, nora, { people: [emma], title })).id);
  });

  it('needs a token, the family, and a family that is covered; a wrong cursor is a wrong field', async () => {
    await expectRefusals(at, family, 'moments');
  });
});
