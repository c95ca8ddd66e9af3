import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { call } from './members.ts';
import type { TestFamily } from './members.ts';
import type { TestUser } from './people.ts';

// What every list of what can be brought back does, whatever it lists.

type Noun = 'comments' | 'questions' | 'moments';

/** Expects a list to come page by page, the latest deletion first, for thirty days. @param make makes one of what it lists, and says its id */
export async function expectPages(at: TestApp, user: TestUser, noun: Noun, make: (words: string) => Promise<string>): Promise<void> {
  const read = async (query: string): Promise<{ items: { id: string }[]; next_cursor: string | null }> =>
    (await call(at, user, 'GET', `/api/${noun}/deleted?${query}`)).json().data;
  const all = async () => (await read('limit=100')).items.map(({ id }) => id);
  const ids: string[] = [];
  for (const words of ['a?', 'b?', 'c?']) ids.push(await make(words));
  for (const index of [1, 0, 2]) {
    at.clock.advance({ seconds: 1 });
    expect((await call(at, user, 'DELETE', `/api/${noun}/${ids[index]}`)).statusCode).toBe(200);
  }
  const pages: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = await read(`limit=1${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`);
    pages.push(...page.items.map(({ id }) => id));
    cursor = page.next_cursor;
  }
  expect(pages).toEqual([ids[2], ids[0], ids[1]]);
  at.clock.advance({ days: 30, seconds: -1 });
  expect(await all()).toEqual([ids[2], ids[0]]);
  expect((await call(at, user, 'POST', `/api/${noun}/${ids[1]}/restore`)).statusCode).toBe(404);
  at.clock.advance({ seconds: 2 });
  expect(await all()).toEqual([]);
}

/** Expects a list to refuse who has no token, another family, one that is not covered, and what is no page. The stranger's trial is over then. */
export async function expectRefusals(at: TestApp, { nora, ruth, stranger }: TestFamily, noun: Noun): Promise<void> {
  const path = `/api/${noun}/deleted`;
  expect((await call(at, null, 'GET', path)).statusCode).toBe(401);
  expect((await call(at, stranger, 'GET', `${path}?family_id=${nora.familyId}`)).statusCode).toBe(404);
  for (const wrong of ['limit=0', 'limit=101', 'cursor=x'])
    expect([wrong, (await call(at, ruth, 'GET', `${path}?${wrong}`)).statusCode]).toEqual([wrong, 422]);
  await at.platform.db.$client.query(`update families set trial_ends_at = '2020-01-01' where id = $1`, [stranger.familyId]);
  expect((await call(at, stranger, 'GET', path)).statusCode).toBe(402);
}
