import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeletedQuestion } from '@heartwood/contract/questions';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { expectPages, expectRefusals } from '#test/deleted-lists.ts';
import { call, makeFamily } from '#test/members.ts';
import type { TestFamily } from '#test/members.ts';
import type { TestUser } from '#test/people.ts';
import { askQuestion } from '#test/posts.ts';

let at: TestApp;
let family: TestFamily;
beforeAll(async () => {
  at = await startApp();
  family = await makeFamily(at);
  await at.platform.db.$client.query(`update families set trial_ends_at = '2100-01-01'`);
});
afterAll(() => at.close());

const path = '/api/questions/deleted';
const remove = async (user: TestUser, id: string) => expect((await call(at, user, 'DELETE', `/api/questions/${id}`)).statusCode).toBe(200);
const restore = (user: TestUser, id: string) => call(at, user, 'POST', `/api/questions/${id}/restore`);
const listed = async (user: TestUser, query = 'limit=100'): Promise<{ items: DeletedQuestion[]; next_cursor: string | null }> =>
  (await call(at, user, 'GET', `${path}?${query}`)).json().data;
const idsFor = async (user: TestUser): Promise<string[]> => (await listed(user)).items.map(({ id }) => id);

test('a deleted question is listed with who asked, who deleted it and until when it can be brought back', async () => {
  const { nora, sam, ruth, leo } = family;
  const { id, created_at } = await askQuestion(at, ruth, { text: 'Who planted the pear?' });
  await remove(sam, id);
  const now = at.clock.now();
  for (const user of [ruth, sam])
    expect((await listed(user)).items).toEqual([
      {
        id,
        asker: expect.objectContaining({ user_id: ruth.userId, name: 'Ruth Whitlock' }),
        text: 'Who planted the pear?',
        created_at,
        deleted_by: expect.objectContaining({ user_id: sam.userId, name: 'Sam Whitlock' }),
        deleted_at: now.toISOString(),
        gone_at: new Date(now.getTime() + 30 * 86_400_000).toISOString(),
      },
    ]);
  for (const user of [nora, leo]) {
    expect(await idsFor(user)).toEqual([]);
    expect((await restore(user, id)).statusCode).toBe(404);
  }
  expect((await restore(sam, id)).statusCode).toBe(200);
  for (const user of [ruth, sam]) expect(await idsFor(user)).toEqual([]);
});

test('a question to some is offered to its asker and the guardian among them who deleted it; what its asker takes back, to the asker alone', async () => {
  const { nora, sam, ruth, leo } = family;
  const { id } = await askQuestion(at, leo, { recipient_ids: [ruth.userId, nora.userId] });
  await remove(nora, id);
  expect([await idsFor(leo), await idsFor(nora)]).toEqual([[id], [id]]);
  for (const user of [sam, ruth]) expect(await idsFor(user)).toEqual([]);
  await call(at, nora, 'POST', `/api/questions/${id}/restore`);
  await remove(leo, id);
  for (const user of [nora, sam, ruth]) {
    expect(await idsFor(user)).toEqual([]);
    expect((await restore(user, id)).statusCode).toBe(404);
  }
  expect(await idsFor(leo)).toEqual([id]);
  expect((await restore(leo, id)).statusCode).toBe(200);
});

test('deleted questions are listed page by page, the latest deletion first, for thirty days', async () => {
  const { leo } = family;
  await expectPages(at, leo, 'questions', async (text) => (await askQuestion(at, leo, { text })).id);
});

test('the list of deleted questions needs a token, the family, and a family that is covered; a wrong cursor is a wrong field', async () => {
  await expectRefusals(at, family, 'questions');
});
