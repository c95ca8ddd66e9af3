import { randomUUID } from 'node:crypto';
import type { Growth, GrowthEntry } from '@heartwood/contract/growth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#test/app.ts';
import type { TestApp } from '#test/app.ts';
import { addMember, call, comparable, makeFamily } from '#test/members.ts';
import type { TestMember } from '#test/members.ts';
import { registerParent } from '#test/people.ts';
import type { TestUser } from '#test/people.ts';

let at: TestApp;
let nora: TestUser;
let sam: TestMember;
let ruth: TestMember;
let leo: TestMember;
let stranger: TestUser;
let emma: { id: string; slug: string; relation: string };

beforeAll(async () => {
  at = await startApp();
  ({ nora, sam, ruth, leo, stranger } = await makeFamily(at));
  emma = await child('Emma', '2023-09-12', 'female');
});
afterAll(() => at.close());

async function child(name: string, birth_day: string | null, gender: string | null) {
  const given = { name, relationship_id: 1, birth_day, gender };
  const answer = await call(at, nora, 'POST', '/api/family-relationships', given);
  const { heartwood_id: id, slug, id: relation } = answer.json().data.relationship;
  return { id, slug, relation };
}

const add = (by: TestUser, body: object, headers = {}) => call(at, by, 'POST', '/api/growth', body, headers);
const list = async (by: TestUser, person: string): Promise<Growth> => {
  const answer = await call(at, by, 'GET', `/api/growth?person=${encodeURIComponent(person)}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
};
const added = async (body: object, by: TestUser = nora): Promise<GrowthEntry> => {
  const answer = await add(by, body);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().data.entry;
};

describe('writing down', () => {
  it('what was measured comes with its percentiles', async () => {
    const entry = await added({ person: emma.id, measured_on: '2026-09-12', height_cm: 95.1, weight_kg: '13.9', head_cm: '' });
    expect(entry).toMatchObject({ person: emma.id, height_cm: 95.1, weight_kg: 13.9, head_cm: null, age_days: 1096, corrected_days: null });
    // The medians of girls of three years are 95.1 cm and 13.9 kg.
    expect(entry.percentiles.height).toSatisfy((found: number) => found > 48 && found < 52);
    expect(entry.percentiles.weight).toSatisfy((found: number) => found > 48 && found < 52);
    expect(entry.percentiles.head).toBeNull();
    expect(entry.uncorrected).toBeNull();
    const growth = await list(nora, emma.id);
    expect(growth.entries).toEqual([entry]);
    expect(growth.born_early_weeks).toBe(0);
    expect(growth.curves?.height.at(0)).toMatchObject({ days: 0, p50: 49.15 });
    expect(growth.curves?.head.at(-1)?.days).toBeLessThanOrEqual(1_827);
    await call(at, nora, 'DELETE', `/api/growth/${entry.id}`);
  });

  it('is listed the latest first, and known by id, slug and relationship', async () => {
    for (const [measured_on, height_cm] of [
      ['2024-09-12', 74],
      ['2026-03-12', 91],
      ['2023-09-12', 49],
    ] as const)
      await added({ person: emma.slug, measured_on, height_cm }, sam);
    for (const name of [emma.id, emma.id.toUpperCase(), emma.slug, emma.relation])
      expect((await list(nora, name)).entries.map(({ measured_on }) => measured_on)).toEqual(['2026-03-12', '2024-09-12', '2023-09-12']);
  });

  it('is once per key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { person: emma.id, measured_on: '2026-01-05', weight_kg: 13 };
    const answers = await Promise.all([add(nora, body, headers), add(nora, body, headers), add(nora, body, headers)]);
    expect(new Set(answers.map((answer) => answer.json().data.entry.id)).size).toBe(1);
    expect((await list(nora, emma.id)).entries.filter(({ measured_on }) => measured_on === '2026-01-05')).toHaveLength(1);
  });

  it.each([
    [{ height_cm: 900 }, { height_cm: ['Height must be between 20 and 275 cm'] }],
    [{ weight_kg: -1 }, { weight_kg: ['Weight must be between 0.2 and 650 kg'] }],
    [{ head_cm: 9 }, { head_cm: ['Head must be between 10 and 80 cm'] }],
    [{ height_cm: 'tall' }, { height_cm: ['Height must be a number'] }],
    [{}, { height_cm: ['One of height, weight and head is needed.'] }],
    [{ height_cm: 90, measured_on: '2023-09-11' }, { measured_on: ['Choose a day between the birth and today.'] }],
    [{ height_cm: 90, measured_on: '2030-01-01' }, { measured_on: ['Choose a day between the birth and today.'] }],
    [{ height_cm: 90, measured_on: '2025-02-29' }, { measured_on: ['Date is not valid.'] }],
    [{ height_cm: 90, measured_on: undefined }, { measured_on: ['Date Required'] }],
  ])('refuses %j', async (body, errors) => {
    const before = (await list(nora, emma.id)).entries.length;
    const answer = await add(nora, { person: emma.id, measured_on: '2026-01-05', ...body });
    expect([answer.statusCode, answer.json().errors]).toEqual([422, errors]);
    expect((await list(nora, emma.id)).entries).toHaveLength(before);
  });

  describe('a correction', () => {
    const correct = (replaces: unknown, change: object = {}, by = nora) =>
      add(by, { person: emma.id, measured_on: '2026-02-01', height_cm: 92, replaces, ...change });
    const ids = async () => (await list(nora, emma.id)).entries.map(({ id }) => id);

    it('takes the place of what it corrects, in one step, and can be taken back the same way', async () => {
      const wrong = await added({ person: emma.id, measured_on: '2026-02-01', height_cm: 29, weight_kg: 13.1, lying: true });
      const before = await ids();
      const headers = { 'idempotency-key': randomUUID() };
      const body = { person: emma.id, measured_on: '2026-02-02', height_cm: 92, weight_kg: 13.1, replaces: wrong.id };
      const answers = [await add(nora, body, headers), await add(nora, body, headers)];
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
      const right: GrowthEntry = answers[0]!.json().data.entry;
      expect(answers[1]!.json().data.entry).toEqual(right);
      expect(right).toMatchObject({ measured_on: '2026-02-02', height_cm: 92, weight_kg: 13.1, lying: null });
      expect((await ids()).toSorted()).toEqual([...before.filter((id) => id !== wrong.id), right.id].toSorted());
      const { person, measured_on, height_cm, weight_kg, head_cm, lying } = wrong;
      const undone = await add(nora, { person, measured_on, height_cm, weight_kg, head_cm, lying, replaces: right.id });
      expect(undone.json().data.entry).toMatchObject({ measured_on, height_cm, weight_kg, head_cm, lying });
      expect(await ids()).toHaveLength(before.length);
    });

    it('that is refused leaves everything where it is', async () => {
      const entry = await added({ person: emma.id, measured_on: '2026-02-01', height_cm: 91 });
      const jonas = await child('Jonas', '2025-01-01', 'male');
      const before = await list(nora, emma.id);
      expect((await correct(entry.id, { height_cm: 900 })).statusCode).toBe(422);
      expect((await correct(entry.id, { measured_on: '2023-01-01' })).statusCode).toBe(422);
      expect((await correct('x')).statusCode).toBe(422);
      expect((await correct(entry.id, {}, ruth)).statusCode).toBe(404);
      expect((await correct(entry.id, {}, stranger)).statusCode).toBe(404);
      const unknown = await correct(randomUUID());
      expect(unknown.statusCode).toBe(409);
      // Another person's is as unknown as none.
      expect(comparable(await correct(entry.id, { person: jonas.id }))).toBe(comparable(unknown));
      expect(await list(nora, emma.id)).toEqual(before);
    });

    it('of two at once is one: the other is told', async () => {
      const entry = await added({ person: emma.id, measured_on: '2026-02-01', height_cm: 91 });
      const before = (await ids()).length;
      const answers = await Promise.all([92, 93, 94, 95].map((height_cm, n) => correct(entry.id, { height_cm }, n % 2 ? sam : nora)));
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409, 409]);
      expect(await ids()).toHaveLength(before);
    });

    it('is there or what it corrects is, also where it breaks off in between', async () => {
      const entry = await added({ person: emma.id, measured_on: '2026-02-01', height_cm: 91 });
      const before = await list(nora, emma.id);
      await at.platform.db.$client.query(
        `create function breaks() returns trigger language plpgsql as $$ begin raise exception 'broken off'; end $$;
         create trigger breaks before insert on growth_entries for each row execute function breaks()`,
      );
      expect((await correct(entry.id)).statusCode).toBe(500);
      await at.platform.db.$client.query('drop trigger breaks on growth_entries; drop function breaks');
      expect(await list(nora, emma.id)).toEqual(before);
    });
  });

  it('keeps at most a thousand, and says so', async () => {
    const full = await child('Full', '2020-01-01', null);
    await at.platform.db.$client.query(
      `insert into growth_entries (id, family_id, person_id, measured_on, height_cm, created_at)
       select gen_random_uuid(), $1, $2, '2021-01-01', 80, '2026-01-01' from generate_series(1, 1000)`,
      [nora.familyId, full.id],
    );
    const answer = await add(nora, { person: full.id, measured_on: '2021-01-01', height_cm: 80 });
    expect([answer.statusCode, answer.json().status_code]).toEqual([409, 'conflict']);
  });
});

describe('what cannot be compared', () => {
  it('without gender there are no percentiles, and curves that hold girls and boys; without a birthday there are no curves', async () => {
    for (const [birth, gender] of [
      ['2023-09-12', null],
      ['2023-09-12', 'other'],
      [null, 'female'],
    ] as const) {
      const one = await child('Nobody', birth, gender);
      const entry = await added({ person: one.id, measured_on: '2025-01-01', height_cm: 80, weight_kg: 10, head_cm: 45 });
      expect(entry.percentiles).toEqual({ height: null, weight: null, head: null });
      const { curves } = await list(nora, one.id);
      if (birth === null) expect(curves).toBeNull();
      else expect(curves?.height[0]).toEqual({ days: 0, p3: 45.64, p15: 47.22, p50: 49.52, p85: 51.85, p97: 53.44 });
    }
  });

  it('ends with the tables: head after five years, weight after ten, height after nineteen', async () => {
    const old = await child('Old', '2000-02-29', 'male');
    const known = async (measured_on: string) => {
      const { percentiles } = await added({ person: old.id, measured_on, height_cm: 120, weight_kg: 30, head_cm: 50 });
      return Object.entries(percentiles).flatMap(([name, value]) => (value === null ? [] : [name]));
    };
    expect(await known('2005-02-28')).toEqual(['height', 'weight', 'head']);
    expect(await known('2005-03-05')).toEqual(['height', 'weight']);
    expect(await known('2010-02-28')).toEqual(['height', 'weight']);
    expect(await known('2010-03-05')).toEqual(['height']);
    expect(await known('2019-02-28')).toEqual(['height']);
    expect(await known('2019-03-05')).toEqual([]);
  });
});

describe('born early', () => {
  it('counts from the due date until the second birthday, and says both', async () => {
    const jonas = await child('Jonas', '2024-06-01', 'male');
    const put = await call(at, nora, 'PUT', '/api/growth/settings', { person: jonas.id, born_early_weeks: 8 });
    expect([put.statusCode, put.json().data]).toEqual([200, { born_early_weeks: 8 }]);
    const small = await added({ person: jonas.id, measured_on: '2024-12-01', weight_kg: 6.4 });
    expect([small.age_days, small.corrected_days]).toEqual([183, 127]);
    expect(small.percentiles.weight).toBeGreaterThan(small.uncorrected?.weight ?? 100);
    const newborn = await added({ person: jonas.id, measured_on: '2024-06-02', weight_kg: 1.8 });
    expect([newborn.corrected_days, newborn.percentiles.weight]).toEqual([-55, null]);
    const big = await added({ person: jonas.id, measured_on: '2026-06-01', weight_kg: 12 });
    expect([big.corrected_days, big.uncorrected]).toEqual([null, null]);
    expect((await list(nora, jonas.id)).born_early_weeks).toBe(8);
    await call(at, nora, 'PUT', '/api/growth/settings', { person: jonas.id, born_early_weeks: 0 });
    expect((await list(nora, jonas.id)).entries.every(({ corrected_days }) => corrected_days === null)).toBe(true);
  });

  it.each([19, -1, 4.5, 'some'])('refuses %s weeks', async (born_early_weeks) => {
    const answer = await call(at, nora, 'PUT', '/api/growth/settings', { person: emma.id, born_early_weeks });
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['born_early_weeks']]);
  });
});

describe('who may know', () => {
  it('the guardians and nobody else know how a child grows', async () => {
    const { id } = await added({ person: emma.id, measured_on: '2025-05-05', height_cm: 85 });
    expect((await list(sam, emma.id)).entries.length).toBeGreaterThan(0);
    for (const user of [ruth, leo, stranger]) {
      const answers = [
        await call(at, user, 'GET', `/api/growth?person=${emma.id}`),
        await add(user, { person: emma.id, measured_on: '2025-05-05', height_cm: 85 }),
        await call(at, user, 'PUT', '/api/growth/settings', { person: emma.id, born_early_weeks: 5 }),
        await call(at, user, 'DELETE', `/api/growth/${id}`),
      ];
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
      const none = await call(at, user, 'GET', `/api/growth?person=${randomUUID()}`);
      expect(comparable(answers[0]!)).toBe(comparable(none));
    }
    expect((await list(nora, emma.id)).entries.some((entry) => entry.id === id)).toBe(true);
    expect((await list(nora, emma.id)).born_early_weeks).toBe(0);
  });

  it('everybody writes down and knows their own; without a name it is one’s own', async () => {
    const entry = await added({ person: leo.personId, measured_on: '2026-01-01', height_cm: 176 }, leo);
    const own = await call(at, leo, 'GET', '/api/growth');
    expect(own.json().data.entries.map((one: GrowthEntry) => one.id)).toEqual([entry.id]);
    expect((await list(nora, leo.personId)).entries).toHaveLength(1);
    expect((await call(at, ruth, 'GET', `/api/growth?person=${leo.personId}`)).statusCode).toBe(404);
    expect((await call(at, leo, 'DELETE', `/api/growth/${entry.id}`)).statusCode).toBe(200);
  });

  it('needs a token', async () => {
    expect((await call(at, null, 'GET', `/api/growth?person=${emma.id}`)).statusCode).toBe(401);
    expect((await call(at, null, 'POST', '/api/growth', {})).statusCode).toBe(401);
  });

  it('is a matter of covered families', async () => {
    const other = await registerParent(at.app, { lastname: 'Rest' });
    await at.platform.db.$client.query('update families set trial_ends_at = $2 where id = $1', [other.familyId, at.clock.now()]);
    expect((await call(at, other, 'GET', '/api/growth')).statusCode).toBe(402);
  });
});

describe('what goes', () => {
  it('goes with the person, all of it', async () => {
    const ida = await child('Ida', '2024-01-01', 'female');
    await added({ person: ida.id, measured_on: '2025-01-01', height_cm: 75 });
    await call(at, nora, 'PUT', '/api/growth/settings', { person: ida.id, born_early_weeks: 5 });
    await call(at, nora, 'DELETE', `/api/family-relationships/${ida.id}`);
    const left = await at.platform.db.$client.query(
      'select (select count(*)::int from growth_entries where person_id = $1) + (select count(*)::int from growth_settings where person_id = $1) as n',
      [ida.id],
    );
    expect(left.rows[0].n).toBe(0);
  });

  it('goes with the account of who grew', async () => {
    const ben = await addMember(at, nora.familyId, 'relative', 'Ben');
    await added({ person: ben.personId, measured_on: '2025-01-01', height_cm: 180 }, ben);
    expect((await call(at, ben, 'POST', '/api/confirm-password', { password: 'Kastanie-Baum-7' })).statusCode).toBe(200);
    const gone = await call(at, ben, 'DELETE', '/api/delete_account');
    const left = await at.platform.db.$client.query('select 1 from growth_entries where person_id = $1', [ben.personId]);
    expect([gone.statusCode, left.rowCount]).toEqual([200, 0]);
  });
});
