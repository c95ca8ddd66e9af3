import type { Inspiration } from '@heartwood/contract/inspiration';
import { ideas } from '@heartwood/contract/ideas';
import { weeklyIdeaLimit } from '@heartwood/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { call, makeFamily } from '#test/members.ts';
import type { TestMember } from '#test/members.ts';
import { registerParent } from '#test/people.ts';
import { askQuestion } from '#test/posts.ts';
import type { TestUser } from '#test/people.ts';

let at: TestApp;
let nora: TestUser;
let ruth: TestMember;
let stranger: TestUser;

beforeAll(async () => {
  at = await startApp();
  ({ nora, ruth, stranger } = await makeFamily(at));
  // The weeks of these tests are more than a trial's.
  await at.platform.db.$client.query('update families set trial_ends_at = $1', ['2027-12-31T00:00:00Z']);
});
afterAll(() => at.close());

const [first] = ideas;
const slug = first!.slug;

const ask = async (user: TestUser, method: 'GET' | 'PUT' | 'DELETE', path: string) => {
  const answer = await call(at, user, method, `/api/inspiration${path}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
};
const list = async (user: TestUser, query: Record<string, string> = {}): Promise<Inspiration[]> =>
  (await ask(user, 'GET', `?${new URLSearchParams({ limit: '100', ...query }).toString()}`)).items;
const weekly = async (user: TestUser): Promise<string> => (await ask(user, 'GET', '/weekly')).inspiration.slug;
const skip = async (user: TestUser, which: string): Promise<string> => (await ask(user, 'PUT', `/${which}/skipped`)).inspiration.slug;

describe('the list', () => {
  it('has every idea once, in pages, with all of its words', async () => {
    const all = await list(nora);
    expect(all.map((one) => one.slug).toSorted()).toEqual(ideas.map((one) => one.slug).toSorted());
    for (const { title, teaser, body, prompts } of all) for (const words of [title, teaser, body, ...prompts]) expect(words).toMatch(/\S/);
    const pages: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const query: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
      const page = await ask(nora, 'GET', `?limit=25${query}`);
      pages.push(...page.items.map((one: Inspiration) => one.slug));
      cursor = page.next_cursor;
    }
    expect(pages).toEqual(all.map((one) => one.slug));
  });

  it('says whose wishes can be gathered, but not to whom they are for', async () => {
    const birth = new Date(at.platform.clock.now().getTime() - (40 * 365.25 - 5) * 86_400_000).toISOString().slice(0, 10);
    const titleFor = async (user: TestUser) => (await ask(user, 'GET', '/gather-wishes')).inspiration.title as string;
    expect(await titleFor(nora)).toBe('Gather wishes for the next birthday');
    await at.platform.db.$client.query('update profiles set birth = $1 where user_id = $2', [birth, ruth.userId]);
    expect(await titleFor(nora)).toBe('Gather wishes for Ruth’s birthday');
    expect((await list(nora)).map(({ title }) => title)).toContain('Gather wishes for Ruth’s birthday');
    expect(await titleFor(ruth)).toBe('Gather wishes for the next birthday');
  });

  it('is in the reader’s language', async () => {
    const hanna = await registerParent(at.app, { firstname: 'Hanna', lastname: 'Brandt', language: 'de' });
    const { title } = (await ask(hanna, 'GET', `/${slug}`)).inspiration;
    expect(title).toMatch(/\S/);
    expect(title).not.toBe((await ask(nora, 'GET', `/${slug}`)).inspiration.title);
    expect((await list(hanna, { q: title })).map((one) => one.slug)).toContain(slug);
  });

  it('is narrowed by action, minutes and words, also nearly right ones', async () => {
    const recipes = await list(nora, { action: 'family-recipe' });
    expect(recipes.map((one) => one.slug).toSorted()).toEqual(
      ideas
        .filter(({ action }) => action === 'family-recipe')
        .map((one) => one.slug)
        .toSorted(),
    );
    const quick = await list(nora, { minutes: '2' });
    expect(quick.length).toBe(ideas.filter(({ minutes }) => minutes <= 2).length);
    const found = await list(nora, { q: 'grandpar' });
    expect(found.length).toBeGreaterThan(0);
    expect(found.every(({ title, teaser, body, prompts }) => /grandpar/i.test([title, teaser, body, ...prompts].join(' ')))).toBe(true);
    const long = (await list(nora))
      .map(({ title, slug: of }) => ({ of, word: /\p{L}{8,}/u.exec(title)?.[0] ?? '' }))
      .find(({ word }) => word)!;
    const slip = `${long.word.slice(0, -2)}q${long.word.slice(-1)}`;
    expect((await list(nora, { q: slip })).map((one) => one.slug)).toContain(long.of);
    expect(await list(nora, { q: 'xylophonist' })).toEqual([]);
    expect((await list(nora, { q: '', action: '', minutes: '', saved: '' })).length).toBe(ideas.length);
  });

  it('refuses what it does not know', async () => {
    for (const query of [
      'action=cook',
      'minutes=0',
      'minutes=soon',
      'saved=perhaps',
      `q=${'a'.repeat(201)}`,
      'limit=101',
      'cursor=x',
      'action=read&action=read',
    ])
      expect([query, (await call(at, nora, 'GET', `/api/inspiration?${query}`)).statusCode]).toEqual([query, 422]);
    for (const unknown of ['no-such-idea', 'constructor', '__proto__', '%00', 'a'.repeat(300)])
      expect([unknown, (await call(at, nora, 'GET', `/api/inspiration/${unknown}`)).statusCode]).toEqual([unknown, 404]);
  });
});

describe('what one says of an idea', () => {
  it('is one’s own, and the same when it is said twice', async () => {
    for (const [word, field] of [
      ['saved', 'saved'],
      ['done', 'done'],
    ] as const) {
      for (const time of ['once', 'twice']) {
        const { inspiration } = await ask(nora, 'PUT', `/${slug}/${word}`);
        expect([time, inspiration[field]]).toEqual([time, true]);
      }
      expect((await ask(ruth, 'GET', `/${slug}`)).inspiration[field]).toBe(false);
      for (const _ of [1, 2]) expect((await ask(nora, 'DELETE', `/${slug}/${word}`)).inspiration[field]).toBe(false);
    }
  });

  it('saved ideas are a list, the latest first; the same idea in another family is not saved', async () => {
    const [one, two] = ideas.slice(0, 2).map((idea) => idea.slug);
    await ask(ruth, 'PUT', `/${one}/saved`);
    at.clock.advance({ minutes: 1 });
    await ask(ruth, 'PUT', `/${two}/saved`);
    await ask(ruth, 'PUT', `/${one}/saved`);
    expect((await list(ruth, { saved: 'true' })).map((idea) => idea.slug)).toEqual([two, one]);
    expect((await list(ruth, { saved: 'false' })).length).toBe(ideas.length - 2);
    expect(await list(nora, { saved: 'true' })).toEqual([]);
    const { families } = (await call(at, ruth, 'GET', '/api/families')).json().data;
    const own = families.find(({ id }: { id: string }) => id !== nora.familyId);
    const { items } = await ask(ruth, 'GET', `?saved=true&family_id=${own.id}`);
    expect(items).toEqual([]);
  });

  it('shows the rest of a list, each idea once, whatever is said of those that were shown', async () => {
    const ben = await registerParent(at.app, { firstname: 'Ben' });
    const [a, b, c, d, e] = ['soup', 'hands', 'by-the-door', 'your-name', 'how-you-met'] as const;
    // The last two at the same moment.
    for (const idea of [a, b, c, d, e]) {
      if (idea !== e) at.clock.advance({ seconds: 1 });
      await ask(ben, 'PUT', `/${idea}/saved`);
    }
    const page = async (query: string, cursor?: string) => {
      const { items, next_cursor } = await ask(ben, 'GET', `?limit=2&${query}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`);
      return { slugs: items.map((one: Inspiration) => one.slug) as string[], cursor: next_cursor as string };
    };
    const first = await page('saved=true');
    expect(first.slugs.toSorted()).toEqual([d, e].toSorted());
    for (const idea of first.slugs) await ask(ben, 'DELETE', `/${idea}/saved`);
    const second = await page('saved=true', first.cursor);
    expect(second.slugs).toEqual([c, b]);
    at.clock.advance({ seconds: 1 });
    await ask(ben, 'DELETE', `/${b}/saved`);
    await ask(ben, 'PUT', `/${b}/saved`);
    expect(await page('saved=true', second.cursor)).toEqual({ slugs: [a], cursor: null });
    const other = await page('saved=false');
    const after = await page('saved=false', other.cursor);
    for (const idea of other.slugs) await ask(ben, 'PUT', `/${idea}/saved`);
    expect((await page('saved=false', other.cursor)).slugs).toEqual(after.slugs);
  });

  it('is found by search, with the words it is found by', async () => {
    const answer = await call(at, nora, 'GET', '/api/search?q=soup');
    const [hit] = answer.json().data.inspirations;
    expect(hit.title).toMatch(/soup/i);
    expect(hit.excerpt.some((fragment: { hit: boolean }) => fragment.hit)).toBe(true);
    expect((await call(at, nora, 'GET', '/api/search?q=soup&year=2026')).json().data.inspirations).toEqual([]);
  });
});

describe('the idea of the week', () => {
  it('is the same for the whole family, all week, whoever asks first and however many at once', async () => {
    const asked = await Promise.all([nora, ruth, nora, ruth].map((user) => weekly(user)));
    expect(new Set(asked).size).toBe(1);
    // Saturday: the week ends with Sunday.
    at.clock.advance({ days: 1 });
    await call(at, nora, 'POST', '/api/family-relationships', { name: 'Emma', relationship_id: 1, birth_day: '2024-11-25' });
    expect(await weekly(ruth)).toBe(asked[0]);
    at.clock.advance({ days: 1 });
    expect(await weekly(ruth)).not.toBe(asked[0]);
    expect((await ask(nora, 'GET', '/weekly')).week).toBe('2026-11-23');
  });

  it('another one is for oneself alone; who asks next is shown the same other one; it can be taken back', async () => {
    const own = await weekly(nora);
    const other = await skip(nora, own);
    expect(other).not.toBe(own);
    expect([await weekly(nora), await weekly(ruth)]).toEqual([other, own]);
    expect(await skip(nora, own)).toBe(other);
    expect(await skip(ruth, own)).toBe(other);
    expect((await ask(ruth, 'DELETE', `/${own}/skipped`)).inspiration.slug).toBe(own);
    expect(await weekly(nora)).toBe(other);
  });

  it('an idea that is none of this week’s cannot be skipped', async () => {
    const own = await weekly(nora);
    const another = ideas.find((idea) => idea.slug !== own)!.slug;
    at.clock.advance({ days: 7 });
    const now = await weekly(nora);
    if (another !== now) expect(await skip(nora, another)).toBe(now);
    expect(await skip(nora, own)).toBe(now);
  });

  it('after the last of a week the first comes again, and a year brings none twice', async () => {
    at.clock.advance({ days: 7 });
    const seen = [await weekly(stranger)];
    for (let more = 1; more < weeklyIdeaLimit; more += 1) seen.push(await skip(stranger, seen.at(-1)!));
    expect(new Set(seen).size).toBe(weeklyIdeaLimit);
    expect(await skip(stranger, seen.at(-1)!)).toBe(seen[0]);
    const { rows } = await at.platform.db.$client.query('select place from inspiration_weeks where family_id = $1', [stranger.familyId]);
    expect(rows).toHaveLength(weeklyIdeaLimit);
    at.clock.advance({ days: 7 });
    expect(seen).not.toContain(await weekly(stranger));
  });
});

describe('what an idea has led to', () => {
  const marked = async (user: TestUser, which: string) => (await ask(user, 'GET', `/${which}`)).inspiration.done as boolean;
  const recipe = { title: 'Soup', ingredients: [], steps: [{ text: 'Cook it.' }] };
  /** Where something is made of an idea: as what, and with what words. */
  const attempts = async (): Promise<[string, string, object, string][]> => {
    const { heartwood_id: emma } = (
      await call(at, nora, 'POST', '/api/family-relationships', {
        name: 'Emma',
        relationship_id: 3,
        birth_day: `2020-${new Date(at.clock.now().getTime() + 10 * 86_400_000).toISOString().slice(5, 10)}`,
      })
    ).json().data.relationship;
    const asked = await askQuestion(at, nora);
    return [
      ['a post', '/api/posts', { text: 'Boots' }, 'by-the-door'],
      ['a film', '/api/posts', { text: 'Hands', kind: 'video' }, 'hands'],
      ['a recipe', '/api/posts', { text: '', recipe }, 'soup'],
      ['a question', '/api/questions', { text: 'How did you meet?' }, 'how-you-met'],
      ['an answer', `/api/questions/${asked.id}/answers`, { text: 'My uncle' }, 'your-name'],
      ['a wish', `/api/birthdays/${emma}/wishes`, { text: 'Joy' }, 'gather-wishes'],
    ];
  };

  it('is done for whoever made it, for nobody else, and not before', async () => {
    for (const [what, url, body, idea] of await attempts()) {
      expect([what, await marked(ruth, idea)]).toEqual([what, false]);
      expect([what, (await call(at, ruth, 'POST', url, { ...body, inspiration_slug: idea })).statusCode]).toEqual([what, 201]);
      expect([what, await marked(ruth, idea), await marked(nora, idea)]).toEqual([what, true, false]);
    }
    // Done once more it stays when it was; taken back it can be done again.
    await ask(ruth, 'DELETE', '/hands/done');
    expect((await call(at, ruth, 'POST', '/api/posts', { text: 'Hands', inspiration_slug: 'hands' })).statusCode).toBe(201);
    expect(await marked(ruth, 'hands')).toBe(true);
  });

  it('names an idea there is: every endpoint refuses another one, and makes nothing', async () => {
    const count = async () => {
      const { rows } = await at.platform.db.$client.query(
        'select (select count(*) from posts) + (select count(*) from questions) + (select count(*) from wishes) as all',
      );
      return rows[0].all;
    };
    const all = await attempts();
    const before = await count();
    for (const [what, url, body] of all)
      for (const unknown of ['no-such-idea', 'x'.repeat(10_000), 7, ['soup']]) {
        const answer = await call(at, nora, 'POST', url, { ...body, inspiration_slug: unknown });
        expect([what, answer.statusCode, Object.keys(answer.json().errors ?? {})]).toEqual([what, 422, ['inspiration_slug']]);
      }
    expect(await count()).toBe(before);
  });
});

describe('who may', () => {
  it('members of a covered family; what is unknown is not there', async () => {
    const paths = [
      ['GET', ''],
      ['GET', '/weekly'],
      ['GET', `/${slug}`],
      ['PUT', `/${slug}/saved`],
      ['PUT', `/${slug}/done`],
      ['PUT', `/${slug}/skipped`],
    ] as const;
    for (const [method, path] of paths) {
      const url = `/api/inspiration${path}`;
      expect((await call(at, null, method, url)).statusCode).toBe(401);
      expect((await call(at, stranger, method, `${url}?family_id=${nora.familyId}`)).statusCode).toBe(404);
    }
    for (const word of ['saved', 'done', 'skipped'])
      expect((await call(at, nora, 'PUT', `/api/inspiration/none/${word}`)).statusCode).toBe(404);
  });

  it('what is said goes with the account', async () => {
    const ben = await registerParent(at.app, { firstname: 'Ben' });
    await ask(ben, 'PUT', `/${slug}/saved`);
    await weekly(ben);
    const gone = await call(at, ben, 'DELETE', '/api/delete_account');
    const { rows } = await at.platform.db.$client.query(
      'select 1 from inspiration_marks where user_id = $1 union all select 1 from inspiration_weeks where family_id = $2',
      [ben.userId, ben.familyId],
    );
    expect([gone.statusCode, rows.length]).toEqual([200, 0]);
  });
});
